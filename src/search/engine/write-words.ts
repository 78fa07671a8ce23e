/**
 * Adds words to those of a collection. No word is ever written twice or taken away (collections.ts says why), so that a part of a word finds
 * all words that contain it.
 */
import type { Documents } from '../document/document.ts';
import { documentKey } from '../document/encode.ts';
import type { SearchEngine } from './client.ts';
import { wordsName } from './collections.ts';
import { inCollection, linesOf } from './import-lines.ts';
import type { Nodes } from './nodes.ts';

/** Most words that are remembered as written. Without the memory they are sent again, and Typesense says that it has them. */
const MOST_REMEMBERED = 500_000;
const MOST_AT_ONCE = 10_000;
/** The code of a line whose document exists. */
const EXISTS = 409;

/** What this process has written, of the collections to which it writes. */
const remembered = new WeakMap<Nodes, Map<string, Set<string>>>();

/** @throws Refusal unavailable if Typesense does not take them */
export async function writeWords(engine: SearchEngine, collection: string, documents: readonly Pick<Documents, 'words'>[]): Promise<void> {
  const known = knownWords(engine, collection);
  const words = new Set(documents.flatMap((each) => each.words.filter((word) => !known.has(word))));
  if (known.size + words.size > MOST_REMEMBERED) known.clear();
  if (!(await addWords(engine, wordsName(collection), [...words]))) return;
  for (const word of words) known.add(word);
}

/**
 * Adds words to a collection of them, or to that behind an alias.
 *
 * @returns false if it does not exist
 * @throws Refusal unavailable if Typesense does not take them
 */
export async function addWords(engine: SearchEngine, name: string, words: readonly string[]): Promise<boolean> {
  for (let at = 0; at < words.length; at += MOST_AT_ONCE) {
    const some = words.slice(at, at + MOST_AT_ONCE);
    const body = some.map((word) => `{"id":"${word}","word":"${word}","key":${documentKey(word)}}`).join('\n');
    const answer = await inCollection(engine, name, ({ importer }) => importer.collections(name).documents().import(body, { action: 'create' }));
    if (answer === undefined) return false;
    const refused = linesOf(answer, some.length).find(({ success, code }) => !success && code !== EXISTS);
    if (refused) throw new Error(`Typesense refuses a word: ${refused.error}`);
  }
  return true;
}

/** After a failure nobody knows which words arrived, or whether an older copy of them is back. */
export function forgetWords({ nodes }: SearchEngine): void {
  remembered.delete(nodes);
}

function knownWords({ nodes }: SearchEngine, collection: string): Set<string> {
  const all = remembered.get(nodes) ?? new Map<string, Set<string>>();
  remembered.set(nodes, all);
  const known = all.get(collection) ?? new Set<string>();
  all.set(collection, known);
  // The collection that is searched, and the one that is filled beside it.
  const [oldest] = all.keys();
  if (all.size > 2 && oldest !== undefined) all.delete(oldest);
  return known;
}
