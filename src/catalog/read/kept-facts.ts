/**
 * Caches what decisions need again and again (who somebody is, who owns what, which domain is within which) until the log names a change: a
 * commit of any server counts for the next request. One small statement replaces those that would read all of it.
 */
import { type LogPlace, lifeOf, readPlace } from '../../graph/commit-log.ts';
import type { Graph } from '../../graph/driver.ts';
import { readHierarchy, readParents } from '../../graph/hierarchy.ts';
import type { EntityReader, EntityRow } from '../../graph/read.ts';
import type { RecentCommits } from '../../graph/recent-commits.ts';
import { hierarchiesByField, inCircles } from '../../model/hierarchies.ts';
import type { Model } from '../../model/types.ts';
import { shared } from './shared.ts';

/** If so many commits are new, all is read again. */
const MOST_COMMITS = 1_000;
/** About so many bytes of rows are kept; the oldest go first. */
const MOST_BYTES = 32_000_000;
const [ROW_BYTES, ASPECT_BYTES] = [300, 300];
const MOST_HIERARCHIES = 2_000;
const PART_OF = 'IsPartOf';

/** What is known as of a commit, or newer. */
export interface Look {
  readonly head: LogPlace;
  /** Reads rows as any reader does. It is for aspects that are small. */
  readonly rows: EntityReader;
  /** As `readHierarchy`. */
  hierarchy: Hierarchy;
}

export type Hierarchy = (urns: readonly string[], direction: 'above' | 'below') => Promise<readonly string[]>;

export interface Facts {
  /**
   * Gives the facts as of the newest commit, or as of a head of the log that was read already. Call it after the values that are judged were read:
   * then the facts are at least as new as these.
   */
  look(head?: LogPlace): Promise<Look>;
  /** For the search fields that say where entities stand in a hierarchy: which entities are below themselves. Read anew each time. */
  readonly circles: ReadonlyMap<string, () => Promise<readonly string[]>>;
  /** What was known at the last look. Whatever is decided by it must be decided again by a new look. */
  known(): Look | undefined;
}

export interface FactsParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly reader: EntityReader;
  readonly tail: Pick<RecentCommits, 'after' | 'hasEnded'>;
}

/**
 * What changes while something is read: it is not kept, since it may be what was before. The same is true of what the newest commit has changed:
 * its place in the log may be visible a moment before all that it wrote. All of it is visible when the next commit is.
 */
interface ReadAttempt {
  readonly changed: Set<string>;
  forgotten: boolean;
}

export function makeFacts({ model, graph, reader, tail }: FactsParts): Facts {
  const rows = makeRows(reader);
  const hierarchies = makeHierarchies(model, (urns, direction) => readHierarchy(graph, urns, direction));
  let [seq, life] = [0, ''];
  const forget = (): void => {
    rows.forget();
    hierarchies.forget();
  };
  const reach = async (head: LogPlace): Promise<void> => {
    if (lifeOf(head) !== life || head.seq - seq > MOST_COMMITS) {
      forget();
      // What the newest commit has changed must be known.
      [seq, life] = [Math.max(0, head.seq - 1), lifeOf(head)];
    }
    while (seq < head.seq) {
      const commits = (await tail.after(seq)).filter((commit) => commit.seq <= head.seq);
      // The log does not say any more what has changed.
      if (commits.length === 0) forget();
      for (const [at, { seq: number, entries }] of commits.entries()) {
        const changed = new Set(entries.map(({ urn }) => urn));
        const mayGoOn = at === commits.length - 1 && !tail.hasEnded({ ...head, seq: number });
        rows.drop(changed, mayGoOn);
        hierarchies.drop(changed, mayGoOn);
      }
      seq = commits.at(-1)?.seq ?? head.seq;
    }
  };
  let last: Look | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  /** One after the other. */
  const reached = async (head: LogPlace): Promise<Look> => {
    const mine = turn.then(() => reach(head));
    turn = mine.catch(() => undefined);
    await mine;
    const look = { head, rows: rows.read, hierarchy: hierarchies.read };
    if (head.seq >= seq) last = look;
    return look;
  };
  const newest = shared(() => readPlace(graph));
  const circles = [...hierarchiesByField(model)].map(([field, hierarchy]) => [field, circlesOf(graph, hierarchy)] as const);
  return { look: async (head) => reached(head ?? (await newest())), circles: new Map(circles), known: () => last };
}

