/**
 * How much of the catalog is described and owned, now and over time: the page `/coverage`.
 */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownership, ownNames, proposal, urns } from '../support/make.ts';
import { expectAccessible } from './support/accessible.ts';
import { inBrowser, visit } from './support/browser.ts';
import { followAnew } from './support/follow.ts';
import { counted, expectClicks, MOUSE } from './support/ways.ts';

const word = ownNames('uicoverage')().replaceAll('_', '');
const [domain, young] = [urns.of('domain', word), urns.of('domain', `${word}young`)];
const tables = Array.from({ length: 4 }, (_, at) => urns.dataset(`${word}.t${at}`));
const [bare] = tables as [string];
const DAY = 86_400_000;

const part = (page: Page, name: string) =>
  page
    .getByRole('list', { name: /^(Now|By domain)$/ })
    .getByRole('listitem')
    .filter({ hasText: name });

inBrowser('coverage', () => {
  before(async () => {
    const today = Math.floor(Date.now() / DAY) * DAY;
    const point = (urn: string, ago: number, withOwners: number) =>
      proposal(urn, 'coverage', { timestampMillis: today - ago * DAY, assets: 4, withDescription: 2, withOwners, withDomain: 4, withTags: 0 });
    await writeAllSearchable([
      proposal(domain, 'domainProperties', { name: `${word} old` }),
      proposal(young, 'domainProperties', { name: `${word} young` }),
      ...tables.map((urn, at) => proposal(urn, 'datasetProperties', { name: `${word} ${at}`, ...(at < 2 && { description: 'Known' }) })),
    ]);
    await writeAllSearchable([
      ...tables.map((urn) => proposal(urn, 'domains', { domains: [domain, young] })),
      ...tables.slice(1).map((urn) => proposal(urn, 'ownership', ownership(urns.user(word)))),
      ...[point(domain, 60, 0), point(domain, 20, 1), point(domain, 10, 2), point(domain, 0, 3), point(young, 0, 3)],
    ]);
  });

  it('is a click away from the home page, and each number one from what lacks it: three clicks; shows the days of a part as lines, over 30, 90 or 365 days, and what will come where there is one', async () => {
    const page = await counted('/');
    await MOUSE.press(page.getByRole('link', { name: 'Coverage over time' }));
    await page.getByRole('heading', { level: 1, name: 'Coverage' }).waitFor();
    await part(page, 'Everything')
      .getByRole('link', { name: /described/ })
      .waitFor();
    await MOUSE.press(page.getByRole('button', { name: 'Domain', exact: true }));
    await part(page, `${word} old`)
      .getByRole('link', { name: /^50%\s+described/ })
      .waitFor();
    await MOUSE.press(part(page, `${word} old`).getByRole('link', { name: /^75%\s+owned/ }));
    await expectClicks(page, MOUSE, 3);
    await page.getByRole('link', { name: `${word} 0` }).waitFor();
    await eventually(async () => expect(await page.locator('.result').count()).to.equal(1));
    expect(new URL(page.url()).searchParams.get('is.hasOwners')).to.equal('false');
    expect(bare).to.contain(word);
    await followAnew(page, '/coverage?by=DOMAIN');
    await page.getByRole('combobox', { name: 'Of', exact: true }).selectOption({ label: `${word} old` });
    const chart = page.getByRole('figure', { name: 'Owned' });
    await chart.getByText('75%', { exact: true }).first().waitFor();
    const days = () => chart.getByRole('slider').getAttribute('aria-valuemax');
    await eventually(async () => expect(await days()).to.equal('3'));
    await page.getByRole('button', { name: '90 days' }).click();
    await eventually(async () => expect(await days()).to.equal('4'));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    await part(page, `${word} old`)
      .getByRole('link', { name: /owned\s+\+75/ })
      .waitFor();
    await page.getByRole('combobox', { name: 'Of', exact: true }).selectOption({ label: `${word} young` });
    await page.getByText(/^Counted first on/).waitFor();
    expect(await page.getByRole('figure').count()).to.equal(0);
    expect(new URL(page.url()).searchParams.get('span')).to.equal('90');
    await expectAccessible(page);
  });

  it('fits a phone [long]', async () => {
    const page = await visit(`/coverage?by=DOMAIN&of=${encodeURIComponent(domain)}`, { width: 390 });
    await part(page, `${word} old`).waitFor();
    await page.getByRole('figure', { name: 'Owned' }).waitFor();
    await eventually(async () => expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(390));
    await expectAccessible(page);
  });
});
