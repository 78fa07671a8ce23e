/** The past in the browser: as of a time, compared with now, and brought back. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, schemaMetadata, tags, upstreams, urns } from '../support/make.ts';
import { values, write } from '../support/writes.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { followAnew } from './support/follow.ts';
import { countFrom, expectClicks, MOUSE } from './support/ways.ts';

const own = ownNames('uipast');
const word = own().replaceAll('_', '');
const table = urns.dataset(`${word}.orders`);
const [first, second] = [urns.tag(`${word}first`), urns.tag(`${word}second`)];

/** A time after everything that was written, and before everything that follows. */
async function now(): Promise<number> {
  const from = Date.now();
  return eventually(async () => {
    expect(Date.now()).to.be.greaterThan(from + 5);
    return from + 3;
  });
}

const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).waitFor();
const descriptionOf = async (urn: string): Promise<unknown> => (await values(urn)).datasetProperties?.description;

inBrowser('The past in the browser', () => {
  let then = 0;
  before(async () => {
    await writeAllSearchable([
      proposal(first, 'tagProperties', { name: 'First tag' }),
      proposal(second, 'tagProperties', { name: 'Second tag' }),
      proposal(table, 'datasetProperties', { name: 'Orders', description: 'As it was' }),
      proposal(table, 'globalTags', tags(first)),
      proposal(table, 'schemaMetadata', schemaMetadata(['id', 'name'])),
      proposal(table, 'upstreamLineage', upstreams(urns.dataset(`${word}.old`))),
    ]);
    then = await now();
    await write(table, 'datasetProperties', { name: 'Orders', description: 'As it is' });
    await write(table, 'globalTags', tags(second));
    await write(table, 'deprecation', { deprecated: true, note: 'Gone', actor: urns.user('x') });
    await write(table, 'upstreamLineage', upstreams(urns.dataset(`${word}.new`)));
  });

  const at = (tab?: string, more = '') => `${entityPath(table, tab)}?asOf=${encodeURIComponent(new Date(then).toISOString())}${more}`;

  it('shows the entity of a time, says so, and edits nothing there; shows relationships and lineage of that time, and says which tab cannot; compares with now, and restores what the reader chooses, as a run of its own: one click and two; rolls back a run from the history, after a dry run', async () => {
    const page = await visit(at());
    await page.getByText('You see the past.').waitFor();
    await page.getByRole('link', { name: 'First tag' }).waitFor();
    await eventually(async () => expect(await page.getByRole('link', { name: 'Second tag' }).count()).to.equal(0));
    await eventually(async () => expect(await page.getByText('Deprecated', { exact: true }).count()).to.equal(0));
    await eventually(async () => expect(await page.locator('.sidebar button:enabled').count()).to.equal(0));
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByRole('link', { name: 'Second tag' }).waitFor();
    expect(page.url()).to.not.include('asOf');
    await followAnew(page, at('relationships'));
    await page
      .getByRole('link', { name: `${word}.old` })
      .first()
      .waitFor();
    await eventually(async () => expect(await page.getByRole('link', { name: `${word}.new` }).count()).to.equal(0));
    await page.getByRole('link', { name: 'Lineage', exact: true }).click();
    await page.getByRole('link', { name: 'Upstream list' }).click();
    await page
      .getByRole('link', { name: `${word}.old` })
      .first()
      .waitFor();
    await eventually(async () => expect(await page.getByText(`${word}.new`).count()).to.equal(0));
    await page.getByRole('link', { name: 'Usage and profile' }).click();
    await page.getByText('This tab cannot go back in time.').waitFor();
    await followAnew(page, at());
    countFrom(page);
    await MOUSE.press(page.getByRole('button', { name: 'Compare with now' }));
    await page.getByRole('heading', { name: '4 parts changed since' }).waitFor();
    const said = page.getByRole('list', { name: 'What changed since' });
    await said.getByText('changed the description from “As it was” to “As it is”').waitFor();
    await said.getByRole('link', { name: 'Second tag' }).waitFor();
    await said.getByText('deprecated it').waitFor();
    await expectAccessible(page);
    await expectClicks(page, MOUSE, 1);
    await MOUSE.press(page.getByRole('button', { name: 'Restore…' }));
    await page.getByRole('checkbox', { name: /^Lineage/ }).uncheck();
    await MOUSE.press(page.getByRole('button', { name: 'Restore 3 parts' }));
    await toast(page, 'Restored 3 parts');
    await expectClicks(page, MOUSE, 3);
    const { globalTags, deprecation, upstreamLineage } = await values(table);
    expect(globalTags?.tags).to.deep.equal([{ tag: first }]);
    expect(deprecation).to.equal(undefined);
    expect(JSON.stringify(upstreamLineage)).to.include(`${word}.new`);
    expect(await descriptionOf(table)).to.equal('As it was');
    const urn = urns.dataset(own());
    await write(urn, 'datasetProperties', { name: 'Runs', description: 'Before' });
    const runId = `run-${own()}`;
    await write(urn, 'datasetProperties', { name: 'Runs', description: 'By the run' }, { systemMetadata: { runId } });
    await followAnew(page, `${entityPath(urn, 'history')}?aspect=datasetProperties`);
    await page.getByRole('button', { name: `Roll back run ${runId}` }).click();
    await page.getByText('1 aspect will go back').waitFor();
    expect(await descriptionOf(urn)).to.equal('By the run');
    await page.getByRole('button', { name: 'Roll back', exact: true }).click();
    await toast(page, 'Rolled back');
    expect(await descriptionOf(urn)).to.equal('Before');
  });

  it('edits no column and no documentation of the past, by mouse or by keyboard [long]', async () => {
    const page = await visit(at('schema', '&field=id'));
    const row = page.locator('.field-row', { hasText: 'name' });
    await row.waitFor();
    await page.locator('.field-details').waitFor();
    await eventually(async () => expect(await page.locator('.field-edit, .field-part button').count()).to.equal(0));
    await row.locator('[data-cell="2"]').dblclick();
    await page.getByRole('button', { name: 'id', exact: true }).focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter', 'F2']) await page.keyboard.press(key);
    await eventually(async () => expect(await page.locator('.edit-here').count()).to.equal(0));
    await page.getByRole('link', { name: 'Documentation', exact: true }).click();
    await page.locator('.documentation-text').getByText('As it was').waitFor();
    await eventually(async () => expect(await page.locator('.documentation button').count()).to.equal(0));
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.locator('.documentation').getByRole('button', { name: 'Edit' }).waitFor();
  });

  it('chooses a time by keyboard, which the address keeps [long]', async () => {
    const page = await visit(entityPath(table), { expected: /404/ });
    await page.getByRole('button', { name: 'As of…' }).focus();
    await page.keyboard.press('Enter');
    const field = page.getByLabel('Show it as of');
    await field.fill('2001-02-03T04:05');
    await field.press('Enter');
    await page.getByText('It did not exist then').waitFor();
    expect(new URL(page.url()).searchParams.get('asOf')).to.include('2001-02-0');
  });

  it('restores a version from the history, after it has shown what changes [long]', async () => {
    const urn = urns.dataset(own());
    for (const description of ['One', 'Two', 'Three']) await write(urn, 'datasetProperties', { name: 'Versions', description });
    const page = await visit(`${entityPath(urn, 'history')}?aspect=datasetProperties`);
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('One').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await toast(page, 'Restored');
    expect(await descriptionOf(urn)).to.equal('One');
    await page.getByRole('button', { name: 'Restore version 3' }).waitFor();
  });

  it('is accessible, light and dark, also on a phone [long]', async () => {
    for (const [scheme, width] of [
      ['light', 1440],
      ['dark', 390],
    ] as const) {
      const page = await visit(at(undefined, '&compare=now'), { scheme, width });
      await page.getByRole('region', { name: 'Differences between then and now' }).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Another time…' }).click();
      await expectAccessible(page);
      await eventually(async () => expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).to.equal(false));
    }
  });
});
