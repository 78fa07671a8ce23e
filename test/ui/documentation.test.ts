/**
 * The documentation of an entity: rendered Markdown, and writing it.
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownership, ownNames, proposal, tags, upstreams, urns } from '../support/make.ts';
import { values, write } from '../support/writes.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { followAnew } from './support/follow.ts';

const name = ownNames('uidocs');
const word = name().replaceAll('_', '');
const report = urns.dataset(`${word}.report`);

async function described(description: string): Promise<string> {
  const urn = urns.dataset(name('table'));
  await write(urn, 'datasetProperties', { name: 'a table', description });
  return urn;
}

async function startWriting(page: Page): Promise<void> {
  await page.locator('.documentation').getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').waitFor();
}

inBrowser('the documentation of an entity', () => {
  before(async () => {
    await writeAllSearchable([proposal(report, 'datasetProperties', { name: `${word} report` })]);
  });

  it('is rendered, with links to entities; its first paragraph is beside every tab; what is in it never runs; is written beside its preview; @ and a name make a link', async () => {
    const urn = await described(`# All about it\n\nWhat [the report](${report}) *adds* up.\n\n- first\n- second\n\n| a | b |\n| - | - |\n| 1 | 2 |`);
    const page = await visit(entityPath(urn, 'documentation'));
    const text = page.locator('.documentation-text');
    await text.getByRole('heading', { name: 'All about it' }).waitFor();
    await text.getByRole('cell', { name: '2' }).waitFor();
    await eventually(async () => expect(await text.getByRole('listitem').allTextContents()).to.deep.equal(['first', 'second']));
    await eventually(async () => expect(await page.locator('.sidebar .summary').textContent()).to.equal('What the report adds up.'));
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await text.getByRole('link', { name: 'the report' }).click();
    await page.getByRole('heading', { level: 1, name: `${word} report` }).waitFor();
    const bad = await described(
      [
        '<script>window.ran = 1</script><img src="x" onerror="window.ran = 2"><svg onload="window.ran = 3"></svg>',
        '[script](javascript:window.ran=4) [data](data:text/html,<script>window.ran=5</script>) ![picture](https://example.org/a.png)',
        '<a href="javascript:window.ran=6">html</a>',
      ].join('\n\n'),
    );
    await followAnew(page, entityPath(bad, 'documentation'));
    const shown = page.locator('.documentation-text .markdown');
    await shown.getByText('<script>window.ran = 1</script>').waitFor();
    expect(await shown.locator('script, img, svg, [onerror], [onload]').count()).to.equal(0);
    const targets = await shown.locator('a[href]').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(targets).to.deep.equal(['https://example.org/a.png']);
    for (const link of await shown.locator('a').all()) if ((await link.getAttribute('href')) === null) await link.click();
    expect(await page.evaluate('window.ran')).to.equal(undefined);
    const own = await described('As the platform says');
    await page.emulateMedia({ colorScheme: 'light' });
    await followAnew(page, entityPath(own, 'documentation'));
    await startWriting(page);
    const field = page.getByLabel('What should others know?');
    await field.fill('');
    await field.pressSequentially(`**Net**, as in @${word}`);
    await page
      .getByRole('dialog')
      .getByRole('option', { name: `${word} report` })
      .waitFor();
    await expectAccessible(page);
    await field.press('Enter');
    await eventually(async () => expect(await field.inputValue()).to.equal(`**Net**, as in [${word} report](${report}) `));
    await page
      .getByRole('region', { name: 'Preview' })
      .getByRole('link', { name: `${word} report` })
      .waitFor();
    await field.press('Control+Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('.documentation-text strong', { hasText: 'Net' }).waitFor();
    expect((await values(own)).editableDatasetProperties?.description).to.equal(`**Net**, as in [${word} report](${report}) `);
    await page.getByText('From the platform').click();
    await page.locator('.documentation-more').getByText('As the platform says').waitFor();
  });

  it('can be written on a phone, and where there is none yet [long]', async () => {
    const urn = urns.dataset(name('bare'));
    await write(urn, 'status', { removed: false });
    const page = await visit(entityPath(urn, 'documentation'), { width: 390, height: 780 });
    await page.getByRole('button', { name: 'Write it' }).click();
    await page.getByLabel('What should others know?').fill('Now there is.');
    await eventually(async () => expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(390));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.documentation-text').getByText('Now there is.').waitFor();
  });

  it('is loaded only where it is needed: the first page has none of the library', async () => {
    const page = await visit('/health/live');
    const loaded: Promise<string>[] = [];
    page.on('response', (response) => {
      if (/\/ui\/.*\.js$/.test(response.url())) loaded.push(response.text());
    });
    await page.goto(new URL('/', page.url()).href);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const scripts = await Promise.all(loaded);
    expect(scripts).not.to.deep.equal([]);
    expect(scripts.filter((text) => /dompurify/i.test(text))).to.deep.equal([]);
  });

  it('of a table shows what its dbt model says, as the model’s, beside owners, tags and a link', async () => {
    const [model, table] = ['dbt', 'snowflake'].map((platform) => urns.dataset(`${word}.story`, platform)) as [string, string];
    const [owner, tag] = [urns.user(name('steward')), urns.tag(name('gold'))];
    await writeAllSearchable([
      proposal(table, 'datasetProperties', { name: `${word} table` }),
      proposal(model, 'datasetProperties', { name: `${word} model`, description: 'What the model is for.' }),
      proposal(model, 'ownership', ownership(owner)),
      proposal(model, 'globalTags', tags(tag)),
      proposal(table, 'upstreamLineage', upstreams(model)),
    ]);
    await eventually(async () => expect((await values(table)).siblings).to.deep.equal({ siblings: [model], primary: false }));
    const page = await visit(entityPath(table, 'documentation'));
    const section = page.locator('.sidebar .from-sibling');
    await section.getByRole('heading', { name: 'From its dbt model' }).waitFor();
    await section.getByText('What the model is for.').waitFor();
    await section.getByText(owner.split(':').at(-1) ?? '').waitFor();
    await section.getByText(tag.split(':').at(-1) ?? '').waitFor();
    await page.locator('.documentation').getByText('From its dbt model,').waitFor();
    await expectAccessible(page);
    await section.getByRole('link', { name: `${word} model` }).click();
    await page.getByRole('heading', { level: 1, name: `${word} model` }).waitFor();
    await page.locator('.sidebar .from-sibling').getByRole('heading', { name: 'From its table on snowflake' }).waitFor();
  });
});
