/**
 * The parts of every refusal: a code of the list, a message, and the refused values.
 */
import { abbreviate, excerpt, MOST_PARTS, MOST_TEXT } from './abbreviate.ts';
import { CODES, type Code, type GraphqlStatus, KINDS, type KindName } from './codes.ts';

/** One refused value: its place, what was expected, and the actual value. */
export interface Detail {
  pointer: string;
  expected: string;
  got?: unknown;
}

/** The most characters of a message, because people read it. */
const MOST_MESSAGE = 4_000;

function readableDetail({ pointer, expected, ...rest }: Detail): Detail {
  const cut = { pointer: excerpt(pointer), expected: excerpt(expected, MOST_MESSAGE) };
  return 'got' in rest ? { ...cut, got: abbreviate(rest.got) } : cut;
}

/** Shortens a message so that it repeats no more of the request than a person can read. */
function readableMessage(message: string, details: readonly Detail[]): string {
  let text = message;
  for (const { got } of details) {
    if (typeof got === 'string' && got.length > MOST_TEXT) text = text.replaceAll(got, () => excerpt(got));
  }
  return excerpt(text, MOST_MESSAGE);
}

interface Options {
  readonly details?: readonly Detail[];
  /** Seconds after which the same request may succeed. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** A request that Cairn refuses, in words for the person who sent it. Only the functions in this folder create one. */
export class Refusal extends Error {
  readonly code: Code;
  readonly details: readonly Detail[];
  /** Seconds after which the same request may succeed (`Retry-After`). */
  readonly retryAfter: number | undefined;

  constructor(code: Code, message: string, options: Options = {}) {
    const details = options.details ?? [];
    super(readableMessage(message, details), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Refusal';
    this.code = code;
    this.details = details.slice(0, MOST_PARTS).map(readableDetail);
    this.retryAfter = options.retryAfter;
  }

  get kind(): KindName {
    return CODES[this.code][0];
  }

  get status(): number {
    return KINDS[this.kind].status;
  }

  get rpcStatus(): number {
    const kind = KINDS[this.kind];
    return 'rpcStatus' in kind ? kind.rpcStatus : kind.status;
  }

  get graphql(): GraphqlStatus {
    return KINDS[this.kind].graphql;
  }

  get title(): string | undefined {
    const kind = KINDS[this.kind];
    return 'title' in kind ? kind.title : undefined;
  }
}

/** The refusal of one item of a batch. Message and pointers say which item it is. */
function refusalOfItem(refusal: Refusal, index: number): Refusal {
  return new Refusal(refusal.code, `Item ${index}: ${refusal.message}`, {
    details: refusal.details.map((detail) => ({ ...detail, pointer: `/${index}${detail.pointer}` })),
  });
}

/** A refused item of a batch: its number and why. */
export interface RefusedItem {
  readonly index: number;
  readonly refusal: Refusal;
}

/**
 * The refusal of a batch that is written as a whole or not at all. It names each refused item by its number, and has the code of the first
 * one. The message begins with all numbers, because it is cut if the reasons are too long.
 *
 * @param refused at least one, in their order
 * @param count how many items the batch has; a single one needs no number
 */
export function refusalOfBatch(refused: readonly RefusedItem[], count: number): Refusal {
  const [first] = refused;
  if (!first) throw new Error('A batch without refused items is not refused');
  if (count === 1) return first.refusal;
  const each = refused.map(({ index, refusal }) => refusalOfItem(refusal, index));
  if (each.length === 1) return each[0] as Refusal;
  const numbers = refused.map(({ index }) => index).join(', ');
  const reasons = each.map(({ message }) => message).join('\n');
  return new Refusal(first.refusal.code, `${refused.length} of ${count} items are refused: ${numbers}\n${reasons}`, {
    details: each.flatMap(({ details }) => details),
  });
}

/** The lines that list what is wrong in a body or an aspect. */
export function detailLines(details: readonly Detail[]): string[] {
  return details.map(
    ({ pointer, expected, got }) =>
      `ERROR :: ${pointer} :: ${got === undefined ? expected : `expected ${expected}, got ${JSON.stringify(abbreviate(got))}`}`,
  );
}

/** What a code means, in words that repeat nothing of the request. */
export function explained(code: string): string {
  return Object.entries(CODES).find(([each]) => each === code)?.[1][1] ?? code;
}

/** Why something failed, for the log: the sentence of a refusal, the stack of any other error. */
export function reasonOf(error: unknown): string {
  return error instanceof Error && !(error instanceof Refusal) ? (error.stack ?? error.message) : messageOf(error);
}

/** What an error says, in a sentence and without its stack. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * The codes as Markdown, for docs/errors.md: a heading for each status, and below it the codes, first those that say everything, then the
 * others with their meanings.
 */
export function codesPage(): string {
  const groups = new Map<string, { plain: string[]; explained: string[] }>();
  for (const [code, row] of Object.entries(CODES)) {
    const { status, rpcStatus, graphql } = new Refusal(code as Code, '');
    const heading = `## ${status}${rpcStatus === status ? '' : `, legacy ${rpcStatus}`} (${graphql.code} ${graphql.type})`;
    const group = groups.get(heading) ?? { plain: [], explained: [] };
    if (row[1] === undefined) group.plain.push(`\`${code}\``);
    else group.explained.push(`- \`${code}\`: ${row[1]}`);
    groups.set(heading, group);
  }
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([heading, { plain, explained }]) => [heading, plain.join(' '), explained.join('\n')].filter((part) => part !== '').join('\n\n'))
    .join('\n\n');
}

/** An error that prevents the start, in one sentence that says what to do. `main.ts` prints it and exits with 1. */
export class StartError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StartError';
  }
}
