/**
 * Answers what filters need to know of the index: which fields exist, and which values of a field meet a condition.
 */
import { filterTooLarge } from '../../errors.ts';
import type { Fields, NamedField } from '../../model/fields.ts';
import { code, decode } from '../document/encode.ts';
import { equality, isFacet, isProse } from '../document/index-fields.ts';
import { ownToken } from '../document/open-documents.ts';
import { isWritten, NAME_FIELDS, sourceValues } from '../document/source-values.ts';
import type { SearchEngine } from '../engine/client.ts';
import { collectionFields } from '../engine/collections.ts';
import { exported, exportedNames } from '../engine/export.ts';
import { multiSearch } from '../engine/multi.ts';
import type { Nodes } from '../engine/nodes.ts';
import { type Clause, joined, narrowed } from '../filter/clause.ts';
import type { Lookup } from '../filter/compile.ts';
import { valueTest } from '../filter/exact.ts';
import type { Criterion } from '../filter/tree.ts';
import { documentsMeeting, wordsMeeting } from './candidates.ts';
import { withSourcesOf } from './pages.ts';

const EVERY_VALUE = 10_000_000;
/** Most lookups of one filter. Typesense allows fewer operations, but lists of one field count once there. */
const MOST_LOOKUPS = 200;
/** Most tokens of one list in a URL. */
const MOST_TOKENS = 50;

/** The known fields of collections, and of which documents. A field appears with the first document that has it, and never disappears. */
const present = new WeakMap<Nodes, { readonly names: ReadonlySet<string>; readonly documents: string | undefined }>();
/** @param most lookups; more are refused */
export function makeLookup(engine: SearchEngine, fields: Fields, most = MOST_LOOKUPS): Lookup {
  let asking: Promise<ReadonlySet<string>> | undefined;
  const has = async (physical: string): Promise<boolean> => {
    const known = present.get(engine.nodes);
    if (known?.names.has(physical)) return true;
    if (known?.documents !== undefined && known.documents === engine.view?.documents) return false;
    asking ??= fieldsPresent(engine);
    return (await asking).has(physical);
  };
  let lookups = 0;
  const refuseMore = (): void => {
    if (++lookups > most) throw filterTooLarge(`at most ${most} criteria that compare parts of a text`);
  };
  const lookup = (narrow: Clause): Lookup => ({
    has,
    valuesOf: async (field, criterion) => {
      if (narrow === false || !(await has(equality(field, '').field))) return [];
      refuseMore();
      return isFacet(field) ? facetValues(engine, narrow, field, criterion) : storedValues(engine, narrow, field, criterion);
    },
    wordsOf: (criterion, field) => wordsMeeting(engine, criterion, field),
    documentsOf: async (criterion, field, long = false) => {
      if (narrow === false || (field && !isProse(field) && !(await has(equality(field, '').field)))) return [];
      refuseMore();
      return documentsMeeting({ engine, narrow, has, fields, long }, criterion, field);
    },
    idsOf: async (clause) => {
      if (narrow === false) return [];
      refuseMore();
      const ids: string[] = [];
      for await (const document of exportedNames(engine, narrowed(narrow, clause))) ids.push(ownToken(document));
      return ids;
    },
    within: (clause) => lookup(joined('&&', [narrow, clause])),
    kept: (name, make) => keptClause(engine, name, () => make(makeLookup(engine, fields, Number.POSITIVE_INFINITY))),
  });
  return lookup(true);
}

/** Clauses that stay as long as the documents do, and how many characters they have. */
const clauses = new WeakMap<Nodes, { readonly documents: string; readonly known: Map<string, Promise<Clause>>; size: number }>();
const MOST_KEPT = 32_000_000;

async function keptClause(engine: SearchEngine, name: string, make: () => Promise<Clause>): Promise<Clause> {
  const documents = engine.view?.documents;
  if (documents === undefined) return make();
  let own = clauses.get(engine.nodes);
  if (own?.documents !== documents || own.size > MOST_KEPT) {
    own = { documents, known: new Map(), size: 0 };
    clauses.set(engine.nodes, own);
  }
  const { known } = own;
  const found = known.get(name);
  if (found) return found;
  const made = make();
  known.set(name, made);
  try {
    own.size += name.length + String(await made).length;
  } catch {
    known.delete(name);
  }
  return made;
}

async function fieldsPresent(engine: SearchEngine): Promise<ReadonlySet<string>> {
  const documents = engine.view?.documents;
  const names = await collectionFields(engine);
  present.set(engine.nodes, { names, documents });
  return names;
}

/** Call this after the alias has moved: the new collection may lack a field that the old one had. */
export function forgetFields(engine: SearchEngine): void {
  present.delete(engine.nodes);
}

/** The values of a facet field: Typesense lists all of them. */
async function facetValues(engine: SearchEngine, narrow: Clause, field: NamedField, criterion: Criterion): Promise<string[]> {
  const test = valueTest(field, criterion);
  const [result] = await multiSearch(engine, [
    { q: '*', per_page: 0, filter_by: narrowed(narrow, 'type:!=q'), facet_by: `k_${field.name}`, max_facet_values: EVERY_VALUE },
  ]);
  const tokens = result?.facet_counts?.[0]?.counts.map(({ value }) => value) ?? [];
  const digests = tokens.filter((token) => decode(token) === undefined);
  const long: string[] = [];
  for (let at = 0; at < digests.length; at += MOST_TOKENS)
    long.push(...(await storedTexts(engine, `k_${field.name}:=[${digests.slice(at, at + MOST_TOKENS).join(',')}]`, field, test)));
  return [
    ...tokens.filter((token) => {
      const value = decode(token);
      return value !== undefined && test(value);
    }),
    ...[...new Set(long)].map((value) => equality(field, value).token),
  ];
}

/** The values of any other field: reads all of them. */
async function storedValues(engine: SearchEngine, narrow: Clause, field: NamedField, criterion: Criterion): Promise<string[]> {
  const texts = await storedTexts(engine, narrowed(narrow, `exists:=${code(field.name)}`), field, valueTest(field, criterion));
  return [...texts].map((value) => equality(field, value).token);
}

/** The values of a field, as written, in all documents that match a filter; each once. */
async function storedTexts(engine: SearchEngine, filter: string, field: NamedField, test: (text: string) => boolean): Promise<Set<string>> {
  const texts = new Set<string>();
  const found = exported(engine, filter, `id,${NAME_FIELDS}`);
  for await (const document of isWritten(field) ? withSourcesOf(engine, found) : found) {
    for (const value of sourceValues(document, field.name)) if (test(String(value))) texts.add(String(value));
  }
  return texts;
}
