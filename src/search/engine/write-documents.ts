/**
 * Writes whole documents in batches, and checks the outcome of each line.
 */
import type { Documents } from '../document/document.ts';
import { digest } from '../document/encode.ts';
import { openId } from '../document/open-documents.ts';
import type { SearchEngine } from './client.ts';
import { evidenceName, openDocuments, sourceName } from './collections.ts';
import { inCollection, linesOf } from './import-lines.ts';
import { writeWords } from './write-words.ts';

/** The documents of an entity to write; without them, they are to be removed. */
export interface DocumentChange {
  readonly urn: string;
  readonly documents: Documents | undefined;
  /** Why there are none; then what is stored stays. */
  readonly problem?: string;
}

const IDS_IN_A_FILTER = 500;

/**
 * Writes documents to a collection and to those beside it, and removes others. Words and source documents come first: what is found can be read.
 *
 * @returns URNs of documents that Typesense refuses, with the reasons
 * @throws Refusal unavailable if it does not answer or is full
 */
export async function writeDocuments(engine: SearchEngine, collection: string, changes: readonly DocumentChange[]): Promise<Map<string, string>> {
  const put = changes.flatMap(({ urn, documents }) => (documents === undefined ? [] : [{ urn, ...documents }]));
  const all = put.flatMap(({ open, ...whole }) => [whole, ...(open ? [{ urn: whole.urn, ...open }] : [])]);
  const closed = changes.filter(({ documents }) => !documents?.open).map(({ urn }) => openId(digest(urn)));
  const gone = [
    ...changes.filter(({ documents }) => documents === undefined).map(({ urn }) => digest(urn)),
    ...(closed.length > 0 && (await openDocuments(engine, 'write', collection)) > 0 ? closed : []),
  ];
  const each = [
    { name: sourceName(collection), lines: all.map(({ urn, source }) => ({ urn, text: source })) },
    { name: collection, lines: all.map(({ urn, document }) => ({ urn, text: document })) },
    { name: evidenceName(collection), lines: all.map(({ urn, evidence }) => ({ urn, text: evidence })) },
  ];
  const refused = new Map<string, string>();
  await writeWords(engine, collection, put);
  for (const { name, lines } of each) {
    if (lines.length > 0) for (const [urn, reason] of await imported(engine, name, lines)) refused.set(urn, reason);
    for (let at = 0; at < gone.length; at += IDS_IN_A_FILTER) {
      const filter = { filter_by: `id:=[${gone.slice(at, at + IDS_IN_A_FILTER).join(',')}]` };
      await inCollection(engine, name, ({ importer }) => importer.collections(name).documents().delete(filter));
    }
  }
  return refused;
}

/** @returns URNs of refused lines, with the reasons */
async function imported(engine: SearchEngine, name: string, put: readonly { urn: string; text: string }[]): Promise<Map<string, string>> {
  const refused = new Map<string, string>();
  const body = put.map(({ text }) => text).join('\n');
  const answer = await inCollection(engine, name, ({ importer }) => importer.collections(name).documents().import(body, { action: 'upsert' }));
  if (answer === undefined) return refused;
  for (const [index, line] of linesOf(answer, put.length).entries())
    if (!line.success) refused.set(put[index]?.urn ?? '', line.error ?? 'no reason given');
  return refused;
}
