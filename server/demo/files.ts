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
import leadlessExpected from './leadless/expected.json' with { type: 'json' };
import leadlessStory from './leadless/story.json' with { type: 'json' };
import tieExpected from './tie/expected.json' with { type: 'json' };
import tieStory from './tie/story.json' with { type: 'json' };
import moderatorsExpected from './moderators/expected.json' with { type: 'json' };
import moderatorsStory from './moderators/story.json' with { type: 'json' };
import removedClaimingExpected from './removed-claiming/expected.json' with { type: 'json' };
import removedClaimingStory from './removed-claiming/story.json' with { type: 'json' };
import thirdPartyExpected from './third-party/expected.json' with { type: 'json' };
import thirdPartyStory from './third-party/story.json' with { type: 'json' };
import selfDeferExpected from './self-defer/expected.json' with { type: 'json' };
import selfDeferStory from './self-defer/story.json' with { type: 'json' };
import malformedExpected from './malformed/expected.json' with { type: 'json' };
import malformedStory from './malformed/story.json' with { type: 'json' };
import twoPointersExpected from './two-pointers/expected.json' with { type: 'json' };
import twoPointersStory from './two-pointers/story.json' with { type: 'json' };
import handoverTwiceExpected from './handover-twice/expected.json' with { type: 'json' };
import handoverTwiceStory from './handover-twice/story.json' with { type: 'json' };
import strangerExpected from './stranger/expected.json' with { type: 'json' };
import strangerStory from './stranger/story.json' with { type: 'json' };
import droppedRolesExpected from './dropped-roles/expected.json' with { type: 'json' };
import droppedRolesStory from './dropped-roles/story.json' with { type: 'json' };
import rightToLeftExpected from './right-to-left/expected.json' with { type: 'json' };
import rightToLeftStory from './right-to-left/story.json' with { type: 'json' };
import completeExpected from './complete/expected.json' with { type: 'json' };
import completeStory from './complete/story.json' with { type: 'json' };
import futureExpected from './future/expected.json' with { type: 'json' };
import futureStory from './future/story.json' with { type: 'json' };

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
	{ name: 'unhealthy', story: unhealthyStory, expected: unhealthyExpected },
	{ name: 'leadless', story: leadlessStory, expected: leadlessExpected },
	{ name: 'tie', story: tieStory, expected: tieExpected },
	{ name: 'moderators', story: moderatorsStory, expected: moderatorsExpected },
	{ name: 'removed-claiming', story: removedClaimingStory, expected: removedClaimingExpected },
	{ name: 'third-party', story: thirdPartyStory, expected: thirdPartyExpected },
	{ name: 'self-defer', story: selfDeferStory, expected: selfDeferExpected },
	{ name: 'malformed', story: malformedStory, expected: malformedExpected },
	{ name: 'two-pointers', story: twoPointersStory, expected: twoPointersExpected },
	{ name: 'handover-twice', story: handoverTwiceStory, expected: handoverTwiceExpected },
	{ name: 'stranger', story: strangerStory, expected: strangerExpected },
	{ name: 'dropped-roles', story: droppedRolesStory, expected: droppedRolesExpected },
	{ name: 'right-to-left', story: rightToLeftStory, expected: rightToLeftExpected },
	{ name: 'complete', story: completeStory, expected: completeExpected },
	{ name: 'future', story: futureStory, expected: futureExpected }
];
