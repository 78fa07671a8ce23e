/**
 * What a steward looks for, in few clicks and by keyboard alone. The budgets are the clicks that it takes; DataHub and OpenMetadata need as many
 * or more, counted in their own browser tests as of November 2026: two for the name, three for each filter, five for what a column breaks.
 */
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownership, ownNames, proposal, schemaMetadata, tags, urns } from '../support/make.ts';
import { values } from '../support/writes.ts';
import { inBrowser, visit } from './support/browser.ts';
import { counted, countedEntity, countFrom, expectClicks, ifByKeyboard, pickFrom, WAYS } from './support/ways.ts';

const word = ownNames('uifind')().replaceAll('_', '');
const [pii, other] = [urns.tag(`${word}pii`), urns.tag(`${word}other`)];
const owners = Array.from({ length: 40 }, (_, at) => urns.user(`${word}owner${String(at).padStart(2, '0')}`));
const table = (at: number) => urns.dataset(`${word}.mart.table${at}`, `${word}base`);
const [dashboard, chart] = [urns.dashboard(word), urns.chart(word)];
const property = urns.of('structuredProperty', `${word}.level`);
const nameOf = (at: number) => `${word} ${['quarterly invoices', 'shipments'][at] ?? `table ${at}`}`;
const searchPath = `/search?query=${word}&all=true&type=DATASET`;

