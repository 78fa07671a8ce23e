/**
 * What depends on an asset, or on one of its columns, down to the columns that it lands in.
 */
import { plainPath } from '../../column-names.ts';
import type { Landing } from '../../graph/ways.ts';
import { columnOf, columnPath, columnPrefix, columnsPrefix } from '../../model/column-urn.ts';
import { OWNERSHIP } from '../../model/known-names.ts';
import { recordsIn, textIn } from '../../model/pick.ts';
import type { Model } from '../../model/types.ts';
import { knownUrns, type Urn } from '../../model/urn.ts';
import type { Catalog } from '../catalog.ts';
import { valueIn } from '../state.ts';
import { columnReferences } from './column-references.ts';
import { areRelated, type ColumnAt } from './may-take.ts';
import { type EntityName, named, readNamed } from './names.ts';
import { siblingsOf } from './siblings.ts';
import { affectedBy, columnAt } from './taking.ts';

interface LandingColumn {
  readonly column: string;
  /** The column of the asset that it comes from. */
  readonly from: string;
  /** Hops along column lineage. */
  readonly degree: number;
}

export interface AffectedAsset extends EntityName {
  /** Hops of the shortest way. Absent if only columns lead to it as yet: edges are still rebuilt. */
  readonly degree: number | undefined;
  /** URNs of one shortest way, with both ends. Empty without a degree. */
  readonly path: readonly string[];
  /** URNs of its owners. */
  readonly owners: readonly string[];
  /**
   * The columns that are affected. `none`: the catalog knows the columns that each step on the way to it takes, and the one in question is not
   * among them. `unknown`: it may be affected, because the catalog does not know all of that.
   */
  readonly columns: readonly LandingColumn[] | 'none' | 'unknown';
}

/** How many assets there are of each kind of answer about the columns. */
interface TakingCounts {
  /** They surely take the columns. */
  readonly takes: number;
  readonly unknown: number;
  readonly none: number;
}

interface Impact {
  /** How many assets lie downstream. */
  readonly total: number;
  /** How many more are soft-deleted, and left out. */
  readonly hidden: number;
  readonly byType: Readonly<Record<string, number>>;
  readonly byColumns: TakingCounts;
  /** A page of them: those that surely take the columns first, then those that may, the nearest first. */
  readonly affected: readonly AffectedAsset[];
  /** Where the next page begins, if there is one. */
  readonly nextStart: number | undefined;
  /** How many landings are known: pairs of a column and one that is made from it. */
  readonly columns: number;
  /** Did a limit leave out assets, columns or references? */
  readonly cut: boolean;
  /** What refers to the columns themselves: foreign keys, assertions, queries. URNs of what refers to them. */
  readonly references: readonly { readonly type: string; readonly urn: string }[];
  readonly totalReferences: number;
}

interface ImpactRequest {
  readonly urn: Urn;
  /** The paths of the columns in question. If empty: all. */
  readonly columns: readonly string[];
  readonly start?: number;
  readonly count?: number;
}

/** A page comes with the way to each asset. */
export const MOST_AFFECTED = 1_000;
/** Of one column. */
const MOST_LANDINGS = 20_000;
/** Assets that are looked up together. */
const AT_ONCE = 2_000;

type ImpactCalls = Pick<Catalog, 'model' | 'read' | 'lineage' | 'related' | 'landings' | 'stepsBelow' | 'exists'>;
type AffectedColumns = AffectedAsset['columns'];

