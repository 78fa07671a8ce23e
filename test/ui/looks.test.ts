/**
 * How the pages look whatever is shown: marks of platforms, tabs without room, the head of a narrow window, names of any script, wrong addresses.
 */
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, schemaMetadata, urns } from '../support/make.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { designScript } from './support/design-script.ts';
import { follow, followAnew } from './support/follow.ts';

const word = ownNames('uilooks')().replaceAll('_', '');
const table = urns.dataset(`${word}.table`, 'snowflake');
const other = urns.dataset(`${word}.other`, 'bigquery');
const arabic = `جدول ${word}`;

inBrowser('the looks of the pages', () => {
  before(() =>
    writeAllSearchable([
      proposal(table, 'datasetProperties', { name: `${word} table`, description: 'وصف' }),
      proposal(table, 'schemaMetadata', schemaMetadata(['id'])),
      proposal(other, 'datasetProperties', { name: arabic }),
    ]),
  );

  it('platforms have letters and a colour of their own, and are named with type and environment; names run in the direction of their script, and begin where all others do', async () => {
    const page = await visit(`/search?query=${word}&type=DATASET`);
    const marks = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) });
    await eventually(async () => expect(await marks.count()).to.equal(2));
    const looks = (await page.evaluate(
      `[...document.querySelectorAll('.result .platform-mark')].map((mark) => [mark.textContent, getComputedStyle(mark).backgroundColor]).sort()`,
    )) as [string, string][];
    expect(looks.map(([letters]) => letters)).to.deep.equal(['Bi', 'Sn']);
    expect(looks[0]?.[1]).not.to.equal(looks[1]?.[1]);
    await page
      .getByText(/Dataset · Prod/)
      .first()
      .waitFor();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await followAnew(page, entityPath(other));
    await page.getByRole('heading', { level: 1, name: arabic }).waitFor();
    expect(await page.evaluate('getComputedStyle(document.querySelector("h1 > [dir]")).direction')).to.equal('rtl');
    const left = (selector: string): Promise<unknown> => page.evaluate(`document.querySelector('${selector}').getBoundingClientRect().left`);
    expect(await left('h1 > [dir]')).to.equal(await left('.entity-over'));
    await follow(page, `/search?query=${word}`);
    await page.getByRole('link', { name: arabic }).waitFor();
    const directions = `[...document.querySelectorAll('.result h2 > a')].map((link) => getComputedStyle(link).direction).sort()`;
    expect(await page.evaluate(directions)).to.deep.equal(['ltr', 'rtl']);
  });

  for (const [width, mark] of [
    [1440, ''],
    [390, ' [long]'],
  ] as const)
    it(`the design page has all parts, accessible and in the window, at ${width} px${mark}`, async () => {
      const page = await visit('/settings', { width, height: 900, script: await designScript() });
      for (const scheme of ['light', 'dark']) {
        const part = page.getByRole('region', { name: `In ${scheme}` });
        for (const name of ['Primary', 'Danger', 'Pressed', 'Save', 'Open a dialog']) await part.getByRole('button', { name, exact: true }).waitFor();
      }
      await expectAccessible(page);
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(width);
    });

  it('the dialog of the design page is accessible, wide and on a phone [long]', async () => {
    const page = await visit('/settings', { width: 1440, height: 900, script: await designScript() });
    await page.getByRole('button', { name: 'Open a dialog' }).last().click();
    await page.getByRole('dialog', { name: 'A dialog' }).waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 900 });
    await expectAccessible(page);
  });

  it('tabs without room are under More; the one that is shown never is; the search box has at least 240 px at any width; what somebody is at stays when the window becomes as narrow as a phone', async () => {
    const page = await visit(entityPath(table), { width: 390, height: 800 });
    const tabs = page.getByRole('navigation', { name: 'About this entity' });
    await tabs.getByRole('link', { name: 'Schema' }).waitFor();
    await eventually(async () => expect(await page.getByRole('link', { name: 'JSON' }).count()).to.equal(0));
    await tabs.getByLabel('More: About this entity').click();
    await expectAccessible(page);
    await tabs.getByRole('link', { name: 'JSON' }).click();
    const shown = tabs.getByRole('link', { name: 'JSON' });
    await eventually(async () => {
      const { x = 390, width = 0 } = (await shown.boundingBox()) ?? {};
      expect([x + width <= 390, await shown.getAttribute('aria-current')]).to.deep.equal([true, 'page']);
    });
    await page.setViewportSize({ width: 1900, height: 800 });
    await tabs.getByLabel('More: About this entity').waitFor({ state: 'detached' });
    await follow(page, '/settings');
    const box = page.getByRole('combobox', { name: 'Search the catalog' });
    await box.waitFor();
    for (const width of [1400, 1000, 950, 800, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await eventually(async () => {
        expect((await box.boundingBox())?.width, `${width} px`).to.be.at.least(240);
        expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(width);
      });
    }
    await page.setViewportSize({ width: 1300, height: 800 });
    await follow(page, `/search?query=${word}`);
    await page.getByRole('button', { name: 'And, or, not…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Put filters together' });
    await dialog.getByLabel('Words').fill('typed before');
    await page.setViewportSize({ width: 390, height: 800 });
    await eventually(async () => expect((await dialog.boundingBox())?.width).to.be.within(300, 390));
    expect(await dialog.getByLabel('Words').inputValue()).to.equal('typed before');
    await dialog.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Results for “typed before”' }).waitFor();
  });

  it('a table that is wider than a phone fades where there is more of it, and one that fits does not [long]', async () => {
    const page = await visit(`/search?query=${word}&type=DATASET&layout=table`, { width: 390, height: 800 });
    const table = page.getByRole('region', { name: 'Results, table' });
    await table.getByRole('link').first().waitFor();
    const inRegion = (what: string): Promise<unknown> =>
      page.evaluate(`((region) => ${what})(document.querySelector('[aria-label="Results, table"]'))`);
    // The browser writes the clear end of a gradient as black without opacity.
    const fades = async (): Promise<string> => {
      const mask = String(await inRegion('getComputedStyle(region).maskImage'));
      return mask.replaceAll('rgba(0, 0, 0, 0)', 'clear').replaceAll('rgb(0, 0, 0)', 'seen');
    };
    await eventually(async () => expect(await fades()).to.match(/to right, seen calc\(.+, clear/));
    await inRegion('region.scrollTo(20, 0)');
    await eventually(async () => expect(await fades()).to.match(/to right, clear.*, seen .+, seen .+, clear/));
    await inRegion('region.scrollTo(region.scrollWidth, 0)');
    await eventually(async () => expect(await fades()).to.match(/to left, seen calc\(.+, clear/));
    await page.setViewportSize({ width: 1900, height: 800 });
    await page.reload();
    await table.getByRole('link').first().waitFor();
    await eventually(async () => expect(await fades()).to.equal('none'));
  });

  it('an address that names no entity says so in plain words, and leads to the search', async () => {
    const page = await visit('/settings', { expected: /400/ });
    for (const path of ['/entity/garbage', '/entity/urn%3Asvc%3Adataset%3A%28oops', '/entity/urn%3Asvc%3Anothing%3Ax']) {
      await follow(page, '/settings');
      await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
      await follow(page, path);
      await page.getByRole('heading', { level: 1, name: 'This address does not name an entity' }).waitFor();
    }
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Search the catalog' }).click();
    await page.getByRole('heading', { level: 1, name: 'Everything in the catalog' }).waitFor();
  });
});
