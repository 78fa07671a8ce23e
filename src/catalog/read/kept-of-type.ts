/**
 * What is made of all entities of a type, kept until one of them changes: the log says so, and a commit of any server counts for the next
 * request.
 */
import { type LogHead, lifeOf, readHead } from '../../graph/commit-log.ts';
import type { Graph } from '../../graph/driver.ts';
import type { EntityReader } from '../../graph/read.ts';
import type { RecentCommits } from '../../graph/recent-commits.ts';
import type { Model } from '../../model/types.ts';
import { jsonOf } from '../access/json-of.ts';
import { urnsOf } from './inventory.ts';

const PAGE = 100;

export interface KeptParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly reader: EntityReader;
  readonly tail: Pick<RecentCommits, 'after'>;
}

interface Kept<Result> {
  readonly result: Result;
  readonly seq: number;
  /** Of the store in which it was read. */
  readonly life: string;
}

/**
 * @param make gets the URNs of all entities of the type, with the JSON of the aspect
 * @param headNow reads the newest commit
 * @returns a function that gives the result as of the newest commit
 */
export function keptOfType<Result>(
  parts: KeptParts,
  type: string,
  aspect: string,
  make: (entities: readonly (readonly [urn: string, json: unknown])[]) => Result,
  headNow = (): Promise<LogHead> => readHead(parts.graph),
): () => Promise<Result> {
  let kept: Kept<Result> | undefined;
  return async () => {
    const head = await headNow();
    const known = kept;
    if (!known || known.life !== lifeOf(head) || (await changedSince(parts, type, known.seq, head))) {
      const result = make(await readAll(parts, type, aspect));
      kept = { result, seq: head.seq, life: lifeOf(head) };
      return result;
    }
    if (head.seq > known.seq && kept === known) kept = { ...known, seq: head.seq };
    return known.result;
  };
}

/** Has one been written since? What the log no longer has may have been one. */
async function changedSince({ model, tail }: KeptParts, type: string, seq: number, head: LogHead): Promise<boolean> {
  const prefix = `${model.names.urnPrefix}${type}:`;
  for (let at = seq; at < head.seq; ) {
    const commits = await tail.after(at);
    const last = commits.at(-1);
    if (!last || commits.some(({ entries }) => entries.some(({ urn }) => urn.startsWith(prefix)))) return true;
    at = last.seq;
  }
  return false;
}

async function readAll({ model, graph, reader }: KeptParts, name: string, aspect: string): Promise<(readonly [string, unknown])[]> {
  const type = model.entityTypes.get(name);
  const found: (readonly [string, unknown])[] = [];
  for (let start = 0; type; start += PAGE) {
    const urns = await urnsOf(model, graph, type, start, PAGE);
    const rows = await reader(urns, [aspect]);
    for (const urn of urns) found.push([urn, jsonOf(rows.get(urn), aspect)]);
    if (urns.length < PAGE) break;
  }
  return found;
}
