/**
 * The accessibility rules of axe-core on a page.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
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
  // Only a rule about the orientation reads the style sheets once more.
  const cheaper = { resultTypes: ['violations'], preload: only === RULES };
  const rules = { 'target-size': { enabled: only === RULES }, 'color-contrast-enhanced': { enabled: more } };
  return { ...cheaper, runOnly: only, rules };
}

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/**
 * Fails with each rule that the page breaks, and where.
 *
 * @param more the page is in high contrast: texts need 7 : 1
 * @param only these rules, where a library draws the rest
 * @param within only this part of the page, by a selector: most of the page is looked at elsewhere
 */
export async function expectAccessible(
  page: Page,
  { more = false, only = RULES, within }: { readonly more?: boolean; readonly only?: readonly string[]; readonly within?: string } = {},
): Promise<void> {
  // Colours of another scheme are there with the next frame, and when what fades has faded.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  await page.evaluate(FADED);
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  // What all rules have looked at has only other colours in another scheme.
  const chosen =
    only === RULES && within === undefined && (await page.evaluate(IS_KNOWN))
      ? ['color-contrast', ...(more ? ['color-contrast-enhanced'] : [])]
      : only;
  // On a busy machine colours of the scheme before are there for longer than two frames.
  await eventually(async () => {
    const text = (await page.evaluate(
      `axe.run(${within === undefined ? '' : `${JSON.stringify(within)}, `}${JSON.stringify(options(more, chosen))}).then(({ violations }) => JSON.stringify(violations))`,
    )) as string;
    const violations = (JSON.parse(text) as Violation[]).map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `    ${html.slice(0, 200)}\n      ${failureSummary ?? ''}`).join('\n')}`,
    );
    expect(violations.join('\n'), page.url()).to.equal('');
  }, 3_000);
}