export async function impact(catalog: ImpactCalls, request: ImpactRequest): Promise<Impact> {
  const { urn, columns, start = 0, count = MOST_AFFECTED } = request;
  const { model } = catalog;
  const [reach, ...references] = await Promise.all([reachOf(catalog, urn), ...columns.map((column) => columnReferences(catalog, urn, column))]);
  const { siblings, landings, degrees } = reach;
  const landed = landingsByAsset(model, landings, isAmong(columns));
  const { shown, hidden } = await standing(catalog, [...degrees.keys(), ...landingsByAsset(model, landings, () => true).keys()], urn);
  const maybe = columns.length === 0 ? undefined : await affectedBy(catalog, takingRequest(catalog, request, reach));
  const all = shown.map(({ text, type }) => {
    const otherwise: AffectedColumns = maybe && !maybe.has(text) ? 'none' : 'unknown';
    return { urn: text, type: type.name, degree: degrees.get(text), columns: landed.get(text) ?? otherwise };
  });
  const rows = all.sort(surestFirst).slice(start, start + count);
  const nextStart = start + rows.length < all.length && rows.length > 0 ? start + rows.length : undefined;
  const found = references.reduce((sum, { total }) => sum + total, 0);
  const listed = references.flatMap(({ related }) => related);
  return {
    total: all.length,
    hidden,
    byType: counted(all, ({ type }) => type),
    byColumns: { takes: 0, unknown: 0, none: 0, ...counted(all, ({ columns: of }) => (typeof of === 'string' ? of : 'takes')) },
    affected: await described(catalog, urn, siblings, rows),
    nextStart,
    columns: all.reduce((sum, { columns: of }) => sum + (typeof of === 'string' ? 0 : of.length), 0),
    cut: nextStart !== undefined || landings.some(({ total, landed: of }) => total > of.length) || found > listed.length,
    references: listed,
    totalReferences: found,
  };
}

interface Downstream {
  /** What is the same thing as the asset. */
  readonly siblings: readonly Urn[];
  /** Each asset with what is one step downstream. */
  readonly next: ReadonlyMap<string, readonly string[]>;
  readonly landings: readonly Landing[];
  readonly degrees: ReadonlyMap<string, number>;
}

/** Everything below an asset, and below its siblings: whoever takes the table takes what the dbt model makes. A sibling is one step away. */
async function reachOf(catalog: ImpactCalls, urn: Urn): Promise<Downstream> {
  const { model } = catalog;
  const siblings = knownUrns(
    model,
    (await siblingsOf(catalog, urn)).siblings.map((sibling) => sibling.urn),
  );
  const starts = [urn, ...siblings];
  const [steps, landings] = await Promise.all([
    Promise.all(starts.map((start) => catalog.stepsBelow(start))),
    Promise.all(starts.map(({ text }) => catalog.landings(columnsPrefix(model, text), MOST_LANDINGS))),
  ]);
  const own = degreesFrom(urn.text, steps[0] ?? new Map());
  const next = new Map(steps.toReversed().flatMap((each) => [...each]));
  if (siblings.length > 0) next.set(urn.text, [...(next.get(urn.text) ?? []), ...siblings.map(({ text }) => text)]);
  const all = degreesFrom(urn.text, next);
  // A sibling is affected itself only if lineage leads to it.
  for (const { text } of siblings) if (!own.has(text)) all.delete(text);
  return { siblings, next, landings: landings.flat(), degrees: new Map([...all].map(([text, degree]) => [text, own.get(text) ?? degree])) };
}

function counted<Row>(rows: readonly Row[], nameOf: (row: Row) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const row of rows) counts[nameOf(row)] = (counts[nameOf(row)] ?? 0) + 1;
  return counts;
}

/** Is a column one of these? If there are none: all are. */
function isAmong(columns: readonly string[]): (path: string) => boolean {
  const wanted = new Set(columns.map(plainPath));
  return (path) => wanted.size === 0 || wanted.has(plainPath(path));
}

/** The hops of the shortest way to each asset downstream. Columns have lineage of their own. */
function degreesFrom(start: string, next: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const degrees = new Map([[start, 0]]);
  for (const [asset, degree] of degrees) {
    for (const to of next.get(asset) ?? []) if (!degrees.has(to)) degrees.set(to, degree + 1);
  }
  degrees.delete(start);
  return degrees;
}

/** Those that exist, without the asset itself and columns, and how many more are soft-deleted. */
async function standing({ model, exists }: ImpactCalls, texts: readonly string[], { text: self }: Urn): Promise<{ shown: Urn[]; hidden: number }> {
  const urns = knownUrns(model, texts).filter(({ text }) => text !== self && !isColumn(model, text));
  const shown: Urn[] = [];
  let hidden = 0;
  for (let at = 0; at < urns.length; at += AT_ONCE) {
    const page = urns.slice(at, at + AT_ONCE);
    const [there, live] = await Promise.all([exists(page, true), exists(page, false)]);
    shown.push(...page.filter((_, index) => live[index]));
    hidden += page.filter((_, index) => there[index] && !live[index]).length;
  }
  return { shown, hidden };
}

