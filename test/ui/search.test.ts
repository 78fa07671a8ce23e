/**
 * Searching in the browser: the box, results, facets, order and pages, all of it in the address.
 */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownership, ownNames, proposal, schemaMetadata, tags, urns } from '../support/make.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { follow, followAnew } from './support/follow.ts';

const name = ownNames('uisearch');
const word = name().replaceAll('_', '');
const dataset = (at: number, on = 'hive') => urns.dataset(`${word}.t${at}`, on);
const kafka = dataset(24, 'kafka');
// Not found by the word.
const other = ownNames('helping')().replaceAll('_', '');
const tag = urns.tag(other);
const owner = urns.user(other);
const terms = Array.from({ length: 12 }, (_, at) => urns.term(`${other}.${at}`));
const property = urns.of('structuredProperty', `${other}.days`);

/** Of a search of its own: more values than a facet shows, and a text that a spreadsheet would run. */
const many = ownNames('crowded')().replaceAll('_', '');
const crowd = Array.from({ length: 26 }, (_, at) => urns.tag(`${many}${String.fromCharCode(97 + at)}`));

const searchPath = (more = '') => `/search?query=${word}${more}`;
const results = (page: Page) => page.locator('.result');
const said = (page: Page) => page.locator('.results-head [role=status]');

