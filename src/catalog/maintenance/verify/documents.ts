/**
 * Compares the search index with the graph. Each entity has its document and is found by the words of it. No document is without an entity.
 */
import { firstOf } from '../../../errors.ts';
import type { Graph } from '../../../graph/driver.ts';
import { readExisting, readPointsOf, readToVerify, type VerifiedEntity } from '../../../graph/verify.ts';
import { sameJson } from '../../../model/json.ts';
import { PROPERTY_VALUES } from '../../../model/known-names.ts';
import type { Model } from '../../../model/types.ts';
import { canonicalUrn } from '../../../model/urn.ts';
import {
  ALIAS,
  type Documents,
  digest,
  documentsAfter,
  EVIDENCE_ALIAS,
  lostWords,
  openId,
  parseExactly,
  presentIndex,
  type SearchEngine,
  SOURCE_ALIAS,
  type StoredDocument,
  sourceText,
  storedDocuments,
  unlistedWords,
} from '../../../search/index.ts';
import type { IndexStatus } from '../../find/index-status.ts';
import { entriesOf } from '../../properties/properties.ts';
import { searchedSeries } from '../../series/point-identity.ts';
import type { Finding, StoreDifference } from './difference.ts';
import { unsoundAspects } from './entities.ts';
import { pointDifferences } from './nodes.ts';

export interface IndexParts {
  readonly graph: Graph;
  readonly model: Model;
  readonly search: SearchEngine;
  readonly indexStatus: IndexStatus;
}

const SHOWN_WORDS = 10;

/**
 * Checks the documents of entities. Entities that wait for the indexer do not count.
 *
 * @param unsound entities of which nobody knows what their documents should say: they keep those that they have
 * @param carefully make sure that an entity did not change while its document was read
 */
export async function documentFindings(
  parts: IndexParts,
  urns: readonly string[],
  unsound: ReadonlySet<string>,
  carefully: boolean,
): Promise<Finding[]> {
  const { model, search, indexStatus } = parts;
  if (urns.length === 0) return [];
  await presentIndex(search, model);
  const built = await indexStatus.documents(urns);
  const [whole, open] = [await storedOf(search, urns, false), await storedOf(search, urns, true)];
  const words = [await lostWords(search, model, whole.document), await lostWords(search, model, open.document)] as const;
  const unlisted = await unlistedWords(search, [...new Set([...built.values()].flatMap((each) => each.words))]);
  const waiting = await indexStatus.pending(urns);
  const after = carefully ? await indexStatus.documents(urns) : built;
  const findings: Finding[] = [];
  for (const urn of urns) {
    const expected = built.get(urn);
    if (waiting.has(urn) || !sameDocuments(expected, after.get(urn))) continue;
    const difference = documentsDifference(urn, expected, whole) ?? documentsDifference(urn, expected?.open, open);
    if (difference) findings.push({ difference, repair: { kind: 'document', urn } });
    else
      for (const [at, lost] of words.entries())
        if (lost.has(urn)) findings.push(wordsFinding(urn, at === 0 ? digest(urn) : openId(digest(urn)), lost.get(urn) ?? []));
    const parts = (expected?.words ?? []).filter((word) => unlisted.has(word));
    if (parts.length > 0) findings.push(listFinding(urn, parts));
  }
  const leaning = await leaningOnDamage(
    parts,
    findings.map(({ difference }) => difference.urn),
  );
  return findings.map(({ difference, repair }) => {
    const kept = unsound.has(difference.urn) || leaning.has(difference.urn);
    return kept || !repair ? { difference } : { difference, repair };
  });
}

/** Points of one timeseries that are looked at: the newest makes the document, and one of these may be the newest in truth. */
const MOST_POINTS = 1_000;

/** The entities among these whose documents are made from points or definitions of properties that are damaged. */
async function leaningOnDamage({ graph, model }: IndexParts, urns: readonly string[]): Promise<ReadonlySet<string>> {
  if (urns.length === 0) return new Set();
  const points = await readPointsOf(
    graph,
    urns.flatMap((urn) => searchedSeries(model, urn).map(({ key }) => key)),
    MOST_POINTS,
  );
  // The run of a point is in no document.
  const broken = points.filter((point) => pointDifferences(model, point, new Set()).some(({ what }) => what === 'point'));
  const leaning = new Set(broken.flatMap(({ urn }) => urn ?? []));
  const { entities } = await readToVerify(graph, urns, []);
  const definitions = new Map(entities.map(({ urn, latest }) => [urn, propertiesOf(model, latest)]));
  const { entities: properties } = await readToVerify(graph, [...new Set([...definitions.values()].flat())], []);
  const unsound = new Set(properties.filter((each) => unsoundAspects(model, each).size > 0).map(({ urn }) => urn));
  for (const [urn, named] of definitions) if (named.some((each) => unsound.has(each))) leaning.add(urn);
  return leaning;
}

/** The URNs of the properties of which an entity has values. */
function propertiesOf(model: Model, latest: VerifiedEntity['latest']): string[] {
  const value = latest.find(([name]) => name === PROPERTY_VALUES)?.[1];
  return value === undefined ? [] : entriesOf(JSON.parse(value)).map(({ propertyUrn }) => canonicalUrn(model, propertyUrn));
}

