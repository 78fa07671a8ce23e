/** A few search documents, and an evaluation of Typesense filters on them: what a filter text means, without Typesense. */
import { type Fields, fieldsOf, type NamedField } from '../../../src/model/fields.ts';
import { keyValue } from '../../../src/model/urn.ts';
import { type Documents, documentsOf } from '../../../src/search/document/document.ts';
import { decode } from '../../../src/search/document/encode.ts';
import { equality, hasWords } from '../../../src/search/document/index-fields.ts';
import { ownToken } from '../../../src/search/document/open-documents.ts';
import { sourceValues } from '../../../src/search/document/source-values.ts';
import type { IndexedEntity } from '../../../src/search/document/types.ts';
import { isHead, wordOrHead } from '../../../src/search/document/words.ts';
import type { Clause } from '../../../src/search/filter/clause.ts';
import type { Lookup } from '../../../src/search/filter/compile.ts';
import { textTest, valueTest, wordTest } from '../../../src/search/filter/exact.ts';
import type { Criterion, Filter } from '../../../src/search/filter/tree.ts';
import { model, urnOf } from './model.ts';

export type Document = Readonly<Record<string, unknown>>;
export const fields: Fields = fieldsOf(model);

/** The lines that are sent to Typesense, built in one step. */
export function linesOf(entity: IndexedEntity): Documents | undefined {
  const work = documentsOf(model, entity);
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}

/** The whole search document, and the open one if there is one. */
export function pairOf(entity: IndexedEntity): Document[] {
  const { document, open } = linesOf(entity) ?? {};
  return [document, open?.document].flatMap((line) => (line === undefined ? [] : [JSON.parse(line) as Document]));
}

/** The line of the search document. */
export function lineOf(entity: IndexedEntity): string | undefined {
  return linesOf(entity)?.document;
}

/** The search document of an entity with its key and these aspects, and what only its source document has. 64-bit integers stay exact, because they are read as texts of digits. */
export function indexed(urn: string, aspects: Readonly<Record<string, unknown>>, removed = false): Document {
  const { type } = urnOf(urn);
  const list = Object.entries({ [type.key.name]: keyValue(urnOf(urn)), ...aspects }).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
  const { source = '{}', document = '{}' } = linesOf({ urn, removed, aspects: list }) ?? {};
  const [one, other] = [source, document].map((line) => JSON.parse(line.replace(/:(-?\d{16,})(?=[,}])/g, ':"$1"')) as Document);
  return { ...one, ...other };
}

/** What is looked up in these documents. */
export function lookupIn(documents: readonly Document[]): Lookup {
  const lookup = (within: readonly Clause[]): Lookup => {
    const seen = (): Document[] => documents.filter((document) => within.every((clause) => meets(document, clause)));
    return {
      has: async (physical) => documents.some((document) => physical in document),
      valuesOf: async (field, criterion) => {
        const texts = seen().flatMap((document) => valuesIn(document, field).filter(valueTest(field, criterion)));
        return [...new Set(texts)].map((text) => equality(field, text).token);
      },
      wordsOf: async (criterion, field) => {
        const test = field && !hasWords(field) ? undefined : wordTest(criterion);
        return test && [...new Set(documents.flatMap(tokensIn))].filter((token) => (field || !isHead(token)) && test(wordOrHead(token)));
      },
      documentsOf: async (criterion, field, long = false) =>
        (long ? [] : seen())
          .filter((document) => (field ? valuesIn(document, field).some(valueTest(field, criterion)) : anywhere(document, criterion)))
          .map(ownToken),
      idsOf: async (clause) =>
        seen()
          .filter((document) => meets(document, clause))
          .map(ownToken),
      within: (clause) => lookup([...within, clause]),
      kept: (_, make) => make(lookup([])),
    };
  };
  return lookup([]);
}

/** The tokens of its words. */
function tokensIn(document: Document): string[] {
  return Object.keys(document)
    .filter((name) => name.startsWith('w_'))
    .flatMap((name) => [document[name]].flat().flatMap((text) => String(text).split(' ')));
}

