/** A steward edits assets in a spreadsheet: saves the search as CSV, changes the file, and brings it back (docs/pages.md, Search). */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { makePolicy, makeUser } from '../support/access.ts';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownership, ownNames, proposal, tags, urns } from '../support/make.ts';
import { values } from '../support/writes.ts';
import { expectAccessible } from './support/accessible.ts';
import { inBrowser } from './support/browser.ts';
import { followAnew } from './support/follow.ts';
import { counted, expectClicks, MOUSE } from './support/ways.ts';

const word = ownNames('uicsv')().replaceAll('_', '');
const [facts, plain] = [urns.dataset(`${word}.facts`), urns.dataset(`${word}.plain`)];
const [ann, bob, twin, other] = ['ann', 'bob', 'twin', 'other'].map((id) => urns.user(word + id)) as [string, string, string, string];
const [old, fresh, domain, term] = [urns.tag(`${word}old`), urns.tag(`${word}new`), urns.of('domain', word), urns.term(word)];
const [level, cost] = [urns.of('structuredProperty', `${word}.level`), urns.of('structuredProperty', `${word}.cost`)];

type Rows = string[][];

const property = (urn: string, name: string, kind: string, many: boolean) =>
  proposal(urn, 'propertyDefinition', {
    qualifiedName: urn.slice(urn.lastIndexOf(':') + 1),
    displayName: name,
    valueType: urns.of('dataType', `svc.${kind}`),
    cardinality: many ? 'MULTIPLE' : 'SINGLE',
    entityTypes: [urns.of('entityType', 'svc.dataset')],
  });

/** What the export wrote: all its cells are in quotes. */
const rowsOf = (text: string): Rows =>
  text
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('","'));
const textOf = (rows: Rows, sign = ','): string => rows.map((cells) => cells.map((cell) => `"${cell}"`).join(sign)).join('\n');

async function exported(page: Page): Promise<Rows> {
  const saved = page.waitForEvent('download');
  await MOUSE.press(page.getByRole('button', { name: 'Export CSV' }));
  return rowsOf(readFileSync((await (await saved).path()) ?? '', 'utf8'));
}

async function bringBack(page: Page, text: string, encoding: 'utf8' | 'latin1' = 'utf8'): Promise<void> {
  await page.getByLabel('The CSV file').setInputFiles({ name: 'search.csv', mimeType: 'text/csv', buffer: Buffer.from(text, encoding) });
}

/** Changes a cell of the line with this URN. */
function edit(rows: Rows, urn: string, title: string, text: string): void {
  const line = rows.find((cells) => cells.includes(urn));
  const at = rows[0]?.indexOf(title) ?? -1;
  if (!line || at < 0) throw new Error(`no ${title} of ${urn}`);
  line[at] = text;
}