function wordsFinding(urn: string, id: string, lost: readonly string[]): Finding {
  return {
    difference: { what: 'words', urn, expected: 'to be found by every word of its document', got: `not found by ${firstOf(lost, SHOWN_WORDS)}` },
    repair: { kind: 'words', urn, id },
  };
}

function listFinding(urn: string, words: readonly string[]): Finding {
  return {
    difference: { what: 'words', urn, expected: 'to be found by parts of its words', got: `not found by parts of ${firstOf(words, SHOWN_WORDS)}` },
    repair: { kind: 'word list', words },
  };
}

type StoredDocuments = Readonly<Record<DocumentKind, ReadonlyMap<string, StoredDocument>>>;

/** What is stored for these entities. @param open their open documents (search/document/open-documents.ts) */
async function storedOf(search: SearchEngine, urns: readonly string[], open: boolean): Promise<StoredDocuments> {
  const [document, evidence, source] = await Promise.all([
    storedDocuments(search, urns, ALIAS, open),
    storedDocuments(search, urns, EVIDENCE_ALIAS, open),
    storedDocuments(search, urns, SOURCE_ALIAS, open),
  ]);
  return { document, evidence, source };
}

function documentsDifference(
  urn: string,
  expected: Omit<Documents, 'words' | 'open'> | undefined,
  stored: StoredDocuments,
): StoreDifference | undefined {
  const differenceIn = (what: DocumentKind) => documentDifference(what, urn, expected?.[what], stored[what].get(urn));
  return differenceIn('document') ?? differenceIn('evidence') ?? differenceIn('source');
}

function sameDocuments(one: Documents | undefined, other: Documents | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function documentDifference(
  what: DocumentKind,
  urn: string,
  expected: string | undefined,
  got: StoredDocument | undefined,
): StoreDifference | undefined {
  if (expected === undefined) return got && { what, urn, expected: 'no document', got: 'one' };
  if (!got) return { what, urn, expected: 'a document', got: 'none' };
  const wanted = parseExactly(expected) as StoredDocument;
  const fields = [...new Set([...Object.keys(wanted), ...Object.keys(got)])].filter((name) => !sameField(name, wanted[name], got[name])).sort();
  if (fields.length === 0) return undefined;
  return { what, urn, expected: 'what its latest aspects say', got: `something else in ${fields.slice(0, SHOWN_WORDS).join(', ')}` };
}

/**
 * Compares two values of a field of a document. The order in `exists` means nothing: earlier versions of Cairn wrote another one. Compressed texts are
 * compared as texts, because another version of Node compresses to other bytes.
 */
function sameField(name: string, wanted: unknown, got: unknown): boolean {
  if (name === 'exists' && Array.isArray(wanted) && Array.isArray(got)) return sameJson([...wanted].sort(), [...got].sort());
  if (name === 'written' && typeof wanted === 'string' && typeof got === 'string') return wanted === got || sourceText(wanted) === sourceText(got);
  return sameJson(wanted, got);
}

/** The documents of an entity: what is searched, what answers questions, and the values as they were written. */
export type DocumentKind = 'document' | 'evidence' | 'source';

/** Checks a page of all documents of a kind for those whose entity does not exist. */
export async function documentPage(
  { graph, model, search, indexStatus }: IndexParts,
  after: string,
  what: DocumentKind,
): Promise<{ findings: Finding[]; checked: number; last?: string }> {
  await presentIndex(search, model);
  const from = { document: ALIAS, evidence: EVIDENCE_ALIAS, source: SOURCE_ALIAS }[what];
  const documents = await documentsAfter(search, after, from);
  const urns = documents.map(({ urn }) => String(urn));
  const [existing, waiting] = await Promise.all([readExisting(graph, urns), indexStatus.pending(urns)]);
  const { entities } = await readToVerify(
    graph,
    urns.filter((urn) => !existing.has(urn)),
    [],
  );
  /** Those that only seem not to exist: they have lost their key or their type. */
  const damaged = new Set(entities.filter(({ latest }) => latest.length > 0).map(({ urn }) => urn));
  const findings = documents.flatMap((document): Finding[] => {
    const [urn, id] = [String(document.urn), String(document.id)];
    if (waiting.has(urn)) return [];
    const repair = { kind: 'no entity', urn, id, from } as const;
    if (!existing.has(urn)) {
      const difference: StoreDifference = { what, urn, expected: 'no document, because the entity does not exist', got: `document ${id}` };
      return [damaged.has(urn) ? { difference } : { difference, repair }];
    }
    if (id === digest(urn) || id === openId(digest(urn))) return [];
    return [{ difference: { what, urn, expected: `one document, ${digest(urn)}`, got: `document ${id}, too` }, repair }];
  });
  const last = documents.at(-1)?.key;
  return { findings, checked: documents.length, ...(last === undefined ? {} : { last: String(last) }) };
}

/** Comes before all keys, which are whole numbers from 0 on. */
export const BEFORE_ALL = '-1';
