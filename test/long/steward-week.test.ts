/**
 * What a steward does each week, by mouse, with the clicks of each task: on the demo, and on a warehouse of wide tables beside it. The budgets are
 * the clicks that it takes today.
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type Cairn, startCairn } from '../support/cairn.ts';
import { eventually } from '../support/eventually.ts';
import { schemaMetadata, urns } from '../support/make.ts';
import { emptyEngines } from '../support/shared-engines.ts';
import { inBrowser } from '../ui/support/browser.ts';
import { choose, counted, countedEntity, countFrom, expectClicks, MOUSE, pickFrom } from '../ui/support/ways.ts';

interface World {
  readonly title: string;
  readonly table: string;
  readonly name: string;
  /** Columns that follow each other in its schema. */
  readonly columns: readonly string[];
  /** Another table, for lineage. */
  readonly other: string;
  /** Finds tables, some of which have the column. */
  readonly words: string;
  readonly column: string;
}

const TABLES = 150;
const COLUMNS = 120;
const claims = (at: number): string => `warehouse.health.claims_of_part_${String(at).padStart(3, '0')}`;

const WORLDS: readonly World[] = [
  {
    title: 'the demo',
    table: urns.dataset('hazel.mart.fct_orders', 'snowflake'),
    name: 'fct_orders',
    columns: ['customer_id', 'country', 'net_amount'],
    other: 'orders_2019',
    words: 'order',
    column: 'order_id',
  },
  {
    title: 'the warehouse',
    table: urns.dataset(claims(0), 'bigquery'),
    name: 'claims of part 0',
    columns: ['measure_7', 'measure_8', 'measure_9'],
    other: 'claims of part 77',
    words: 'claims',
    column: 'claim_id',
  },
];

