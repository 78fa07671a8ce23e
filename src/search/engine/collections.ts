/**
 * Creates and drops collections, and moves the alias. The name of a collection says in which format and by which model its documents were
 * built: `cairn_<format>-<hash>_<time>`. Each format has an alias of its own: a Cairn never searches documents of another format, whose fields
 * may be missing or mean something else.
 */
import { createHash } from 'node:crypto';
import type { Model } from '../../model/types.ts';
import { MARKS } from '../document/open-documents.ts';
import { TEXT_FIELDS } from '../document/texts.ts';
import { FIELD_KEYS } from '../evidence/weights.ts';
import { asked, type SearchEngine, unlessMissing } from './client.ts';

/** Increase this if the same model gives different documents. Of several servers the one with the newest format writes (jobs/index/leader.ts). */
export const INDEX_FORMAT = 15;

const STEM = 'cairn';
/** The alias of the present collection. */
export const ALIAS = `${STEM}-${INDEX_FORMAT}`;

/** Every printable character that is not a letter or a digit separates words. */
const SEPARATORS = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'];

/** Fields are created with the documents that have them, by the pattern of their names (index-fields.ts): those names with `.*`. */
const FIELDS = [
  ...['urn', 'names'].map((name) => ({ name, type: 'string', index: false, optional: true })),
  { name: 'key', type: 'int64', sort: true },
  { name: 'type', type: 'string', facet: true },
  { name: 'live', type: 'string', optional: true },
  { name: 'rank', type: 'float' },
  { name: 'exists', type: 'string[]' },
  ...['cut', 'ct'].map((name) => ({ name, type: 'string[]', optional: true })),
  ...TEXT_FIELDS.map((name) => ({ name, type: 'string[]', optional: true })),
  ...['l_', 'w_', 'u_'].map((name) => ({ name, type: 'string[]', optional: true })),
  { name: 'ka?_.*', type: 'string[]', facet: true, optional: true },
  { name: '[hl]_.*', type: 'string[]', optional: true },
  { name: 'w_.*', type: 'string[]', optional: true },
  { name: '(lo|hi)_.*', type: 'int64', optional: true, sort: true },
  // Every sort order ends with this field, also in an index without documents.
  { name: 's_urn', type: 'string', sort: true, optional: true },
  { name: 's_.*', type: 'string', sort: true, optional: true },
  { name: 'b[ia]_.*', type: 'string[]', optional: true },
  { name: 'b[0-9]+_.*', type: 'string[]', facet: true, optional: true },
];

/** The evidence of a collection: a lean document for each entity, from which questions are answered (evidence/evidence-document.ts). */
const EVIDENCE_FIELDS = [
  { name: 'urn', type: 'string', index: false, optional: true },
  { name: 'key', type: 'int64' },
  { name: 'type', type: 'string' },
  { name: 'live', type: 'bool' },
  ...FIELD_KEYS.map((name) => ({ name, type: 'string', optional: true })),
  { name: 'len', type: 'int32' },
  { name: 'e', type: 'string', optional: true },
  ...['u', 'v'].map((name) => ({ name, type: 'string[]', optional: true })),
  { name: 'fold', type: 'string', optional: true, facet: true },
  ...['group', 'f'].map((name) => ({ name, type: 'string', index: false, optional: true })),
  ...['rank', 'care'].map((name) => ({ name, type: 'float', index: false, optional: true })),
];

/** The values of a collection as they were written: a source document for each entity (document/source-values.ts). */
const SOURCE_OF_FIELDS = [
  ...['urn', 'names', 'written'].map((name) => ({ name, type: 'string', index: false, optional: true })),
  { name: 'key', type: 'int64', sort: true },
];

/**
 * The words of a collection: each token of its `w_` fields, in which parts of words are found (query/parts.ts). A word stays, also when no
 * document has it any more: from such a field Typesense takes the words of a document that goes or changes, even if others have them, too.
 */
const WORD_FIELDS = [
  { name: 'word', type: 'string', infix: true },
  { name: 'key', type: 'int64', sort: true },
];

const WORDS = '_words';
/** The alias of the words of the present collection. */
export const WORDS_ALIAS = `${ALIAS}-words`;

const SOURCE = '_source';
/** The alias of the source documents of the present collection. */
export const SOURCE_ALIAS = `${ALIAS}-source`;

/** The collection with the source documents of a collection. */
export function sourceName(collection: string): string {
  return collection + SOURCE;
}

const EVIDENCE = '_evidence';
/** The alias of the evidence of the present collection. */
export const EVIDENCE_ALIAS = `${ALIAS}-evidence`;

/** The collection with the evidence of a collection. */
export function evidenceName(collection: string): string {
  return collection + EVIDENCE;
}

/** The collection with the words of a collection. */
export function wordsName(collection: string): string {
  return collection + WORDS;
}

/** Is it one that stands beside a collection? */
export function isBeside(collection: string): boolean {
  return [EVIDENCE, SOURCE, WORDS].some((ending) => collection.endsWith(ending));
}

