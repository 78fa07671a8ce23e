/**
 * Checks whether the index is whole and of this model, and begins to build another one if it is not.
 */
import { type LogHead, readHead } from '../../graph/commit-log.ts';
import { dropCursors, type IndexCursor, readCursors } from '../../search/index.ts';
import { noticeOlder } from '../store/epoch.ts';
import type { IndexerContext } from './indexing.ts';

/**
 * Starts a rebuild if something is wrong with the index. Continues a rebuild that another server has begun. Answers the newest commit.
 *
 * @param whole see `Rebuild.fault`
 */
export async function checkIndex(indexing: IndexerContext, whole = false): Promise<LogHead> {
  const { cursors, graph, rebuild, search, times } = indexing;
  const known = cursors.now() ?? [];
  const stored = await readCursors(search);
  let head = await readHead(graph);
  if (await noticeRestored(indexing, stored, head)) head = await readHead(graph);
  const sound = await rebuild.sound(stored, head);
  const present = sound.filter(({ next }) => !next);
  const next = sound.filter((each) => each.next).at(-1);
  const fault = next ? undefined : await rebuild.fault(stored, present, whole);
  const building = fault ? [await rebuild.begin(fault)] : next ? [next] : [];
  cursors.set(cursors.withBegun([...present, ...building], known));
  const used = (cursors.now() ?? []).map(({ collection }) => collection);
  if (stored.some(({ collection }) => !used.includes(collection))) await dropCursors(search, used, 'other formats');
  times.checked = performance.now();
  return head;
}

/** Begins to build the index again because somebody asks for it. Answers false if one is being built. */
export async function rebuildOnRequest({ cursors, graph, log, rebuild, search }: IndexerContext): Promise<boolean> {
  const stored = await readCursors(search);
  const sound = await rebuild.sound(stored, await readHead(graph));
  if (sound.some(({ next, sweptTo }) => next || sweptTo !== undefined)) return false;
  const cursor = await rebuild.begin({ say: () => log('index.asked') });
  const own = cursors.now();
  if (own) cursors.set([...own, cursor]);
  return true;
}

/** An index that is newer than the graph has seen commits that a restored backup does not have. Answers whether there is one. */
async function noticeRestored({ graph, log, tail }: IndexerContext, stored: readonly IndexCursor[], head: LogHead): Promise<boolean> {
  let restored = false;
  for (const { log: of, seq } of stored) {
    const [name, epoch] = of.split('/');
    if (name === head.name && epoch !== undefined)
      restored = (await noticeOlder({ graph, log, tail }, { epoch, seq }, 'the search index', restored ? undefined : head)) || restored;
  }
  return restored;
}
