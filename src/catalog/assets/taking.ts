/**
 * Reads what `mayTake` decides with: the column lineage that assets tell, only as far as something may be affected.
 */
import { columnOf, columnPath } from '../../model/column-urn.ts';
import { columnEntries } from '../../model/edges.ts';
import { textIn } from '../../model/pick.ts';
import type { EntityTypeSpec, Model } from '../../model/types.ts';
import { knownUrns } from '../../model/urn.ts';
import type { Catalog } from '../catalog.ts';
import type { EntityView } from '../read/read.ts';
import { type ColumnAt, mayTake, type TakingEntry, type WholeTable } from './may-take.ts';

type TakingCalls = Pick<Catalog, 'model' | 'read'>;
type Next = ReadonlyMap<string, readonly string[]>;

interface TakingRequest {
  /** Columns that are affected. */
  readonly from: readonly ColumnAt[];
  /** Each asset with what is one step downstream. */
  readonly next: Next;
  /** The columns in which those of the asset land, of the assets to which no other lineage leads. */
  readonly byColumns: ReadonlyMap<string, readonly ColumnAt[]>;
}

/** Assets that are read together. */
const AT_ONCE = 500;
/** How an entry says that it takes the columns that it names, and no others. */
const OF_COLUMNS = 'FIELD_SET';

/** The assets that may be affected, as far as the reader sees what they are made from. */
export async function affectedBy(core: TakingCalls, { from, next, byColumns }: TakingRequest): Promise<ReadonlySet<string>> {
  const told = new Map<string, readonly TakingEntry[]>();
  const entriesOf = (asset: string): readonly TakingEntry[] | undefined => told.get(asset);
  await readEntries(core, [...byColumns.keys()], told);
  const all = withColumnSteps(next, told, [...byColumns.keys()]);
  // Somebody else may have told of their columns.
  const untold = [...byColumns].filter(([asset, columns]) => !tellsAll(told.get(asset) ?? [], asset, columns)).map(([asset]) => asset);
  const affectedFrom = [...from, ...untold.map((table) => ({ table }))];
  for (;;) {
    const { affected, pending } = mayTake({ from: affectedFrom, next: all, entriesOf });
    if (pending.size === 0) return affected;
    await readEntries(core, [...pending], told);
  }
}

async function readEntries(core: TakingCalls, assets: readonly string[], told: Map<string, readonly TakingEntry[]>): Promise<void> {
  for (const asset of assets) told.set(asset, []);
  const tellers = knownUrns(core.model, assets).filter(({ type }) => tellingAspects(type).length > 0);
  for (let at = 0; at < tellers.length; at += AT_ONCE) {
    const page = tellers.slice(at, at + AT_ONCE);
    const views = await core.read(page, [...new Set(page.flatMap(({ type }) => tellingAspects(type)))]);
    for (const view of views) told.set(view.urn.text, entriesIn(core, view));
  }
}

/** The column of a URN, with its path as the schema has it. */
export function columnAt(model: Model, text: string): ColumnAt | undefined {
  const column = columnOf(model, text);
  return column && { table: column.table, path: columnPath(column.path) };
}

function tellingAspects({ aspects }: EntityTypeSpec): string[] {
  return [...aspects.values()].filter(({ columnLineage }) => columnLineage.length > 0).map(({ name }) => name);
}

function entriesIn({ model }: TakingCalls, { urn, aspects }: EntityView): TakingEntry[] {
  const place = (text: string): ColumnAt | WholeTable => columnAt(model, text) ?? { table: text };
  return aspects.flatMap(({ aspect, state }) =>
    [...columnEntries(model, aspect, urn.text, state.value.json)].map(({ upstreams, downstreams, entry }) => ({
      upstreams: upstreams.map(place),
      downstreams: downstreams.map(place),
      whole: (textIn(entry, 'upstreamType') ?? OF_COLUMNS) !== OF_COLUMNS,
    })),
  );
}

/** The steps, and those that only the column lineage of these assets tells. */
function withColumnSteps(next: Next, told: ReadonlyMap<string, readonly TakingEntry[]>, assets: readonly string[]): Next {
  const all = new Map([...next].map(([asset, to]) => [asset, [...to]]));
  for (const asset of assets) {
    const above = new Set((told.get(asset) ?? []).flatMap(({ upstreams }) => upstreams.map(({ table }) => table)));
    for (const table of above) all.set(table, [...(all.get(table) ?? []), asset]);
  }
  return all;
}

function tellsAll(entries: readonly TakingEntry[], asset: string, columns: readonly ColumnAt[]): boolean {
  const own = new Set(entries.flatMap(({ downstreams }) => downstreams.flatMap((down) => ('path' in down && down.table === asset ? down.path : []))));
  return columns.every(({ path }) => own.has(path));
}
