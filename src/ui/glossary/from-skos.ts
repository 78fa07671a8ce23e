/**
 * A glossary in SKOS (https://www.w3.org/TR/skos-reference/): schemes and collections become groups, concepts become terms. Pure.
 */
import { idFrom } from '../data/id-from.ts';
import { plural } from '../data/words.ts';
import { type Entry, type EntryKind, type FileEntries, urnOf } from './entries.ts';

/** A statement, as libraries of RDF give it. */
export interface Statement {
  readonly subject: { readonly value: string };
  readonly predicate: { readonly value: string };
  readonly object: { readonly value: string; readonly language?: string };
}

const SKOS = 'http://www.w3.org/2004/02/skos/core#';
const SKOS_XL = 'http://www.w3.org/2008/05/skos-xl#';
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const DC = ['http://purl.org/dc/terms/', 'http://purl.org/dc/elements/1.1/'];

const GROUP_TYPES = ['ConceptScheme', 'Collection', 'OrderedCollection'].map((name) => SKOS + name);
const NAMES = [`${SKOS}prefLabel`, `${RDFS}label`, ...DC.map((dc) => `${dc}title`), `${SKOS}altLabel`];
const TEXTS = [`${SKOS}definition`, `${SKOS}scopeNote`, `${SKOS}note`, `${RDFS}comment`, ...DC.map((dc) => `${dc}description`)];

interface Thing {
  readonly uri: string;
  readonly kind: EntryKind;
  /** Values by predicate. */
  readonly said: ReadonlyMap<string, readonly Statement['object'][]>;
}

/**
 * @param prefix the beginning of URNs
 * @throws Error if the file has no concepts
 */
export function entriesOfSkos(statements: readonly Statement[], prefix: string): FileEntries {
  const things = thingsIn(statements);
  if (![...things.values()].some(({ kind }) => kind === 'term')) throw new Error('The file has no skos:Concept.');
  const above = placesIn(things);
  const broader = pairs(things, 'broader', 'narrower');
  const related = pairs(things, 'related', undefined);
  let dropped = 0;
  const problems: { where: string; text: string }[] = [];
  const termsOf = (uris: Iterable<string>): string[] => {
    const all = [...uris];
    const known = all.filter((uri) => things.get(uri)?.kind === 'term');
    dropped += all.length - known.length;
    return known.map((uri) => urnFor(uri));
  };
  const urnFor = (uri: string): string => {
    const thing = things.get(uri);
    const parent = above.get(uri);
    const id = [...(thing?.kind === 'term' && parent !== undefined ? [localName(parent)] : []), localName(uri)].map(idFrom).join('.');
    return urnOf(prefix, thing?.kind ?? 'term', id);
  };
  const entries = [...things.values()].flatMap((thing): Entry[] => {
    const { uri, kind } = thing;
    const name = textIn(thing, NAMES);
    if (name === undefined) {
      problems.push({ where: uri, text: 'has no skos:prefLabel' });
      return [];
    }
    const parent = above.get(uri);
    const relations = { isRelatedTerms: termsOf(broader.get(uri) ?? []), relatedTerms: termsOf(related.get(uri) ?? []) };
    return [
      {
        where: uri,
        kind,
        urn: urnFor(uri),
        name,
        definition: textIn(thing, TEXTS),
        parent: parent === undefined ? null : urnFor(parent),
        customProperties: propertiesOf(thing),
        ...(kind === 'term' && {
          ...{ termSource: 'EXTERNAL', sourceRef: parent === undefined ? undefined : nameOf(things.get(parent)), relations },
          sourceUrl: /^https?:/.test(uri) ? uri : undefined,
        }),
      },
    ];
  });
  return { entries, problems, notes: dropped === 0 ? [] : [`Left out: ${plural(dropped, 'relation')} to concepts of other files.`] };
}

