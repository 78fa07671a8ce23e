/**
 * How far each collection is in the log of the graph. Cairn stores the cursors in Typesense, beside the documents. If Typesense loses its last
 * seconds, or is restored from an older copy, its cursors are older too, and Cairn catches up from there (docs/architecture.md 4).
 */
import { asked, type Clients, type SearchEngine, unlessMissing } from './client.ts';
import { isOfFormat } from './collections.ts';
import type { Sample } from './view.ts';

const COLLECTION = 'cairn-cursors';

export interface IndexCursor {
  readonly collection: string;
  /** Is the collection being filled to replace the present one? */
  readonly next: boolean;
  /** The log that the collection follows, in one life of the store. */
  readonly log: string;
  /** The last commit whose documents are in the collection: its number, time (epoch ms) and `changed` (graph/commit-log.ts). */
  readonly seq: number;
  readonly at: number;
  readonly changed: number;
  /** The newest commit when the collection was created. */
  readonly from: number;
  /** During a sweep: entities up to this URN are in the collection. Absent: all are. */
  readonly sweptTo?: string;
  /** During a sweep: how many entities there were at its beginning, and how many it has not reached. */
  readonly entities?: number;
  readonly unswept?: number;
  /** For a collection that replaces one that differs from the graph: until then search is not whole. */
  readonly doubted?: boolean;
  /** By which its answers are ranked. Absent: none was taken yet. */
  readonly sample?: Sample;
}

/** The cursors of all collections of this format. */
export async function readCursors(engine: SearchEngine): Promise<IndexCursor[]> {
  return (await allCursors(engine)).filter(({ collection }) => isOfFormat(collection));
}

async function allCursors(engine: SearchEngine): Promise<IndexCursor[]> {
  const lines = (await unlessMissing(engine, 'read', ({ client }) => client.collections(COLLECTION).documents().export())) ?? '';
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { id, ...cursor } = JSON.parse(line) as Omit<IndexCursor, 'collection'> & { id: string };
      return { ...cursor, collection: id };
    });
}

export async function writeCursor(engine: SearchEngine, { collection, ...cursor }: IndexCursor): Promise<void> {
  const write = ({ writer }: Clients) =>
    writer
      .collections(COLLECTION)
      .documents()
      .upsert({ id: collection, ...cursor });
  if (await unlessMissing(engine, 'write', write)) return;
  const create = ({ writer }: Clients) => writer.collections().create({ name: COLLECTION, fields: [{ name: 'seq', type: 'int64' }] });
  // Another server may have made it meanwhile; if it is missing, the write says so.
  await asked(engine, 'write', create).catch(() => undefined);
  await asked(engine, 'write', write);
}

/** Removes the cursors of all collections except these. `and`: and those of another format, with which an earlier Cairn may still search. */
export async function dropCursors(engine: SearchEngine, kept: readonly string[], and?: 'other formats'): Promise<void> {
  for (const { collection } of await (and ? readCursors : allCursors)(engine)) {
    if (!kept.includes(collection))
      await unlessMissing(engine, 'write', ({ writer }) => writer.collections(COLLECTION).documents(collection).delete());
  }
}
