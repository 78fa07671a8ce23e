/**
 * What a catalog is to answer, by a plain replay of what was asked of it: a small model to hold the server against. One writer each: it
 * knows only what that writer has done to entities that nobody else writes to.
 */
import { isDeepStrictEqual } from 'node:util';

export const NO_RUN = 'no-run-id-provided';
/** What a dataset gets with its first write. */
export const KEY = 'datasetKey';
const DEFAULTS = ['dataPlatformInstance', 'browsePathsV2', 'browsePaths'];
export const LINEAGE = 'upstreamLineage';
export const SERIES = 'datasetProfile';

export type Change = 'UPSERT' | 'UPDATE' | 'CREATE' | 'CREATE_ENTITY' | 'PATCH' | 'RESTATE' | 'DELETE';

/** One proposal, as the model sees it. Entities are numbers. */
export interface Ask {
  readonly change: Change;
  readonly on: number;
  readonly aspect: string;
  /** What is written. Absent: DELETE. */
  readonly value?: unknown;
  readonly run: string | undefined;
  readonly ifVersion: number | undefined;
  /** `If-None-Match: *`: dropped instead of refused. */
  readonly ifNone: boolean;
}

export interface Version {
  readonly value: unknown;
  /** The run that wrote the content. */
  readonly by: string | undefined;
  readonly runId: string;
  readonly lastRunId: string;
  /** Brought by the first write, not asked for. */
  readonly added: boolean;
}

export interface Known {
  /** Oldest first. */
  readonly aspects: ReadonlyMap<string, readonly Version[]>;
  /** By time. */
  readonly points: ReadonlyMap<number, { readonly value: unknown; readonly run: string | undefined }>;
}

/**
 * Everything that one writer knows. `lost`: lineage edges `<from>><to>` that went with a far end, while the aspect stayed; `runs`: those
 * that have ever written.
 */
export interface World {
  readonly entities: readonly Known[];
  readonly lost: ReadonlySet<string>;
  readonly runs: ReadonlySet<string>;
}

const NOBODY: Known = { aspects: new Map(), points: new Map() };

export function nothing(size: number): World {
  return { entities: Array.from({ length: size }, () => NOBODY), lost: new Set(), runs: new Set() };
}

export function exists(world: World, on: number): boolean {
  return world.entities[on]?.aspects.has(KEY) ?? false;
}

export function latest(world: World, on: number, aspect: string): Version | undefined {
  return world.entities[on]?.aspects.get(aspect)?.at(-1);
}

/**
 * The world after a proposal; `undefined`: it is refused.
 *
 * @param newborn entities that began to exist in the same request: to all of it they are new (docs/semantics.md 3.3)
 */
export function asked(world: World, ask: Ask, newborn: ReadonlySet<number> = new Set()): World | undefined {
  const { on, aspect, change, ifVersion, ifNone } = ask;
  const history = world.entities[on]?.aspects.get(aspect) ?? [];
  const taken = (change === 'CREATE' && history.length > 0) || (change === 'CREATE_ENTITY' && exists(world, on) && !newborn.has(on));
  if (taken) return ifNone ? world : undefined;
  if (ifVersion !== undefined && ifVersion !== (history.length || -1)) return undefined;
  // If-None-Match never writes over what is there, in an entity that is new to the request neither.
  if (ifNone && history.length > 0) return world;
  if (change === 'DELETE') return aspect === KEY ? forgotten(world, on) : ended(world, on, aspect);
  const { value } = ask;
  // The same content once more: only what was lost of its edges comes back.
  if (change === 'RESTATE' && isDeepStrictEqual(history.at(-1)?.value, value)) return found(world, on, aspect);
  const begun = born({ ...world, runs: ask.run === undefined ? world.runs : new Set([...world.runs, ask.run]) }, ask);
  return aspect === SERIES ? pointed(begun, ask, value) : found(put(begun, ask, aspect, value, false), on, aspect);
}

/** A name that comes back gets the edges of those who still say so (docs/semantics.md 8.2). */
function born(world: World, ask: Ask): World {
  if (exists(world, ask.on)) return world;
  const lost = new Set([...world.lost].filter((edge) => !edge.endsWith(`>${ask.on}`)));
  return [KEY, ...DEFAULTS].reduce<World>((next, name) => put(next, ask, name, name, name !== KEY), { ...world, lost });
}

function put(world: World, { on, run }: Ask, aspect: string, value: unknown, added: boolean): World {
  const history = world.entities[on]?.aspects.get(aspect) ?? [];
  const before = history.at(-1);
  const meta = { runId: run ?? NO_RUN, lastRunId: before?.runId ?? NO_RUN };
  const same = before && isDeepStrictEqual(before.value, value);
  return changed(world, on, aspect, same ? [...history.slice(0, -1), { ...before, ...meta }] : [...history, { value, by: run, ...meta, added }]);
}

