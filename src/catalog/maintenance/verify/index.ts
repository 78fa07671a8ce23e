/**
 * Verification: the whole store, page by page, against itself (docs/operations.md 8). Entities in the order of their URNs, with versions,
 * edges and documents; then all nodes for points of timeseries and versions that no chain holds; then all documents of the index, of each kind;
 * then the log. Aspects are the truth: edges and index are repaired from them, versions are never changed.
 *
 * It may run while others write: a difference counts when further looks, under the locks of a commit, show the same.
 */
import type { EntityReader } from '../../../graph/read.ts';
import { repairEdges } from '../../../graph/repair-edges.ts';
import { dropLostMarks, dropStrays, existingRuns, lastNode, nextUrns, readExisting, readToVerify, setFlags } from '../../../graph/verify.ts';
import { addWords, dropDocuments, WORDS_ALIAS } from '../../../search/index.ts';
import { confirmed, type Finding, pageStart, type Repair, type StoreDifference } from './difference.ts';
import { BEFORE_ALL, type DocumentKind, documentFindings, documentPage, type IndexParts } from './documents.ts';
import { heldFindings, lostFindings, pastFindings, strayFindings } from './edges.ts';
import { entityDifferences, flagsOf, runsOf, unsoundAspects } from './entities.ts';
import { linkFindings } from './links.ts';
import { keptVersions, logPage, unnamed } from './log.ts';
import { nodeFindings } from './nodes.ts';

export const VERIFY_PARTS = ['entities', 'nodes', 'documents', 'evidence', 'source', 'log'] as const;

/** Where a page begins. `of`: the id of the last node to check. */
export interface VerifyPosition {
  readonly part: (typeof VERIFY_PARTS)[number];
  readonly after: string;
  readonly of?: number | undefined;
}

export interface VerifyPage {
  readonly part: VerifyPosition['part'];
  /** How many entities, points or documents were checked. */
  readonly checked: number;
  /** `repaired`: whether Cairn corrected it. Absent if no repair was requested. */
  readonly differences: readonly (StoreDifference & { readonly repaired?: boolean })[];
  /** Absent after the last page. */
  readonly next?: VerifyPosition;
}

interface VerifyParts extends IndexParts {
  readonly reader: EntityReader;
  /** Are older versions removed (RETENTION_VERSIONS)? */
  readonly retention: (aspect: string) => boolean;
}

/** Entities on a page. A page takes a second or two. */
const ENTITIES = 50;
const NODES = 2_000;

interface VerifiedPage {
  readonly findings: readonly Finding[];
  readonly checked: number;
  /** Checks some entities of the page again, more carefully. */
  again(urns: readonly string[]): Promise<readonly Finding[]>;
  readonly next: VerifyPosition | undefined;
}

/** Checks one page. With `repair`, corrects what can be corrected. */
export async function verifyPage(parts: VerifyParts, place: VerifyPosition, repair: boolean): Promise<VerifyPage> {
  const documents = (what: DocumentKind) => () => documentsPage(parts, place, what);
  const pages = {
    entities: () => entityPage(parts, place),
    nodes: () => nodePage(parts, place),
    documents: documents('document'),
    evidence: documents('evidence'),
    source: documents('source'),
    log: () => commitsPage(parts, place),
  };
  const { findings, checked, again, next } = await pages[place.part]();
  const certain = await confirmed(findings, again);
  const differences = repair ? await repaired(parts, certain, again) : certain.map(({ difference }) => difference);
  return { part: place.part, checked, differences, ...(next ? { next } : {}) };
}

async function entityPage(parts: VerifyParts, { after }: VerifyPosition): Promise<VerifiedPage> {
  const urns = await nextUrns(parts.graph, after, ENTITIES);
  const last = urns.at(-1);
  return {
    findings: urns.length === 0 ? [] : await entitiesFindings(parts, urns, []),
    checked: urns.length,
    again: (some) => entitiesFindings(parts, some, some),
    next: last !== undefined && urns.length === ENTITIES ? { part: 'entities', after: last } : { part: 'nodes', after: '-1' },
  };
}

async function entitiesFindings(parts: VerifyParts, urns: readonly string[], locked: readonly string[]): Promise<Finding[]> {
  const { graph, model, reader, retention } = parts;
  const { entities, strays } = await readToVerify(graph, urns, locked);
  const runs = [...new Set(entities.flatMap(runsOf))];
  const known = await existingRuns(graph, runs);
  const settled = entities.filter(({ beingDeleted }) => !beingDeleted);
  const exist = settled.filter(({ type }) => type !== null).map(({ urn }) => urn);
  /** Nobody knows what their edges and documents should be; those whose flags are wrong are repaired first. */
  const unsound = new Set(settled.filter((entity) => unsoundAspects(model, entity).size > 0).map(({ urn }) => urn));
  const flagged = new Set(settled.filter((entity) => flagsOf(model, entity)).map(({ urn }) => urn));
  const plain = settled.flatMap((entity): Finding[] => {
    const { urn } = entity;
    const unknown = [...new Set(runsOf(entity))].filter((run) => !known.has(run));
    const missing = unknown.map((run): StoreDifference => ({ what: 'run', urn, expected: `a record of the run ${run}`, got: 'none' }));
    const own = [...entityDifferences(model, entity, retention), ...missing].map((difference): Finding => {
      return difference.what === 'entity' && flagged.has(urn) ? { difference, repair: { kind: 'flags', urn } } : { difference };
    });
    const lost = lostFindings(model, entity);
    return [...own, ...(unsound.has(urn) ? lost.map(({ difference }) => ({ difference })) : lost)];
  });
  return [
    ...plain,
    ...(await unnamed(
      graph,
      settled.flatMap((entity) => keptVersions(model, entity)),
    )),
    ...(await heldFindings(graph, model, settled, unsound)),
    ...(await strayFindings(model, reader, strays)),
    ...(await pastFindings(graph, urns)),
    ...(await linkFindings(parts, exist)),
    ...(await documentFindings(parts, exist, unsound, locked.length > 0)),
  ];
}

