/**
 * Which assets downstream may be affected by some columns of an asset (docs/semantics.md 8.6). An asset is free of them only if every way that leads
 * to it is: where column lineage says all that a step takes, and none of it has to do with what may be affected. Pure.
 */

/** A column by the URN of its table. */
export interface ColumnAt {
  readonly table: string;
  readonly path: string;
}

/** What an entry of column lineage says. */
export interface TakingEntry {
  readonly upstreams: readonly (ColumnAt | WholeTable)[];
  /** Empty: it takes them for something else, such as a filter. */
  readonly downstreams: readonly (ColumnAt | WholeTable)[];
  /** Is what it takes more than the columns that it names? */
  readonly whole: boolean;
}

/** All that a table has. */
export interface WholeTable {
  readonly table: string;
}

export interface TakingQuestion {
  /** What is affected: the columns in question, and those in which they land. */
  readonly from: readonly (ColumnAt | WholeTable)[];
  /** Each asset with what is one step downstream. */
  readonly next: ReadonlyMap<string, readonly string[]>;
  /** The column lineage that an asset tells, of itself or, as jobs do, of others; undefined if nobody has looked yet. */
  readonly entriesOf: (asset: string) => readonly TakingEntry[] | undefined;
}

export interface ColumnTaking {
  /** The assets that may be affected. */
  readonly affected: ReadonlySet<string>;
  /** What must be looked at before the answer is complete. */
  readonly pending: ReadonlySet<string>;
}

/** What of an asset may be affected. */
interface AffectedParts {
  /** Everything. */
  whole: boolean;
  /** It is a job that takes some of it, and its column lineage says what for. */
  passes: boolean;
  /** Columns, and all that lie above them, by `partsOf`. */
  readonly columns: Set<string>;
  readonly above: Set<string>;
}

export function mayTake({ from, next, entriesOf }: TakingQuestion): ColumnTaking {
  const found = new Map<string, AffectedParts>();
  const pending = new Set<string>();
  const queue = new Set<string>();

  const affectedOf = (asset: string): AffectedParts => {
    const known = found.get(asset) ?? { whole: false, passes: false, columns: new Set<string>(), above: new Set<string>() };
    found.set(asset, known);
    return known;
  };
  const taint = (target: ColumnAt | WholeTable): void => {
    const affected = affectedOf(target.table);
    const before = sizeOf(affected);
    if ('path' in target) addColumn(affected, target.path);
    else affected.whole = true;
    if (sizeOf(affected) !== before) queue.add(target.table);
  };
  const pass = (job: string): void => {
    const affected = affectedOf(job);
    if (!affected.passes) queue.add(job);
    affected.passes = true;
  };
  /** Follows what `holder` tells of its lineage from an asset. Answers false if it tells nothing of what it takes from there. */
  const follow = (holder: string, entries: readonly TakingEntry[], asset: string, affected: AffectedParts): boolean => {
    const about = entries.filter(({ upstreams }) => upstreams.some(({ table }) => table === asset));
    for (const { upstreams, downstreams, whole } of about) {
      const takes = upstreams.some((up) => up.table === asset && (whole || !('path' in up) || concerns(affected, up.path)));
      if (!takes) continue;
      if (downstreams.length === 0) taint({ table: holder });
      for (const down of downstreams) {
        taint(down);
        if (down.table !== holder) pass(holder);
      }
    }
    const tells = ({ upstreams, downstreams, whole }: TakingEntry): boolean =>
      !whole && downstreams.length > 0 && upstreams.some((up) => up.table === asset && 'path' in up);
    return about.some(tells);
  };
  const step = (asset: string, affected: AffectedParts, to: string): void => {
    const [own, its] = [entriesOf(asset), entriesOf(to)];
    if (own === undefined || its === undefined) {
      if (own === undefined) pending.add(asset);
      if (its === undefined) pending.add(to);
      return;
    }
    if (follow(to, its, asset, affected)) return;
    // A job tells what of an output it makes from which columns: they were followed when they led into the job.
    const onlyPasses = affected.passes && !affected.whole && affected.columns.size === 0;
    if (onlyPasses && own.some(({ downstreams }) => downstreams.some((down) => down.table === to && 'path' in down))) return;
    taint({ table: to });
  };

  for (const column of from) taint(column);
  for (const asset of queue) {
    queue.delete(asset);
    const affected = affectedOf(asset);
    for (const to of next.get(asset) ?? []) step(asset, affected, to);
  }
  return { affected: new Set(found.keys()), pending };
}

/** What grows with each thing that may be affected. */
function sizeOf({ whole, columns }: AffectedParts): number {
  return whole ? Number.MAX_SAFE_INTEGER : columns.size;
}

const JOINT = '\u0000';

/** The names on the way to a column, in any case, without marks of types: `[version=2.0].[type=struct].Address.[type=string].City` → address, city. */
function partsOf(path: string): string[] {
  const parts = path
    .replaceAll(/\[[^\]]*\]/g, '.')
    .split('.')
    .filter((part) => part !== '');
  return (parts.length > 0 ? parts : [path]).map((part) => part.normalize('NFC').toLowerCase());
}

/** All beginnings of a path, the whole one last. */
function beginnings(path: string): string[] {
  const parts = partsOf(path);
  return parts.map((_, at) => parts.slice(0, at + 1).join(JOINT));
}

function addColumn({ columns, above }: AffectedParts, path: string): void {
  const all = beginnings(path);
  const own = all.at(-1);
  if (own !== undefined) columns.add(own);
  for (const each of all.slice(0, -1)) above.add(each);
}

/** Is a column affected, or something in it, or what it is in? */
function concerns({ whole, columns, above }: AffectedParts, path: string): boolean {
  const all = beginnings(path);
  return whole || all.some((each) => columns.has(each)) || above.has(all.at(-1) ?? '');
}

/** Do two paths name the same column, or one the other and something in it? */
export function areRelated(one: string, other: string): boolean {
  const affected: AffectedParts = { whole: false, passes: false, columns: new Set(), above: new Set() };
  addColumn(affected, one);
  return concerns(affected, other);
}
