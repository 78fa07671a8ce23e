/**
 * Following entities, searches and views, and the inbox.
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { description, ownNames, proposal, stamp, urns } from '../support/make.ts';
import { write } from '../support/writes.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, reader, visit } from './support/browser.ts';
import { follow, followAnew } from './support/follow.ts';
import { counted, countFrom, expectClicks, MOUSE, pickFrom } from './support/ways.ts';

const own = ownNames('uiinbox');
const word = own().replaceAll('_', '');
const [table, found] = [urns.dataset(`${word}.table`), urns.dataset(`${word}.found`)];

/** The line of the inbox that tells of a change. */
function news(page: Page, text: string) {
  return page.getByRole('list', { name: 'Changes' }).getByRole('listitem').filter({ hasText: text }).first();
}

inBrowser('the inbox', () => {
  before(() =>
    writeAllSearchable([
      proposal(table, 'datasetProperties', { name: `${word} table`, description: 'Before' }),
      proposal(found, 'datasetProperties', { name: `${word} found`, description: 'Before' }),
    ]),
  );

  it('has what changed in a table that the reader follows with one click, read stays read; has what changed in a search that the reader follows, and all of it is read with one click; has open incidents that are assigned to the reader until they are resolved, and those on what the reader owns, snoozed with two clicks', async () => {
    const page = await counted(entityPath(table));
    await MOUSE.press(page.getByRole('button', { name: `Follow ${word} table` }));
    await page.getByRole('button', { name: `Following ${word} table` }).waitFor();
    await expectClicks(page, MOUSE, 1);
    await write(table, 'datasetProperties', { name: `${word} table`, description: 'After' });
    await page.reload();
    await MOUSE.press(page.getByRole('link', { name: /^Inbox, \d+ unread$/ }));
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    const line = news(page, `${word} table`);
    await line.getByText('changed the description from “Before” to “After”').waitFor();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await eventually(async () => expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(390));
    await MOUSE.press(line.getByRole('button', { name: 'Mark as read' }));
    await line.getByRole('button', { name: 'Mark as unread' }).waitFor();
    await page.reload();
    await news(page, `${word} table`).getByRole('button', { name: 'Mark as unread' }).waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
    await followAnew(page, `/search?query=${word}+found`);
    await page.getByRole('button', { name: `Follow the search for “${word} found”` }).click();
    await page.getByRole('button', { name: `Following the search for “${word} found”` }).waitFor();
    await write(found, 'datasetProperties', description('Changed'));
    await follow(page, '/inbox');
    await news(page, 'to “Changed”').getByRole('button', { name: 'Mark as read' }).waitFor();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await news(page, 'to “Changed”').getByRole('button', { name: 'Mark as unread' }).waitFor();
    await page.getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Unfollow the search for “${word} found”` }).click();
    await page.getByRole('button', { name: `Unfollow the search for “${word} found”` }).waitFor({ state: 'detached' });
    const me = await reader();
    const [asset, assigned] = [urns.dataset(`${word}.others`), urns.of('incident', own())];
    const incident = (urn: string, title: string, on: string, state: string, more: object = {}) =>
      proposal(urn, 'incidentInfo', {
        ...{ type: 'FRESHNESS', title, entities: [on], created: stamp(), status: { state, lastUpdated: stamp() } },
        ...more,
      });
    const toMe = (state: string) => incident(assigned, 'Wrong', asset, state, { assignees: [{ actor: me, assignedAt: stamp() }] });
    await writeAllSearchable([
      proposal(asset, 'datasetProperties', { name: `${word} of others` }),
      toMe('ACTIVE'),
      proposal(table, 'ownership', { owners: [{ owner: me, type: 'DATAOWNER' }], lastModified: stamp() }),
      incident(urns.of('incident', own()), 'Late', table, 'ACTIVE'),
    ]);
    await page.emulateMedia({ colorScheme: 'light' });
    await followAnew(page, '/inbox');
    countFrom(page);
    const waiting = page.getByRole('region', { name: 'Open incidents on what you own or work on' });
    await waiting.getByRole('link', { name: `See the incident: ${word} table` }).waitFor();
    await waiting.getByText('Late', { exact: true }).waitFor();
    await expectAccessible(page);
    const link = page.getByRole('link', { name: `See the incident: ${word} of others` });
    await link.waitFor();
    await page.getByText('Wrong', { exact: true }).waitFor();
    await pickFrom(waiting.getByRole('combobox', { name: `Snooze: ${word} table` }), 'Until tomorrow', MOUSE);
    await expectClicks(page, MOUSE, 2);
    await waiting.getByRole('link', { name: `See the incident: ${word} table` }).waitFor({ state: 'detached' });
    await page.getByText('1 item snoozed.').waitFor();
    await writeAllSearchable([toMe('RESOLVED')]);
    await page.reload();
    await page.getByText('1 item snoozed.').waitFor();
    await link.waitFor({ state: 'detached' });
    expect(await page.getByRole('link', { name: `See the incident: ${word} table` }).count()).to.equal(0);
    // This server sends no mails.
    expect(await page.getByLabel('News by mail').count()).to.equal(0);
    await write(table, 'ownership', { owners: [], lastModified: stamp() });
  });

  it('tells of what was done to many at once in one line, with room for it on a phone [long]', async () => {
    const page = await visit('/inbox', { width: 390, height: 800 });
    const tag = urns.of('tag', word);
    const many = [1, 2, 3].map((id) => urns.dataset(`${word}.${'a_long_name_'.repeat(8)}${id}`));
    await writeAllSearchable([
      proposal(tag, 'tagProperties', { name: `${word} tag` }),
      ...many.map((urn) => proposal(urn, 'globalTags', { tags: [{ tag }] })),
    ]);
    await follow(page, entityPath(tag));
    await page.getByRole('button', { name: `Follow ${word} tag` }).click();
    await page.getByRole('button', { name: `Following ${word} tag` }).waitFor();
    const bulk = await api.send<{ id: string }>('POST', '/bulk', { json: { urns: many, changes: { deprecation: { set: { note: 'Old' } } } } });
    await eventually(async () => {
      const { body } = await api.send<{ state: string }>('GET', `/bulk/${bulk.body.id}`);
      expect(body.state).to.equal('done');
    });
    await follow(page, '/inbox');
    const line = news(page, 'changed 3 assets');
    await line.getByText('deprecated it').first().waitFor();
    await eventually(async () => expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(390));
    expect((await line.getByText('changed 3 assets').boundingBox())?.width).to.be.above(250);
    await line.getByRole('button', { name: 'Mark as read' }).click();
    await line.getByRole('button', { name: 'Mark as unread' }).waitFor();
    expect(await line.getByText('New', { exact: true }).count()).to.equal(0);
  });

  it('folds what waits of one kind after the first four [long]', async () => {
    const me = await reader();
    const many = [1, 2, 3, 4, 5, 6].map((id) => urns.dataset(`${word}.waits${id}`));
    const incidents = many.map((urn) => ({ urn, incident: urns.of('incident', own()) }));
    await writeAllSearchable([
      ...many.map((urn) => proposal(urn, 'ownership', { owners: [{ owner: me, type: 'DATAOWNER' }], lastModified: stamp() })),
      ...incidents.map(({ urn, incident }) =>
        proposal(incident, 'incidentInfo', {
          ...{ type: 'FRESHNESS', title: 'Late', entities: [urn], created: stamp() },
          status: { state: 'ACTIVE', lastUpdated: stamp() },
        }),
      ),
    ]);
    const page = await visit('/inbox', { width: 390, height: 800 });
    const waiting = page.getByRole('region', { name: 'Open incidents on what you own or work on' });
    await waiting.getByRole('heading', { name: 'Open incidents on what you own or work on 6' }).waitFor();
    const links = waiting.getByRole('link', { name: /^See the incident/ }).locator('visible=true');
    await eventually(async () => expect(await links.count()).to.equal(4));
    await waiting.getByText('2 more', { exact: true }).click();
    await eventually(async () => expect(await links.count()).to.equal(6));
    await expectAccessible(page);
    for (const urn of many) await write(urn, 'ownership', { owners: [], lastModified: stamp() });
  });
});
