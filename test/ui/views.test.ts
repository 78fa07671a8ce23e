/**
 * Saved views: the state of a page under a name.
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { graphql } from '../support/graphql.ts';
import { ownNames, proposal, stamp, tags, urns } from '../support/make.ts';
import { values } from '../support/writes.ts';
import { expectAccessible } from './support/accessible.ts';
import { inBrowser, visit } from './support/browser.ts';
import { follow } from './support/follow.ts';
import { counted, countFrom, expectClicks, MOUSE } from './support/ways.ts';

const name = ownNames('uiviews');
const ALL = name('All datasets');
const BY_TAG = name('By tag');
const ELSEWHERE = name('From elsewhere');
const MINE = name('My tags');
const NEW = name('New name');
const OLD = name('Old name');
const SUBJECT = name('d');
const TAG = name('tag');
const tag = urns.tag(TAG);
const tagged = urns.dataset(name('tagged'));
const searched = `/search?query=${SUBJECT}&type=DATASET&is.tags=${encodeURIComponent(tag)}`;

async function save(page: Page, view: string, shared = false): Promise<string> {
  countFrom(page);
  await MOUSE.press(page.getByRole('button', { name: 'Save view' }));
  await page.getByRole('textbox', { name: 'Name' }).fill(view);
  if (shared) await page.getByRole('checkbox', { name: 'Share it' }).check();
  await MOUSE.press(page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('.open-view').getByText(view).waitFor();
  await expectClicks(page, MOUSE, 2);
  return new URL(page.url()).searchParams.get('view') ?? '';
}

inBrowser('saved views', () => {
  before(async () => {
    // The first page may be opened at once, and its facets are asked for once.
    await writeAllSearchable([
      proposal(tag, 'tagProperties', { name: TAG }),
      proposal(tagged, 'datasetProperties', { name: `${SUBJECT} one` }),
      proposal(urns.dataset(name('other')), 'datasetProperties', { name: `${SUBJECT} two` }),
      proposal(tagged, 'globalTags', tags(tag)),
    ]);
  });

  it('are saved by keyboard on the search page, are a filter of the API, and are found on the home page and in the search box', async () => {
    const page = await visit(searched);
    await page.getByRole('button', { name: 'Save view' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Save this view' }).waitFor();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await eventually(async () => expect(await page.evaluate('document.activeElement.id')).to.equal('view-name'));
    await page.keyboard.type(BY_TAG);
    await page.keyboard.press('Enter');
    await page.locator('.open-view').getByText(BY_TAG).waitFor();
    const urn = new URL(page.url()).searchParams.get('view') ?? '';
    const stored = (await values(urn)).dataHubViewInfo as Record<string, unknown>;
    expect(stored).to.include({ name: BY_TAG, type: 'PERSONAL' });
    const answer = await graphql(
      `query narrowed($view: String!) { found: searchAcrossEntities(input: {query: "*", viewUrn: $view}) { searchResults { entity { urn } } } }`,
      { view: urn },
    );
    expect(answer).to.deep.equal({ found: { searchResults: [{ entity: { urn: tagged } }] } });
    await page.getByRole('link', { name: 'Cairn, home' }).click();
    const views = page.getByRole('region', { name: 'Saved views' });
    await views.getByRole('link', { name: BY_TAG }).waitFor();
    await expectAccessible(page);
    countFrom(page);
    await MOUSE.press(views.getByRole('link', { name: BY_TAG }));
    await page.locator('.open-view').getByText(BY_TAG).waitFor();
    await expectClicks(page, MOUSE, 1);
    await page.keyboard.press('/');
    await page.keyboard.type(BY_TAG.slice(0, -2));
    await page.getByRole('option').filter({ hasText: 'Saved view' }).filter({ hasText: BY_TAG }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.open-view').getByText(BY_TAG).waitFor();
    expect(new URL(page.url()).searchParams.get('is.tags')).to.equal(tag);
  });

  it('need no saving: whoever opens the address of a page sees what two clicks have chosen [long]', async () => {
    const page = await counted(`/search?query=${SUBJECT}`);
    await MOUSE.press(page.getByRole('list', { name: 'Tag', exact: true }).getByLabel(new RegExp(`^${TAG}`)));
    await page.getByRole('button', { name: `Without Tag: ${TAG}` }).waitFor();
    await MOUSE.press(page.getByRole('link', { name: `${SUBJECT} one` }));
    await page.getByRole('heading', { level: 1, name: `${SUBJECT} one` }).waitFor();
    await expectClicks(page, MOUSE, 2);
    const entity = page.url();
    await page.goBack();
    await page.getByRole('button', { name: `Without Tag: ${TAG}` }).waitFor();
    const other = await visit(page.url().replace(new URL(page.url()).origin, ''));
    await other.getByRole('button', { name: `Without Tag: ${TAG}` }).waitFor();
    await other.getByRole('link', { name: `${SUBJECT} one` }).waitFor();
    expect(await other.getByRole('link', { name: `${SUBJECT} two` }).count()).to.equal(0);
    await follow(other, new URL(entity).pathname);
    await other.getByRole('heading', { level: 1, name: `${SUBJECT} one` }).waitFor();
  });

  it('say that the page has changed since, and take its state; are renamed, shared and removed on a page of their own; are chosen in a range with Shift, and removed together', async () => {
    // The page reads the views once.
    const many = ['a', 'b', 'c'].map((id) => ({ urn: urns.of('dataHubView', name(id)), title: `${name('many')} ${id}` }));
    const info = (title: string) => {
      const definition = { entityTypes: [], filter: { or: [] }, json: JSON.stringify({ page: '/search?query=x' }) };
      return { name: title, type: 'GLOBAL', definition, created: stamp(), lastModified: stamp() };
    };
    await writeAllSearchable(many.map(({ urn, title }) => proposal(urn, 'dataHubViewInfo', info(title))));
    const page = await visit(searched);
    const urn = await save(page, OLD, true);
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('name');
    await page.locator('.open-view').getByText('changed').waitFor();
    await page.getByLabel(`More about ${OLD}`).click();
    await page.getByRole('button', { name: 'Save what is shown' }).click();
    await page.locator('.open-view').getByText('changed').waitFor({ state: 'detached' });
    const { definition } = (await values(urn)).dataHubViewInfo as { definition: { json: string } };
    expect(JSON.parse(definition.json).page).to.include('sort=name');
    await follow(page, '/views');
    const row = page.getByRole('listitem').filter({ hasText: OLD });
    await row.getByText('shared').waitFor();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.getByLabel(`More about ${OLD}`).click();
    await page.getByRole('button', { name: 'Rename…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(NEW);
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await page.getByRole('link', { name: NEW }).waitFor();
    await page.getByLabel(`More about ${NEW}`).click();
    await page.getByRole('button', { name: 'Stop sharing' }).click();
    await eventually(async () => expect((await values(urn)).dataHubViewInfo?.type).to.equal('PERSONAL'));
    await page.getByLabel(`More about ${NEW}`).click();
    await page.getByRole('button', { name: 'Remove…' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('link', { name: NEW }).waitFor({ state: 'detached' });
    await eventually(async () => expect(await values(urn)).not.to.have.property('dataHubViewInfo'));
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('checkbox', { name: `Select ${many[0]?.title}` }).click();
    await page.getByRole('checkbox', { name: `Select ${many[2]?.title}` }).click({ modifiers: ['Shift'] });
    const chosen = page.getByRole('region', { name: 'Chosen views' });
    await chosen.getByText('3 selected').waitFor();
    await expectAccessible(page);
    await chosen.getByRole('button', { name: 'Remove…' }).click();
    await page.getByRole('dialog', { name: 'Remove 3 views?' }).getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('checkbox', { name: `Select ${many[1]?.title}` }).waitFor({ state: 'detached' });
  });

  it('are there for every list with filters [long]', async () => {
    const page = await visit('/activity?type=dataset');
    await save(page, ALL);
    const lists = await visit(`/tags?find=${TAG}`);
    await save(lists, MINE);
    await follow(lists, '/views');
    await lists.getByRole('link', { name: MINE }).click();
    await lists.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
    expect(new URL(lists.url()).searchParams.get('find')).to.equal(TAG);
  });

  it('that other clients have made open as a search, if the page can show their filter [long]', async () => {
    const made = await graphql(`mutation make($input: CreateViewInput!) { createView(input: $input) { urn } }`, {
      input: {
        viewType: 'GLOBAL',
        name: ELSEWHERE,
        definition: { entityTypes: ['DATASET'], filter: { operator: 'AND', filters: [{ field: 'tags', values: [tag] }] } },
      },
    });
    const page = await visit('/views');
    await eventually(async () => {
      await page.reload();
      await page.getByRole('link', { name: ELSEWHERE }).waitFor({ timeout: 5_000 });
    });
    await page.getByRole('link', { name: ELSEWHERE }).click();
    await page.getByRole('link', { name: `${SUBJECT} one` }).waitFor();
    expect(new URL(page.url()).searchParams.get('view')).to.equal((made.createView as { urn: string }).urn);
  });
});
