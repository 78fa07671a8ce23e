/**
 * Verification: the whole store, page by page, against itself (docs/operations.md 8). Entities in the order of their URNs, with versions,
 * edges and documents; then all nodes for points of timeseries and versions that no chain holds; then all documents of the index, and all
 * evidence for questions. Aspects are the
 * truth: edges and index are repaired from them, versions are never changed.
 *
 * It may run while others write: a difference counts when further looks, under the locks of a commit, show the same.
 */

import type { EntityReader } from '../../../graph/read.ts';
import { repairEdges } from '../../../graph/repair-edges.ts';
import { dropLostMarks, dropStrays, knownRuns, lastNode, nextUrns, readExisting, readToVerify } from '../../../graph/verify.ts';
import { dropDocuments } from '../../../search/index.ts';
import { confirmed, type Difference, type Finding, placeOf } from './difference.ts';
import { BEFORE_ALL, documentFindings, documentPage, type IndexParts } from './documents.ts';
import { heldFindings, lostFindings, strayFindings } from './edges.ts';
import { entityDifferences, runsOf } from './entities.ts';
import { nodeFindings } from './nodes.ts';

export const VERIFY_PARTS = ['entities', 'nodes', 'documents', 'evidence'] as const;

/** Where a page begins. `of`: the id of the last node to check. */
export interface VerifyPlace {
  readonly part: (typeof VERIFY_PARTS)[number];
  readonly after: string;
  readonly of?: number | undefined;
}

export interface VerifyPage {
  readonly part: VerifyPlace['part'];
  /** How many entities, points or documents were checked. */
  readonly checked: number;
  /** `repaired`: whether Cairn corrected it. Absent if no repair was requested. */
  readonly differences: readonly (Difference & { readonly repaired?: boolean })[];
  /** Absent after the last page. */
  readonly next?: VerifyPlace;
}

export interface VerifyParts extends IndexParts {
  readonly reader: EntityReader;
  /** Are older versions removed (RETENTION_VERSIONS)? */
  readonly retention: boolean;
}

/** Entities on a page. A page takes a second or two. */
const ENTITIES = 50;
const NODES = 2_000;

interface Page {
  readonly findings: readonly Finding[];
  readonly checked: number;
  /** Checks some entities of the page again, more carefully. */
  again(urns: readonly string[]): Promise<readonly Finding[]>;
  readonly next: VerifyPlace | undefined;
}

/** Checks one page. With `repair`, corrects what can be corrected. */
export async function verifyPage(parts: VerifyParts, place: VerifyPlace, repair: boolean): Promise<VerifyPage> {
  const pages = { entities: entityPage, nodes: nodePage, documents: documentsPage, evidence: documentsPage };
  const { findings, checked, again, next } = await pages[place.part](parts, place);
  const certain = await confirmed(findings, again);
  const left = repair ? new Set(await repaired(parts, certain, again)) : undefined;
  const differences = certain.map(({ difference }) => (left ? { ...difference, repaired: !left.has(JSON.stringify(difference)) } : difference));
  return { part: place.part, checked, differences, ...(next ? { next } : {}) };
}

async function entityPage(parts: VerifyParts, { after }: VerifyPlace): Promise<Page> {
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
  const known = await knownRuns(graph, runs);
  const settled = entities.filter(({ beingDeleted }) => !beingDeleted);
  const exist = settled.filter(({ type }) => type !== null).map(({ urn }) => urn);
  const plain = settled.flatMap((entity): Finding[] => {
    const unknown = [...new Set(runsOf(entity))].filter((run) => !known.has(run));
    const missing = unknown.map((run): Difference => ({ what: 'run', urn: entity.urn, expected: `a record of the run ${run}`, got: 'none' }));
    const own = [...entityDifferences(model, entity, retention), ...missing].map((difference): Finding => ({ difference }));
    return [...own, ...lostFindings(model, entity)];
  });
  return [
    ...plain,
    ...(await heldFindings(graph, model, settled)),
    ...(await strayFindings(model, reader, strays)),
    ...(await documentFindings(parts, exist, locked.length > 0)),
  ];
}

async function nodePage({ graph, model }: VerifyParts, { after, of }: VerifyPlace): Promise<Page> {
  const last = of ?? (await lastNode(graph));
  const from = Number(after) + 1;
  const to = Math.min(from + NODES - 1, last);
  const look = () => nodeFindings(graph, model, from, to);
  const { findings, checked } = await look();
  const next: VerifyPlace = to < last ? { part: 'nodes', after: String(to), of: last } : { part: 'documents', after: BEFORE_ALL };
  return { findings, checked, again: async () => (await look()).findings, next };
}

async function documentsPage(parts: VerifyParts, { part, after }: VerifyPlace): Promise<Page> {
  const what = part === 'evidence' ? 'evidence' : 'document';
  const { findings, checked, last } = await documentPage(parts, after, what);
  const then: VerifyPlace | undefined = what === 'document' ? { part: 'evidence', after: BEFORE_ALL } : undefined;
  return {
    findings,
    checked,
    again: async () => (await documentPage(parts, after, what)).findings,
    next: last === undefined ? then : { part, after: last },
  };
}

/**
 * Corrects what can be corrected, and checks again.
 *
 * @returns the remaining differences, as JSON
 */
async function repaired(parts: VerifyParts, findings: readonly Finding[], again: Page['again']): Promise<string[]> {
  const repairs = findings.flatMap(({ repair }) => repair ?? []);
  if (repairs.length > 0) {
    const { graph, model, search, indexStatus } = parts;
    const lost = repairs.flatMap((repair) => (repair.kind === 'lost edge' ? repair.id : []));
    if (lost.length > 0) await dropLostMarks(graph, lost);
    const strays = repairs.flatMap((repair) => (repair.kind === 'stray' ? repair.stray : []));
    if (strays.length > 0) await dropStrays(graph, strays);
    // After the marks of lost edges: an edge that such a mark has hidden is now missing.
    const holders = repairs.flatMap((repair) => (repair.kind === 'edges' ? repair.holder : []));
    const unmarked = findings.flatMap(({ difference, repair }) => (repair?.kind === 'lost edge' ? difference.urn : []));
    if (holders.length + unmarked.length > 0) await repairEdges(graph, model, [...holders, ...unmarked]);
    const dropped = repairs.flatMap((repair) => (repair.kind === 'words' || repair.kind === 'no entity' ? repair : []));
    for (const repair of dropped) await dropDocuments(search, [repair.id], repair.kind === 'no entity' ? repair.from : undefined);
    const documents = repairs.flatMap((repair) => (repair.kind === 'document' ? repair.urn : []));
    await indexAgain(parts, [...new Set([...documents, ...dropped.map(({ urn }) => urn)])]);
    indexStatus.wake();
  }
  const places = [...new Set(findings.map(placeOf))];
  return places.length === 0 ? [] : (await again(places)).map(({ difference }) => JSON.stringify(difference));
}

/** Has the documents of the existing entities built again, and waits for it. */
async function indexAgain({ graph, indexStatus }: VerifyParts, urns: readonly string[]): Promise<void> {
  if (urns.length === 0) return;
  const existing = await readExisting(graph, urns);
  const exist = urns.filter((urn) => existing.has(urn));
  if (exist.length > 0) await indexStatus.indexed(await indexStatus.reindexThese(exist), exist);
}
