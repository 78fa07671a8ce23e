/** Announcements on the home page: everybody reads them, who has the right makes, changes and deletes them there. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { makeUser } from '../support/access.ts';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { graphql } from '../support/graphql.ts';
import { ownNames, proposal, urns } from '../support/make.ts';
import { expectAccessible } from './support/accessible.ts';
import { inBrowser, visit } from './support/browser.ts';
import { counted, expectClicks, ifByKeyboard, WAYS } from './support/ways.ts';

const own = ownNames('announce');

inBrowser('announcements', () => {
  for (const way of WAYS)
    it(`are made, changed and deleted on the home page, ${way.name}: two clicks each${ifByKeyboard(way, ' [long]')}`, async () => {
      const title = own().replaceAll('_', ' ');
      const page = await counted('/');
      const list = page.getByRole('list', { name: 'Announcements' });
      await way.press(page.getByRole('button', { name: '+ Announce…' }));
      const dialog = page.getByRole('dialog', { name: 'Announce to everybody' });
      await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
      await dialog.getByRole('textbox', { name: 'Text' }).fill('On Friday\nfrom six');
      await dialog.getByRole('textbox', { name: 'Link' }).fill('https://example.org/plan');
      await expectAccessible(page);
      await way.press(dialog.getByRole('button', { name: 'Announce' }));
      const link = list.getByRole('link', { name: title });
      await link.waitFor();
      expect(await link.getAttribute('href')).to.equal('https://example.org/plan');
      await expectAccessible(page);
      await way.press(list.getByRole('button', { name: `Edit ${title}` }));
      const edit = page.getByRole('dialog', { name: 'Edit the announcement' });
      await edit.getByRole('textbox', { name: 'Text' }).fill('On Monday');
      await edit.getByRole('textbox', { name: 'Link' }).fill('');
      await way.press(edit.getByRole('button', { name: 'Save' }));
      await link.waitFor({ state: 'detached' });
      const shown = list.getByRole('listitem').filter({ hasText: title });
      await eventually(async () => expect(await shown.textContent()).to.include('On Monday'));
      await way.press(list.getByRole('button', { name: `Delete ${title}` }));
      await way.press(page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }));
      await shown.waitFor({ state: 'detached' });
      await expectClicks(page, way, 6);
    });

  it('are read by who may not make them: the newest first, older ones folded', async () => {
    const names = [own(), own(), `${own()}_${'long'.repeat(20)}`];
    const posts = names.map((title, at) => ({ urn: urns.of('post', title), title, time: Date.now() + at }));
    await writeAllSearchable(
      posts.map(({ urn, title, time }) =>
        proposal(urn, 'postInfo', { type: 'HOME_PAGE_ANNOUNCEMENT', content: { title, type: 'TEXT' }, created: time, lastModified: time }),
      ),
    );
    const reader = await makeUser(own());
    const page = await visit('/', { expected: /40[0-9]/, token: reader.secret });
    await page.getByText(/^\d+ older announcements?$/).click();
    const shownOn = async (on: Page): Promise<string[]> =>
      (
        await on
          .getByRole('list', { name: /nnouncements$/ })
          .locator('strong')
          .allTextContents()
      ).filter((title) => names.includes(title));
    await eventually(async () => expect(await shownOn(page)).to.deep.equal([...names].reverse()));
    await page.setViewportSize({ width: 320, height: 700 });
    await eventually(async () => expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(320));
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('button', { name: /Announce|^Edit|^Delete/ }).count()).to.equal(0);
    // They are no data that has changed.
    expect(await page.getByRole('list', { name: 'Recently changed' }).getByText('Announcement').count()).to.equal(0);
    for (const { urn } of posts) await graphql('mutation ($urn: String!) { deletePost(urn: $urn) }', { urn });
    const other = await visit('/');
    await eventually(async () => {
      await other.getByRole('button', { name: '+ Announce…' }).waitFor();
      const shown = await shownOn(other);
      if (shown.length > 0) await other.reload();
      expect(shown).to.deep.equal([]);
    });
  });
});
