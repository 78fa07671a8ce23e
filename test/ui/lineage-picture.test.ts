/**
 * The picture of large lineage: hubs, groups, the minimap, what the URL keeps, and how many requests it takes.
 */
import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, status, upstreams, urns } from '../support/make.ts';
import { expectAccessible } from './support/accessible.ts';
import { entityPath, inBrowser, type VisitOptions, visit } from './support/browser.ts';
import { followAnew } from './support/follow.ts';

const name = ownNames('uipicture');
const dataset = (label: string, platform?: string): string => urns.dataset(name(label), platform);
interface Hub {
  readonly hub: string;
  readonly children: readonly string[];
}
function hubOf(count: number, label: string): Hub {
  return { hub: dataset(`${label}hub`), children: Array.from({ length: count }, (_, index) => dataset(`${label}${String(index).padStart(3, '0')}`)) };
}
/** More than the 12 that a side shows as cards. */
const few = hubOf(16, 'm');
/** Only of long tests. */
const crowd = hubOf(300, 'c');
const { hub, children } = crowd;
const [root, box] = [dataset('root'), urns.container(name('box'))];
/** Three layers with short cuts through them. */
const marts = ['a', 'b', 'c', 'd'].map((label) => dataset(`mart_${label}`, 'snowflake'));
const charts = Array.from({ length: 16 }, (_, index) => dataset(`chart_${String(index).padStart(2, '0')}`, 'looker'));
const last = dataset('last');
const of = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item;

const card = (page: Page, id: string): Locator => page.locator(`.node-link[data-card="${id}"]`);
const group = (page: Page): Locator => page.locator('.node.is-group > .node-link');
const list = (page: Page): Locator => page.getByRole('region', { name: /^\d+ downstream of/ });
const transform = (page: Page): Promise<string> => page.evaluate("document.querySelector('.lineage-stage').style.transform") as Promise<string>;

const written = ({ hub, children }: Hub) => [
  proposal(hub, 'status', status(false)),
  ...children.map((urn) => proposal(urn, 'upstreamLineage', upstreams(hub))),
];

/** The picture, as soon as it has this card. */
async function open(urn: string, query = '', options: VisitOptions = {}): Promise<Page> {
  const page = await visit(`${entityPath(urn, 'lineage')}${query}`, options);
  // The graph database plans its statements at the first read.
  await card(page, urn).waitFor({ timeout: 45_000 });
  return page;
}

/** Opens the group of a hub by keyboard, and takes a child into the picture. */
async function openAsList({ hub, children }: Hub, some: string): Promise<Page> {
  const page = await open(hub);
  await eventually(async () => expect(await page.locator('.node-link').count()).to.equal(2));
  await group(page).focus();
  await page.keyboard.press('Enter');
  await list(page)
    .getByRole('listitem')
    .nth(children.length - 1)
    .waitFor({ state: 'attached' });
  await expectAccessible(page);
  await list(page).getByLabel('Filter the list by name').fill(some);
  await eventually(async () => expect(await list(page).getByRole('listitem').count()).to.equal(1));
  await list(page)
    .getByRole('button', { name: new RegExp(`^Show .*${some}\\d* in the picture$`) })
    .click();
  await card(page, of(children, 7)).waitFor();
  await page.getByRole('button', { name: `${children.length - 1} more downstream` }).waitFor();
  await list(page).getByRole('button', { name: 'Close the list' }).press('Escape');
  await list(page).waitFor({ state: 'detached' });
  await eventually(async () => expect(await page.evaluate('document.activeElement.dataset.card')).to.include('hub down'));
  return page;
}