inBrowser('what a steward looks for', () => {
  before(async () => {
    await writeAllSearchable([
      proposal(pii, 'tagProperties', { name: `${word} pii` }),
      proposal(other, 'tagProperties', { name: `${word} other` }),
      ...owners.map((urn, at) => proposal(urn, 'corpUserInfo', { active: true, displayName: `${word} person ${at}` })),
      proposal(property, 'propertyDefinition', {
        qualifiedName: `${word}.level`,
        displayName: `${word} level`,
        valueType: urns.of('dataType', 'svc.string'),
        entityTypes: [urns.of('entityType', 'svc.dataset')],
        allowedValues: [{ value: { string: 'secret' } }, { value: { string: 'open' } }],
      }),
      proposal(property, 'structuredPropertySettings', { showInSearchFilters: true }),
    ]);
    await writeAllSearchable([
      ...owners.flatMap((owner, at) => [
        proposal(table(at), 'datasetProperties', { name: nameOf(at) }),
        proposal(table(at), 'ownership', ownership(owner)),
        proposal(table(at), 'globalTags', tags(at % 4 === 0 ? other : pii)),
      ]),
      proposal(table(0), 'schemaMetadata', schemaMetadata(['amount', 'day'])),
      proposal(table(1), 'upstreamLineage', {
        upstreams: [{ dataset: table(0), type: 'TRANSFORMED', auditStamp: { time: 0, actor: owners[0] } }],
        fineGrainedLineages: [
          {
            upstreamType: 'FIELD_SET',
            downstreamType: 'FIELD',
            upstreams: [urns.of('schemaField', `(${table(0)},amount)`)],
            downstreams: [urns.of('schemaField', `(${table(1)},total)`)],
          },
        ],
      }),
      proposal(chart, 'chartInfo', { title: `${word} chart`, description: '', lastModified: {}, inputEdges: [{ destinationUrn: table(1) }] }),
      proposal(dashboard, 'dashboardInfo', {
        title: `${word} dashboard`,
        description: '',
        lastModified: {},
        chartEdges: [{ destinationUrn: chart }],
      }),
    ]);
  });

  it('the results come before the filters for the keyboard, and stand beside them [long]', async () => {
    const page = await visit(searchPath);
    const first = page.locator('.result').first().getByRole('link').first();
    await first.waitFor();
    await page.locator('#main').focus();
    for (let tabs = 0; tabs < 25 && (await first.and(page.locator(':focus')).count()) === 0; tabs++) await page.keyboard.press('Tab');
    expect(await first.and(page.locator(':focus')).count()).to.equal(1);
    const filters = await page.getByRole('complementary', { name: 'Filters' }).boundingBox();
    expect(filters?.x).to.be.below((await first.boundingBox())?.x ?? 0);
  });

  for (const way of WAYS) {
    it(`half a name with a typing mistake, ${way.name}: two clicks [long]`, async () => {
      const page = await counted('/');
      const box = page.getByRole('combobox', { name: 'Search the catalog' });
      if (way.name === 'by mouse') await way.press(box);
      else {
        // The page hears keys a moment after it is drawn.
        await eventually(async () => {
          const focused = box.and(page.locator(':focus'));
          if ((await focused.count()) === 0) await page.keyboard.press('/');
          expect(await focused.count()).to.equal(1);
        });
      }
      await page.keyboard.type(`${word} quartrely inv`);
      await page.keyboard.press('Enter');
      await way.press(page.locator('.result').first().getByRole('link').first());
      await page.getByRole('heading', { level: 1, name: nameOf(0) }).waitFor();
      await expectClicks(page, way, 2);
    });

    it(`the PII tables of one owner out of forty, ${way.name}: three clicks [long]`, async () => {
      const page = await counted(searchPath);
      await way.press(page.getByRole('list', { name: 'Tag', exact: true }).getByLabel(new RegExp(`^${word} pii`)));
      await page.getByRole('button', { name: `Without Tag: ${word} pii` }).waitFor();
      const field = page.getByRole('searchbox', { name: 'Search in Owner' });
      if (way.name === 'by mouse') await way.press(field);
      await field.focus();
      await page.keyboard.type('person 38');
      await way.press(page.getByRole('list', { name: 'Owner' }).getByLabel(new RegExp(`^${word} person 38`)));
      await page.getByRole('status').getByText('1 result', { exact: true }).waitFor();
      await page.locator('.result').getByText(nameOf(38)).waitFor();
      await expectClicks(page, way, 3);
    });

    it(`what a dropped column breaks, down to dashboards, ${way.name}: three clicks [long]`, async () => {
      const page = await countedEntity(table(0));
      await way.press(page.getByRole('link', { name: 'Impact', exact: true }));
      await pickFrom(page.getByLabel('Column'), 'amount', way);
      await page
        .getByRole('region', { name: 'Dashboard' })
        .getByRole('link', { name: `${word} dashboard` })
        .waitFor();
      await page.getByText('total').first().waitFor();
      await expectClicks(page, way, 3);
    });

    it(`a property with allowed values on ten tables at once, and the filter by it, ${way.name}: nine clicks and one${ifByKeyboard(way, ' [long]')}`, async () => {
      const value = way.name === 'by mouse' ? 'secret' : 'open';
      const page = await counted(`${searchPath}&is.owners=${owners.slice(20, 30).map(encodeURIComponent).join('&is.owners=')}`);
      await page.locator('.result').nth(9).waitFor();
      await way.press(page.getByLabel('Select this page'));
      await way.press(page.getByRole('button', { name: 'Properties…' }));
      const dialog = page.getByRole('dialog');
      await pickFrom(dialog.getByRole('combobox', { name: 'Property', exact: true }), `${word} level`, way);
      await pickFrom(dialog.getByLabel(`${word} level`), value, way);
      await way.press(page.getByRole('button', { name: 'See what changes' }));
      await way.press(page.getByRole('button', { name: 'Change 10 assets' }));
      await page.getByText('Done', { exact: true }).first().waitFor();
      await way.press(dialog.getByRole('button', { name: 'Close', exact: true }).last());
      await expectClicks(page, way, 9);
      await eventually(async () => expect(JSON.stringify((await values(table(25))).structuredProperties)).to.include(value));
      await eventually(async () => {
        await page.goto(new URL(searchPath, page.url()).href);
        await page
          .getByRole('list', { name: `${word} level` })
          .getByLabel(new RegExp(`^${value}`))
          .waitFor({ timeout: 5_000 });
      });
      countFrom(page);
      await way.press(page.getByRole('list', { name: `${word} level` }).getByLabel(new RegExp(`^${value}`)));
      await page.getByRole('status').getByText('10 results', { exact: true }).waitFor();
      await expectClicks(page, way, 1);
    });

    it(`the tables of a platform, ${way.name}: four clicks [long]`, async () => {
      const page = await counted('/');
      await way.press(page.getByRole('link', { name: 'Browse' }));
      const [prod, platform] = [page.getByRole('button', { name: /^Prod / }), page.getByRole('button', { name: new RegExp(`^${word}base`) })];
      // What is alone in its folder has opened by itself.
      for (const folder of [prod, platform]) {
        await folder.waitFor();
        if ((await folder.getAttribute('aria-expanded')) === 'false') await way.press(folder);
      }
      await way.press(page.getByRole('link', { name: nameOf(7), exact: true }));
      await page.getByRole('heading', { level: 1, name: nameOf(7) }).waitFor();
      await expectClicks(page, way, 4);
    });
  }
});
