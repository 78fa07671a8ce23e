/**
 * Where the reader was on a page, for when they come back: pages are drawn when their data is there, too late for the browser's own memory.
 */
const KEY = 'cairn.scroll';
/** How long a page may take to become as high as it was, ms. */
const PATIENCE_MS = 5_000;

let entries = 0;
const places = new Map<string, number>(kept());
let here = idHere();
let waiting: (() => void) | undefined;

function kept(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
}

function idOf(state: unknown): string | undefined {
  return typeof state === 'object' && state !== null && 'id' in state ? String(state.id) : undefined;
}

/** The id of this entry in the history. An entry that the browser made, for a typed address or an anchor, gets one: nobody was there before. */
function idHere(): string {
  const id = idOf(history.state);
  if (id !== undefined) return id;
  const entry = newEntry();
  history.replaceState(entry, '');
  return entry.id;
}

/** The state of a new entry in the history. Its id is new in this tab: `crypto.randomUUID` exists only on pages from https or from this machine. */
export function newEntry(): { readonly id: string } {
  return { id: `${performance.timeOrigin} ${entries++}` };
}

/** To be called before the address changes, or when it just has: notes the place on the page that is left. */
export function leavePage(): void {
  waiting?.();
  places.set(here, scrollY);
}

/** To be called when the address has changed. @param back goes to where the reader was on the page */
export function enterPage(back: boolean): void {
  const isKnown = idOf(history.state) !== undefined;
  here = idHere();
  // Of an entry that is new the browser knows the place: the anchor in its address.
  if (back && isKnown) goTo(places.get(here) ?? 0);
}

/** Scrolls as soon as the page is high enough, unless the reader has scrolled meanwhile. */
function goTo(place: number): void {
  const done = (): void => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown']) removeEventListener(event, done);
    waiting = undefined;
  };
  const tryIt = (): void => {
    scrollTo(0, place);
    if (Math.abs(scrollY - place) < 2) done();
  };
  const observer = new ResizeObserver(tryIt);
  const timer = setTimeout(done, PATIENCE_MS);
  for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown']) addEventListener(event, done, { passive: true });
  waiting = done;
  // Its first call comes when the new page has been drawn.
  observer.observe(document.body);
}

history.scrollRestoration = 'manual';
addEventListener('pagehide', () => {
  leavePage();
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...places].slice(-50)));
  } catch {
    // The browser keeps nothing, for example in a private window.
  }
});
// A page that is loaded again stays where it was.
if (places.has(here)) goTo(places.get(here) ?? 0);
