/**
 * Takes out of a value what names columns that the reader does not see. The model says where columns stand (`x-columns`). Pure.
 */
import { columnOf } from '../../model/column-urn.ts';
import { type Value, valueOf } from '../../model/json.ts';
import { isRecord, type Path, valuesAt } from '../../model/path.ts';
import { recordsIn } from '../../model/pick.ts';
import type { AspectSpec, ColumnPlace, Model } from '../../model/types.ts';
import { canonicalUrn } from '../../model/urn.ts';

/** Is a column hidden? @param tags more of them than those that it has now */
export type ColumnTest = (table: string, path: string, tags?: readonly string[]) => boolean;

/** Is an entity with this aspect about the columns that the aspect names? */
export function isAboutColumns({ columnPlaces }: AspectSpec): boolean {
  return columnPlaces.some(({ out }) => out === 0);
}

/** The tables whose columns a value may name. @param urn of the entity that has the value */
export function tablesNamed(model: Model, { columnPlaces }: AspectSpec, urn: string, json: unknown): string[] {
  return columnPlaces.flatMap((place) => {
    const own = tableOf(model, place, urn, json);
    return [own, ...valuesAt(place.path, json).flatMap((value) => textsIn(value).flatMap((text) => columnOf(model, text)?.table ?? []))];
  });
}

/** Does an entity not exist for somebody because its aspect is about hidden columns? */
export function isAboutHidden(model: Model, spec: AspectSpec, urn: string, json: unknown, isHidden: ColumnTest): boolean {
  return spec.columnPlaces.some((place) => place.out === 0 && names(model, place, urn, json, isHidden)(json, place.path));
}

export interface SplitValue {
  readonly left: unknown;
  /** What is left out, as JSON texts in the order of the alphabet: who does not see it does not change it. */
  readonly out: readonly string[];
}

/** A value, split in what is left and what is hidden. */
export function splitColumns(model: Model, { columnPlaces }: AspectSpec, urn: string, json: unknown, isHidden: ColumnTest): SplitValue {
  const out: string[] = [];
  let left = json;
  for (const place of columnPlaces) {
    if (place.out === 0) continue;
    const shown = without(left, { place, names: names(model, place, urn, json, isHidden), out }, 0);
    left = shown === GONE ? undefined : shown;
  }
  return { left, out: out.sort() };
}

/** The same value if nothing is hidden. */
export function withoutColumns(model: Model, spec: AspectSpec, urn: string, value: Value, isHidden: ColumnTest): Value {
  const { left } = splitColumns(model, spec, urn, value.json, isHidden);
  return left === value.json ? value : valueOf(left);
}

/** Does a part of a value name a hidden column at this path? */
type Names = (part: unknown, path: Path) => boolean;

function names(model: Model, place: ColumnPlace, urn: string, json: unknown, isHidden: ColumnTest): Names {
  const own = tableOf(model, place, urn, json);
  return (part, path) => {
    const tags = isRecord(part) ? recordsIn(part.globalTags, 'tags').map(({ tag }) => canonicalUrn(model, String(tag))) : [];
    return valuesAt(path, part).some((value) =>
      textsIn(value).some((text) => {
        const column = columnOf(model, text) ?? (text.startsWith('urn:') ? undefined : { table: own, path: text });
        return column !== undefined && isHidden(column.table, column.path, tags);
      }),
    );
  };
}

/** The table of paths. */
function tableOf(model: Model, { of }: ColumnPlace, urn: string, json: unknown): string {
  const text = of ? valuesAt(of, json)[0] : urn;
  return typeof text === 'string' ? canonicalUrn(model, text) : urn;
}

/** A text, or that of a union. */
function textsIn(value: unknown): string[] {
  return (isRecord(value) ? Object.values(value) : [value]).filter((each) => typeof each === 'string');
}

const GONE = Symbol('gone');

interface Leaving {
  readonly place: ColumnPlace;
  readonly names: Names;
  /** Gets what is left out. */
  readonly out: string[];
}

/** What is left of what `depth` steps of the path lead to. */
function without(value: unknown, leaving: Leaving, depth: number): unknown {
  const { place, names, out } = leaving;
  if (depth === place.out) {
    if (!names(value, place.path.slice(depth))) return value;
    out.push(JSON.stringify(value));
    return GONE;
  }
  const step = place.path[depth];
  if (step === undefined) return value;
  if (!('field' in step)) return Array.isArray(value) ? itemsLeft(value, leaving, depth) : value;
  if (!isRecord(value) || !Object.hasOwn(value, step.field)) return value;
  const shown = without(value[step.field], leaving, depth + 1);
  if (shown === value[step.field]) return value;
  // The item of a list that has lost all of its columns.
  if (shown === GONE && depth + 1 < place.out) return GONE;
  const { [step.field]: _, ...others } = value;
  const left = shown === GONE ? others : { ...value, [step.field]: shown };
  return depth + 2 === place.out ? blanked(left, leaving) : left;
}

function itemsLeft(list: readonly unknown[], leaving: Leaving, depth: number): unknown {
  const all = list.map((item) => without(item, leaving, depth + 1));
  if (all.every((item, at) => item === list[at])) return list;
  const left = all.filter((item) => item !== GONE);
  const { path, out } = leaving.place;
  const isInItem = path.slice(0, depth).some((step) => 'every' in step);
  return left.length === 0 && isInItem && out === path.length ? GONE : left;
}

function blanked(value: Record<string, unknown>, { place, out }: Leaving): Record<string, unknown> {
  const found = place.blank.filter((field) => Object.hasOwn(value, field));
  for (const field of found) out.push(JSON.stringify([field, value[field]]));
  return found.length === 0 ? value : { ...value, ...Object.fromEntries(found.map((field) => [field, withoutTexts(value[field])])) };
}

function withoutTexts(value: unknown): unknown {
  if (typeof value === 'string') return '';
  if (Array.isArray(value)) return value.map(withoutTexts);
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutTexts(each)])) : value;
}
