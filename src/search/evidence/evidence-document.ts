/**
 * Builds the evidence document of an entity: its words, each once as a stem, by how much they say. Questions are answered from these
 * documents, because Typesense reads one ten times as fast as a whole search document. Pure.
 */
import { fieldsOf } from '../../model/fields.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, looksLikeUrn, parseUrn, type Urn } from '../../model/urn.ts';
import type { Steps } from '../../slices.ts';
import { digest } from '../document/encode.ts';
import { typeToken, type Variant } from '../document/open-documents.ts';
import { isName } from '../document/texts.ts';
import type { TruncatedField } from '../document/truncation.ts';
import type { WordBook } from '../document/word-book.ts';
import { formsOf } from '../document/word-forms.ts';
import { segmentsOf, withoutHeads } from '../document/words.ts';
import { facetValues } from './facet-values.ts';
import { PART_FIELDS } from './weights.ts';

/** Most words of one field. A document with more says little with each of them. */
const MOST_WORDS = 600;
/** Most URNs that an entity is found through: tags, terms, domains. */
const MOST_URNS = 50;
/** Names with so many digits in a row are shards of one table: dates and times. */
const LONG_NUMBER = /\d{4,}/g;
const NUMBER = /\d+/g;

/** What a search may be narrowed to, and what the ranking needs beside the words. */
interface EvidenceOf {
  readonly urn: Urn;
  readonly removed: boolean;
  readonly values: ReadonlyMap<string, TruncatedField>;
  /** The factor of the model, for what is deprecated. */
  readonly rank: number;
  /** Of its document, and which of two that is. */
  readonly id: string;
  readonly key: bigint;
  readonly variant: Variant | undefined;
}

/** Builds the document as one line of JSON, in small steps. */
export function* evidenceDocumentOf(model: Model, { urn, removed, values, rank, id, key, variant }: EvidenceOf, book: WordBook): Steps<string> {
  const fields = fieldsOf(urn.type);
  const own: string[] = [];
  const parents: string[] = [];
  const parts: string[] = [];
  const texts: string[] = [];
  const urns: string[] = [];
  /** The same of columns. */
  const [beside, besideUrns]: [string[], string[]] = [[], []];
  for (const [name, { parts: list }] of values) {
    const field = fields.get(name);
    if (!field?.queried || name === 'urn') continue;
    for (const each of list) {
      const text = String(each);
      if (isName(field)) addName(withoutHeads(text), own, parents);
      else if (PART_FIELDS.has(name)) parts.push(text);
      else if (looksLikeUrn(model, text)) {
        if (ABOUT_ITS_PLACE.has(name)) continue;
        (field.ofColumns ? besideUrns : urns).push(text);
        (field.ofColumns ? beside : texts).push(withoutHeads(text));
      } else if (!field.types.has('map')) (field.ofColumns ? beside : texts).push(text);
    }
    yield;
  }
  if (own.length === 0) addName(withoutHeads(urn.parts.at(-1) ?? ''), own, parents);
  const names = yield* stemsIn(own, book);
  const above = yield* stemsIn(parents, book, new Set(names));
  const partNames = yield* stemsIn(parts, book);
  const rest = yield* stemsIn(texts, book);
  const ofColumns = yield* stemsIn(beside, book, new Set(rest));
  const kinds = yield* stemsIn([urn.type.name, ...textsOf(values, 'typeNames'), ...platformsOf(model, values)], book);
  const place = schemaKey(values, parents);
  return JSON.stringify({
    id,
    key: 0,
    urn: urn.text,
    type: typeToken(urn.type.name, variant),
    live: !removed,
    n: names.join(' '),
    p: above.join(' '),
    c: partNames.join(' '),
    k: kinds.join(' '),
    d: rest.join(' '),
    e: ofColumns.join(' '),
    len: partNames.length + rest.length + ofColumns.length,
    u: [...new Set(urns)].slice(0, MOST_URNS).map(digest),
    v: [...new Set(besideUrns)].slice(0, MOST_URNS).map(digest),
    group: digest(place),
    ...foldOf(place, own[0] ?? '', partNames),
    rank,
    care: careOf(values),
    f: facetValues(model, values),
  }).replace('"key":0', `"key":${key}`);
}

/** URNs in these fields say where an entity is, and the names of its parents say the same. */
const ABOUT_ITS_PLACE = new Set(['platform', 'platformInstance', 'container']);

function addName(text: string, own: string[], parents: string[]): void {
  const segments = segmentsOf(text);
  own.push(segments.at(-1) ?? text);
  parents.push(...segments.slice(0, -1));
}

/** The tokens of the stems of some texts, each once, also of words that camel case hides. */
function* stemsIn(texts: readonly string[], book: WordBook, without: ReadonlySet<string> = new Set()): Steps<string[]> {
  const found = new Set<string>();
  for (const text of texts) {
    const cut = book.cut(text);
    for (const word of cut.length > 0 ? cut : book.words(text)) {
      const { stem, inner } = formsOf(word);
      for (const token of inner.length === 0 ? [stem] : [stem, ...inner.map((each) => formsOf(each).stem)]) if (!without.has(token)) found.add(token);
    }
    if (found.size >= MOST_WORDS) break;
    yield;
  }
  return [...found].slice(0, MOST_WORDS);
}

function textsOf(values: EvidenceOf['values'], field: string): string[] {
  return values.get(field)?.parts.map(String) ?? [];
}

function platformsOf(model: Model, values: EvidenceOf['values']): string[] {
  return textsOf(values, 'platform').flatMap((text) => {
    const urn = parseUrn(model, text);
    return isProblem(urn) ? [] : [urn.parts.at(-1) ?? ''];
  });
}

/** What the entities of one schema have in common. */
function schemaKey(values: EvidenceOf['values'], parents: readonly string[]): string {
  return textsOf(values, 'container')[0] ?? [...textsOf(values, 'platform'), [...new Set(parents)].join('.')].join('|');
}

/** What the shards of one table have in common: the name without its numbers. Short numbers count only if the columns are the same. */
function foldOf(place: string, name: string, parts: readonly string[]): { fold?: string } {
  const long = name.replace(LONG_NUMBER, '#');
  if (long !== name) return { fold: digest(`${place}|${long.replace(NUMBER, '#')}`) };
  const short = name.replace(NUMBER, '#');
  return short === name || parts.length === 0 ? {} : { fold: digest(`${place}|${short}|${parts.join(' ')}`) };
}

/** How well somebody cares for it, from 0 to 1. */
function careOf(values: EvidenceOf['values']): number {
  const signs = [
    textsOf(values, 'hasOwners').includes('true'),
    textsOf(values, 'hasDescription').includes('true'),
    (values.get('owners')?.parts.length ?? 0) > 0,
    (values.get('domains')?.parts.length ?? 0) > 0,
    (values.get('glossaryTerms')?.parts.length ?? 0) > 0,
  ];
  return signs.filter(Boolean).length / signs.length;
}
