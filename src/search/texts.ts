/**
 * The texts that a plain query looks through, by how much a match says: names, parts of names, identifiers, all else.
 */
import { fieldsOf, NAME_WEIGHT, type NamedField } from '../model/fields.ts';
import type { Model } from '../model/types.ts';
import { looksLikeUrn, type Urn } from '../model/urn.ts';
import type { FieldValues } from './document.ts';
import { digest, foldedDigest } from './encode.ts';
import type { Entry } from './physical.ts';
import { wordTokens } from './physical.ts';
import { camelSplit, withoutHeads, wordsOf } from './words.ts';

/** Characters of the longest beginning of a word that is indexed. */
export const LONGEST_PREFIX = 20;

/** In the order of their weight, as `query.ts` asks for them. */
export const TEXT_FIELDS = ['t_name', 't_parts', 't_id', 't_prefix', 't_text'] as const;

/** Is a match in this field a match of the entity's name? */
export function isName(field: NamedField): boolean {
  return field.queried && field.weight >= NAME_WEIGHT;
}

function isIdentifier(field: NamedField): boolean {
  return field.queried && !isName(field) && (field.weight > 1 || field.types.has('wordGram'));
}

export function textEntries(model: Model, urn: Urn, values: FieldValues): Entry[] {
  const fields = fieldsOf(urn.type);
  const texts = (pick: (field: NamedField) => boolean): string[] => {
    const found = [...values]
      .filter(([name]) => pickNamed(fields.get(name), pick))
      .flatMap(([, list]) => list.map((each) => withoutHeads(String(each))));
    return [...new Set(found)];
  };
  const names = texts(isName);
  const ids = [...new Set([...texts(isIdentifier), ...urn.parts.map(withoutHeads)])];
  const rest = texts((field) => field.queried && field.name !== 'urn' && !isName(field) && !isIdentifier(field));
  const queried = [...names, ...ids, ...rest];
  const suggested = texts((field) => field.autocomplete || isName(field));
  return [
    ['t_name', names],
    ['t_parts', [...new Set(names.concat(ids).flatMap(parts))]],
    ['t_id', ids],
    ['t_prefix', prefixes([...suggested, ...names, ...ids])],
    ['t_text', [...rest, ...rest.flatMap((text) => camelSplit(text) ?? [])]],
    ['w_', wordTokens(queried)],
    ['l_', names.map(foldedDigest)],
    ['u_', urnsIn(model, values)],
  ];
}

function pickNamed(field: NamedField | undefined, pick: (field: NamedField) => boolean): boolean {
  return field !== undefined && pick(field);
}

/** A name cut where its case changes, and the name in one word. */
function parts(name: string): string[] {
  const split = camelSplit(name);
  const words = wordsOf(name);
  return [...(split === undefined ? [] : [split]), ...(words.length > 1 && words.length <= 8 ? [words.join('')] : [])];
}

/** The beginnings of all words. */
function prefixes(texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    for (const word of wordsOf(`${text} ${camelSplit(text) ?? ''}`)) {
      for (let length = 1; length <= Math.min(word.length, LONGEST_PREFIX); length++) found.add(word.slice(0, length));
    }
  }
  return [...found];
}

/** Digests of the URNs by which an entity is found when a whole URN is asked for: its own, and those in queried fields. */
function urnsIn(model: Model, values: FieldValues): string[] {
  const fields = fieldsOf(model);
  const found = [...values]
    .filter(([name]) => fields.get(name)?.queried)
    .flatMap(([, list]) => list.filter((each): each is string => typeof each === 'string' && looksLikeUrn(model, each)));
  return [...new Set(found)].map(digest);
}
