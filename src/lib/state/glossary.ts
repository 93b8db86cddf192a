/** The words of this page that a reader may not know, each explained in one line. */
export const glossary = {
	selected: {
		word: 'Selected',
		meaning:
			'The person whose announcement this address names. Everything else is reached from what they signed; another person’s address may show something else.'
	},
	lead: {
		word: 'Lead',
		meaning:
			'The maintainer at whom the signed pointers end. They keep the list of people; they have no more say in the code than other maintainers.'
	},
	people: {
		word: 'People',
		meaning:
			'Confirmed means that both sides signed: somebody who counts named them, and they named somebody who counts.'
	},
	coverage: {
		word: 'How complete',
		meaning:
			'Which relays have answered, and when. What a silent relay holds back cannot be seen, so the page says when it cannot be sure.'
	},
	maintainer: {
		word: 'Maintainer',
		meaning:
			'May sign branches and tags. Somebody who counts named them, and they accepted with a signature of their own.'
	},
	moderator: {
		word: 'Moderator',
		meaning: 'Cares for issues and proposals. Their signature moves no branch and names nobody else.'
	},
	invited: {
		word: 'Invited',
		meaning: 'Named by somebody who counts, and has not accepted. Until then they have no say here.'
	},
	others: {
		word: 'No role now',
		meaning: 'People whom the records know and who may not act here: they left, were removed, or said no.'
	}
} as const satisfies Record<string, { readonly word: string; readonly meaning: string }>;

/** A word that the glossary explains. */
export type Term = keyof typeof glossary;
