/**
 * Takes samples of the evidence documents. How common words are comes from them (vocabulary.ts), so what a search ranks by changes only with
 * what is written, and for all servers at once.
 */
import type { SearchEngine } from '../engine/client.ts';
import { evidenceName } from '../engine/collections.ts';
import type { IndexCursor } from '../engine/cursors.ts';
import { exportedLines } from '../engine/export.ts';
import { MAY_BE_MISSING, multiSearch } from '../engine/multi.ts';
import { dropSamplesBefore, partsOf, writeSample } from '../engine/samples.ts';
import type { Sample, SampleOf } from '../engine/view.ts';
import { FIELD_KEYS, OF_COLUMNS } from './weights.ts';

/** About so many documents are in a sample. */
const SIZE = 20_000;
/** A new one is taken when so many documents have come, gone or changed, as a share of those there were: each write then costs as much. */
const SHARE = 0.1;

/** What is kept of an evidence document. */
const KEPT = [...FIELD_KEYS, OF_COLUMNS, 'id', 'type', 'fold', 'group'].join(',');

/** Keys are spread evenly over 63 bits, so the lowest ones are a sample. @param documents how many there are */
export function sampleFilter(documents: number): string {
  if (documents <= SIZE) return 'key:>=0';
  return `key:<${(2n ** 63n * BigInt(SIZE)) / BigInt(documents)}`;
}

/**
 * The cursor with a new sample, if one is due. Store the cursor afterwards. The sample before stays until the next one: a search may read it.
 *
 * @param cursors those of all collections
 */
export async function withSample(engine: SearchEngine, cursor: IndexCursor, cursors: readonly IndexCursor[]): Promise<IndexCursor> {
  const { collection, seq, changed, sample } = cursor;
  const all = { collection: evidenceName(collection), [MAY_BE_MISSING]: true, q: '*', per_page: 0 };
  const [now, stored] = await multiSearch(engine, [all, ...(sample ? [partsOf(sample)] : [])]);
  const documents = now?.out_of ?? 0;
  if (sample && stored?.found === sample.parts && !hasChanged(sample, { documents, changed })) return cursor;
  const takes = cursors.flatMap(({ sample }) => sample?.take ?? []);
  const take = 1 + Math.max(0, ...takes);
  const parts = await writeSample(engine, take, exportedLines(engine, sampleFilter(documents), KEPT, evidenceName(collection)));
  await dropSamplesBefore(engine, Math.min(take, ...takes));
  return { ...cursor, sample: { take, seq, changed, documents, parts } };
}

function hasChanged(before: Sample, now: Pick<Sample, 'documents' | 'changed'>): boolean {
  const most = SHARE * before.documents;
  return Math.abs(now.documents - before.documents) > most || Math.abs(now.changed - before.changed) > most;
}

/** Distinguishes samples, also where an older copy of the index was restored. */
export function nameOfSample({ collection, take, seq, changed, documents }: SampleOf): string {
  return [collection, take, seq, changed, documents].join(' ');
}