async function nodePage({ graph, model }: VerifyParts, { after, of }: VerifyPosition): Promise<VerifiedPage> {
  const last = of ?? (await lastNode(graph));
  const from = Number(after) + 1;
  const to = Math.min(from + NODES - 1, last);
  const look = () => nodeFindings(graph, model, from, to);
  const { findings, checked } = await look();
  const next: VerifyPosition = to < last ? { part: 'nodes', after: String(to), of: last } : { part: 'documents', after: BEFORE_ALL };
  return { findings, checked, again: async () => (await look()).findings, next };
}

/** What follows the documents of each kind. */
const AFTER_DOCUMENTS: Readonly<Record<DocumentKind, VerifyPosition>> = {
  document: { part: 'evidence', after: BEFORE_ALL },
  evidence: { part: 'source', after: BEFORE_ALL },
  source: { part: 'log', after: '0' },
};

async function documentsPage(parts: VerifyParts, { part, after }: VerifyPosition, what: DocumentKind): Promise<VerifiedPage> {
  const { findings, checked, last } = await documentPage(parts, after, what);
  return {
    findings,
    checked,
    again: async () => (await documentPage(parts, after, what)).findings,
    next: last === undefined ? AFTER_DOCUMENTS[what] : { part, after: last },
  };
}

async function commitsPage({ graph, retention }: VerifyParts, { after }: VerifyPosition): Promise<VerifiedPage> {
  const look = () => logPage(graph, Number(after), retention);
  const { findings, checked, last } = await look();
  return {
    findings,
    checked,
    again: async () => (await look()).findings,
    next: last === undefined ? undefined : { part: 'log', after: String(last) },
  };
}

/**
 * Corrects what can be corrected, each kind from what the kind before has left: flags, edges, documents. Then it checks again.
 *
 * @returns the differences, with those that only showed when others were corrected
 */
async function repaired(
  parts: VerifyParts,
  findings: readonly Finding[],
  again: VerifiedPage['again'],
): Promise<(StoreDifference & { repaired: boolean })[]> {
  const places = [...new Set(findings.map(pageStart))];
  if (places.length === 0) return [];
  const { graph, model } = parts;
  let now = findings;
  const flagged = repairsOf(now, 'flags').map(({ urn }) => urn);
  if (flagged.length > 0) {
    await setFlags(graph, [...new Set(flagged)], (entity) => flagsOf(model, entity));
    now = await again(places);
  }
  if (await edgesRepaired(parts, now)) now = await again(places);
  await documentsRepaired(parts, now);
  // A place without a URN is a node that belongs to nothing.
  const left = (await again(places)).filter((finding) => places.includes(pageStart(finding)));
  const [before, after] = [findings, left].map((list) => new Set(list.map(({ difference }) => JSON.stringify(difference)))) as [
    Set<string>,
    Set<string>,
  ];
  const shown = left.filter(({ difference }) => !before.has(JSON.stringify(difference)));
  return [
    ...findings.map(({ difference }) => ({ ...difference, repaired: !after.has(JSON.stringify(difference)) })),
    ...(await confirmed(shown, again)).map(({ difference }) => ({ ...difference, repaired: false })),
  ];
}

function repairsOf<Kind extends Repair['kind']>(findings: readonly Finding[], kind: Kind): Extract<Repair, { kind: Kind }>[] {
  return findings.flatMap(({ repair }) => (repair?.kind === kind ? (repair as Extract<Repair, { kind: Kind }>) : []));
}

/** Answers whether there was anything to correct. */
async function edgesRepaired({ graph, model }: VerifyParts, findings: readonly Finding[]): Promise<boolean> {
  const lost = repairsOf(findings, 'lost edge').map(({ id }) => id);
  if (lost.length > 0) await dropLostMarks(graph, lost);
  const strays = repairsOf(findings, 'stray').map(({ stray }) => stray);
  if (strays.length > 0) await dropStrays(graph, strays);
  // After the marks of lost edges: an edge that such a mark has hidden is now missing.
  const unmarked = findings.flatMap(({ difference, repair }) => (repair?.kind === 'lost edge' ? difference.urn : []));
  const holders = [...repairsOf(findings, 'edges').map(({ holder }) => holder), ...unmarked];
  if (holders.length > 0) await repairEdges(graph, model, holders);
  return lost.length + strays.length + holders.length > 0;
}

async function documentsRepaired(parts: VerifyParts, findings: readonly Finding[]): Promise<void> {
  const lost = repairsOf(findings, 'words');
  for (const { id } of lost) await dropDocuments(parts.search, [id]);
  // One that is too much goes; that of the entity itself, if it has one, stays as it is.
  for (const { id, from } of repairsOf(findings, 'no entity')) await dropDocuments(parts.search, [id], from);
  await addWords(parts.search, WORDS_ALIAS, [...new Set(repairsOf(findings, 'word list').flatMap(({ words }) => words))]);
  await indexAgain(parts, [...new Set([...repairsOf(findings, 'document'), ...lost].map(({ urn }) => urn))]);
  parts.indexStatus.wake();
}

/** Has the documents of the existing entities built again, and waits for it. */
async function indexAgain({ graph, indexStatus }: VerifyParts, urns: readonly string[]): Promise<void> {
  if (urns.length === 0) return;
  const existing = await readExisting(graph, urns);
  const exist = urns.filter((urn) => existing.has(urn));
  if (exist.length > 0) await indexStatus.indexed(await indexStatus.reindexThese(exist), exist);
}