inBrowser('the search in the browser', () => {
  before(async () => {
    await writeAllSearchable([
      proposal(tag, 'tagProperties', { name: 'Kept by the shop' }),
      proposal(owner, 'corpUserInfo', { active: true, displayName: 'Ann Keeper' }),
      proposal(property, 'propertyDefinition', {
        qualifiedName: `${other}.days`,
        displayName: `Days kept ${other}`,
        valueType: urns.of('dataType', 'svc.number'),
        entityTypes: [urns.of('entityType', 'svc.dataset')],
      }),
      proposal(property, 'structuredPropertySettings', { showInSearchFilters: true }),
    ]);
    await writeAllSearchable([
      ...Array.from({ length: 24 }, (_, at) => proposal(dataset(at), 'datasetProperties', { name: `${word} table ${String(at).padStart(2, '0')}` })),
      proposal(kafka, 'datasetProperties', { name: `${word} topic`, description: `Messages about ${word}, one each` }),
      proposal(kafka, 'globalTags', tags(tag)),
      proposal(dataset(5), 'glossaryTerms', { terms: terms.map((urn) => ({ urn })), auditStamp: { time: 1, actor: owner } }),
      proposal(kafka, 'ownership', ownership(owner)),
      proposal(kafka, 'schemaMetadata', schemaMetadata([`${word}_id`, 'sent_at'])),
      proposal(urns.dashboard(`${word}board`), 'dashboardInfo', {
        title: `${word} board`,
        description: '',
        lastModified: { created: { time: 1, actor: owner }, lastModified: { time: 1, actor: owner } },
      }),
      proposal(urns.dataset(name()), 'datasetProperties', { name: 'Marmalade jars' }),
      ...crowd.map((urn, at) => proposal(urn, 'tagProperties', { name: `Mark ${at} ${many}` })),
      ...crowd.map((urn, at) => proposal(urns.dataset(`${many}.t${at}`), 'globalTags', tags(urn))),
      ...crowd.map((_, at) => proposal(urns.dataset(`${many}.t${at}`), 'datasetProperties', { name: `${many} ${at}`, description: '=1+1' })),
      ...[1, 2, 3].map((at) =>
        proposal(dataset(at), 'structuredProperties', { properties: [{ propertyUrn: property, values: [{ double: at * 10 }] }] }),
      ),
    ]);
  });

  it('the / key moves to the search box from anywhere; arrows and Enter open a suggestion, Escape closes them, and Enter without a choice searches; a list is saved as CSV, also what is on other pages, and runs nothing in a spreadsheet; a facet with many values has a search of its own; facets stay in their order while filters change their counts; entity type, owner and tag narrow the result by their names', async () => {
    const page = await visit('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(`${word} top`);
    const option = page.getByRole('option').first();
    await option.waitFor();
    const box = page.getByRole('combobox', { name: 'Search the catalog' });
    await eventually(async () => expect(await box.getAttribute('aria-expanded')).to.equal('true'));
    await page.keyboard.press('ArrowDown');
    await eventually(async () => expect(await option.getAttribute('aria-selected')).to.equal('true'));
    await eventually(async () => expect(await box.getAttribute('aria-activedescendant')).to.equal(await option.getAttribute('id')));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: `${word} topic` }).waitFor();
    expect(page.url()).to.include(encodeURIComponent(kafka));
    await box.fill(`${word} table`);
    await page.getByRole('option').first().waitFor();
    await box.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    await eventually(async () => expect(await box.inputValue()).to.equal(`${word} table`));
    await box.press('Enter');
    await results(page).first().waitFor();
    expect(new URL(page.url()).search).to.equal(`?query=${word}%20table`);
    await eventually(async () => expect(await page.title()).to.equal(`${word} table · Search · Cairn`));
    await followAnew(page, `/search?query=${many}&all=true&type=DATASET`);
    await results(page).first().waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).to.equal('search.csv');
    const text = readFileSync((await download.path()) ?? '', 'utf8');
    const lines = text.trim().split('\r\n');
    expect(lines).to.have.length(27);
    // Excel takes a file without this mark for Latin 1.
    expect(text.startsWith('\ufeff"Name","Type","Platform","Path"')).to.equal(true);
    expect(lines.filter((line) => line.includes(`"'=1+1"`))).to.have.length(26);
    expect(text).to.include(`"Mark 25 ${many}"`);
    const field = page.getByRole('searchbox', { name: 'Search in Tag' });
    await field.fill('mark 25');
    await page.getByRole('list', { name: 'Tag' }).getByLabel(`Mark 25 ${many}`).check();
    await said(page).getByText('1 result', { exact: true }).waitFor();
    await field.fill('nothing like it');
    await page.getByText('No value matches').waitFor();
    await followAnew(page, searchPath('&all=true'));
    const titles = (): Promise<string[]> => page.locator('.facet > summary').allTextContents();
    await results(page).first().waitFor();
    const before = await titles();
    await page.getByLabel(/^Dashboard\s*1$/).check();
    await said(page).getByText('1 result', { exact: true }).waitFor();
    const after = await titles();
    expect(after[0]).to.equal('Type');
    expect(after).to.deep.equal(before.filter((title) => after.includes(title)));
    await page.getByLabel(/^Dashboard\s*1$/).uncheck();
    await page.getByLabel(/^Ann Keeper\s*1$/).check();
    await said(page).getByText('1 result', { exact: true }).waitFor();
    await page.getByLabel(/^Kept by the shop\s*1$/).check();
    await page.waitForURL(/is\.owners=.*is\.tags=/);
    await eventually(async () => expect(await results(page).locator('h2').allTextContents()).to.deep.equal([`${word} topic`]));
  });

  it('a suggestion names no folder that says nothing [long]', async () => {
    const page = await visit('/settings');
    await page.getByRole('combobox', { name: 'Search the catalog' }).fill('Marmalade jars');
    const note = page.getByRole('option', { name: /^Marmalade jars/ }).locator('.suggestion-note');
    await eventually(async () => expect(await note.textContent()).to.match(/^Hive · Dataset · Prod$/i));
  });

  it('results show their number, mark the words and name the matching column; facets narrow them by several values and by a range, which the URL contains; chips above the results say what is chosen, and take it away', async () => {
    const page = await visit(searchPath());
    await results(page).first().waitFor();
    await eventually(async () => expect(await said(page).textContent()).to.equal('26 results'));
    const topic = results(page).filter({ hasText: `${word} topic` });
    await eventually(async () => expect(await topic.locator('mark').allTextContents()).to.include(word));
    await eventually(async () => expect(await topic.locator('.matches').textContent()).to.include(`Column: ${word}_id`));
    await eventually(async () => expect(await topic.textContent()).to.include('Owned by Ann Keeper'));
    await expectAccessible(page);
    await page.getByLabel(/^Kafka\s*1$|^kafka\s*1$/).check();
    await page.waitForURL(/is\.platform=/);
    await said(page).getByText('1 result', { exact: true }).waitFor();
    // Of the same facet another value can still be chosen.
    await page.getByLabel(/^Hive\s*24$|^hive\s*24$/).check();
    await said(page).getByText('25 results').waitFor();
    await page.reload();
    await said(page).getByText('25 results').waitFor();
    await eventually(async () => expect(await page.getByLabel(/^kafka/i).isChecked()).to.equal(true));
    await page.getByRole('link', { name: 'Clear all filters' }).click();
    await said(page).getByText('26 results').waitFor();
    await page.getByLabel(`Days kept ${other} from`).fill('15');
    await page.getByLabel(`Days kept ${other} to`).fill('30');
    await page.getByLabel(`Days kept ${other} to`).press('Enter');
    await said(page).getByText('2 results').waitFor();
    expect(new URL(page.url()).searchParams.get(`from.structuredProperties.${other}.days`)).to.equal('15');
    await followAnew(page, searchPath(`&type=DATASET&is.platform=${encodeURIComponent(urns.platform('kafka'))}&removed=true`));
    await said(page).getByText('1 result', { exact: true }).waitFor();
    const chips = page.getByRole('list', { name: 'Chosen filters' });
    await chips.getByRole('button', { name: /^Without Platform: kafka/i }).waitFor();
    await expectAccessible(page);
    await chips.getByRole('button', { name: /^Without Platform/ }).click();
    await said(page).getByText('25 results').waitFor();
    expect(new URL(page.url()).searchParams.get('is.platform')).to.equal(null);
    await chips.getByRole('button', { name: 'Without Soft-deleted: included' }).click();
    await chips.getByRole('button', { name: 'Without Type: Dataset' }).click();
    await said(page).getByText('26 results').waitFor();
    await chips.waitFor({ state: 'detached' });
  });

  it('a filter of many values can be hit with a finger, and opens further [long]', async () => {
    const page = await visit(searchPath());
    const facet = page.locator('.facet', { hasText: 'Glossary term' });
    await facet.getByRole('button', { name: 'Show 4 more' }).waitFor();
    await expectAccessible(page);
    await facet.getByRole('button', { name: 'Show 4 more' }).click();
    await eventually(async () => expect(await facet.getByRole('checkbox').count()).to.equal(12));
    await expectAccessible(page);
  });

  it('the URL contains sort order and page; the reader comes back to where they were in the list; results can be read as a table, which the address and the next search keep', async () => {
    const page = await visit(searchPath('&type=DATASET'));
    await page.getByLabel('Sort').selectOption({ label: 'Name, Z to A' });
    await page.waitForURL(/sort=name-down/);
    await results(page)
      .filter({ hasText: `${word} topic` })
      .waitFor();
    await eventually(async () => expect(await results(page).first().locator('h2').textContent()).to.equal(`${word} topic`));
    await eventually(async () => expect(await results(page).count()).to.equal(20));
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByText('Page 2 of 2').waitFor();
    await eventually(async () => expect(await results(page).count()).to.equal(5));
    await eventually(async () => expect(await results(page).last().locator('h2').textContent()).to.equal(`${word} table 00`));
    await page.goBack();
    await page.getByText('Page 1 of 2').waitFor();
    await followAnew(page, searchPath());
    await results(page).nth(15).waitFor();
    await results(page).nth(15).getByRole('link').first().scrollIntoViewIfNeeded();
    const place = Number(await page.evaluate('scrollY'));
    expect(place).to.be.above(100);
    await results(page).nth(15).getByRole('link').first().click();
    await page.locator('.entity-head').waitFor();
    await eventually(async () => expect(await page.evaluate('scrollY')).to.equal(0));
    await page.goBack();
    await results(page).nth(15).waitFor();
    await eventually(async () => expect(Number(await page.evaluate('scrollY'))).to.be.closeTo(place, 60));
    // An address that is typed into the same tab opens at its top; going back from it leads to the place again.
    await page.goto(new URL(searchPath('&sort=name'), page.url()).href);
    await results(page).nth(15).waitFor();
    await page.getByText('Page 1 of 2').waitFor();
    expect(await page.evaluate('scrollY')).to.equal(0);
    await page.goBack();
    await results(page).nth(15).waitFor();
    await eventually(async () => expect(Number(await page.evaluate('scrollY'))).to.be.closeTo(place, 60));
    await followAnew(page, searchPath());
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    const row = page.getByRole('row', { name: new RegExp(`${word} topic`) });
    await row.getByText('Ann Keeper').waitFor();
    await row.getByText('kafka').waitFor();
    expect(new URL(page.url()).searchParams.get('layout')).to.equal('table');
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await row.getByRole('checkbox').check();
    await page.getByRole('region', { name: 'Chosen results' }).getByText('1 selected').waitFor();
    const box = page.getByRole('combobox', { name: 'Search the catalog' });
    await box.fill(`${word} board`);
    await box.press('Enter');
    await page.getByRole('row', { name: new RegExp(`${word} board`) }).waitFor();
    expect(new URL(page.url()).searchParams.get('layout')).to.equal('table');
  });

  it('a search that finds nothing says what to try, and a syntax error is reported in plain words; a misspelt word is marked where it is meant, and results and suggestions say how it was read', async () => {
    // Parts of this word are in no name. A word made from that of this file would find its other entities, as the best of what there is.
    const page = await visit('/search?query=qzxvkwjjq', { expected: /400/ });
    await page.getByText('Nothing matches').waitFor();
    await eventually(async () => expect(await said(page).textContent()).to.equal('0 results'));
    await follow(page, `/search?query=${encodeURIComponent('/q name:[1 TO')}`);
    await page.getByRole('alert').waitFor();
    await eventually(async () => expect(await page.getByRole('alert').textContent()).to.include('The catalog did not accept this'));
    await followAnew(page, '/search?query=mramalade');
    await page.getByText('Showing results for “marmalade”.').waitFor();
    await page.getByRole('combobox', { name: 'Search the catalog' }).fill('marmalade');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Results for “marmalade”' }).waitFor();
    await eventually(async () => expect(await page.getByText('Showing results for').count()).to.equal(0));
    const misspelt = `${word.slice(0, 4)}${word.slice(5)}`;
    await follow(page, `/search?query=${misspelt}%20topic`);
    await eventually(async () => expect(await results(page).first().locator('h2 mark').allTextContents()).to.include('topic'));
    await page.getByRole('combobox', { name: 'Search the catalog' }).fill('Kept by the shpo');
    await page.getByRole('listbox', { name: /Showing names with/ }).waitFor();
  });

  it('everything can be reached on a phone [long]', async () => {
    const page = await visit(searchPath('&all=true'), { width: 375, height: 700 });
    await results(page).first().waitFor();
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    expect(wide).to.be.at.most(375);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel(/^Dashboard\s*1$/).check();
    await said(page).getByText('1 result', { exact: true }).waitFor();
    await results(page).getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: `${word} board` }).waitFor();
    expect(page.url()).to.include(entityPath(urns.dashboard(`${word}board`)));
  });
});
