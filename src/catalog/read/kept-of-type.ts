/**
 * Caches what is computed from all entities of a type until the log names a change of one of them. A commit of any server counts for the next
 * request.
 */
import { awaitCommit, type LogPlace, lifeOf, readPlace } from '../../graph/commit-log.ts';
import type { Graph } from '../../graph/driver.ts';
import type { EntityReader } from '../../graph/read.ts';
import type { RecentCommits } from '../../graph/recent-commits.ts';
import type { Model } from '../../model/types.ts';
import { jsonOf } from '../access/json-of.ts';
import { urnsOf } from './inventory.ts';
import { shared } from './shared.ts';

const PAGE = 100;
/** If more have changed, all are read again. */
const MOST_CHANGED = 100;

export interface KeptParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly reader: EntityReader;
  readonly tail: Pick<RecentCommits, 'after' | 'hasEnded'>;
}

interface CachedResult<Result> {
  readonly found: ReadonlyMap<string, unknown>;
  readonly result: Result;
  readonly seq: number;
  /** Of the store in which it was read. */
  readonly life: string;
}

/**
 * @param make gets the URNs of all entities of the type, with the JSON of the aspect: of those that have not changed, the same object
 * @param keep is an entity with this JSON worth the memory?
 * @returns a function that gives the result as of the newest commit, or of a head of the log that was read already
 */
export function keptOfType<Result>(
  parts: KeptParts,
  type: string,
  aspect: string,
  make: (entities: readonly (readonly [urn: string, json: unknown])[]) => Result,
  keep: (json: unknown) => boolean = () => true,
): (at?: LogPlace) => Promise<Result> {
  let kept: CachedResult<Result> | undefined;
  // After a change many requests come at once: they wait together for the lock that each commit needs.
  const isWhole = shared(() => awaitCommit(parts.graph));
  return async (at) => {
    const head = at ?? (await readPlace(parts.graph));
    const known = kept;
    const changed = known?.life === lifeOf(head) ? await changedSince(parts, type, known.seq, head) : undefined;
    if (!known || !changed || changed.size > 0) {
      const whole = parts.tail.hasEnded(head) || (await isWhole());
      const found = known && changed ? await readAgain(parts, aspect, known.found, [...changed], keep) : await readAll(parts, type, aspect, keep);
      const result = make([...found]);
      kept = { found, result, seq: whole ? head.seq : Math.max(0, head.seq - 1), life: lifeOf(head) };
      return result;
    }
    if (head.seq > known.seq && kept === known) kept = { ...known, seq: head.seq };
    return known.result;
  };
}

/** Which have been written since; undefined if they are many, or the log no longer says it. */
async function changedSince({ model, tail }: KeptParts, type: string, seq: number, head: LogPlace): Promise<ReadonlySet<string> | undefined> {
  const prefix = `${model.names.urnPrefix}${type}:`;
  const changed = new Set<string>();
  for (let at = seq; at < head.seq; ) {
    const commits = await tail.after(at);
    const last = commits.at(-1);
    if (!last) return undefined;
    for (const { entries } of commits) for (const { urn } of entries) if (urn.startsWith(prefix)) changed.add(urn);
    if (changed.size > MOST_CHANGED) return undefined;
    at = last.seq;
  }
  return changed;
}

/** What is kept, with what these entities are now. */
async function readAgain(
  { reader }: KeptParts,
  aspect: string,
  found: ReadonlyMap<string, unknown>,
  changed: readonly string[],
  keep: (json: unknown) => boolean,
): Promise<ReadonlyMap<string, unknown>> {
  const [now, rows] = [new Map(found), await reader(changed, [aspect])];
  for (const urn of changed) {
    const row = rows.get(urn);
    if (row?.exists) now.set(urn, jsonOf(row, aspect));
    else now.delete(urn);
  }
  for (const [urn, json] of now) if (!keep(json)) now.delete(urn);
  return now;
}

async function readAll(
  { model, graph, reader }: KeptParts,
  name: string,
  aspect: string,
  keep: (json: unknown) => boolean,
): Promise<ReadonlyMap<string, unknown>> {
  const type = model.entityTypes.get(name);
  const found = new Map<string, unknown>();
  for (let start = 0; type; start += PAGE) {
    const urns = await urnsOf(model, graph, type, start, PAGE);
    const rows = await reader(urns, [aspect]);
    for (const urn of urns) {
      const json = jsonOf(rows.get(urn), aspect);
      if (keep(json)) found.set(urn, json);
    }
    if (urns.length < PAGE) break;
  }
  return found;
}
