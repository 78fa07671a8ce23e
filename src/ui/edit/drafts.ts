/**
 * What was typed and not yet saved. The browser keeps it, so that a closed tab or a reload loses nothing.
 */
import { DAY_MS } from '../data/days.ts';

const PREFIX = 'cairn.draft ';
const KEPT_MS = 14 * DAY_MS;

interface Draft<Form> {
  /** Epoch milliseconds. */
  readonly at: number;
  /** The values that the form began with. */
  readonly from: Form;
  readonly form: Form;
}

const keyOf = (urn: string, part: string): string => `${PREFIX}${urn} ${part}`;

export function readDraft<Form>(urn: string, part: string): Draft<Form> | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(urn, part)) ?? 'null') as Draft<Form> | null;
    return draft && Date.now() - draft.at < KEPT_MS ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a draft, and removes those that nobody came back to. A browser without room for it still edits. */
export function keepDraft<Form>(urn: string, part: string, from: Form, form: Form): void {
  try {
    localStorage.setItem(keyOf(urn, part), JSON.stringify({ at: Date.now(), from, form } satisfies Draft<Form>));
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX) && isOld(key)) localStorage.removeItem(key);
  } catch {
    // Storage is full or switched off.
  }
}

export function dropDraft(urn: string, part: string): void {
  localStorage.removeItem(keyOf(urn, part));
}

function isOld(key: string): boolean {
  const at = /^\{"at":(\d+)/.exec(localStorage.getItem(key) ?? '')?.[1];
  return Date.now() - Number(at ?? 0) > KEPT_MS;
}