/** What is in a circle of a hierarchy. To look goes through all of it. No write makes a circle, so a store that has none is looked at once. */
function circlesOf(graph: Graph, hierarchy: Parameters<typeof readParents>[1]): () => Promise<readonly string[]> {
  /** The epoch of a store without any. */
  let free = '';
  return async () => {
    const { epoch } = graph.seen;
    if (epoch !== '' && free === epoch) return [];
    const found = inCircles(await readParents(graph, hierarchy));
    if (found.length === 0) free = epoch;
    return found;
  };
}

function makeRows(reader: EntityReader) {
  const kept = new Map<string, Map<string, EntityRow | undefined>>();
  const readings = new Set<ReadAttempt>();
  let newest: ReadonlySet<string> = new Set();
  let bytes = 0;
  const dropOne = (urn: string): void => {
    for (const row of kept.get(urn)?.values() ?? []) bytes -= bytesOf(row);
    kept.delete(urn);
  };
  const keep = (urn: string, name: string, row: EntityRow | undefined): void => {
    const own = kept.get(urn) ?? new Map<string, EntityRow | undefined>();
    if (own.has(name)) return;
    kept.set(urn, own.set(name, row));
    bytes += bytesOf(row);
    for (const oldest of kept.keys()) {
      if (bytes <= MOST_BYTES) break;
      dropOne(oldest);
    }
  };
  const read: EntityReader = async (urns, aspects) => {
    const name = aspects?.join() ?? '*';
    const found = new Map<string, EntityRow>();
    const missing: string[] = [];
    for (const urn of urns) {
      const own = kept.get(urn);
      const row = own?.get(name);
      if (row) found.set(urn, row);
      else if (!own?.has(name)) missing.push(urn);
    }
    if (missing.length === 0) return found;
    const inNewest = newest;
    const more = await watched(
      readings,
      () => reader(missing, aspects),
      (rows, { changed, forgotten }) => {
        if (!forgotten) for (const urn of missing) if (!changed.has(urn) && !inNewest.has(urn)) keep(urn, name, rows.get(urn));
      },
    );
    for (const urn of missing) {
      const row = more.get(urn);
      if (row) found.set(urn, row);
    }
    return found;
  };
  return {
    read,
    drop(changed: ReadonlySet<string>, mayGoOn: boolean): void {
      newest = mayGoOn ? changed : new Set();
      for (const urn of changed) dropOne(urn);
      for (const reading of readings) for (const urn of changed) reading.changed.add(urn);
    },
    forget(): void {
      kept.clear();
      newest = new Set();
      bytes = 0;
      for (const reading of readings) reading.forgotten = true;
    },
  };
}

/** Reads, and hands over what has changed meanwhile. */
async function watched<Result>(
  readings: Set<ReadAttempt>,
  read: () => Promise<Result>,
  keep: (result: Result, reading: ReadAttempt) => void,
): Promise<Result> {
  const reading: ReadAttempt = { changed: new Set(), forgotten: false };
  readings.add(reading);
  try {
    const result = await read();
    keep(result, reading);
    return result;
  } finally {
    readings.delete(reading);
  }
}

function bytesOf(row: EntityRow | undefined): number {
  return (row?.latest ?? []).reduce((sum, { value }) => sum + ASPECT_BYTES + value.length, ROW_BYTES);
}

/** What a hierarchy has comes of the entities of the types that have parts. */
function makeHierarchies(model: Model, reader: Hierarchy) {
  const kept = new Map<string, readonly string[]>();
  const readings = new Set<ReadAttempt>();
  const targets = [...model.aspects.values()].flatMap(({ relationships }) => relationships.filter(({ name }) => name === PART_OF));
  const wholes = targets.flatMap(({ to = [] }) => to).map((type) => `${model.names.urnPrefix}${type}:`);
  const anything = targets.some(({ to }) => to === undefined);
  let isNewest = false;
  const forget = (): void => {
    kept.clear();
    for (const reading of readings) reading.forgotten = true;
  };
  const read: Hierarchy = async (urns, direction) => {
    const name = [direction, ...urns].join('\n');
    const known = kept.get(name);
    if (known) return known;
    const inNewest = isNewest;
    return watched(
      readings,
      () => reader(urns, direction),
      (found, { forgotten }) => {
        if (forgotten || inNewest) return;
        if (kept.size >= MOST_HIERARCHIES) kept.clear();
        kept.set(name, found);
      },
    );
  };
  return {
    read,
    forget,
    drop(changed: ReadonlySet<string>, mayGoOn: boolean): void {
      const isAbout = [...changed].some((urn) => anything || wholes.some((whole) => urn.startsWith(whole)));
      isNewest = mayGoOn && isAbout;
      if (isAbout) forget();
    },
  };
}