/** Format and hash of a model in the names of its collections. */
export function schemaHash(model: Model): string {
  const types = [...model.entityTypes.values()].map(({ name, aspects, told, shared }) => [
    name,
    [...aspects.values()].map((aspect) => [aspect.name, aspect.searchFields]),
    told.map(({ aspect, ...telling }) => [aspect.name, telling]),
    shared.map(({ aspect, flag }) => [aspect.name, flag]),
  ]);
  const hash = createHash('sha256')
    .update(JSON.stringify([FIELDS, EVIDENCE_FIELDS, SOURCE_OF_FIELDS, types]))
    .digest('hex')
    .slice(0, 10);
  return `${INDEX_FORMAT}-${hash}`;
}

export function hashIn(collection: string): string {
  return collection.split('_')[1] ?? '';
}

/** When a collection was created, epoch ms. */
export function bornAt(collection: string): number {
  return Number(collection.split('_')[2]);
}

/** Has a collection documents of this format? */
export function isOfFormat(collection: string): boolean {
  return hashIn(collection).startsWith(`${INDEX_FORMAT}-`);
}

/** Creates an empty collection with those that stand beside it, and answers its name. */
export async function makeCollection(engine: SearchEngine, hash: string): Promise<string> {
  const name = `${STEM}_${hash}_${Date.now()}`;
  const create = (schema: object) => asked(engine, 'write', ({ writer }) => writer.collections().create(schema as never));
  await create({ name: wordsName(name), fields: WORD_FIELDS });
  await create({ name: evidenceName(name), fields: EVIDENCE_FIELDS });
  await create({ name: sourceName(name), fields: SOURCE_OF_FIELDS });
  await create({ name, fields: FIELDS, token_separators: SEPARATORS });
  return name;
}

/** The name of the collection behind the alias. */
export async function presentName(engine: SearchEngine): Promise<string | undefined> {
  return (await unlessMissing(engine, 'read', ({ client }) => client.aliases(ALIAS).retrieve()))?.collection_name;
}

/** Is there an index of another format, behind an alias of its own? */
export async function hasOtherFormat(engine: SearchEngine): Promise<boolean> {
  const { aliases } = await asked(engine, 'read', ({ client }) => client.aliases().retrieve());
  return aliases.some((alias) => alias.collection_name.startsWith(`${STEM}_`) && !isOfFormat(alias.collection_name));
}

/** The collection behind the alias, if it exists, and how many entities have documents in it. */
export async function presentCollection(engine: SearchEngine): Promise<{ name: string; documents: number } | undefined> {
  const alias = await unlessMissing(engine, 'read', ({ client }) => client.aliases(ALIAS).retrieve());
  const collection = alias && (await unlessMissing(engine, 'read', ({ client }) => client.collections(alias.collection_name).retrieve()));
  return collection && { name: collection.name, documents: collection.num_documents - (await openDocuments(engine, 'read', collection.name)) };
}

/** How many open documents a collection has. In one of an earlier Cairn, which has none, the field is missing. */
export async function openDocuments(engine: SearchEngine, kind: 'read' | 'write', name: string): Promise<number> {
  const search = { q: '*', filter_by: `ct:=${MARKS.open}`, per_page: 0 };
  return (await unlessMissing(engine, kind, ({ client }) => client.collections<object>(name).documents().search(search)))?.found ?? 0;
}

/** The names of the fields of the present collection; none if there is no collection. */
export async function collectionFields(engine: SearchEngine): Promise<Set<string>> {
  const collection = await unlessMissing(engine, 'read', ({ client }) => client.collections(ALIAS).retrieve());
  return new Set(collection?.fields?.map(({ name }) => name) ?? []);
}

/** Moves the aliases to this collection and to those beside it: searches use them from now on. */
export async function putAlias(engine: SearchEngine, name: string): Promise<void> {
  const put = (alias: string, collection_name: string) => asked(engine, 'write', ({ writer }) => writer.aliases().upsert(alias, { collection_name }));
  await put(WORDS_ALIAS, wordsName(name));
  await put(EVIDENCE_ALIAS, evidenceName(name));
  await put(SOURCE_ALIAS, sourceName(name));
  await put(ALIAS, name);
}

/** A collection and those that stand beside it. */
export function withBeside(name: string): string[] {
  return [name, evidenceName(name), sourceName(name), wordsName(name)];
}

/** Drops all collections of Cairn except these and those beside them, and the aliases of what is gone. */
export async function dropOthers(engine: SearchEngine, names: readonly string[]): Promise<void> {
  const kept = names.flatMap(withBeside);
  const { aliases } = await asked(engine, 'write', ({ writer }) => writer.aliases().retrieve());
  for (const { name, collection_name: of } of aliases) {
    if (of.startsWith(`${STEM}_`) && !kept.includes(of)) await unlessMissing(engine, 'write', ({ writer }) => writer.aliases(name).delete());
  }
  const all = await asked(engine, 'write', ({ writer }) => writer.collections().retrieve());
  for (const { name } of all) {
    if (name.startsWith(`${STEM}_`) && !kept.includes(name)) await unlessMissing(engine, 'write', ({ writer }) => writer.collections(name).delete());
  }
}
