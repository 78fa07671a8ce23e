/**
 * Reads: entities (many callers share a statement), versions, points.
 */
import { outsideBudgets } from '../budget.ts';
import type { StoredAspect } from './changes.ts';
import type { LogPlace } from './commit-log.ts';
import { type Graph, readRows, readTuples, whole } from './driver.ts';
import { storedAspect, type WholeTuple } from './stored-aspect.ts';

export interface EntityRow {
  readonly exists: boolean;
  readonly removed: boolean;
  readonly latest: readonly StoredAspect[];
}

/** Reads entities by URN. A URN that nobody has written or referred to is missing in the answer. `aspects` selects aspects. */
export type EntityReader = (urns: readonly string[], aspects: readonly string[] | undefined) => Promise<Map<string, EntityRow>>;

/** Most URNs of a statement that several callers share. A larger request is split. */
const MOST_SHARED = 50;
const MOST_AT_ONCE = 100;
/** Most timeseries of one statement. */
const MOST_SERIES = 1_000;
/** How many shared statements run at once. */
const LANES = 2;
/**
 * While one is under way, the next waits until so many URNs are together, or so long (ms): a statement for 30 callers costs both sides
 * little more than one for five, and most are over sooner than that.
 */
const ENOUGH = 24;
const PATIENCE_MS = 10;

interface Caller {
  readonly urns: readonly string[];
  readonly settle: (rows: Map<string, EntityRow>) => void;
  readonly fail: (error: unknown) => void;
}

/** Callers that want the same aspects. */
interface CallerGroup {
  readonly aspects: readonly string[] | undefined;
  readonly callers: Caller[];
  /** When the first of them came, ms. */
  readonly since: number;
  urns: number;
}

/**
 * Makes a reader whose callers share statements: requests that arrive in the same turn of the event loop, or while statements run, go into
 * the next one together. That serves 64 callers three times as fast as one statement each.
 */
export function makeEntityReader(graph: Graph): EntityReader {
  /** Those that still take callers, by their aspects, the oldest first. */
  const open = new Map<string, CallerGroup>();
  const full: CallerGroup[] = [];
  let underWay = 0;
  let asked = false;
  let patient = false;

  function pump(): void {
    asked = false;
    while (underWay < LANES) {
      const group = full.shift() ?? nextOf(open, underWay > 0);
      if (!group) break;
      underWay++;
      void serve(graph, group).finally(() => {
        underWay--;
        pump();
      });
    }
    if (patient || open.size === 0 || underWay >= LANES) return;
    patient = true;
    setTimeout(() => {
      patient = false;
      pump();
    }, PATIENCE_MS);
  }

  return (urns, aspects) =>
    new Promise((settle, fail) => {
      const key = aspects === undefined ? '*' : aspects.join();
      let group = open.get(key);
      if (!group) {
        group = { aspects, callers: [], since: performance.now(), urns: 0 };
        open.set(key, group);
      }
      group.callers.push({ urns, settle, fail });
      group.urns += urns.length;
      if (group.urns >= MOST_SHARED) {
        open.delete(key);
        full.push(group);
      }
      if (asked || underWay >= LANES) return;
      asked = true;
      outsideBudgets(() => setImmediate(pump));
    });
}

/** Takes the oldest group that may begin. */
function nextOf(open: Map<string, CallerGroup>, busy: boolean): CallerGroup | undefined {
  const late = busy ? performance.now() - PATIENCE_MS : Number.POSITIVE_INFINITY;
  for (const [key, group] of open) {
    if (group.urns < ENOUGH && group.since > late) continue;
    open.delete(key);
    return group;
  }
  return undefined;
}

async function serve(graph: Graph, { callers, aspects }: CallerGroup): Promise<void> {
  try {
    const [only] = callers;
    const urns = callers.length === 1 && only ? only.urns : callers.flatMap((caller) => caller.urns);
    const rows = await readEntityRows(graph, [...new Set(urns)], aspects);
    for (const { settle } of callers) settle(rows);
  } catch (error) {
    for (const { fail } of callers) fail(error);
  }
}

type EntityTuple = [
  rows: [urn: string, exists: boolean, removed: boolean | null, latest: WholeTuple[]][],
  name: string,
  epoch: string,
  seq: number | null,
];

/** The newest commit when rows had been read. A cache: what is not in it is judged by the head of the log, which is read again. */
const places = new WeakMap<object, LogPlace>();

/** The newest commit when these rows, as the reader gave them, or what `noteAsOf` says came of them, had been read: at least as new as they are. */
export function asOfOf(found: object): LogPlace | undefined {
  return places.get(found);
}

/** Says that something came of these rows, and of nothing newer. */
export function noteAsOf<Made extends object>(made: Made, rows: object): Made {
  const place = places.get(rows);
  if (place) places.set(made, place);
  return made;
}

