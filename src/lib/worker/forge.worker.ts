import { serveForge } from './forge.ts';

serveForge(self);
