/**
 * The home page: search first, what was seen, what is used, what needs attention; in few requests.
 */
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownership, ownNames, proposal, urns } from '../support/make.ts';
import { write } from '../support/writes.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, reader, visit } from './support/browser.ts';
import { follow } from './support/follow.ts';

const word = ownNames('home')().replaceAll('_', '');
const bare = urns.dataset(`${word}.bare`);
const cared = urns.dataset(`${word}.cared`);
const domain = urns.of('domain', word);
const person = urns.user(`${word}reader`);

inBrowser('the home page', () => {
  before(async () => {
    await writeAllSearchable([
      proposal(domain, 'domainProperties', { name: `${word} domain` }),
      proposal(person, 'corpUserInfo', { active: true, displayName: `${word} reader` }),
    ]);
    await writeAllSearchable([
      proposal(bare, 'datasetProperties', { name: `${word} bare` }),
      proposal(bare, 'ownership', { owners: [], lastModified: { time: 0, actor: urns.user(word) } }),
      proposal(cared, 'datasetProperties', { name: `${word} cared`, description: 'Known' }),
      proposal(cared, 'ownership', ownership(urns.user(word))),
      proposal(cared, 'domains', { domains: [domain] }),
      proposal(cared, 'datasetUsageStatistics', { timestampMillis: Date.now(), totalSqlQueries: 2_000_000_000, uniqueUserCount: 3 }),
    ]);
  });

  it('shows what is used most, what was changed last but not what readers keep for themselves, and leads to what needs attention; has the search box in its middle, passes the accessibility checks in light and dark, and fits on a phone', async () => {
    await write(person, 'corpUserFollowing', { follows: [] });
    const page = await visit('/');
    await page
      .getByRole('list', { name: 'Most used' })
      .getByRole('link', { name: `${word} cared` })
      .waitFor();
    const changed = page.getByRole('list', { name: 'Recently changed' });
    await changed.getByRole('link', { name: `${word} cared` }).waitFor();
    expect(await changed.getByRole('link').first().textContent()).to.not.equal(`${word} reader`);
    const link = page.getByRole('link', { name: /^Without an owner/ });
    const count = Number((await link.locator('strong').textContent())?.replaceAll(',', ''));
    expect(count).to.be.at.least(1);
    await link.click();
    await page.locator('.result').first().waitFor();
    await eventually(async () => expect(await page.locator('.results-head').textContent()).to.include(count.toLocaleString('en')));
    await page.getByRole('link', { name: 'Cairn, home' }).click();
    await page.getByRole('list', { name: 'Most used' }).waitFor();
    await eventually(async () => expect(await page.getByRole('search').count()).to.equal(1));
    await page.keyboard.press('/');
    await page.keyboard.type(word);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await eventually(async () => expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(390));
  });

  it('remembers in this browser what its reader has seen, and says for a domain how much of it is described and owned; leads with one click to what the reader owns', async () => {
    const page = await visit(entityPath(cared));
    await page.getByRole('heading', { level: 1, name: `${word} cared` }).waitFor();
    await page.getByRole('link', { name: 'Cairn, home' }).click();
    const seen = page.getByRole('region', { name: 'Recently seen' });
    await seen.getByRole('link', { name: `${word} cared` }).click();
    await page.getByRole('heading', { level: 1, name: `${word} cared` }).waitFor();
    await page.getByRole('link', { name: 'Cairn, home' }).click();
    const coverage = page.getByRole('region', { name: 'Coverage by domain' });
    await coverage.getByRole('listitem').first().waitFor();
    await coverage
      .getByRole('link', { name: /described/ })
      .first()
      .click();
    await page.locator('.results-head').waitFor();
    expect(new URL(page.url()).searchParams.get('is.domains')).to.match(/^urn:svc:domain:/);
    await follow(page, entityPath(bare));
    await page.getByRole('button', { name: `Follow ${word} bare` }).click();
    const following = page.getByRole('button', { name: `Following ${word} bare` });
    await following.waitFor();
    const me = await reader();
    await writeAllSearchable([proposal(bare, 'ownership', ownership(me))]);
    await follow(page, '/');
    const yours = page.getByRole('region', { name: 'Yours' });
    await yours.getByRole('link', { name: /^Yours without a description/ }).waitFor();
    await yours.getByRole('link', { name: /^Your assets/ }).click();
    await page.getByRole('link', { name: `${word} bare` }).waitFor();
    await follow(page, entityPath(bare));
    await following.click();
    await writeAllSearchable([proposal(bare, 'ownership', { owners: [], lastModified: { time: 0, actor: me } })]);
  });

  it('needs at most 10 requests and 100 kB', async () => {
    const { context, url } = await visit('/health/live').then((first) => ({ context: first.context(), url: first.url() }));
    // Nothing else that it asks for is counted, and it stays without a cache.
    const page = await context.newPage();
    let requests = 0;
    let bytes = 0;
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    session.on('Network.requestWillBeSent', () => {
      requests++;
    });
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.goto(new URL('/', url).href);
    await page.getByRole('list', { name: 'Most used' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(requests).to.be.within(3, 10);
    expect(bytes).to.be.within(10_000, 100_000);
  });
});