inBrowser('the picture of large lineage', () => {
  before(async () => {
    await writeAllSearchable([
      ...written(few),
      proposal(root, 'status', status(false)),
      proposal(box, 'containerProperties', { name: 'The box' }),
      ...marts.flatMap((urn) => [proposal(urn, 'upstreamLineage', upstreams(root)), proposal(urn, 'container', { container: box })]),
      ...charts.map((urn, at) =>
        proposal(urn, 'upstreamLineage', upstreams(of(marts, Math.floor(at / 4)), ...(at % 3 === 0 ? [root, of(marts, at)] : []))),
      ),
      proposal(last, 'upstreamLineage', upstreams(root, of(charts, 3), of(charts, 9))),
    ]);
  });

  it('takes a handful of requests [long]', async () => {
    const page = await visit('/');
    const asked: string[] = [];
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      if (/\/(lineage|relationships)$/.test(path) && !request.url().includes('INCOMING')) asked.push(path);
      if (request.postData()?.includes('query nodes')) asked.push(path);
    });
    await page.goto(new URL(entityPath(root, 'lineage'), page.url()).href);
    await card(page, last).waitFor({ timeout: 45_000 });
    await page.getByText('21 of 21 entities shown').waitFor();
    // One for each of the four hops, one for the names, two for the totals.
    expect(asked.length, asked.join(' ')).to.be.at.most(7);
  });

  it('Fit shows every card, none on another, siblings in one column by name, no edge behind one; the minimap moves what is out of sight; is accessible, and has a legend', async () => {
    const page = await open(root, '?down=all');
    await card(page, last).waitFor();
    await page.getByRole('button', { name: 'Fit', exact: true }).click();
    const outside = `(() => {
      const view = document.querySelector('.lineage-view').getBoundingClientRect();
      const cards = [...document.querySelectorAll('.node')].map((node) => node.getBoundingClientRect());
      return cards.filter(({ left, top, right, bottom }) => left < view.left || top < view.top || right > view.right || bottom > view.bottom).length;
    })()`;
    await eventually(async () => expect(await page.evaluate(outside)).to.equal(0));
    const problems = (await page.evaluate(`(() => {
      const stage = document.querySelector('.lineage-stage');
      const boxes = [...stage.querySelectorAll('.node')].map((node) => {
        const { offsetLeft: left, offsetTop: top } = node;
        return { left, top, right: left + node.offsetWidth, bottom: top + node.offsetHeight, id: node.querySelector('.node-link').dataset.card };
      });
      const bad = [];
      for (const a of boxes) for (const b of boxes)
        if (a.id < b.id && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) bad.push(a.id + ' on ' + b.id);
      for (const path of stage.querySelectorAll('.edge')) {
        const length = path.getTotalLength();
        for (let at = 0; at <= length; at += 4) {
          const { x, y } = path.getPointAtLength(at);
          for (const box of boxes) if (x > box.left + 2 && x < box.right - 2 && y > box.top && y < box.bottom) bad.push('edge behind ' + box.id);
        }
      }
      return bad;
    })()`)) as string[];
    expect(problems).to.deep.equal([]);
    await eventually(async () => expect(await page.locator('.edge').count()).to.be.at.least(30));
    const places = async (): Promise<{ x: number; y: number }[]> =>
      (await page.evaluate(
        `${JSON.stringify(marts)}.map((urn) => document.querySelector('.node-link[data-card="' + urn + '"]').getBoundingClientRect())`,
      )) as { x: number; y: number }[];
    for (const urn of marts) await card(page, urn).waitFor();
    // The picture moves when a level arrives: all places are read at one moment.
    await eventually(async () => {
      const found = await places();
      expect(new Set(found.map(({ x }) => Math.round(x))).size).to.equal(1);
      expect(found.map(({ y }) => y)).to.deep.equal(found.map(({ y }) => y).sort((a, b) => a - b));
    });
    const map = page.locator('.minimap');
    await page.locator('.minimap.is-off').waitFor({ state: 'attached' });
    for (let times = 0; times < 6; times++) await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.locator('.minimap:not(.is-off)').waitFor();
    const before = await transform(page);
    const { width = 0, height = 0 } = (await map.boundingBox()) ?? {};
    await map.click({ position: { x: width - 8, y: height - 8 } });
    await eventually(async () => expect(await transform(page)).to.not.equal(before));
    await page.waitForURL(/at=/);
    await followAnew(page, `${entityPath(root, 'lineage')}?by=platform`);
    await expectLegible(page);
  });

  it('a hub keeps its children as a group that opens as a list; a child can be taken into the picture', async () => {
    await openAsList(few, 'm007');
  });

  it('collapses by container or platform; a group opens as a list, and in the picture [long]', async () => {
    const page = await open(root);
    await page.getByLabel('Collapse').selectOption('container');
    await page.getByRole('button', { name: 'The box' }).click();
    const box4 = page.getByRole('region', { name: 'The box' });
    await eventually(async () => expect(await box4.getByRole('listitem').count()).to.equal(4));
    await box4.getByRole('button', { name: 'Show all 4 in the picture' }).click();
    await card(page, of(marts, 0)).waitFor();
    await page.getByLabel('Collapse').selectOption('platform');
    await page.getByRole('button', { name: 'Looker' }).first().waitFor();
    await page.getByRole('button', { name: 'Snowflake' }).waitFor();
    await expectAccessible(page);
  });

  it('the URL restores what is open, collapsed and where the view is', async () => {
    const page = await open(root, '?down=1');
    const more = page.getByRole('button', { name: /^Show \d+ more downstream of .*mart_b/ });
    // Cards move to their places while they come: a click may miss.
    await eventually(async () => {
      if ((await more.count()) > 0) await more.click();
      await card(page, of(charts, 5)).waitFor({ timeout: 5_000 });
    });
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.waitForURL(/at=/);
    const [shown, place] = [await page.locator('.node-link').count(), await transform(page)];
    const again = await visit(page.url().slice(new URL(page.url()).origin.length));
    await card(again, of(charts, 5)).waitFor();
    await eventually(async () => expect(await again.locator('.node-link').count()).to.equal(shown));
    const numbers = (text: string): number[] => (text.match(/-?[\d.]+/g) ?? []).map(Number);
    const [before, after] = [numbers(place), numbers(await transform(again))];
    for (const [index, value] of before.entries()) expect(Math.abs((after[index] ?? 0) - value)).to.be.lessThan(index === 2 ? 0.02 : 12);
  });

  it('draws a zoom by the wheel once for each frame, and the cards only when it rests [long]', async () => {
    const page = await open(root);
    await card(page, of(marts, 0)).waitFor();
    await page.evaluate(`(async () => {
      const view = document.querySelector('.lineage-view');
      const stage = document.querySelector('.lineage-stage');
      window.zoom = { turns: 0, turnedAt: 0, moves: 0, rests: [] };
      new MutationObserver((all) => { window.zoom.moves += all.length; }).observe(stage, { attributes: true, attributeFilter: ['style'] });
      new MutationObserver(() => window.zoom.rests.push(performance.now() - window.zoom.turnedAt))
        .observe(view, { attributes: true, attributeFilter: ['class'] });
      for (let frame = 0; frame < 8; frame++) {
        for (let turn = 0; turn < 10; turn++) {
          window.zoom.turns++;
          window.zoom.turnedAt = performance.now();
          view.dispatchEvent(new WheelEvent('wheel', { deltaY: 4, ctrlKey: true, bubbles: true, cancelable: true, clientX: 400, clientY: 500 }));
        }
        await new Promise(requestAnimationFrame);
      }
    })()`);
    await page.locator('.lineage-view.is-detail-none').waitFor();
    const { turns, moves, rests } = (await page.evaluate('window.zoom')) as { turns: number; moves: number; rests: number[] };
    expect(turns).to.equal(80);
    // Resting changes the style too.
    expect(moves).to.be.lessThan(turns / 2);
    expect(Math.min(...rests), 'ms from the last turn of the wheel to a change of the cards').to.be.at.least(200);
  });

  it('says that it loads, in the place of the picture [long]', async () => {
    const page = await visit('/');
    let go = (): void => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route(/getNeighbours/, async (request) => {
      await held;
      await request.continue();
    });
    await page.goto(new URL(entityPath(root, 'lineage'), page.url()).href);
    await page.getByText('Loading the lineage').waitFor({ state: 'attached' });
    const before = await page.locator('.lineage-view').boundingBox();
    await expectAccessible(page);
    go();
    await card(page, root).waitFor();
    expect(await page.locator('.lineage-view').boundingBox()).to.deep.equal(before);
  });

  it('begins on a small phone below two lines of tools; the rest is under More [long]', async () => {
    const page = await open(root, '', { width: 320, height: 800 });
    const views = await page.getByRole('navigation', { name: 'Views of the lineage' }).boundingBox();
    const picture = await page.locator('.lineage-view').boundingBox();
    expect((picture?.y ?? 0) - (views?.y ?? 0)).to.be.below(3 * (views?.height ?? 0));
    expect(await page.getByRole('button', { name: 'Edit lineage…' }).isVisible()).to.equal(false);
    await page.locator('.lineage-tools').getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Edit lineage…' }).waitFor();
    await expectAccessible(page);
  });

  async function expectLegible(page: Page): Promise<void> {
    await group(page).first().waitFor();
    await page.getByRole('list', { name: 'Legend' }).getByText('Several entities').waitFor();
    await expectAccessible(page);
    const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    await eventually(async () => expect(await page.evaluate(over)).to.equal(0));
  }

  it('is accessible in dark and on a phone, too [long]', async () => {
    for (const [scheme, width] of [
      ['dark', 1280],
      ['light', 390],
      ['dark', 390],
    ] as const)
      await expectLegible(await open(root, '?by=platform', { scheme, width }));
  });

  describe('with a hub of 300', () => {
    before(() => writeAllSearchable(written(crowd)));

    it('it opens as a list, which the URL keeps [long]', async () => {
      const page = await openAsList(crowd, 'c007');
      await page.reload();
      await card(page, of(children, 7)).waitFor();
    });

    it('shows all children of a hub as cards on request, and Fit still shows them all [long]', async () => {
      const page = await open(hub);
      await group(page).click();
      await list(page).getByRole('button', { name: 'Show all 300 in the picture' }).click();
      await eventually(async () => expect(await page.locator('.node-link').count()).to.equal(301), 20_000);
      await page.getByRole('button', { name: 'Fit', exact: true }).click();
      const inside = `(() => {
        const view = document.querySelector('.lineage-view').getBoundingClientRect();
        return [...document.querySelectorAll('.node')].every((node) => {
          const { top, bottom } = node.getBoundingClientRect();
          return top >= view.top && bottom <= view.bottom;
        });
      })()`;
      await eventually(async () => expect(await page.evaluate(inside)).to.equal(true));
      await card(page, hub).focus();
      await page.keyboard.press('-');
      await eventually(async () => expect(await page.locator('.node-link').count()).to.equal(1));
    });

    it('keeps names readable when a hundred cards are small, and saves the picture [long]', async () => {
      const page = await open(hub);
      await group(page).first().click();
      await list(page)
        .getByRole('button', { name: /^Show all/ })
        .click();
      await card(page, of(children, 299)).waitFor();
      await page.getByRole('button', { name: 'Fit' }).click();
      await page.locator('.node-label').first().waitFor();
      const boxes = (await page.evaluate(`[...document.querySelectorAll('.node-label')].map((label) => {
        const { left, right, top, bottom } = label.getBoundingClientRect();
        return { left, right, top, bottom, text: label.textContent };
      })`)) as { left: number; right: number; top: number; bottom: number; text: string }[];
      expect(boxes.length).to.be.at.least(5);
      expect(boxes.some(({ text }) => text.endsWith(hub.split(',')[1]?.split('.').at(-1) ?? ''))).to.equal(true);
      for (const [at, one] of boxes.entries()) {
        expect(one.bottom - one.top, one.text).to.be.at.least(13);
        for (const two of boxes.slice(at + 1)) {
          const apart = one.right <= two.left || two.right <= one.left || one.bottom <= two.top || two.bottom <= one.top;
          expect(apart, `${one.text} and ${two.text}`).to.equal(true);
        }
      }
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the picture as SVG' }).click()]);
      expect(download.suggestedFilename()).to.match(/^lineage-.*\.svg$/);
      const svg = await readFile(await download.path(), 'utf8');
      expect(svg.split('<rect')).to.have.length(303);
      expect(svg).to.match(/· Dataset · Prod</);
      await page.goto('about:blank');
      await page.setContent(svg);
      expect(await page.evaluate("document.querySelector('svg').getBoundingClientRect().height > 1000")).to.equal(true);
    });
  });
});