/** Values of a field as stored. */
export function valuesIn(document: Document, { name, kind }: NamedField): string[] {
  if (kind === 'boolean') return [document[`k_${name}`] ?? []].flat().map(String);
  if (name === '_entityType') return [decode(String(document.type)) ?? ''];
  return sourceValues(document, name).map(String);
}

/** Whether any value of a queried field matches a criterion. */
function anywhere(document: Document, criterion: Criterion): boolean {
  const test = textTest(criterion);
  return [...fields.values()].some((field) => field.queried && valuesIn(document, field).some(test));
}

/** Evaluates a filter on a document, criterion by criterion: the truth for compiled filters. */
export function holds(document: Document, filter: Filter): boolean {
  if (filter.is === 'not') return !holds(document, filter.of);
  if (filter.is !== 'criterion')
    return filter.is === 'and' ? filter.of.every((each) => holds(document, each)) : filter.of.some((each) => holds(document, each));
  if (filter.field === '') return anywhere(document, filter);
  const field = fields.get(filter.field);
  if (!field) return false;
  const values = valuesIn(document, field);
  if (filter.condition === 'EXISTS') return values.length > 0;
  if (filter.condition === 'IS_NULL') return values.length === 0;
  return values.some(valueTest(field, filter));
}

/** Whether a document matches a clause, as Typesense reads it. A field that a document does not have matches nothing. */
export function meets(document: Document, clause: Clause): boolean {
  return typeof clause === 'boolean' ? clause : makeReader(document, clause)();
}

const TOKEN = /\s*(\(|\)|&&|\|\||[^\s:()]+:(?:!=|=|>=|<=|>|<|)(?:\[[^\]]*\]|[^()&|]+?)(?=\s*(?:\)|&&|\|\||$)))/y;

function makeReader(document: Document, text: string): () => boolean {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) throw new Error(`not a filter, at character ${at}: ${text}`);
    tokens.push(token);
  }
  let next = 0;
  const chain = (): boolean => {
    const parts = [part()];
    const by = tokens[next];
    while (tokens[next] === '&&' || tokens[next] === '||') {
      // A filter should not depend on operator precedence.
      if (tokens[next++] !== by) throw new Error(`&& and || side by side: ${text}`);
      parts.push(part());
    }
    return by === '||' ? parts.includes(true) : !parts.includes(false);
  };
  const part = (): boolean => {
    if (tokens[next] !== '(') return comparison(document, tokens[next++] ?? '');
    next++;
    const inner = chain();
    if (tokens[next++] !== ')') throw new Error(`a parenthesis is not closed: ${text}`);
    return inner;
  };
  return () => {
    next = 0;
    const result = chain();
    if (next !== tokens.length) throw new Error(`something stands behind the filter: ${text}`);
    return result;
  };
}

function comparison(document: Document, token: string): boolean {
  const [, field = '', sign = '', wanted = ''] = /^([^:]+):(!=|=|>=|<=|>|<|)(.*)$/.exec(token) ?? [];
  if (!/^(\[[a-z0-9, -]+\]|[a-z0-9 -]+)$/.test(wanted)) throw new Error(`not made of tokens: ${token}`);
  const got = field in document ? [document[field]].flat().map(String) : [];
  if (sign === '=' || sign === '!=' || sign === '') {
    // Without a sign: within a text.
    const own = sign === '' ? got.flatMap((each) => each.split(' ')) : got;
    const any = wanted
      .replace(/^\[|\]$/g, '')
      .split(',')
      .some((each) => own.includes(each));
    return (sign !== '!=') === any;
  }
  const [own, limit] = [got[0], BigInt(wanted)];
  if (own === undefined) return false;
  const value = BigInt(own);
  return sign === '>' ? value > limit : sign === '>=' ? value >= limit : sign === '<' ? value < limit : value <= limit;
}
