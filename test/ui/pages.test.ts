/**
 * The pages around: home, the browse tree, what the server sends of them, and accessibility of all.
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownership, ownNames, proposal, schemaMetadata, tags, urns } from '../support/make.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { followAnew } from './support/follow.ts';

const name = ownNames('uipages');
const word = name().replaceAll('_', '');
const table = urns.dataset(`${word}.inner.table`);
const property = urns.of('structuredProperty', `${word}.class`);

interface Place {
  readonly title: string;
  readonly path: string;
  ready(page: Page): Promise<unknown>;
}

const PLACES: readonly Place[] = [
  { title: 'home', path: '/', ready: (page) => page.getByRole('heading', { name: 'Find data' }).waitFor() },
  { title: 'search', path: `/search?query=${word}`, ready: (page) => page.locator('.result').first().waitFor() },
  { title: 'browse', path: `/browse/DATASET/prod/hive/${word}`, ready: (page) => page.getByRole('button', { name: 'inner' }).waitFor() },
  { title: 'entity', path: entityPath(table), ready: (page) => page.locator('.side-section').nth(4).waitFor() },
  { title: 'properties', path: '/properties', ready: (page) => page.getByRole('row').nth(1).waitFor() },
  { title: 'property', path: `/properties/${encodeURIComponent(property)}`, ready: (page) => page.getByText('1 entity').waitFor() },
  { title: 'webhooks', path: '/hooks', ready: (page) => page.getByRole('row').nth(1).waitFor() },
  {
    title: 'editing',
    path: entityPath(table),
    ready: async (page) => {
      await page.getByRole('button', { name: 'Edit owners' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    title: 'new property',
    path: '/properties',
    ready: async (page) => {
      await page.getByRole('button', { name: 'New property' }).first().click();
      await page.getByLabel('Dashboard').waitFor();
    },
  },
];

inBrowser('the pages of the catalog', () => {
  before(async () => {
    await api.send('POST', '/webhooks', { json: { url: 'https://hooks.example/pages', name: word } });
    await writeAllSearchable([
      proposal(property, 'propertyDefinition', {
        qualifiedName: `${word}.class`,
        displayName: `${word} class`,
        valueType: urns.of('dataType', 'svc.string'),
        entityTypes: [urns.of('entityType', 'svc.dataset')],
      }),
      proposal(urns.tag(word), 'tagProperties', { name: word }),
    ]);
    await writeAllSearchable([
      proposal(table, 'datasetProperties', { name: `${word} table`, description: 'What it is' }),
      proposal(table, 'schemaMetadata', schemaMetadata(['id', 'name'])),
      proposal(table, 'globalTags', tags(urns.tag(word))),
      proposal(table, 'ownership', ownership(urns.user(`${word}ann`))),
      proposal(table, 'structuredProperties', { properties: [{ propertyUrn: property, values: [{ string: 'open' }] }] }),
      ...[1, 2, 3].map((at) => proposal(urns.of('container', `${word}${at}`), 'containerProperties', { name: `${word} schema ${at}` })),
      proposal(table, 'deprecation', { deprecated: true, note: 'Use another one', actor: urns.user(word) }),
    ]);
  });

  it('the home page counts entities and links to them; the top of an entity page shows its type, and that it is deprecated; the browse tree opens folder by folder, and the URL opens the same folder again', async () => {
    const page = await visit('/');
    await page.getByRole('link', { name: /Datasets?$/ }).click();
    await page.locator('.result').first().waitFor();
    expect(new URL(page.url()).search).to.equal('?type=DATASET');
    // Who comes by keyboard or screen reader goes on at the new page.
    await eventually(async () => expect(await page.evaluate('document.activeElement.id')).to.equal('main'));
    await followAnew(page, entityPath(table));
    const head = page.locator('.entity-head');
    await head.getByRole('heading', { level: 1 }).waitFor();
    await eventually(async () =>
      expect(await head.textContent())
        .to.include('Deprecated')
        .and.to.include('Use another one')
        .and.to.include(table),
    );
    await eventually(async () => expect(await page.title()).to.equal(`${word} table · Cairn`));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await head.getByRole('button', { name: 'Copy: URN' }).click();
    await eventually(async () => expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(table));
    // It opens on the data, however many containers there are: those are in no folder.
    await followAnew(page, '/browse');
    const types = page.getByRole('navigation', { name: 'Types' }).getByRole('link');
    await types.first().waitFor();
    expect(await types.first().textContent()).to.match(/^Datasets/);
    expect(await types.first().getAttribute('aria-current')).to.equal('page');
    expect((await types.allTextContents()).filter((text) => /^(Containers|Glossary)/.test(text))).to.deep.equal([]);
    await followAnew(page, '/browse/DATASET/prod/hive');
    await page.getByRole('button', { name: `${word} 1 entity` }).click();
    // The folder in it is alone, so it opens too.
    await page.getByRole('button', { name: 'inner 1 entity' }).waitFor();
    await page.getByRole('link', { name: `${word} table` }).waitFor();
    expect(new URL(page.url()).pathname).to.equal(`/browse/DATASET/prod/hive/${word}`);
    await page.reload();
    await page.getByRole('link', { name: `${word} table` }).click();
    await page.getByRole('heading', { level: 1, name: `${word} table` }).waitFor();
  });

  it('pages load nothing from other servers, and cacheable files have a hash in their names', async () => {
    const answer = await api.send('GET', '/search');
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('content-type')).to.match(/^text\/html/);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).to.include("default-src 'none'").and.to.include("script-src 'self'");
    expect(policy).not.to.include('unsafe');
    const file = /src="([^"]+\.js)"/.exec(answer.text)?.[1] ?? '';
    const script = await api.send('GET', file);
    expect(script.headers.get('cache-control')).to.include('immutable');
    const again = await api.raw(file, { 'If-None-Match': script.headers.get('etag') ?? '' });
    expect(again.status).to.equal(304);
  });

  it('the licences of what browsers get can be read', async () => {
    const { status, text } = await api.send('GET', '/ui/third-party-notices.txt');
    expect(status).to.equal(200);
    for (const name of ['preact', 'swagger-ui-dist', 'graphiql', 'react-dom', 'marked']) expect(text).to.match(new RegExp(`^${name} \\d`, 'm'));
    expect(text).to.include('Permission is hereby granted').and.to.include('Apache License');
  });

  it('unknown paths get an error', async () => {
    expect((await api.send('GET', '/no/such/page')).status).to.equal(404);
    expect((await api.send('GET', '/ui/nothing.js')).status).to.equal(404);
    expect((await api.send('POST', '/search', { json: {} })).status).to.equal(405);
  });

  it('fit on a phone [long]', async () => {
    const page = await visit('/settings');
    for (const { title, path, ready } of PLACES) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(new URL(path, page.url()).href);
      await ready(page);
      await page.setViewportSize({ width: 360, height: 700 });
      await eventually(async () => expect(await page.evaluate('document.documentElement.scrollWidth'), title).to.be.at.most(360));
    }
  });

  for (const { title, path, ready } of PLACES) {
    it(`${title} passes the accessibility checks in light and dark [long]`, async () => {
      const page = await visit(path);
      await ready(page);
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page);
    });
  }
});
