import { demoPeople } from '../server/demo/people.ts';
import { endRole } from './support/amend.ts';
import { startSite, type Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

/** What a reader is told of the time between two visits. */

let site: Site;
test.beforeAll(async () => {
	site = await startSite({ relays: 1 });
});
test.afterAll(() => site.close());

test('what changed since the last visit is told until it was read', async ({ page }) => {
	const path = site.url + site.pathOf('pair', 'alice');
	const box = page.locator('[data-changes]');
	await page.goto(path);
	await expect(page.locator('[data-answer="view"]')).toContainText('has answered');
	await expect(box).toHaveCount(0);
	// Somewhere else in the app the page's last words about the visit are written; then some hours pass.
	await page.goto(`${site.url}/-/settings`);
	await page.evaluate(
		() =>
			new Promise<void>((resolve, reject) => {
				const opening = indexedDB.open('countersign');
				opening.onerror = () => reject(new Error('no store'));
				opening.onsuccess = () => {
					const table = opening.result.transaction('visits', 'readwrite').objectStore('visits');
					table.getAll().onsuccess = ({ target }) => {
						for (const row of (target as IDBRequest<{ last: { atSeconds: number } }[]>).result)
							table.put({ ...row, last: { ...row.last, atSeconds: row.last.atSeconds - 7_200 } });
					};
					table.transaction.oncomplete = () => {
						opening.result.close();
						resolve();
					};
				};
			})
	);
	const { removal } = endRole(site, 'pair', 'alice', 'bob');
	site.relays[0].publish([removal]);
	await page.goto(path);
	await expect(page.locator(`[data-standing][data-pubkey="${demoPeople.bob.pubkey}"]`)).toHaveAttribute(
		'data-standing',
		'removed-claiming'
	);
	await expect(box).toContainText('Since your last visit, 2 hours ago');
	await expect(box).toContainText('Bob was removed and has not acknowledged it');
	await page.reload();
	await expect(box).toContainText('Bob was removed');
	await box.getByRole('button', { name: 'Mark as read' }).click();
	await expect(box).toHaveCount(0);
	await page.reload();
	await expect(page.locator('[data-answer="view"]')).toContainText('has answered');
	await expect(box).toHaveCount(0);
});