inBrowser('assets edited in a spreadsheet', () => {
  before(async () => {
    await writeAllSearchable([
      proposal(ann, 'corpUserInfo', { active: true, displayName: `${word} Ann` }),
      proposal(bob, 'corpUserInfo', { active: true, displayName: `${word} Bob` }),
      ...[twin, other].map((urn) => proposal(urn, 'corpUserInfo', { active: true, displayName: `${word} Twin` })),
      proposal(old, 'tagProperties', { name: `${word} old; tag` }),
      proposal(fresh, 'tagProperties', { name: `${word} new` }),
      proposal(domain, 'domainProperties', { name: `${word} domain` }),
      proposal(term, 'glossaryTermInfo', { name: `${word} term`, definition: 'x', termSource: 'INTERNAL' }),
      property(level, `${word} level`, 'string', true),
      property(cost, `${word} cost`, 'number', false),
      proposal(facts, 'datasetProperties', { name: `${word} facts`, description: '=of the source' }),
      proposal(facts, 'ownership', ownership(ann)),
      proposal(facts, 'globalTags', tags(old)),
      proposal(facts, 'domains', { domains: [domain] }),
      proposal(facts, 'structuredProperties', { properties: [{ propertyUrn: level, values: [{ string: 'low' }, { string: 'a;b' }] }] }),
      proposal(plain, 'datasetProperties', { name: `${word} plain` }),
    ]);
  });

  it('come back with what was changed, after a preview, as one run with one undo: five clicks from the search; not by a file with mistakes, each of which is named with its line', async () => {
    const page = await counted(`/search?query=${word}&all=true&type=DATASET`);
    const rows = await exported(page);
    expect(rows[0]).to.include.members(['Description', 'Owners', 'URN', `${word} level`, `${word} cost`]);
    expect(rows.find((cells) => cells.includes(facts))).to.include.members([`'=of the source`, `${word} Ann`, `low; a\\;b`]);
    edit(rows, facts, 'Description', 'What it holds');
    edit(rows, facts, 'Owners', `${word} Bob`);
    edit(rows, facts, 'Tags', '');
    edit(rows, facts, `${word} level`, 'low');
    edit(rows, plain, 'Tags', `${word} new; ${old}`);
    edit(rows, plain, 'Domain', `${word} domain`);
    edit(rows, plain, 'Glossary terms', `${word} TERM`);
    edit(rows, plain, `${word} cost`, '12.5');
    await MOUSE.press(page.getByRole('button', { name: 'Import CSV…' }));
    await expectAccessible(page);
    // As a spreadsheet of another language saves it.
    await bringBack(page, textOf(rows, ';'));
    const dialog = page.getByRole('dialog', { name: 'Import CSV' });
    const differences = dialog.getByRole('list', { name: 'Old and new values' });
    // Names come after the list.
    await eventually(async () => {
      const texts = (await differences.getByRole('listitem').allTextContents()).map((text) => text.replaceAll(/\s+/g, ' '));
      expect(texts.some((text) => text.includes(`Old: ${word} Ann`) && text.includes(`New: ${word} Bob`) && text.includes(`${word} facts`))).to.equal(
        true,
      );
    });
    await expectAccessible(page);
    await MOUSE.press(dialog.getByRole('button', { name: 'Change 2 assets' }));
    const state = dialog.getByRole('status');
    await eventually(async () => expect(await state.textContent()).to.equal('Done'));
    const [now, then] = [await values(facts), await values(plain)];
    expect(now.editableDatasetProperties).to.include({ description: 'What it holds' });
    expect(now.ownership?.owners).to.have.length(1).and.to.have.nested.property('[0].owner', bob);
    expect(now.globalTags?.tags).to.deep.equal([]);
    expect(now.domains?.domains).to.deep.equal([domain]);
    expect(now.structuredProperties)
      .to.have.nested.property('properties[0].values')
      .that.deep.equals([{ string: 'low' }]);
    expect(then.globalTags?.tags).to.have.deep.members([{ tag: fresh }, { tag: old }]);
    expect(then.domains?.domains).to.deep.equal([domain]);
    expect(then.glossaryTerms?.terms).to.deep.equal([{ urn: term }]);
    expect(then.structuredProperties)
      .to.have.nested.property('properties[0].values')
      .that.deep.equals([{ double: 12.5 }]);
    await MOUSE.press(dialog.getByRole('button', { name: 'Undo' }));
    await eventually(async () => expect(await state.textContent()).to.equal('Undone'));
    await expectClicks(page, MOUSE, 5);
    expect((await values(facts)).globalTags).to.deep.equal(tags(old));
    expect((await values(plain)).domains?.domains ?? []).to.deep.equal([]);
    await followAnew(page, `/search?query=${word}&all=true`);
    await page.getByRole('button', { name: 'Import CSV…' }).click();
    const problems = page.getByRole('list', { name: 'What is wrong in the file' }).getByRole('listitem');
    const said = async (text: string): Promise<string[]> => {
      const spinner = page.getByText('Looking what changes');
      await bringBack(page, text);
      await problems.last().waitFor();
      await spinner.waitFor({ state: 'detached' });
      return (await problems.allTextContents()).map((each) => each.replaceAll(/\s+/g, ' '));
    };
    expect(await said(`Name,Colour\nx,y\n`)).to.deep.equal([
      'Line 1: expected the column URN, as the export has it',
      'Line 1, Colour: is no column of the export, and no property',
    ]);
    const gone = urns.dataset(`${word}.gone`);
    const lines = [
      ['URN', 'Owners', 'Domain', `${word} cost`],
      [facts, `${word} Nobody`, `${word} domain`, 'much'],
      ['x', '', '', ''],
      [gone, '', '', ''],
      [urns.of('dataset', 'x'), '', '', ''],
      [plain, `${word} Twin`, '', ''],
      [facts, '', '', ''],
    ];
    const found = await said(textOf(lines));
    for (const [at, begin] of [
      `Line 2, Owners: nothing there is called “${word} Nobody”`,
      `Line 2, ${word} cost: expected a number`,
      'Line 3, URN: expected the URN of an asset',
      `Line 4, URN: nothing has the URN ${gone}`,
      'Line 5, URN: expected a URN',
      `Line 6, Owners: 2 there are called “${word} Twin”: write the URN of one`,
      'Line 7, URN: line 2 has the same asset',
    ].entries())
      expect(found[at], found.join('\n')).to.match(new RegExp(`^${begin.replaceAll(/[().]/g, '.')}`));
    await expectAccessible(page);
  });

  it('are asked about in a file that is not UTF-8, until somebody has seen its texts', async () => {
    const page = await counted(`/search?query=${word}&all=true`);
    const rows = await exported(page);
    edit(rows, plain, 'Description', 'Größe');
    await page.getByRole('button', { name: 'Import CSV…' }).click();
    await bringBack(page, textOf(rows), 'latin1');
    const texts = page.getByRole('list', { name: 'Texts of the file' });
    await page.getByLabel('Read it as').selectOption({ label: 'Cyrillic (Windows-1251)' });
    expect(await texts.textContent()).to.include('GrцЯe');
    await page.getByLabel('Read it as').selectOption({ label: 'Western European (Windows-1252)' });
    expect(await texts.textContent()).to.include('Größe');
    expect(await page.getByRole('button', { name: 'Change 1 asset' }).count()).to.equal(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'The texts are right' }).click();
    await page.getByRole('button', { name: 'Change 1 asset' }).waitFor();
  });

  it('change nothing if the file is as it was saved [long]', async () => {
    const page = await counted(`/search?query=${word}&all=true`);
    const rows = await exported(page);
    await page.getByRole('button', { name: 'Import CSV…' }).click();
    await bringBack(page, textOf(rows));
    await page.getByText('The file says what the catalog has: nothing changes.').waitFor();
  });

  it('are changed as far as the policies of a steward of one domain go: what is refused is named with its line [long]', async () => {
    const steward = await makeUser(`${word}steward`);
    await makePolicy({ privileges: ['EDIT_ENTITY_DOCS'], users: [steward.urn], criteria: [{ field: 'DOMAIN', values: [domain] }] });
    const page = await counted(`/search?query=${word}&all=true`, { expected: /40[0-9]/, token: steward.secret });
    await page.getByRole('button', { name: 'Import CSV…' }).click();
    await bringBack(
      page,
      textOf([
        ['URN', 'Description', 'Tags'],
        [plain, 'Not in the domain', ''],
        [facts, 'By the steward', `${word} new`],
      ]),
    );
    const dialog = page.getByRole('dialog', { name: 'Import CSV' });
    const refused = async (summary: string): Promise<string[]> => {
      await dialog.getByText(summary, { exact: true }).click();
      const list = dialog.locator('details[open]').getByRole('listitem');
      await list.last().waitFor();
      return (await list.allTextContents()).map((each) => each.replaceAll(/\s+/g, ' '));
    };
    for (const text of await refused('Why 2 assets will be refused'))
      expect(text).to.match(/^Line [23]: .*No policy lets you change this here: it needs the privilege to edit /);
    await dialog.getByRole('button', { name: 'Change 1 asset' }).click();
    await eventually(async () => expect(await dialog.getByRole('status').textContent()).to.equal('Done'));
    const said = await refused('2 assets refused');
    expect(said.map((text) => /^Line (\d+): .*(Description|Tags)/.exec(text)?.slice(1)).sort()).to.deep.equal([
      ['2', 'Description'],
      ['3', 'Tags'],
    ]);
    await expectAccessible(page);
    expect((await values(facts)).editableDatasetProperties).to.include({ description: 'By the steward' });
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => expect(await dialog.getByRole('status').textContent()).to.equal('Undone'));
    expect((await values(facts)).editableDatasetProperties).to.equal(undefined);
  });
});
