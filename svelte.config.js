import adapter from '@sveltejs/adapter-static';

/** Kit's own announcer writes this one style attribute; everything else is hashed by Kit. */
const announcerStyle = 'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo=';

/** @type {import('@sveltejs/kit').Config} */
export default {
	compilerOptions: { runes: true },
	kit: {
		adapter: adapter({ fallback: '200.html', strict: false }),
		csp: {
			mode: 'hash',
			directives: {
				'default-src': ['none'],
				'script-src': ['self'],
				'worker-src': ['self'],
				'style-src': ['self'],
				'style-src-attr': ['unsafe-hashes', announcerStyle],
				'img-src': ['self', 'data:'],
				'font-src': ['self'],
				'manifest-src': ['self'],
				'connect-src': ['self', 'https:', 'wss:', 'ws://127.0.0.1:*', 'ws://localhost:*'],
				'base-uri': ['none'],
				'form-action': ['none'],
				'object-src': ['none']
			}
		},
		serviceWorker: { register: false }
	}
};
