/**
 * Writes whole documents in batches, and checks the outcome of each line.
 */
import { searchTakesNothing } from '../../errors.ts';
import type { Documents } from '../document/document.ts';
import { digest } from '../document/encode.ts';
import { asked, type Clients, type SearchEngine, unlessMissing } from './client.ts';
import { evidenceName, isEvidence } from './collections.ts';

/** The documents of an entity to write; without them, they are to be removed. */
export interface Change {
  readonly urn: string;
  readonly documents: Documents | undefined;
  /** Why there are none; then what is stored stays. */
  readonly problem?: string;
}

/** The outcome of one line of an import. */
interface Line {
  readonly success: boolean;
  readonly error?: string;
  readonly code?: number;
}

const IDS_IN_A_FILTER = 500;

/**
 * Writes documents to a collection and its evidence, and removes others.
 *
 * @returns URNs of documents that Typesense refuses, with the reasons
 * @throws Refusal unavailable if it does not answer or is full
 */
export async function writeDocuments(engine: SearchEngine, collection: string, changes: readonly Change[]): Promise<Map<string, string>> {
  const put = changes.flatMap(({ urn, documents }) => (documents === undefined ? [] : [{ urn, ...documents }]));
  const gone = changes.filter(({ documents }) => documents === undefined).map(({ urn }) => digest(urn));
  const both = [
    { name: collection, lines: put.map(({ urn, document }) => ({ urn, text: document })) },
    { name: evidenceName(collection), lines: put.map(({ urn, evidence }) => ({ urn, text: evidence })) },
  ];
  const refused = new Map<string, string>();
  for (const { name, lines } of both) {
    if (lines.length > 0) for (const [urn, reason] of await imported(engine, name, lines)) refused.set(urn, reason);
    for (let at = 0; at < gone.length; at += IDS_IN_A_FILTER) {
      const filter = { filter_by: `id:=[${gone.slice(at, at + IDS_IN_A_FILTER).join(',')}]` };
      await inCollection(engine, name, ({ importer }) => importer.collections(name).documents().delete(filter));
    }
  }
  return refused;
}

/** A collection that an earlier Cairn has made has no evidence: then there is nothing to write. */
function inCollection<Result>(engine: SearchEngine, name: string, call: (clients: Clients) => Promise<Result>): Promise<Result | undefined> {
  return isEvidence(name) ? unlessMissing(engine, 'write', call) : asked(engine, 'write', call);
}

/** @returns URNs of refused lines, with the reasons */
async function imported(engine: SearchEngine, name: string, put: readonly { urn: string; text: string }[]): Promise<Map<string, string>> {
  const refused = new Map<string, string>();
  const body = put.map(({ text }) => text).join('\n');
  const answer = await inCollection(engine, name, ({ importer }) => importer.collections(name).documents().import(body, { action: 'upsert' }));
  if (answer === undefined) return refused;
  const lines = String(answer)
    .split('\n')
    .filter((line) => line.trim() !== '');
  for (const [index, { urn }] of put.entries()) {
    const line = JSON.parse(lines[index] ?? '{"success":false,"error":"no answer for this line"}') as Line;
    if (line.success) continue;
    if (line.code === 503 || line.code === 422 || line.code === undefined) throw searchTakesNothing(line.error);
    refused.set(urn, line.error ?? 'no reason given');
  }
  return refused;
}