function thingsIn(statements: readonly Statement[]): Map<string, Thing> {
  const said = new Map<string, Map<string, Statement['object'][]>>();
  for (const { subject, predicate, object } of statements) {
    const of = said.get(subject.value) ?? new Map<string, Statement['object'][]>();
    said.set(subject.value, of);
    of.set(predicate.value, [...(of.get(predicate.value) ?? []), object]);
  }
  const things = new Map<string, Thing>();
  for (const [uri, values] of said) {
    const types = (values.get(TYPE) ?? []).map(({ value }) => value);
    if (types.some((type) => GROUP_TYPES.includes(type))) things.set(uri, { uri, kind: 'group', said: values });
    else if (types.includes(`${SKOS}Concept`) || values.has(`${SKOS}prefLabel`))
      things.set(uri, { uri, kind: 'term', said: withLabels(values, said) });
  }
  return things;
}

/** Labels of SKOS-XL are things of their own. */
function withLabels(
  values: ReadonlyMap<string, readonly Statement['object'][]>,
  said: ReadonlyMap<string, ReadonlyMap<string, readonly Statement['object'][]>>,
): ReadonlyMap<string, readonly Statement['object'][]> {
  if (values.has(`${SKOS}prefLabel`)) return values;
  const labels = (values.get(`${SKOS_XL}prefLabel`) ?? []).flatMap(({ value }) => said.get(value)?.get(`${SKOS_XL}literalForm`) ?? []);
  return labels.length === 0 ? values : new Map([...values, [`${SKOS}prefLabel`, labels]]);
}

const urisOf = ({ said }: Thing, name: string): string[] => (said.get(SKOS + name) ?? []).map(({ value }) => value);

/** The group of each thing: the first collection that has it, otherwise its scheme. */
function placesIn(things: ReadonlyMap<string, Thing>): ReadonlyMap<string, string> {
  const above = new Map<string, string>();
  const put = (uri: string, group: string): void => {
    if (!above.has(uri) && uri !== group && things.get(group)?.kind === 'group') above.set(uri, group);
  };
  for (const thing of things.values()) if (thing.kind === 'group') for (const member of urisOf(thing, 'member')) put(member, thing.uri);
  for (const thing of things.values()) {
    for (const scheme of [...urisOf(thing, 'topConceptOf'), ...urisOf(thing, 'inScheme')]) put(thing.uri, scheme);
    for (const top of urisOf(thing, 'hasTopConcept')) put(top, thing.uri);
  }
  return above;
}

/** What each term leads to by a property, or by the inverse of it. */
function pairs(things: ReadonlyMap<string, Thing>, property: string, inverse: string | undefined): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (from: string, to: string): void => {
    found.set(from, (found.get(from) ?? new Set()).add(to));
  };
  for (const thing of things.values()) {
    for (const to of urisOf(thing, property)) add(thing.uri, to);
    for (const from of inverse === undefined ? [] : urisOf(thing, inverse)) add(from, thing.uri);
  }
  return found;
}

/** The first of these that has a text: in English, otherwise without a language, otherwise the first. */
function textIn({ said }: Thing, predicates: readonly string[]): string | undefined {
  for (const predicate of predicates) {
    const values = (said.get(predicate) ?? []).filter(({ value }) => value.trim() !== '');
    const best =
      values.find(({ language }) => language === 'en') ??
      values.find(({ language = '' }) => language.startsWith('en-')) ??
      values.find(({ language }) => !language) ??
      values[0];
    if (best) return best.value.trim();
  }
  return undefined;
}

const nameOf = (thing: Thing | undefined): string | undefined => thing && textIn(thing, NAMES);

function propertiesOf({ said }: Thing): Record<string, string> | undefined {
  const list = (name: string): string => [...new Set((said.get(SKOS + name) ?? []).map(({ value }) => value.trim()))].join('; ');
  const properties = { ...(list('notation') && { Notation: list('notation') }), ...(list('altLabel') && { 'Also called': list('altLabel') }) };
  return Object.keys(properties).length === 0 ? undefined : properties;
}

/** The last part of a URI. */
function localName(uri: string): string {
  const last =
    uri
      .replace(/[/#]+$/, '')
      .split(/[/#:]/)
      .at(-1) ?? uri;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
