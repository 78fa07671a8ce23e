/**
 * The reference and the GraphQL console in every scheme, theme and width: the whole of what `test/ui/reference.test.ts` looks at in part.
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type Cairn, startCairn } from '../support/cairn.ts';
import { eventually } from '../support/eventually.ts';
import { expectAccessible } from '../ui/support/accessible.ts';
import { inBrowser, type VisitOptions, visit } from '../ui/support/browser.ts';
import { openOperation, runQuery } from '../ui/support/reference.ts';

inBrowser('the looks of the reference', () => {
  let cairn: Cairn;
  before(async () => {
    cairn = await startCairn();
  });
  after(() => cairn.stop());

  const open = async (path: string, options: VisitOptions): Promise<Page> => visit(path, { ...options, at: cairn.url });
  const endpoints = async (options: VisitOptions): Promise<Page> => {
    const page = await open('/rpc/docs', options);
    await page.locator('.opblock-tag').first().waitFor();
    await openOperation(page, 'Legacy: runs', 'rollbackRun');
    await openOperation(page, 'OpenAPI: relationships', 'readRelationshipsV1');
    return page;
  };
  const expectFits = (page: Page): Promise<unknown> =>
    eventually(async () => expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).to.be.at.most(0));

  for (const scheme of ['light', 'dark'] as const) {
    it(`of the handbook passes the accessibility checks, ${scheme}`, async () => {
      for (const path of ['', '/access', '/tutorials/first-hour', '/semantics'])
        for (const width of [390, 1280]) {
          const page = await open(`/docs${path}`, { scheme, width });
          await expectAccessible(page);
          await expectFits(page);
        }
    });

    it(`passes the accessibility checks in high contrast, ${scheme}`, async () => {
      for (const path of ['/start', '/model', '/model/dataset', '/model/aspect/upstreamLineage'])
        await expectAccessible(await open(`/rpc/docs${path}`, { scheme, theme: 'contrast' }), { more: true });
      await expectAccessible(await endpoints({ scheme, theme: 'contrast' }), { more: true });
    });

    for (const width of [390, 1280])
      it(`passes the accessibility checks, ${scheme}, ${width} wide`, async () => {
        const page = await endpoints({ scheme, width });
        await expectAccessible(page);
        await expectFits(page);
        for (const path of ['', '/dataset', '/aspect/upstreamLineage']) {
          const model = await open(`/rpc/docs/model${path}`, { scheme, width });
          await expectAccessible(model);
          await expectFits(model);
        }
      });

    for (const theme of [undefined, 'light', 'dark', 'contrast'] as const)
      it(`of GraphQL can be read if the system is ${scheme} and the theme is ${theme ?? 'that of the system'}`, async () => {
        const page = await open('/api/graphiql', { scheme, ...(theme && { theme }) });
        await runQuery(page);
        await expectAccessible(page, { only: ['color-contrast'] });
      });
  }
});
