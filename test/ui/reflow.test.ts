/**
 * The pages at 200 % and 400 % zoom, which are windows of 720, 640 and 320 pixels, and with wider text (WCAG 1.4.10 and 1.4.12).
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, schemaMetadata, upstreams, urns } from '../support/make.ts';
import { entityPath, inBrowser, visit } from './support/browser.ts';
import { followAnew } from './support/follow.ts';

const own = ownNames('uireflow');
const table = urns.dataset(own('table'));
/** Each in the one before. */
const domains = [1, 2, 3].map(() => urns.of('domain', own('domain')));
const WINDOWS = [
  { width: 960, height: 540 },
  { width: 720, height: 450 },
  { width: 640, height: 512 },
  { width: 320, height: 256 },
];
const TABS = ['schema', 'documentation', 'lineage', 'impact', 'quality', 'usage', 'relationships', 'activity', 'history', 'json'];
const PATHS = [
  ...[
    '/',
    '/search?query=uireflow',
    '/search?query=uireflow&layout=table',
    '/browse',
    '/glossary',
    '/domains',
    '/people',
    '/activity',
    '/coverage?by=DOMAIN',
  ],
  ...['/activity/bulk', '/activity/runs', '/hooks', '/sources', '/properties', '/settings', '/views', '/signin'],
  ...['/access', '/access/users', '/access/policies', '/signup?invite_token=x'],
  ...TABS.map((tab) => entityPath(table, tab)),
  ...['/rpc/docs/start', '/rpc/docs/model', '/rpc/docs/model/dataset', '/api/graphiql'],
];
/** As WCAG 1.4.12 names it. A sheet of a script: the policy of the pages allows no other. */
const WIDER = `const sheet = new CSSStyleSheet();
sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }');
document.adoptedStyleSheets = [sheet];`;

/** What is wider than the window, and how wide the search box is. */
async function looked(page: Page): Promise<{ over: number; box: number }> {
  return (await page.evaluate(`({
    over: Math.max(0, document.documentElement.scrollWidth - innerWidth),
    box: Math.round(document.querySelector('.top input, .home-head input')?.getBoundingClientRect().width ?? 0),
  })`)) as { over: number; box: number };
}

/** What `npm test` looks at: the long tests have every path and window. */
const SOME = [entityPath(table, 'schema'), entityPath(table, 'lineage'), '/search?query=uireflow&layout=table', '/domains', '/settings'];

inBrowser('the pages at 200 % and 400 % zoom', () => {
  before(() =>
    writeAllSearchable([
      proposal(table, 'datasetProperties', { name: `${own()} with a long name`, description: 'A text' }),
      proposal(table, 'schemaMetadata', schemaMetadata(['id', 'a_column_with_a_name_that_is_long'])),
      proposal(urns.of('glossaryTerm', own('term')), 'glossaryTermInfo', {
        name: 'a_term_with_a_name_that_is_longer_than_the_window_of_a_phone',
        definition: 'A text',
        termSource: 'INTERNAL',
      }),
      ...domains.map((urn, at) =>
        proposal(urn, 'domainProperties', {
          name: 'a_domain_with_a_name_that_is_longer_than_the_window_of_a_phone',
          ...(at > 0 && { parentDomain: domains[at - 1] }),
        }),
      ),
      proposal(table, 'upstreamLineage', upstreams(urns.dataset(own('up')))),
    ]),
  );

  const load = (page: Page, path: string): Promise<unknown> => page.goto(new URL(path, page.url()).href);

  for (const [which, open, paths, windows] of [
    ['some', followAnew, SOME, WINDOWS.slice(-1)],
    ['all [long]', load, PATHS, WINDOWS],
  ] as const)
    it(`never scroll sideways, and leave the search box its width: ${which}`, async () => {
      const page = await visit('/settings');
      const wrong: string[] = [];
      for (const path of paths) {
        await open(page, path);
        await page.locator('#main :is(h1, h2, .card, .empty)').first().waitFor({ state: 'attached' });
        await page.locator('.spinner').first().waitFor({ state: 'detached' });
        await page.evaluate(WIDER);
        for (const size of windows) {
          await page.setViewportSize(size);
          const fits = eventually(async () => {
            const { over, box } = await looked(page);
            expect([over, box >= 200], `${path} at ${size.width}: ${over} too wide, box ${box}`).to.deep.equal([0, true]);
          }, 10_000);
          await fits.catch((error: Error) => wrong.push(error.message));
        }
      }
      expect(wrong.join('\n')).to.equal('');
    });
});