inBrowser('the week of a steward', () => {
  let cairn: Cairn;

  before(async function () {
    this.timeout(240_000);
    cairn = await startCairn(await emptyEngines(), ['--demo']);
    const fields = ['claim_id', 'beneficiary_id', ...Array.from({ length: COLUMNS }, (_, at) => `measure_${at}`)];
    const tables = Array.from({ length: TABLES }, (_, at) => ({
      urn: urns.dataset(claims(at), 'bigquery'),
      datasetProperties: { value: { name: `claims of part ${at}` } },
      schemaMetadata: { value: schemaMetadata(fields) },
    }));
    const answer = await fetch(`${cairn.url}/openapi/v3/entity/dataset?async=false`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'X-Svc-Sync-Index-Update': 'true' },
      body: JSON.stringify(tables),
    });
    expect(answer.status).to.equal(200);
  });
  after(() => cairn?.stop());

  const open = (path: string): Promise<Page> => counted(path, { at: cairn.url });
  const openEntity = (urn: string): Promise<Page> => countedEntity(urn, { at: cairn.url });

  async function columnsOf(urn: string): Promise<Record<string, string>> {
    const answer = await fetch(`${cairn.url}/openapi/v3/entity/dataset/${encodeURIComponent(urn)}/editableschemametadata`);
    const { value } = (await answer.json()) as { value?: { editableSchemaFieldInfo: { fieldPath: string; description: string }[] } };
    return Object.fromEntries((value?.editableSchemaFieldInfo ?? []).map(({ fieldPath, description }) => [fieldPath, description]));
  }

  for (const { title, table, name, columns, other, words, column } of WORLDS)
    describe(`on ${title}`, () => {
      it('follows a table, and ends it from the inbox: three clicks', async () => {
        const page = await openEntity(table);
        await MOUSE.press(page.getByRole('button', { name: `Follow ${name}` }));
        await page.getByRole('button', { name: `Following ${name}` }).waitFor();
        await MOUSE.press(page.getByRole('link', { name: /^Inbox/ }));
        await MOUSE.press(page.getByRole('button', { name: `Unfollow ${name}` }));
        await page.getByRole('button', { name: `Unfollow ${name}` }).waitFor({ state: 'detached' });
        await expectClicks(page, MOUSE, 3);
      });

      it('describes three columns that follow each other: one click, and Enter between them', async () => {
        const page = await openEntity(table);
        await MOUSE.press(page.getByRole('button', { name: `Edit the description of ${columns[0]}`, exact: true }));
        for (const each of columns) {
          await page.getByRole('dialog', { name: `Description of ${each}` }).waitFor();
          await page.keyboard.type(`What ${each} means`);
          await page.keyboard.press('Enter');
        }
        await page.getByText(`What ${columns.at(-1)} means`).waitFor();
        await expectClicks(page, MOUSE, 1);
        await eventually(async () =>
          expect(await columnsOf(table)).to.include(Object.fromEntries(columns.map((each) => [each, `What ${each} means`]))),
        );
      });

      it('draws an edge of lineage by hand, saves the picture, and takes the edge away: eight clicks', async () => {
        const page = await openEntity(table);
        await MOUSE.press(page.getByRole('link', { name: 'Lineage', exact: true }));
        await MOUSE.press(page.getByRole('button', { name: 'Edit lineage…' }));
        const dialog = page.getByRole('dialog', { name: 'Edit lineage' });
        const from = dialog.getByRole('region', { name: 'Made from', exact: true });
        await from.getByLabel('Reason').fill('A script copies it');
        await choose(page, 'Add what it is made from', other);
        await MOUSE.press(dialog.getByRole('button', { name: 'Save' }));
        await dialog.waitFor({ state: 'detached' });
        const card = page.getByRole('link', { name: new RegExp(`^${other}`) }).first();
        await card.waitFor();
        const saved = page.waitForEvent('download');
        await MOUSE.press(page.getByRole('button', { name: 'Save the picture as SVG' }));
        expect((await saved).suggestedFilename()).to.match(/^lineage-.*\.svg$/);
        await MOUSE.press(page.getByRole('button', { name: 'Edit lineage…' }));
        await MOUSE.press(from.getByRole('button', { name: `Remove ${other}` }));
        await MOUSE.press(dialog.getByRole('button', { name: 'Save' }));
        await card.waitFor({ state: 'detached' });
        await expectClicks(page, MOUSE, 8);
      });

      it('describes a column of several tables by its name, and takes it back: eight clicks', async () => {
        const page = await open(`/search?query=${words}&type=DATASET`);
        const boxes = page.getByRole('region', { name: 'Results' }).getByRole('checkbox', { name: /^Select (?!this page)/ });
        await MOUSE.press(boxes.first());
        countFrom(page, 2);
        await boxes.nth(4).click({ modifiers: ['Shift'] });
        await MOUSE.press(page.getByRole('region', { name: 'Chosen results' }).getByRole('button', { name: 'Description…' }));
        const dialog = page.getByRole('dialog', { name: 'Edit 5 assets' });
        await pickFrom(dialog.getByLabel('What to change'), 'Columns of the assets, by name', MOUSE);
        await dialog.getByLabel('Names of columns').fill(column);
        await dialog.getByLabel('The same for all').fill('The same number everywhere');
        await MOUSE.press(dialog.getByRole('button', { name: 'See what changes' }));
        await MOUSE.press(dialog.getByRole('button', { name: /^Change \d assets?$/ }));
        await dialog.getByRole('status').getByText('Done', { exact: true }).waitFor();
        await MOUSE.press(dialog.getByRole('button', { name: 'Undo' }));
        await dialog.getByRole('status').getByText('Undone', { exact: true }).waitFor();
        await expectClicks(page, MOUSE, 8);
      });

      it('sees from a table who changed what today: two clicks', async () => {
        const page = await openEntity(table);
        await MOUSE.press(page.getByRole('link', { name: 'Activity' }).first());
        await MOUSE.press(page.getByRole('button', { name: 'Today' }));
        await page.getByRole('region', { name: 'Events' }).getByRole('link', { name }).first().waitFor();
        await expectClicks(page, MOUSE, 2);
      });
    });

  it('finds the most used of what has no description, from the home page: three clicks', async () => {
    const page = await open('/');
    await MOUSE.press(page.getByRole('link', { name: /^Without a description/ }));
    await pickFrom(page.getByLabel('Sort'), 'Most used', MOUSE);
    await page.getByRole('heading', { level: 1, name: /without a description/ }).waitFor();
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await expectClicks(page, MOUSE, 3);
  });

  it('makes a group of terms, and a domain within another one: four clicks', async () => {
    const page = await open('/glossary');
    await MOUSE.press(page.getByRole('button', { name: 'New group' }));
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Claims');
    await MOUSE.press(page.getByRole('button', { name: 'Create' }));
    await page.getByRole('heading', { level: 1, name: 'Claims' }).waitFor();
    await page.goto(`${cairn.url}/domains`);
    await MOUSE.press(page.getByRole('button', { name: 'New domain' }));
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Returns');
    await choose(page, 'Part of the domain', 'Sales');
    await MOUSE.press(page.getByRole('button', { name: 'Create' }));
    await page.getByRole('navigation', { name: 'Part of' }).getByRole('link', { name: 'Sales' }).waitFor();
    await expectClicks(page, MOUSE, 4);
  });
});
