/**
 * The keys of the pages: what the handlers of the whole page listen to, and what the dialog of `?` lists. Keys of one part act only while it
 * has the focus; its own file handles them.
 */
import { useEffect, useRef } from 'preact/hooks';
import { mayUseKeys } from './preferences.ts';

interface Key {
  /** Each is one key; several are alternatives, or pressed together if they are in one list. */
  readonly keys: readonly (string | readonly string[])[];
  readonly does: string;
}

/** Keys that work anywhere but in a field. */
const EVERYWHERE = {
  search: { keys: ['/'], does: 'Go to the search' },
  table: { keys: ['t'], does: 'Go to the table of columns, where the page has one' },
  keys: { keys: ['?'], does: 'Show these keys' },
} as const satisfies Readonly<Record<string, Key>>;

/** Pages that two keys lead to, one after the other: g, then this. */
const PLACES = {
  h: ['/', 'home page'],
  b: ['/browse', 'folders'],
  o: ['/glossary', 'glossary'],
  a: ['/activity', 'activity'],
  i: ['/inbox', 'inbox'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>;
const GO = 'g';
/** The second key must follow within this. */
const GO_MS = 1_500;

export const GROUPS: readonly { readonly title: string; readonly keys: readonly Key[] }[] = [
  {
    title: 'Anywhere',
    keys: [
      ...Object.values(EVERYWHERE),
      ...Object.entries(PLACES).map(([key, [, name]]) => ({ keys: [[GO, key]], does: `Go to the ${name}` })),
      { keys: ['Esc'], does: 'Close a dialog or a menu. It asks first if something was typed' },
    ],
  },
  {
    title: 'Search and pickers',
    keys: [
      { keys: ['↓', '↑'], does: 'Choose a suggestion' },
      { keys: ['Enter'], does: 'Take it, or search' },
      { keys: ['Esc'], does: 'Close the suggestions; then clear the field' },
    ],
  },
  {
    title: 'Table of columns',
    keys: [
      { keys: ['↑', '↓', '←', '→'], does: 'Go to a cell. On a name, ← and → close and open what is below it' },
      { keys: ['Enter', 'F2'], does: 'Edit the cell' },
      { keys: ['PgUp', 'PgDn', 'Home', 'End'], does: 'Go ten rows, to the first, to the last' },
      { keys: ['Esc'], does: 'Leave the cell without saving' },
    ],
  },
  {
    title: 'Editing',
    keys: [
      { keys: ['@'], does: 'Link to an asset, in documentation' },
      { keys: ['Enter'], does: 'Save the cell of a column, and edit that of the next one' },
      { keys: [['Ctrl', 'Enter']], does: 'Save documentation, or the cell of a column' },
      { keys: [['Shift', 'Enter']], does: 'Begin a new line in the description of a column' },
    ],
  },
  {
    title: 'Lineage as a graph',
    keys: [
      { keys: ['↑', '↓', '←', '→'], does: 'Go to the next node' },
      { keys: ['Enter'], does: 'Open the node' },
      { keys: ['+', '-'], does: 'Show or hide what is before and after it' },
      { keys: ['0'], does: 'Show the whole graph' },
    ],
  },
  {
    title: 'Charts',
    keys: [
      { keys: ['←', '→'], does: 'Go to the point before or after' },
      { keys: ['Home', 'End'], does: 'Go to the first or last point' },
    ],
  },
];

/** Where keys are typed, not pressed. */
const TYPING = 'input, textarea, select, dialog, [contenteditable]';

/** Is it a key of one character for the page? Not where the reader types, or has switched these keys off. */
function isForPage({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  return !(ctrlKey || metaKey || altKey || (target instanceof Element && target.closest(TYPING))) && mayUseKeys();
}

/** Acts when a key of {@link EVERYWHERE} is pressed. */
export function useKey(name: keyof typeof EVERYWHERE, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const { keys } = EVERYWHERE[name];
    const pressed = (event: KeyboardEvent): void => {
      if (!keys.some((each) => each === event.key) || !isForPage(event)) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [name]);
}

/** Goes to one of {@link PLACES} by two keys. */
export function useGoKeys(go: (address: string) => void): void {
  const latest = useRef(go);
  latest.current = go;
  useEffect(() => {
    let begun = Number.NEGATIVE_INFINITY;
    const pressed = (event: KeyboardEvent): void => {
      const place = event.timeStamp - begun < GO_MS ? Object.entries(PLACES).find(([key]) => key === event.key) : undefined;
      begun = event.key === GO && isForPage(event) ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (!place || !isForPage(event)) return;
      event.preventDefault();
      latest.current(place[1][0]);
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}
