/**
 * Reads the change stream: every change of the catalog, in the order of the log. The order is the same on every server. A consumer that stores
 * its cursor misses nothing, because it gets again what it has not stored.
 */
import { logCut } from '../../errors.ts';
import { type LoggedCommit, nextCommit, readHead } from '../../graph/commit-log.ts';
import type { Graph } from '../../graph/driver.ts';
import type { LogTail } from '../../graph/log-tail.ts';
import { type EntityReader, readStoredVersions } from '../../graph/read.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, parseUrn } from '../../model/urn.ts';
import { visible } from '../read/read.ts';
import type { Change, ChangeCursor, ChangeFilter, ChangesPage, ChangesRequest } from './types.ts';

/** The most changes to look through for one page, because a filter may match none of them. */
const MOST_SEEN = 50_000;

export interface ChangesParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly tail: LogTail;
  readonly reader: EntityReader;
}

/**
 * Answers the next changes after a place. If there are none, it waits for the first one as long as the request allows.
 *
 * @throws Refusal gone if the log does not reach back to the place, or ends before it
 */
export async function readChanges(parts: ChangesParts, request: ChangesRequest): Promise<ChangesPage> {
  const { graph, tail } = parts;
  const { limit, filter, wait } = request;
  const found: Change[] = [];
  let next = request.after;
  for (let seen = 0; ; ) {
    const commits = await tail.after(next.count === undefined ? next.seq : next.seq - 1);
    if (commits.length === 0) await refuseCut(graph, next);
    for (const commit of commits) {
      seen += commit.entries.length;
      next = take(commit, next, filter, limit, found);
      if (found.length === limit) break;
    }
    if (found.length === limit || seen >= MOST_SEEN) break;
    if (commits.length === 0 && (found.length > 0 || !(await tail.grows(next.seq, wait)))) break;
  }
  const { seq: newest } = await readHead(graph);
  return { changes: request.values ? await withValues(parts, found) : found, next, newest };
}

/** Adds those changes of a commit that match the filter, and answers the place after them. */
function take(commit: LoggedCommit, after: ChangeCursor, filter: ChangeFilter, limit: number, found: Change[]): ChangeCursor {
  const { seq, at, entries } = commit;
  const from = after.seq === seq ? (after.count ?? entries.length) : 0;
  for (const [index, entry] of entries.entries()) {
    if (index < from || entry.type === 'index' || !fits(filter, entry)) continue;
    found.push({ ...entry, seq, at, count: index + 1 });
    if (found.length === limit) return { seq, count: index + 1 };
  }
  return { seq };
}

function fits({ types, aspects, urns }: ChangeFilter, { urn, aspect }: { readonly urn: string; readonly aspect: string }): boolean {
  return (!urns || urns.has(urn)) && (!aspects || aspects.has(aspect)) && (!types || types.has(urn.split(':', 3)[2] ?? ''));
}

/** @throws Refusal gone */
async function refuseCut(graph: Graph, { seq, count }: ChangeCursor): Promise<void> {
  const after = count === undefined ? seq : seq - 1;
  const [head, next] = await Promise.all([readHead(graph), nextCommit(graph, after)]);
  if (after > head.seq || (next && next.seq > after + 1)) throw logCut(after, next?.seq ?? head.seq, head.seq);
}

async function withValues({ model, graph, reader }: ChangesParts, changes: readonly Change[]): Promise<Change[]> {
  const rows = changes.flatMap(({ urn, aspect, before, version, at }, index) => [
    ...(version === undefined ? [] : [{ key: `${index}`, urn, aspect, seq: version, at }]),
    ...(before === undefined || before === version ? [] : [{ key: `${index} before`, urn, aspect, seq: before, at }]),
  ]);
  const stored = await readStoredVersions(graph, rows);
  const shown = async (key: string, text: string): Promise<string | null> => {
    const version = stored.get(key);
    const urn = parseUrn(model, text);
    if (!version || isProblem(urn)) return null;
    return (await visible(model, reader, urn, version)).value.text;
  };
  return Promise.all(
    changes.map(async (change, index) => ({
      ...change,
      ...(change.version !== undefined && { value: await shown(`${index}`, change.urn) }),
      ...(change.before !== undefined && {
        beforeValue: await shown(change.before === change.version ? `${index}` : `${index} before`, change.urn),
      }),
    })),
  );
}
