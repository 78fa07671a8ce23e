/**
 * Values without what the model closes (`x-closed`), and what a change would tell of it. Pure.
 */
import { type Value, valueOf } from '../../model/json.ts';
import { isRecord, type Path, valuesAt } from '../../model/path.ts';
import { pointerParts } from '../../model/pointer.ts';
import type { ClosedPart } from '../../model/types.ts';
import type { Patch } from '../write/patch/types.ts';

/** The same value if it has none of these parts. */
export function withoutParts(value: Value, parts: readonly ClosedPart[]): Value {
  const left = parts.reduce<unknown>((json, { path, blank }) => without(json, path, blank), value.json);
  return left === value.json ? value : valueOf(left);
}

/** @param blank what stands there instead; undefined: nothing */
function without(json: unknown, [step, ...rest]: Path, blank: unknown): unknown {
  if (step === undefined) return blank;
  if (!('field' in step)) {
    if (Array.isArray(json)) {
      const left = json.map((each) => without(each, rest, blank));
      return left.every((each, at) => each === json[at]) ? json : left;
    }
    if (!isRecord(json)) return json;
    const left = Object.entries(json).map(([key, each]) => [key, without(each, rest, blank)] as const);
    return left.every(([key, each]) => each === json[key]) ? json : Object.fromEntries(left);
  }
  if (!isRecord(json) || !Object.hasOwn(json, step.field)) return json;
  const { [step.field]: before, ...others } = json;
  const left = without(before, rest, blank);
  if (left === before) return json;
  return left === undefined ? others : { ...json, [step.field]: left };
}

export function hasPart(json: unknown, { path }: ClosedPart): boolean {
  return path.length === 0 || valuesAt(path, json).length > 0;
}

/** Would a patch read or change the part, or what is around it? A test, a copy and a refusal all tell what is there. */
export function touches({ operations }: Patch, { path }: ClosedPart): boolean {
  const most = path.findIndex((step) => !('field' in step));
  const fields = path.slice(0, most < 0 ? path.length : most).map((step) => ('field' in step ? step.field : ''));
  return operations.some(({ path: to, from }) => [to, ...(from === undefined ? [] : [from])].some((pointer) => meet(pointerParts(pointer), fields)));
}

/** Is one of them within the other? */
function meet(one: readonly string[], other: readonly string[]): boolean {
  return Array.from({ length: Math.min(one.length, other.length) }, (_, at) => one[at] === other[at]).every(Boolean);
}