function pointed(world: World, { on, run }: Ask, value: unknown): World {
  const entity = world.entities[on] ?? NOBODY;
  const points = new Map(entity.points).set(Number((value as { timestampMillis: number }).timestampMillis), { value, run });
  return { ...world, entities: world.entities.with(on, { ...entity, points }) };
}

/** An aspect that is deleted goes with all its versions. */
function ended(world: World, on: number, aspect: string): World {
  const entity = world.entities[on] ?? NOBODY;
  if (aspect === SERIES) return { ...world, entities: world.entities.with(on, { ...entity, points: new Map() }) };
  return found(changed(world, on, aspect, []), on, aspect);
}

function changed(world: World, on: number, aspect: string, history: readonly Version[]): World {
  const entity = world.entities[on] ?? NOBODY;
  const aspects = new Map(entity.aspects);
  if (history.length === 0) aspects.delete(aspect);
  else aspects.set(aspect, history);
  return { ...world, entities: world.entities.with(on, { ...entity, aspects }) };
}

/** An aspect that is written again, or gone, has no lost edges (docs/semantics.md 8.2). */
function found(world: World, on: number, aspect: string): World {
  return aspect === LINEAGE ? { ...world, lost: new Set([...world.lost].filter((edge) => !edge.startsWith(`${on}>`))) } : world;
}

/** A hard delete takes all aspects and points, and edges in both directions. */
function forgotten(world: World, on: number): World {
  if (!exists(world, on)) return world;
  const left = { ...world, entities: world.entities.with(on, NOBODY) };
  const taken = left.entities.flatMap((_, from) => (saidUpstreams(left, from).includes(on) ? [`${from}>${on}`] : []));
  return { ...left, lost: new Set([...[...world.lost].filter((edge) => !edge.startsWith(`${on}>`)), ...taken]) };
}

/** Undoes a run (docs/semantics.md 12.4): keys first, as whole entities; then aspects, to the newest version that is not the run's; then points. */
export function rolledBack(world: World, run: string, safe: boolean): World {
  let next = world;
  const foreign = (on: number): boolean => [...(next.entities[on]?.aspects.values() ?? [])].some((history) => history.at(-1)?.by !== run);
  for (const on of world.entities.keys()) if (latest(next, on, KEY)?.by === run && !(safe && foreign(on))) next = forgotten(next, on);
  for (const [on, { aspects }] of world.entities.entries()) {
    for (const aspect of aspects.keys()) {
      const history = next.entities[on]?.aspects.get(aspect) ?? [];
      const newest = history.at(-1);
      if (aspect === KEY || newest?.by !== run) continue;
      const kept = history.findLastIndex(({ by }) => by !== run) + 1;
      if (kept === 0 && safe && newest.added && foreign(on)) continue;
      next = found(changed(next, on, aspect, history.slice(0, kept)), on, aspect);
    }
  }
  const entities = next.entities.map((entity) => ({ ...entity, points: new Map([...entity.points].filter(([, point]) => point.run !== run)) }));
  return { ...next, entities };
}

/** `<entity> <aspect>` of what a run has written that is still the latest, sorted. */
export function rowsOf(world: World, run: string): string[] {
  const rows = world.entities.flatMap(({ aspects }, on) =>
    [...aspects].flatMap(([name, history]) => (history.at(-1)?.by === run ? [`${on} ${name}`] : [])),
  );
  return rows.sort();
}

/** Is an entity soft-deleted? */
export function isRemoved(world: World, on: number): boolean {
  return (latest(world, on, 'status')?.value as { removed?: boolean } | undefined)?.removed === true;
}

/** Numbers of the owners that the ownership of one names. */
export function ownersOf(world: World, on: number): readonly number[] {
  return (latest(world, on, 'ownership')?.value as { owners: readonly number[] } | undefined)?.owners ?? [];
}

export function textOf(world: World, on: number): number | undefined {
  return (latest(world, on, 'datasetProperties')?.value as { text: number } | undefined)?.text;
}

/** Numbers of the entities that the lineage aspect of one names. */
function saidUpstreams(world: World, on: number): readonly number[] {
  return (latest(world, on, LINEAGE)?.value as { from: readonly number[] } | undefined)?.from ?? [];
}

/** Upstream of an entity by its edges. */
export function upstreamOf(world: World, on: number): number[] {
  return saidUpstreams(world, on).filter((to) => !world.lost.has(`${on}>${to}`));
}
