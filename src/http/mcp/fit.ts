/**
 * Makes an answer as large as the caller allows: what is most useful comes first, and what is left out is said. Pure.
 *
 * Four lists say why something is not there. They are four different answers:
 * - `none`: the catalog knows that there is nothing.
 * - `notKnown`: nobody told the catalog.
 * - `hidden`: it is there, but readers do not see it.
 * - `cut`: it is there, and did not fit into the answer.
 */

/**
 * Bytes of JSON that count as one token. In the answers of docs/agents-conversation.md a token of o200k has 3.0 to 4.1 bytes; other tokenizers
 * have shorter ones, so this errs on the safe side.
 */
const BYTES_OF_TOKEN = 2.6;
/** What the end of the answer needs for the list of what was cut, by part. */
const CUT_TOKENS = 25;
/** No text in an answer is shortened below this. */
const SHORTEST_TEXT = 80;

interface HiddenPart {
  readonly what: string;
  readonly count: number;
  readonly why: string;
}

export interface CutPart {
  readonly part: string;
  readonly shown: number;
  readonly of: number;
  /** How to get the rest. */
  readonly how?: string;
}

/** A part of an answer. Lists are cut between items, texts between words; everything else is there or not. */
export interface AnswerPart {
  readonly name: string;
  readonly value: unknown;
  /** How much of the answer the part may take before the others had their turn, 0 to 1. If absent: all. */
  readonly share?: number;
  /** How many items there are in all, if the list is only the first of them. */
  readonly of?: number;
  /** How to get what is cut. */
  readonly how?: string;
}

export interface Draft {
  /** What is always part of the answer. It must be short. */
  readonly head: Readonly<Record<string, unknown>>;
  /** The most useful first. Empty lists and `undefined` are left out: say in `none` or `notKnown` why. */
  readonly parts: readonly AnswerPart[];
  readonly none?: readonly string[];
  readonly notKnown?: readonly string[];
  readonly hidden?: readonly HiddenPart[];
  /** What was left out before. */
  readonly cut?: readonly CutPart[];
}

/** How many tokens a value takes as JSON, estimated from above. */
export function tokensOf(value: unknown): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(value) ?? '') / BYTES_OF_TOKEN);
}

/** A text of at most so many characters, with what is missing. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf(' ', most);
  const kept = text.slice(0, end > most / 2 ? end : most).replace(/[\ud800-\udbff]$/, '');
  return `${kept}… (+${text.length - kept.length} characters)`;
}

/** The answer: as much of the parts as fits into the tokens. */
export function fitted({ head, parts, none = [], notKnown = [], hidden = [], cut = [] }: Draft, maxTokens: number): Record<string, unknown> {
  const marks = { ...listed('none', none), ...listed('notKnown', notKnown), ...listed('hidden', hidden) };
  const present = parts.filter(({ value }) => value !== undefined && !(Array.isArray(value) && value.length === 0));
  let left = maxTokens - tokensOf({ ...head, ...marks, cut }) - CUT_TOKENS * present.length;
  const room = left;
  const taken = new Map<string, unknown>();
  for (const { name, value, share = 1 } of present) {
    const most = Math.min(left, Math.max(SHORTEST_TEXT, room * share));
    const kept = firstThatFits(value, most - tokensOf(name) - 1);
    if (kept === undefined) continue;
    taken.set(name, kept);
    left -= tokensOf(kept) + tokensOf(name) + 1;
  }
  // What others did not need goes to those that were cut.
  for (const { name, value } of present) {
    const before = taken.get(name);
    if (before === undefined || countOf(before) >= countOf(value)) continue;
    const kept = firstThatFits(value, tokensOf(before) + left);
    if (kept === undefined) continue;
    left += tokensOf(before) - tokensOf(kept);
    taken.set(name, kept);
  }
  const missing = present.flatMap(({ name, value, of, how }): CutPart[] => {
    const all = of ?? countOf(value);
    const shown = taken.has(name) ? countOf(taken.get(name)) : 0;
    return shown >= all ? [] : [{ part: name, shown, of: all, ...(how !== undefined && { how }) }];
  });
  const kept = Object.fromEntries(present.flatMap(({ name }) => (taken.has(name) ? [[name, taken.get(name)]] : [])));
  return { ...head, ...kept, ...marks, ...listed('cut', [...cut, ...missing]) };
}

function listed(name: string, list: readonly unknown[]): Record<string, unknown> {
  return list.length === 0 ? {} : { [name]: list };
}

/** Items of a list, characters of a text, or 1. */
function countOf(value: unknown): number {
  return Array.isArray(value) || typeof value === 'string' ? value.length : 1;
}

/** As much of a value as fits into the tokens; undefined if nothing does. */
function firstThatFits(value: unknown, tokens: number): unknown {
  if (tokensOf(value) <= tokens) return value;
  if (typeof value === 'string') {
    const most = Math.floor(tokens * BYTES_OF_TOKEN * (value.length / Buffer.byteLength(JSON.stringify(value)))) - 2;
    return most < SHORTEST_TEXT ? undefined : value.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  }
  if (!Array.isArray(value)) return undefined;
  const kept: unknown[] = [];
  let left = tokens - 1;
  for (const item of value) {
    left -= tokensOf(item) + 1;
    if (left < 0) break;
    kept.push(item);
  }
  return kept.length === 0 ? undefined : kept;
}
