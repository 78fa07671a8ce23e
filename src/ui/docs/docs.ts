/**
 * The script of every page of the documentation: the search at the top, and the steps of "Start here".
 */
import { token } from '../api/token.ts';
import { curlOf } from '../frame/call-text.ts';
import { mayUseKeys } from '../preferences.ts';
import { type Entry, matching } from './find.ts';

const form = document.querySelector<HTMLFormElement>('.search-box form');
const field = form?.querySelector('input');
const list = document.getElementById('docs-found');
if (form && field && list) search(form, field, list);
for (const call of document.querySelectorAll<HTMLElement>('.docs-call')) step(call);

function search(box: HTMLFormElement, input: HTMLInputElement, found: HTMLElement): void {
  const list = makeList(input, found);
  let entries: Promise<readonly Entry[]> | undefined;
  const read = (): Promise<readonly Entry[]> => {
    entries ??= fetch(box.dataset.index ?? '').then((answer) => answer.json() as Promise<Entry[]>);
    return entries;
  };
  const look = async (): Promise<void> => {
    const { value } = input;
    const all = await read();
    if (value === input.value) list.show(matching(all, value));
  };
  const go = (entry: Entry | undefined): void => {
    if (!entry) return;
    list.show([]);
    const before = location.pathname;
    location.assign(entry.address);
    // The reference reads the fragment only when it starts.
    if (new URL(entry.address, location.href).pathname === before && entry.address.includes('#')) location.reload();
  };
  input.addEventListener('input', () => void look());
  input.addEventListener('blur', () => list.show([]));
  input.addEventListener('keydown', (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && list.move(by)) event.preventDefault();
    else if (event.key === 'Escape' && !list.show([])) input.value = '';
  });
  box.addEventListener('submit', (event) => {
    event.preventDefault();
    go(list.chosen());
  });
  // Keeps the focus in the field, so that the list stays until the click.
  found.addEventListener('mousedown', (event) => event.preventDefault());
  found.addEventListener('click', ({ target }) => go(list.at(target)));
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || !mayUseKeys()) return;
    // The editors of the console are no fields of forms.
    if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog, [contenteditable], .graphiql-editors')) return;
    event.preventDefault();
    input.select();
  });
}

interface EntryList {
  /** Shows these, and chooses the first. @returns were there any before? */
  show(entries: readonly Entry[]): boolean;
  /** Chooses another one. @returns is there one? */
  move(by: number): boolean;
  chosen(): Entry | undefined;
  /** The entry that was clicked. */
  at(target: EventTarget | null): Entry | undefined;
}

/** The list of what was found below the field. */
function makeList(input: HTMLInputElement, found: HTMLElement): EntryList {
  let shown: readonly Entry[] = [];
  let chosen = -1;
  const draw = (): void => {
    found.hidden = shown.length === 0;
    input.setAttribute('aria-expanded', String(shown.length > 0));
    found.replaceChildren(...shown.map((entry, at) => option(entry, at, at === chosen)));
    if (chosen < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `docs-found-${chosen}`);
    found.children[chosen]?.scrollIntoView({ block: 'nearest' });
  };
  return {
    show(entries) {
      const before = shown.length > 0;
      shown = entries;
      chosen = entries.length > 0 ? 0 : -1;
      draw();
      return before;
    },
    move(by) {
      if (shown.length === 0) return false;
      chosen = (chosen + by + shown.length) % shown.length;
      draw();
      return true;
    },
    chosen: () => shown[chosen],
    at: (target) => shown[target instanceof Element ? [...found.children].findIndex((each) => each.contains(target)) : -1],
  };
}

function option({ kind, name, about }: Entry, at: number, chosen: boolean): HTMLElement {
  const line = document.createElement('div');
  line.id = `docs-found-${at}`;
  line.setAttribute('role', 'option');
  line.setAttribute('aria-selected', String(chosen));
  const title = document.createElement('span');
  title.className = 'suggestion-text';
  const word = document.createElement('code');
  word.textContent = name;
  title.append(word, ` ${about}`);
  const note = document.createElement('span');
  note.className = 'muted small';
  note.textContent = kind;
  line.append(title, note);
  return line;
}

/** A request that can be copied, and sent from the page. */
function step(call: HTMLElement): void {
  const { method = 'GET', path = '', body = '' } = call.dataset;
  const headers: Record<string, string> = body === '' ? {} : { 'Content-Type': 'application/json' };
  const answer = call.querySelector('.docs-answer');
  const say = (text: string): void => {
    const shown = document.createElement('pre');
    shown.tabIndex = 0;
    shown.textContent = text;
    answer?.replaceChildren(shown);
  };
  const send = async (): Promise<void> => {
    const kept = token();
    const sent = { method, headers: { ...headers, ...(kept === undefined ? {} : { Authorization: `Bearer ${kept}` }) } };
    try {
      const got = await fetch(path, body === '' ? sent : { ...sent, body });
      say(`${got.status} ${got.statusText}\n\n${pretty(await got.text())}`);
    } catch {
      say('The server does not answer.');
    }
  };
  const copy = async (): Promise<void> => {
    const parsed: unknown = body === '' ? undefined : JSON.parse(body);
    const text = curlOf({ method, address: path, headers, body: parsed }, location.origin, token() !== undefined);
    try {
      await navigator.clipboard.writeText(text);
      say(`Copied:\n\n${text}`);
    } catch {
      say(text);
    }
  };
  call.addEventListener('click', ({ target }) => {
    const what = target instanceof HTMLElement ? target.dataset.do : undefined;
    if (what === 'send') void send();
    if (what === 'copy') void copy();
  });
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
