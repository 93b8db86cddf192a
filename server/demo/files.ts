import soleExpected from './sole/expected.json' with { type: 'json' };
import soleStory from './sole/story.json' with { type: 'json' };
import invitedExpected from './invited/expected.json' with { type: 'json' };
import invitedStory from './invited/story.json' with { type: 'json' };
import pairExpected from './pair/expected.json' with { type: 'json' };
import pairStory from './pair/story.json' with { type: 'json' };
import threeExpected from './three/expected.json' with { type: 'json' };
import threeStory from './three/story.json' with { type: 'json' };
import handoverExpected from './handover/expected.json' with { type: 'json' };
import handoverStory from './handover/story.json' with { type: 'json' };
import departedExpected from './departed/expected.json' with { type: 'json' };
import departedStory from './departed/story.json' with { type: 'json' };
import cycleExpected from './cycle/expected.json' with { type: 'json' };
import cycleStory from './cycle/story.json' with { type: 'json' };
import pendingExpected from './pending/expected.json' with { type: 'json' };
import pendingStory from './pending/story.json' with { type: 'json' };
import deletedExpected from './deleted/expected.json' with { type: 'json' };
import deletedStory from './deleted/story.json' with { type: 'json' };
import archivedExpected from './archived/expected.json' with { type: 'json' };
import archivedStory from './archived/story.json' with { type: 'json' };
import restartedExpected from './restarted/expected.json' with { type: 'json' };
import restartedStory from './restarted/story.json' with { type: 'json' };
import legacyExpected from './legacy/expected.json' with { type: 'json' };
import legacyStory from './legacy/story.json' with { type: 'json' };
import unhealthyExpected from './unhealthy/expected.json' with { type: 'json' };
import unhealthyStory from './unhealthy/story.json' with { type: 'json' };

/** The files of each demo repository, imported so that a build holds them; in the order they are shown. */
export const demoFiles: readonly { readonly name: string; readonly story: unknown; readonly expected: unknown }[] = [
	{ name: 'sole', story: soleStory, expected: soleExpected },
	{ name: 'invited', story: invitedStory, expected: invitedExpected },
	{ name: 'pair', story: pairStory, expected: pairExpected },
	{ name: 'three', story: threeStory, expected: threeExpected },
	{ name: 'handover', story: handoverStory, expected: handoverExpected },
	{ name: 'departed', story: departedStory, expected: departedExpected },
	{ name: 'cycle', story: cycleStory, expected: cycleExpected },
	{ name: 'pending', story: pendingStory, expected: pendingExpected },
	{ name: 'deleted', story: deletedStory, expected: deletedExpected },
	{ name: 'archived', story: archivedStory, expected: archivedExpected },
	{ name: 'restarted', story: restartedStory, expected: restartedExpected },
	{ name: 'legacy', story: legacyStory, expected: legacyExpected },
	{ name: 'unhealthy', story: unhealthyStory, expected: unhealthyExpected }
];
