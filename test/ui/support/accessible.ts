/**
 * The accessibility rules of axe-core on a page.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { isLongTest } from './browser.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** What a short test shows: the open dialog, otherwise the page without its frame. */
const SHOWN = `([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('#main') ?? document)`;
/** Was exactly this page looked at before, in another scheme perhaps? */
const IS_KNOWN = `(() => {
  const [shown, before] = [innerWidth + document.body.innerHTML, window.lookedAt];
  window.lookedAt = shown;
  return before === shown;
})()`;
/** What follows the scrolling instead of the time never ends. */
const FADED = `Promise.allSettled(
  document.getAnimations().flatMap(({ timeline, finished }) => (timeline === document.timeline ? [finished] : [])),
).then(() => undefined)`;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

function options(more: boolean, only: readonly string[]): object {
  // Style sheets would be read once more for a rule that is an experiment of axe, and so not among these.
  const cheaper = { resultTypes: ['violations'], preload: only === RULES && { assets: ['media'] } };
  const rules = { 'target-size': { enabled: only === RULES }, 'color-contrast-enhanced': { enabled: more } };
  return { ...cheaper, runOnly: only, rules };
}

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** The script is compiled once for all pages of a process, which `evaluate` of Playwright would not do. */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate('"axe" in window')) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: AXE });
  await session.detach();
}

interface Look {
  /** The page is in high contrast: texts need 7 : 1. */
  readonly more?: boolean;
  /** These rules, where a library draws the rest. */
  readonly only?: readonly string[];
  /** Only this part of the page, by a selector: most of the page is looked at elsewhere. */
  readonly within?: string;
  /** The frame, too. Long tests always look at it. */
  readonly whole?: boolean;
}

/** Fails with each rule that the page breaks, and where. test/long/every-page.test.ts looks at each whole page. */
export async function expectAccessible(page: Page, { more = false, only = RULES, within, whole = isLongTest() }: Look = {}): Promise<void> {
  // Colours of another scheme are there with the next frame, and when what fades has faded.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  await page.evaluate(FADED);
  await loadAxe(page);
  // What all rules have looked at has only other colours in another scheme.
  const chosen =
    only === RULES && within === undefined && (await page.evaluate(IS_KNOWN))
      ? ['color-contrast', ...(more ? ['color-contrast-enhanced'] : [])]
      : only;
  const part = within !== undefined ? JSON.stringify(within) : whole ? 'document' : SHOWN;
  // On a busy machine colours of the scheme before are there for longer than two frames.
  await eventually(async () => {
    const text = (await page.evaluate(
      `axe.run(${part}, ${JSON.stringify(options(more, chosen))}).then(({ violations }) => JSON.stringify(violations))`,
    )) as string;
    const violations = (JSON.parse(text) as Violation[]).map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `    ${html.slice(0, 200)}\n      ${failureSummary ?? ''}`).join('\n')}`,
    );
    expect(violations.join('\n'), page.url()).to.equal('');
  }, 3_000);
}
