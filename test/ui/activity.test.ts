/** Who did what: the feed of an entity, and that of the whole catalog. */
import { expect } from 'chai';
import { api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, tags, urns } from '../support/make.ts';
import { write } from '../support/writes.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { followAnew } from './support/follow.ts';
import { countFrom, expectClicks, MOUSE } from './support/ways.ts';

const own = ownNames('uiactivity');
const word = own().replaceAll('_', '');
const table = urns.dataset(`${word}.orders`);
const tag = urns.tag(`${word}pii`);
const anna = urns.user(`${word}anna`);
const domain = urns.of('domain', `${word}sales`);

async function writeAs(actor: string, urn: string, aspect: string, value: object): Promise<void> {
  const answer = await api.send('POST', '/aspects?action=ingestProposal', {
    json: { proposal: proposal(urn, aspect, value) },
    headers: { 'X-Svc-Actor': actor },
  });
  expect(answer.status, answer.text).to.equal(200);
}

inBrowser('Activity in the browser', () => {
  before(async () => {
    await writeAllSearchable([
      proposal(tag, 'tagProperties', { name: 'PII' }),
      proposal(anna, 'corpUserInfo', { active: true, displayName: `Anna ${word}` }),
      proposal(domain, 'domainProperties', { name: `Sales ${word}` }),
      proposal(table, 'datasetProperties', { name: `Orders ${word}` }),
    ]);
    await write(table, 'domains', { domains: [domain] });
    await writeAs(anna, table, 'globalTags', tags(tag));
    await writeAs(anna, table, 'editableSchemaMetadata', {
      editableSchemaFieldInfo: [{ fieldPath: 'email', description: 'Where to write to', globalTags: tags(tag) }],
    });
    await writeAs(anna, table, 'globalTags', tags());
  });

  it('tells in sentences who did what to an entity, the newest first; older versions come when the reader asks for them; answers who changed what yesterday, of a kind, with the values before and after; a change of many is one line that opens', async () => {
    const page = await visit(entityPath(table, 'activity'));
    const rows = page.locator('.feed-row');
    await rows.first().getByText('removed the tag').waitFor();
    await page.getByText('on column email').waitFor();
    await page.getByText('wrote the description of column email').waitFor();
    await page.getByText('added the domain').waitFor();
    await rows
      .first()
      .getByRole('link', { name: `Anna ${word}` })
      .waitFor();
    await rows.first().getByRole('link', { name: 'PII' }).waitFor();
    await expectAccessible(page);
    const urn = urns.dataset(own());
    for (let at = 1; at <= 13; at++) await write(urn, 'datasetProperties', { name: 'Versions', description: `Text ${at}` });
    await followAnew(page, entityPath(urn, 'activity'));
    await page.getByText('changed the description').first().waitFor();
    await eventually(async () => expect(await page.getByText('wrote the description').count()).to.equal(0));
    await page.getByRole('button', { name: 'Show older' }).click();
    await page.getByText('wrote the description').waitFor();
    const words = urns.dataset(own());
    for (const text of ['Old words', 'New words']) await writeAs(anna, words, 'datasetProperties', { name: 'Words', description: text });
    await followAnew(page, `/activity?person=${encodeURIComponent(anna)}&type=dataset`);
    countFrom(page);
    await page.getByText('changed the description from “Old words” to “New words”').waitFor();
    await MOUSE.press(page.getByRole('button', { name: 'Yesterday' }));
    await page.getByText('Nothing matches').waitFor();
    await expectClicks(page, MOUSE, 1);
    await MOUSE.press(page.getByRole('button', { name: 'Today' }));
    await page.getByText('changed the description from “Old words” to “New words”').waitFor();
    await page.getByLabel('What changed').selectOption({ label: 'Owners' });
    await page.getByText('Nothing matches').waitFor();
    await page.getByLabel('What changed').selectOption({ label: 'Documentation' });
    await page.getByText('changed the description from “Old words” to “New words”').waitFor();
    await expectAccessible(page);
    expect(new URL(page.url()).searchParams.get('from')).to.match(/^\d{4}-\d\d-\d\d$/);
    const many = [1, 2, 3, 4].map(() => urns.dataset(own()));
    const run = own();
    for (const urn of many)
      await api.send('POST', '/aspects?action=ingestProposal', {
        json: { proposal: proposal(urn, 'datasetProperties', { description: `About ${urn}` }, { systemMetadata: { runId: run } }) },
        headers: { 'X-Svc-Actor': anna },
      });
    await followAnew(page, `/activity?person=${encodeURIComponent(anna)}`);
    const row = page.getByRole('listitem').filter({ hasText: 'changed 4 assets' });
    await row.getByText('What was done to each').click();
    // The newest is also told above.
    await eventually(async () => expect(await row.getByText(/^wrote the description/).count()).to.equal(5));
  });

  it('tells what a person did in the whole catalog, of a type and of a domain, all in the address [long]', async () => {
    const page = await visit(`/activity?person=${encodeURIComponent(anna)}`);
    await page.locator('.feed-row').nth(2).waitFor();
    await eventually(async () => {
      for (const said of await page.locator('.feed-head').allTextContents()) expect(said).to.include(`Anna ${word}`);
    });
    await page.getByLabel('Type').selectOption('tag');
    await page.getByText('Nothing').first().waitFor();
    await page.getByLabel('Type').selectOption('dataset');
    await page.locator('.feed-row').nth(2).waitFor();
    const box = page.getByRole('combobox', { name: 'Domain' });
    await box.fill(`Sales ${word}`);
    await page.getByRole('option', { name: `Sales ${word}` }).waitFor();
    await box.press('Enter');
    await page.locator('.feed-row').nth(2).waitFor();
    const query = new URL(page.url()).searchParams;
    expect([query.get('person'), query.get('type'), query.get('domain')]).to.deep.equal([anna, 'dataset', domain]);
  });

  it('leaves out what comes with signing in, and with a new version [long]', async () => {
    const [step, urn] = [urns.of('dataHubStepState', own()), urns.dataset(own())];
    await writeAs(anna, step, 'dataHubStepStateProperties', { properties: { seen: 'yes' }, lastModified: { time: 1, actor: anna } });
    await writeAs(anna, urn, 'datasetProperties', { name: 'After the step' });
    const page = await visit(`/activity?person=${encodeURIComponent(anna)}`);
    await page.getByText('wrote the name: “After the step”').waitFor();
    expect(await page.locator('.feed-row a[href*="dataHubStepState"]').count()).to.equal(0);
  });

  it('begins with what happened on a phone, where a button shows the filters [long]', async () => {
    const page = await visit(`/activity?person=${encodeURIComponent(anna)}`, { width: 390, height: 800 });
    const first = page.locator('.feed-row').first();
    await first.waitFor();
    await eventually(async () => expect((await first.boundingBox())?.y).to.be.below(400));
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    await page.getByLabel('Type').selectOption('dataset');
    await page.getByRole('button', { name: 'Filters (2)' }).waitFor();
    await page.getByLabel('Type').waitFor();
  });

  it('is accessible, light and dark, also on a phone [long]', async () => {
    for (const [scheme, width] of [
      ['light', 1440],
      ['dark', 390],
    ] as const) {
      const page = await visit(`/activity?person=${encodeURIComponent(anna)}`, { scheme, width });
      await page.locator('.feed-row').first().waitFor();
      await expectAccessible(page);
      await eventually(async () => expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).to.equal(false));
    }
  });
});
