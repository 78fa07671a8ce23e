/**
 * What depends on an asset, or on one of its columns, down to the columns that it lands in.
 */
import type { Landing } from '../../graph/ways.ts';
import { columnOf, columnPath, columnPrefix, columnsPrefix, columnUrn } from '../../model/column-urn.ts';
import { OWNERSHIP } from '../../model/known-names.ts';
import { recordsIn, textIn } from '../../model/pick.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, parseUrn, type Urn } from '../../model/urn.ts';
import type { Catalog } from '../catalog.ts';
import type { EntityView } from '../read/read.ts';
import { valueIn } from '../state.ts';
import { plainPath } from './columns.ts';
import { isRemoved, type Named, named, readNamed } from './names.ts';

interface LandingColumn {
  readonly column: string;
  /** The column of the asset that it comes from. */
  readonly from: string;
  /** Hops along column lineage. */
  readonly degree: number;
}

export interface Affected extends Named {
  /** Hops of the shortest way. Absent if only columns lead to it. */
  readonly degree: number | undefined;
  /** URNs of one shortest way, with both ends. Empty if only columns lead to it. */
  readonly path: readonly string[];
  /** URNs of its owners. */
  readonly owners: readonly string[];
  /**
   * The columns that are affected. `none`: the catalog knows the columns that it takes, and the one in question is not among them. `unknown`:
   * the catalog has no column lineage for it.
   */
  readonly columns: readonly LandingColumn[] | 'none' | 'unknown';
}

interface Impact {
  /** How many assets lie downstream. */
  readonly total: number;
  /** How many more are soft-deleted, and left out. */
  readonly hidden: number;
  readonly byType: Readonly<Record<string, number>>;
  /** The nearest first; those that surely take the column before all others. */
  readonly affected: readonly Affected[];
  /** How many landings are known: pairs of a column and one that is made from it. */
  readonly columns: number;
  /** Did a limit leave out assets or columns? */
  readonly cut: boolean;
  /** What refers to the column itself: foreign keys, assertions, queries. URNs of what refers to it. */
  readonly references: readonly { readonly type: string; readonly urn: string }[];
}

interface ImpactRequest {
  readonly urn: Urn;
  /** The paths of the columns in question. If empty: all. */
  readonly columns: readonly string[];
}

/** More than anybody reads; the counts say how many there are. */
const MOST_AFFECTED = 1_000;
const MOST_COLUMNS = 3_000;
const MOST_LANDINGS = 1_000;
/** Relationships whose source uses a column. */
const USES_COLUMN = ['ForeignKeyTo', 'Asserts', 'HasQuerySubject'];
const MOST_REFERENCES = 50;

export async function impact(
  catalog: Pick<Catalog, 'model' | 'read' | 'lineage' | 'related' | 'landings'>,
  { urn, columns }: ImpactRequest,
): Promise<Impact> {
  const { model } = catalog;
  const [page, landings, references] = await Promise.all([
    catalog.lineage({ urn, direction: 'DOWNSTREAM', start: 0, count: MOST_AFFECTED, existing: true }),
    catalog.landings(columnsPrefix(model, urn.text), MOST_COLUMNS, MOST_LANDINGS),
    Promise.all(columns.map((column) => columnReferences(catalog, urn, column))),
  ]);
  const assets = page.reached.filter(({ urn: text }) => !isColumn(model, text));
  const ways = new Map(assets.map((each) => [each.urn, each]));
  const landed = landingsByAsset(model, landings, columns);
  const reachedBy = new Set(landingsByAsset(model, landings, []).keys());
  const beside = [...landed.keys()].filter((text) => !ways.has(text) && text !== urn.text);
  const views = await readNamed(catalog, [...ways.keys(), ...beside], [OWNERSHIP]);
  // Lineage leaves out what is soft-deleted; column lineage knows only columns.
  const removed = beside.filter((text) => isSoftDeleted(views.get(text)));
  // Those that lineage reaches, too, it has counted.
  const counted =
    removed.length > 0 &&
    (await catalog.lineage({ urn, direction: 'DOWNSTREAM', start: 0, count: 0, existing: true, includeRemoved: true, among: removed })).total;
  for (const text of [...removed, ...beside.filter((each) => views.get(each)?.exists !== true)]) {
    landed.delete(text);
    views.delete(text);
  }
  const affected = [...views.values()].map(
    (view): Affected => ({
      ...named(view),
      degree: ways.get(view.urn.text)?.degree,
      path: ways.get(view.urn.text)?.path ?? [],
      owners: recordsIn(valueIn(view, OWNERSHIP), 'owners').flatMap((each) => textIn(each, 'owner') ?? []),
      columns: landed.get(view.urn.text) ?? (reachedBy.has(view.urn.text) ? 'none' : 'unknown'),
    }),
  );
  const byType: Record<string, number> = {};
  for (const { type } of affected) byType[type] = (byType[type] ?? 0) + 1;
  return {
    total: page.total + affected.length - ways.size,
    hidden: page.filtered + removed.length - Number(counted),
    byType,
    affected: affected.sort(surestFirst),
    columns: [...landed.values()].flat().length,
    cut: page.total > MOST_AFFECTED || landings.length === MOST_COLUMNS || landings.some(({ total, landed: of }) => total > of.length),
    references: references.flat(),
  };
}

function isSoftDeleted(view: EntityView | undefined): boolean {
  return view !== undefined && isRemoved(view);
}

function isColumn(model: Model, text: string): boolean {
  return text.startsWith(columnPrefix(model));
}

const SURE = { none: 2, unknown: 1 } as const;

function surestFirst(a: Affected, b: Affected): number {
  const rank = ({ columns }: Affected): number => (typeof columns === 'string' ? SURE[columns] : 0);
  const far = Number.MAX_SAFE_INTEGER;
  return rank(a) - rank(b) || (a.degree ?? far) - (b.degree ?? far) || (a.urn < b.urn ? -1 : 1);
}

/** The columns in which those of an asset land, by the asset that they are of. `columns`: only those of these, or of all if there are none. */
function landingsByAsset(model: Model, landings: readonly Landing[], columns: readonly string[]): Map<string, LandingColumn[]> {
  const found = new Map<string, LandingColumn[]>();
  const wanted = new Set(columns.map(plainPath));
  for (const { urn, landed } of landings) {
    const from = plainPath(columnPath(columnOf(model, urn)?.path ?? ''));
    if (wanted.size > 0 && !wanted.has(from)) continue;
    for (const [text, degree] of landed) {
      const target = parseUrn(model, text);
      const [asset, path] = isProblem(target) ? [] : target.parts;
      if (asset === undefined || path === undefined) continue;
      const list = found.get(asset) ?? [];
      if (list.length === 0) found.set(asset, list);
      list.push({ column: plainPath(columnPath(path)), from, degree });
    }
  }
  return found;
}

async function columnReferences(catalog: Pick<Catalog, 'model' | 'read' | 'related'>, urn: Urn, column: string) {
  const of = parseUrn(catalog.model, columnUrn(catalog.model, urn.text, column));
  if (isProblem(of)) return [];
  const { related } = await catalog.related(of, 'INCOMING', USES_COLUMN, 0, MOST_REFERENCES);
  const views = await readNamed(
    catalog,
    related.map((each) => each.urn),
  );
  return related.filter((each) => !isSoftDeleted(views.get(each.urn)));
}