/** Says what was the newest commit when all of it had been read; null if it is not known. */
export function noteRead<Made extends object>(made: Made, place: LogPlace | (Omit<LogPlace, 'seq'> & { readonly seq: null })): Made {
  if (place.seq !== null) places.set(made, place);
  return made;
}

async function readEntityRows(graph: Graph, urns: readonly string[], aspects: readonly string[] | undefined): Promise<Map<string, EntityRow>> {
  const found = new Map<string, EntityRow>();
  for (let at = 0; at < urns.length; at += MOST_AT_ONCE) {
    const params = { urns: urns.slice(at, at + MOST_AT_ONCE), aspects: aspects ?? null };
    const [page] = await readTuples<EntityTuple>(graph, 'read/read-entities', params);
    if (!page) continue;
    const [rows, name, epoch, seq] = page;
    for (const [urn, exists, removed, latest] of rows) found.set(urn, { exists, removed: removed === true, latest: latest.map(storedAspect) });
    noteRead(found, { name, epoch, seq });
  }
  return found;
}

/** An older version of an aspect by its number; `undefined` if it does not exist or is the latest. */
export async function readVersion(graph: Graph, urn: string, aspect: string, version: number): Promise<StoredAspect | undefined> {
  const [row] = await readRows<{ version: WholeTuple }>(graph, 'read/read-version', { urn, aspect, version: whole(version) });
  return row && storedAspect(row.version);
}

/** An aspect, and the numbers of some of its versions. */
export interface VersionsRequest {
  readonly urn: string;
  readonly aspect: string;
  readonly seqs: readonly number[];
}

/** Versions of aspects, each aspect wanted once. Those that are deleted, or that retention has removed, are missing. */
export async function readStoredVersions(graph: Graph, wanted: readonly VersionsRequest[]): Promise<{ urn: string; version: StoredAspect }[]> {
  const found = await readRows<{ urn: string; version: WholeTuple }>(graph, 'read/read-versions', { rows: wanted.map(versionsRow) });
  return found.map(({ urn, version }) => ({ urn, version: storedAspect(version) }));
}

/** How many characters the values of these versions have. */
export function measureVersions(
  graph: Graph,
  wanted: readonly VersionsRequest[],
): Promise<{ urn: string; aspect: string; seq: number; characters: number }[]> {
  return readRows(graph, 'read/measure-versions', { rows: wanted.map(versionsRow) });
}

function versionsRow({ seqs, ...aspect }: VersionsRequest): Record<string, unknown> {
  return { ...aspect, seqs: seqs.map(whole) };
}

interface PointWindow {
  readonly series: string;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly order: 'ASCENDING' | 'DESCENDING';
  readonly skip: number;
  readonly limit: number;
}

export async function readPoints(graph: Graph, window: PointWindow): Promise<{ time: number; value: string; meta: string }[]> {
  return readRows(
    graph,
    'read/read-points',
    {
      series: window.series,
      from: whole(window.from ?? Number.MIN_SAFE_INTEGER),
      to: whole(window.to ?? Number.MAX_SAFE_INTEGER),
      skip: whole(window.skip),
      limit: whole(window.limit),
    },
    { order: window.order === 'ASCENDING' ? 'ASC' : 'DESC' },
  );
}

/** The newest points of a window of several series (`urn|aspect`), newest first: at most `limit` of each. */
export async function readPointsOf(
  graph: Graph,
  series: readonly string[],
  { from, to, skip = 0, limit }: Pick<PointWindow, 'from' | 'to' | 'limit'> & { readonly skip?: number },
): Promise<Map<string, StoredPoint[]>> {
  const rows = await readRows<{ series: string; points: [value: string, meta: string][] }>(graph, 'read/read-points-of', {
    series,
    from: whole(from ?? Number.MIN_SAFE_INTEGER),
    to: whole(to ?? Number.MAX_SAFE_INTEGER),
    skip: whole(skip),
    limit: whole(limit),
  });
  return new Map(rows.map(({ series: key, points }) => [key, points.map(([value, meta]) => ({ value, meta }))]));
}

interface StoredPoint {
  /** JSON text, both. */
  readonly value: string;
  readonly meta: string;
}

/** The newest point up to a time (epoch ms) of each series (`urn|aspect`) that has points. */
export async function readLatestPoints(graph: Graph, series: readonly string[], to = Number.MAX_SAFE_INTEGER): Promise<Map<string, StoredPoint>> {
  const found = new Map<string, StoredPoint>();
  for (let at = 0; at < series.length; at += MOST_SERIES) {
    const params = { series: series.slice(at, at + MOST_SERIES), to: whole(to) };
    for (const row of await readRows<{ series: string; value: string; meta: string }>(graph, 'read/read-latest-points', params))
      found.set(row.series, row);
  }
  return found;
}
