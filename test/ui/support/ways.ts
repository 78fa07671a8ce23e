/**
 * Two ways to do a task: by mouse, whose clicks are counted, and by keyboard alone, where the focus gets to each thing by the Tab key.
 */
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { entityPath, type VisitOptions, visit } from './browser.ts';

export interface Way {
  readonly name: string;
  /** Clicks, or moves the focus there and presses the key that does what a click does. */
  press(target: Locator): Promise<void>;
}

/** More are on no page between two things that a task needs. */
const MOST_TABS = 250;

async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  const reached = target.and(page.locator(':focus'));
  await target.waitFor();
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    if ((await reached.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not get to ${target}`);
}

/** What the mouse has done on a page. The page itself also hears what Playwright tries again. */
const clicks = new WeakMap<Page, number>();

function add(page: Page, more: number): void {
  clicks.set(page, (clicks.get(page) ?? 0) + more);
}

/** Counts anew, from so many. */
export function countFrom(page: Page, done = 0): void {
  clicks.set(page, done);
}

export const WAYS: readonly Way[] = [
  {
    name: 'by mouse',
    async press(target) {
      add(target.page(), 1);
      await target.click();
    },
  },
  {
    name: 'by keyboard alone',
    async press(target) {
      await tabTo(target);
      const isBox = ['checkbox', 'radio'].includes((await target.getAttribute('type')) ?? '');
      await target.page().keyboard.press(isBox ? 'Space' : 'Enter');
    },
  },
];

/** A part of a title: walks by keyboard may be long tests while those by mouse are not. */
export const ifByKeyboard = ({ name }: Way, text: string): string => (name === 'by mouse' ? '' : text);

/** For walks that are only counted. */
export const [MOUSE] = WAYS as readonly [Way, ...Way[]];

/** Opens a page, and counts the clicks on it. */
export async function counted(path: string, options: VisitOptions = {}): Promise<Page> {
  const page = await visit(path, options);
  countFrom(page);
  await page.evaluate('addEventListener("click", ({ detail }) => { if (detail > 0) window.clicked = true; }, true)');
  return page;
}

export async function countedEntity(urn: string, options: VisitOptions = {}): Promise<Page> {
  const page = await counted(entityPath(urn), options);
  await page.locator('.sidebar .side-section').first().waitFor();
  return page;
}

/** @param most the budget of the mouse; the keyboard makes no click */
export async function expectClicks(page: Page, { name }: Way, most: number): Promise<void> {
  if (name === 'by mouse') expect(clicks.get(page)).to.be.within(1, most);
  else expect(await page.evaluate('window.clicked')).to.equal(undefined);
}

/** Drags one onto another, which counts as a click. */
export async function drag(what: Locator, onto: Locator): Promise<void> {
  add(what.page(), 1);
  await what.dragTo(onto);
}

/** Chooses from a list of the browser. By mouse that is two clicks, of which the page hears none. */
export async function pickFrom(field: Locator, label: string, { name }: Way): Promise<void> {
  if (name === 'by mouse') add(field.page(), 2);
  else await tabTo(field);
  await field.selectOption({ label });
}

/** Chooses an entity in a picker, by its name. */
export async function choose(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label });
  await field.fill(text);
  await page.getByRole('option', { name: text }).first().waitFor();
  await field.press('Enter');
  await page.locator('.picker').getByRole('option').first().waitFor({ state: 'hidden' });
}