/** What decides which assets may take the columns. */
function takingRequest(
  { model }: ImpactCalls,
  { urn, columns }: ImpactRequest,
  { siblings, next, landings, degrees }: Downstream,
): Parameters<typeof affectedBy>[1] {
  const inQuestion = [urn.text, ...siblings.map(({ text }) => text)].flatMap((table) => columns.map((path) => ({ table, path })));
  const byColumns = new Map<string, ColumnAt[]>();
  const from: ColumnAt[] = [];
  for (const { urn: column, landed } of landings) {
    const path = columnAt(model, column)?.path ?? '';
    const isAffected = columns.some((each) => areRelated(each, path));
    for (const [text] of landed) {
      const at = columnAt(model, text);
      if (!at) continue;
      if (isAffected) from.push(at);
      if (degrees.has(at.table) || at.table === urn.text) continue;
      const there = byColumns.get(at.table);
      if (there) there.push(at);
      else byColumns.set(at.table, [at]);
    }
  }
  return { from: [...inQuestion, ...from], next, byColumns };
}

/** A page with names, owners and ways. */
async function described(
  catalog: ImpactCalls,
  urn: Urn,
  siblings: readonly Urn[],
  rows: readonly Omit<ImpactRow, 'type'>[],
): Promise<AffectedAsset[]> {
  const among = rows.flatMap((row) => (row.degree === undefined ? [] : row.urn));
  const [views, ways] = await Promise.all([
    readNamed(
      catalog,
      rows.map((row) => row.urn),
      [OWNERSHIP],
    ),
    waysTo(catalog, urn, siblings, among),
  ]);
  return rows.flatMap(({ urn: text, degree, columns }): AffectedAsset[] => {
    const view = views.get(text);
    if (!view) return [];
    const owners = recordsIn(valueIn(view, OWNERSHIP), 'owners').flatMap((each) => textIn(each, 'owner') ?? []);
    return [{ ...named(view), degree, path: ways.get(text) ?? [], owners, columns }];
  });
}

/** One way to each of these: from the asset itself, else over a sibling. */
async function waysTo(
  catalog: ImpactCalls,
  urn: Urn,
  siblings: readonly Urn[],
  texts: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ways = new Map<string, readonly string[]>();
  for (const start of [urn, ...siblings]) {
    const among = texts.filter((text) => !ways.has(text));
    if (among.length === 0) break;
    const { reached } = await catalog.lineage({ urn: start, direction: 'DOWNSTREAM', start: 0, count: among.length, existing: true, among });
    for (const { urn: text, path } of reached) ways.set(text, start === urn ? path : [urn.text, ...path]);
  }
  return ways;
}

interface ImpactRow {
  readonly urn: string;
  readonly type: string;
  readonly degree: number | undefined;
  readonly columns: AffectedColumns;
}

function isColumn(model: Model, text: string): boolean {
  return text.startsWith(columnPrefix(model));
}

const SURE = { none: 2, unknown: 1 } as const;

function surestFirst(a: ImpactRow, b: ImpactRow): number {
  const rank = ({ columns }: ImpactRow): number => (typeof columns === 'string' ? SURE[columns] : 0);
  const far = Number.MAX_SAFE_INTEGER;
  return rank(a) - rank(b) || (a.degree ?? far) - (b.degree ?? far) || (a.urn < b.urn ? -1 : 1);
}

/** The columns in which those of an asset land, by the asset that they are of. @param isAsked which columns of the asset */
function landingsByAsset(model: Model, landings: readonly Landing[], isAsked: (path: string) => boolean): Map<string, LandingColumn[]> {
  const found = new Map<string, Map<string, LandingColumn>>();
  for (const { urn, landed } of landings) {
    const from = columnPath(columnOf(model, urn)?.path ?? '');
    if (!isAsked(from)) continue;
    for (const [text, degree] of landed) {
      const at = columnAt(model, text);
      if (!at) continue;
      const list = found.get(at.table) ?? new Map<string, LandingColumn>();
      if (list.size === 0) found.set(at.table, list);
      const landing = { column: plainPath(at.path), from: plainPath(from), degree };
      const key = `${landing.column}\n${landing.from}`;
      // Over a sibling it may be nearer.
      if (degree < (list.get(key)?.degree ?? Number.MAX_SAFE_INTEGER)) list.set(key, landing);
    }
  }
  return new Map([...found].map(([table, list]) => [table, [...list.values()]]));
}
