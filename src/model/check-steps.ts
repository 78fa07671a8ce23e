/**
 * Checks a large value against its schema in steps: piece by piece in the long lists and maps at its top level.
 */
import type { Detail } from '../errors.ts';
import type { Steps } from '../slices.ts';
import { isRecord } from './path.ts';
import { pointerPart } from './pointer.ts';
import { MOST_DETAILS } from './schema-check.ts';
import type { AspectSpec, JsonSchema, SchemaCheck } from './types.ts';

/** How many items or entries are checked in one step; that takes a few milliseconds. */
const PIECE = 1_000;
/** Keywords that make the items of a list depend on each other. */
const OF_THE_WHOLE = /"(uniqueItems|(min|max)(Items|Properties|Contains)|contains|unevaluated\w+)":/;

const whole = new WeakMap<JsonSchema, boolean>();

/** Like `aspect.check`. */
export function* checkSteps(aspect: Pick<AspectSpec, 'check' | 'schema'>, value: unknown): Steps<SchemaCheck> {
  const long = isRecord(value) ? Object.entries(value).flatMap(([name, each]) => longPart(name, each)) : [];
  if (long.length === 0 || isOfTheWhole(aspect.schema)) return aspect.check(value);
  const head = { ...(value as object), ...Object.fromEntries(long.map(({ name, piece }) => [name, piece(0)])) };
  const first = aspect.check(head);
  const wrong: Detail[] = [...first.wrong];
  const unknown: string[] = [...first.unknown];
  const rest = { ...head, ...Object.fromEntries(long.map(({ name, piece, size }) => [name, piece(size)])) };
  for (const { name, size, isList, piece } of long) {
    for (let from = PIECE; from < size; from += PIECE) {
      yield;
      const own = aspect.check({ ...rest, [name]: piece(from) });
      const offset = isList ? from : 0;
      for (const detail of own.wrong) {
        const pointer = below(detail.pointer, name, offset);
        if (pointer !== undefined) wrong.push({ ...detail, pointer });
      }
      for (const each of own.unknown) unknown.push(...[below(each, name, offset)].filter((pointer) => pointer !== undefined));
    }
  }
  return { wrong: wrong.slice(0, MOST_DETAILS), unknown };
}

interface LongPart {
  readonly name: string;
  readonly size: number;
  readonly isList: boolean;
  /** At most `PIECE` items from this position; none at the end. */
  piece(from: number): unknown;
}

function longPart(name: string, value: unknown): LongPart[] {
  if (Array.isArray(value)) {
    return value.length > PIECE ? [{ name, size: value.length, isList: true, piece: (from) => value.slice(from, from + PIECE) }] : [];
  }
  const entries = isRecord(value) ? Object.entries(value) : [];
  if (entries.length <= PIECE) return [];
  return [{ name, size: entries.length, isList: false, piece: (from) => Object.fromEntries(entries.slice(from, from + PIECE)) }];
}

function isOfTheWhole(schema: JsonSchema): boolean {
  let is = whole.get(schema);
  if (is === undefined) {
    is = OF_THE_WHOLE.test(JSON.stringify(schema));
    whole.set(schema, is);
  }
  return is;
}

/** Turns a pointer into a piece into a pointer into the whole value. Undefined if it does not point into the field. */
function below(pointer: string, name: string, offset: number): string | undefined {
  const at = `/${pointerPart(name)}/`;
  if (!pointer.startsWith(at)) return undefined;
  return offset === 0 ? pointer : at + pointer.slice(at.length).replace(/^\d+/, (place) => String(Number(place) + offset));
}
