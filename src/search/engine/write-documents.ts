/**
 * Writes whole documents in batches, and checks the outcome of each line.
 */
import { searchTakesNothing } from '../../errors.ts';
import { digest } from '../document/encode.ts';
import { asked, type SearchEngine } from './client.ts';

/** A document to write, or, without a document, an entity whose document is to be removed. */
export interface Change {
  readonly urn: string;
  readonly document: string | undefined;
}

/** The outcome of one line of an import. */
interface Line {
  readonly success: boolean;
  readonly error?: string;
  readonly code?: number;
}

const IDS_IN_A_FILTER = 500;

/**
 * Writes documents to a collection and removes others.
 *
 * @returns URNs of documents that Typesense refuses, with the reasons
 * @throws Refusal unavailable if it does not answer or is full
 */
export async function writeDocuments(engine: SearchEngine, collection: string, changes: readonly Change[]): Promise<Map<string, string>> {
  const refused = new Map<string, string>();
  const put = changes.filter((change) => change.document !== undefined);
  const gone = changes.filter((change) => change.document === undefined).map(({ urn }) => digest(urn));
  if (put.length > 0) {
    const answer = await asked(engine, 'write', ({ importer }) =>
      importer
        .collections(collection)
        .documents()
        .import(put.map(({ document }) => document).join('\n'), { action: 'upsert' }),
    );
    const lines = String(answer)
      .split('\n')
      .filter((line) => line.trim() !== '');
    for (const [index, change] of put.entries()) {
      const line = JSON.parse(lines[index] ?? '{"success":false,"error":"no answer for this line"}') as Line;
      if (line.success) continue;
      if (line.code === 503 || line.code === 422 || line.code === undefined) throw searchTakesNothing(line.error);
      refused.set(change.urn, line.error ?? 'no reason given');
    }
  }
  for (let at = 0; at < gone.length; at += IDS_IN_A_FILTER) {
    const ids = gone.slice(at, at + IDS_IN_A_FILTER);
    await asked(engine, 'write', ({ importer }) =>
      importer
        .collections(collection)
        .documents()
        .delete({ filter_by: `id:=[${ids.join(',')}]` }),
    );
  }
  return refused;
}
