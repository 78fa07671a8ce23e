/**
 * An aspect without a URN that it names (docs/semantics.md 12.3). Pure.
 */
import { type Value, valueOf } from '../../model/json.ts';
import { isRecord, type Path, pathText } from '../../model/path.ts';
import type { AspectSpec, Model } from '../../model/types.ts';
import { canonicalUrn } from '../../model/urn.ts';
import { normalised } from '../write/normalise.ts';

const GONE = Symbol('gone');

/** What is left of an aspect without its references to a URN: a new value, nothing (delete the aspect), or the same value if it has no such reference. */
type Remainder = { readonly kind: 'value'; readonly value: Value } | { readonly kind: 'nothing' } | { readonly kind: 'same' };

/**
 * Removes a URN from the fields of an aspect that make edges. An item of a list is removed as a whole, an optional field is cleared. What
 * is not valid without the field (its record, in the end the aspect) is removed too.
 */
export function withoutReference(model: Model, aspect: AspectSpec, value: Value, urn: string): Remainder {
  const names = (text: unknown): boolean => typeof text === 'string' && canonicalUrn(model, text) === urn;
  const wrongBefore = aspect.check(value.json).wrong.length;
  const valid = (json: unknown): boolean => aspect.check(json).wrong.length <= wrongBefore;
  let json: unknown = value.json;
  for (const path of namingPaths(aspect)) {
    json = prune({ path, names, optional: optionalIn(path, json, valid) }, 0, json);
    if (json === GONE) return { kind: 'nothing' };
  }
  if (json === value.json) return { kind: 'same' };
  const left = normalised(model, aspect, valueOf(json));
  return isEmpty(left.json) || !valid(left.json) ? { kind: 'nothing' } : { kind: 'value', value: left };
}

/** The paths in an aspect whose URNs become ends of edges. */
function namingPaths(aspect: AspectSpec): Path[] {
  const paths = [
    ...aspect.relationships.map(({ path }) => path),
    ...aspect.columnLineage.flatMap(({ path, upstreams, downstreams }) =>
      [upstreams, ...(downstreams ? [downstreams] : [])].map((inner) => [...path, ...eachEntry(path), ...inner]),
    ),
  ];
  return [...new Map(paths.map((path) => [pathText(path), path])).values()];
}

/** An annotation of column lineage is on the list of entries, or on the entries. */
function eachEntry(path: Path): Path {
  const last = path.at(-1);
  return last && 'every' in last ? [] : [{ every: 'item' }];
}

interface PruningRules {
  readonly path: Path;
  readonly names: (value: unknown) => boolean;
  /** May the field at this step be left out? */
  readonly optional: (at: number) => boolean;
}

function prune(pruning: PruningRules, at: number, value: unknown): unknown {
  const step = pruning.path[at];
  if (step === undefined) return pruning.names(value) ? GONE : value;
  if ('field' in step) return isRecord(value) && Object.hasOwn(value, step.field) ? pruneField(pruning, at, value, step.field) : value;
  if (step.every === 'item') return Array.isArray(value) ? pruneItems(pruning, at, value) : value;
  return isRecord(value) ? pruneEntries(pruning, at, value, step.every) : value;
}

function pruneField(pruning: PruningRules, at: number, value: Record<string, unknown>, field: string): unknown {
  const child = prune(pruning, at + 1, value[field]);
  if (child === value[field]) return value;
  if (child !== GONE) return { ...value, [field]: child };
  if (!pruning.optional(at)) return GONE;
  const { [field]: _, ...rest } = value;
  return rest;
}

function pruneItems(pruning: PruningRules, at: number, value: readonly unknown[]): unknown {
  const kept = value.map((each) => prune(pruning, at + 1, each)).filter((each) => each !== GONE);
  if (kept.length === value.length && kept.every((each, index) => each === value[index])) return value;
  // Removing the last item of an optional list removes the list.
  return kept.length === 0 && pruning.optional(at - 1) ? GONE : kept;
}

function pruneEntries(pruning: PruningRules, at: number, value: Record<string, unknown>, every: 'key' | 'value'): unknown {
  const entries = Object.entries(value);
  const kept = entries.map(([key, each]) => [key, prune(pruning, at + 1, every === 'key' ? key : each)] as const).filter(([, each]) => each !== GONE);
  if (kept.length === entries.length && kept.every(([key, each]) => every === 'key' || each === value[key])) return value;
  return Object.fromEntries(kept.map(([key, each]) => [key, every === 'key' ? value[key] : each]));
}

/** Finds optional fields by trying: is the value still valid without the field, wherever the path leads? */
function optionalIn(path: Path, json: unknown, valid: (json: unknown) => boolean): (at: number) => boolean {
  const known = new Map<number, boolean>();
  return (at) => {
    const step = path[at];
    if (step === undefined || !('field' in step)) return false;
    let answer = known.get(at);
    if (answer === undefined) {
      answer = valid(dropped(path.slice(0, at), step.field, 0, json));
      known.set(at, answer);
    }
    return answer;
  };
}

function dropped(path: Path, field: string, at: number, value: unknown): unknown {
  const step = path[at];
  if (step === undefined) return isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => name !== field)) : value;
  if ('field' in step)
    return isRecord(value) && Object.hasOwn(value, step.field) ? { ...value, [step.field]: dropped(path, field, at + 1, value[step.field]) } : value;
  if (step.every === 'item') return Array.isArray(value) ? value.map((each) => dropped(path, field, at + 1, each)) : value;
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, dropped(path, field, at + 1, each)])) : value;
}

/** Does the value consist of empty lists and empty records only? */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.values(value).every(isEmpty);
}
