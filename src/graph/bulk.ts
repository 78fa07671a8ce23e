/**
 * Bulk changes in the graph. One is a node with its order and its progress as JSON text, and nodes for its pages of URNs. `version` counts
 * changes of the progress: whoever saves names the version that was read, so two servers never count the same page twice.
 */
import { type Graph, readRows, refuseFull, whole, writeRows } from './driver.ts';
import { type MaybeRow, wholeRows } from './whole-rows.ts';

/** The changes of every entity, by the names of the parts (openapi/README.md). An absent part changes nothing. */
export interface BulkChanges {
  /** The description that people see, or none. */
  readonly description?: LinkChange | undefined;
  readonly owners?: { readonly add?: readonly BulkOwner[] | undefined; readonly remove?: readonly string[] | undefined } | undefined;
  readonly properties?: { readonly set?: readonly BulkValues[] | undefined; readonly remove?: readonly string[] | undefined } | undefined;
  readonly deprecation?: { readonly set?: BulkDeprecation | undefined; readonly unset?: true | undefined } | undefined;
  /** Forms to ask, and to ask no longer. */
  readonly forms?: LinkChange | undefined;
  readonly deletion?: (typeof DELETIONS)[number] | undefined;
  /** The parts of links. */
  readonly [part: string]: PartChange | undefined;
}

/** What changes of a part. */
export type PartChange = object | (typeof DELETIONS)[number];

export const DELETIONS = ['soft', 'restore', 'hard'] as const;

/** URNs that come and go; of what has one value, this, or none. */
export interface LinkChange {
  readonly add?: readonly string[] | undefined;
  readonly remove?: readonly string[] | undefined;
  readonly set?: string | undefined;
  readonly unset?: true | undefined;
}

export interface BulkOwner {
  readonly owner: string;
  /** A way of owning of the model, such as DATA_STEWARD. */
  readonly type: string;
  /** The ownership type that is an entity, if it is one of the catalog's own. */
  readonly typeUrn?: string | undefined;
}

interface BulkValues {
  readonly property: string;
  readonly values: readonly (string | number)[];
}

interface BulkDeprecation {
  readonly note?: string | undefined;
  /** URN of what to use instead. */
  readonly replacement?: string | undefined;
  /** Epoch ms. */
  readonly decommissionTime?: number | undefined;
}

/** A search as `scrollAcrossEntities` takes it. */
export interface BulkSearch {
  /** Names of entity types. */
  readonly types: readonly string[];
  readonly input: string;
  readonly filter?: unknown;
  readonly includeSoftDeleted: boolean;
  readonly allWords: boolean;
}

/** What was asked for. It never changes. */
export interface BulkOrder {
  /** The run that everything is written with. */
  readonly run: string;
  readonly changes: BulkChanges;
  /** Has each entity changes of its own, which its page has? `changes` then only says of what, with empty parts. */
  readonly each?: true | undefined;
  /** Paths or plain names of columns: the changes are of those, not of the entities that have them. */
  readonly columns?: readonly string[] | undefined;
  /** Absent if the request named the URNs. */
  readonly search?: BulkSearch | undefined;
  /** When and by whom it was ordered, epoch ms. */
  readonly createdAt: number;
  readonly createdBy: string;
  /** Was this a user of the catalog? */
  readonly isUser?: true | undefined;
  /** By what (access/makers.ts): it ends with that. */
  readonly makers?: readonly string[] | undefined;
  /** Do policies judge each change? */
  readonly judged?: true | undefined;
}

export interface BulkProgress {
  /**
   * `stopped`: by somebody, or for `reason`; it can be resumed, also the undoing of it. `undoing`: its run is rolled back. `partlyUndone`: something of it is left,
   * perhaps all; it can be undone again.
   */
  readonly state: 'active' | 'stopped' | 'done' | 'undoing' | 'undone' | 'partlyUndone';
  /** Who undoes it. With it, the change itself never goes on. */
  readonly undoneBy?: string | undefined;
  /** Do policies judge what that changes? */
  readonly undoJudged?: true | undefined;
  /** By what somebody has undone or resumed it: from then on it ends with that. */
  readonly makers?: readonly string[] | undefined;
  readonly undone?: BulkUndone | undefined;
  /** While it is undone. Absent: it begins. */
  readonly undo?: BulkUndo | undefined;
  readonly reason?: string | undefined;
  /** Where the search goes on; absent if all pages are there. */
  readonly selecting?: { readonly after?: unknown } | undefined;
  /** How many entities the pages have, and how many pages there are. */
  readonly total: number;
  readonly pages: number;
  /** How many pages are done. */
  readonly next: number;
  /** Entities: with something changed, without any difference, with something refused. The first and the last may overlap. */
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
  /** How many entities are done. */
  readonly done: number;
  /** When the last step ended, epoch ms. */
  readonly at: number;
}

/**
 * Why an aspect stays as a bulk change made it. `later`: somebody has written it since. `rule`: a rule refuses to take it back. `entity`:
 * the run has made the entity, which has aspects of others. `again`: it came back while the rest was undone.
 */
type KeptReason = 'later' | 'rule' | 'entity' | 'again';

export interface KeptAspect {
  readonly urn: string;
  readonly aspect: string;
  readonly why: KeptReason;
  readonly message: string;
}

/** What was undone so far, by all attempts. */
export interface BulkUndone {
  /** How many aspects went back, of how many. */
  readonly aspects: number;
  readonly total: number;
  /** At the end: how many entities have something that stays; how many aspects do, by the reason; the first of them. */
  readonly kept: number;
  readonly why?: Readonly<Partial<Record<KeptReason, number>>> | undefined;
  readonly examples?: readonly KeptAspect[] | undefined;
}

/** How far an attempt to undo is. */
interface BulkUndo {
  /** How many aspects earlier attempts have undone, and how many there were to undo for this one. */
  readonly before: number;
  readonly rows: number;
  /** How many aspects were found that stay as they are. */
  readonly staying: number;
  /** After the rollback: how many pages were looked through for what lies under later writes. */
  readonly looked?: number | undefined;
}

export interface StoredBulk {
  readonly id: string;
  readonly version: number;
  readonly order: BulkOrder;
  readonly progress: BulkProgress;
}

/** Something that a bulk change was refused. */
export interface BulkRefusal {
  readonly urn: string;
  /** Absent if it is about the entity. */
  readonly aspect?: string | undefined;
  readonly code: string;
  readonly message: string;
}

/** A page to write: URNs that are still to be changed, or, of those that are done, which have changed and what was refused. */
export interface BulkPage {
  readonly number: number;
  readonly urns?: readonly string[] | undefined;
  /** Their own changes, in the same order. */
  readonly changes?: readonly BulkChanges[] | undefined;
  readonly refused?: readonly BulkRefusal[] | undefined;
}

/** Does it, or its undoing, go on by itself? */
export function isUnderWay({ state }: BulkProgress): boolean {
  return state === 'active' || state === 'undoing';
}

const DIGITS = 7;
const prefixOf = (id: string): string => `${id}/`;
const pageId = (id: string, number: number): string => prefixOf(id) + String(number).padStart(DIGITS, '0');

/** Creates a bulk change with its pages. Answers nothing if there are `most` already. */
export async function createBulk(graph: Graph, bulk: Omit<StoredBulk, 'version'>, pages: readonly BulkPage[], most: number) {
  refuseFull(graph);
  const { id, order, progress } = bulk;
  const params = {
    id,
    order: JSON.stringify(order),
    progress: JSON.stringify(progress),
    pages: pages.map(({ number, urns, changes }) => ({ id: pageId(id, number), urns, changes: changes ? JSON.stringify(changes) : null })),
    most: whole(most),
  };
  const [row] = await writeRows<{ version: number }>(graph, 'bulk/create-bulk', params);
  return row && { ...bulk, version: row.version };
}

interface BulkRow {
  readonly id: string;
  readonly version: number;
  readonly order: string;
  readonly progress: string;
}

/** All bulk changes, by id. */
export async function listBulk(graph: Graph): Promise<StoredBulk[]> {
  const rows = await readRows<MaybeRow<BulkRow>>(graph, 'bulk/list-bulk', {});
  return wholeRows<BulkRow>(rows).map(({ id, version, order, progress }) => ({
    id,
    version,
    order: JSON.parse(order) as BulkOrder,
    progress: JSON.parse(progress) as BulkProgress,
  }));
}

/** Saves the progress with these pages. Answers the saved one; nothing if somebody else has saved or deleted it since it was read. */
export async function saveBulk(graph: Graph, bulk: StoredBulk, pages: readonly BulkPage[] = []): Promise<StoredBulk | undefined> {
  const { id, version, progress } = bulk;
  const params = {
    id,
    version: whole(version),
    progress: JSON.stringify(progress),
    pages: pages.map(({ number, urns, refused = [] }) => ({
      id: pageId(id, number),
      urns: urns ?? null,
      refused: refused.length > 0 ? JSON.stringify(refused) : null,
    })),
  };
  const [row] = await writeRows<{ version: number }>(graph, 'bulk/save-bulk', params);
  return row && { ...bulk, version: row.version };
}

/** The URNs of a page: all until it is done, then those that have changed. Until then also their own changes, if they have such. */
export async function readBulkPage(graph: Graph, id: string, number: number): Promise<{ urns: readonly string[]; changes?: readonly BulkChanges[] }> {
  const [row] = await readRows<{ urns: string[]; changes: string | null }>(graph, 'bulk/read-page', { id: pageId(id, number) });
  return { urns: row?.urns ?? [], ...(row?.changes && { changes: JSON.parse(row.changes) as BulkChanges[] }) };
}

interface RefusedRow {
  readonly id: string;
  readonly refused: string;
}

/** What was refused, from the page after `after` on; `limit` pages at most. */
export async function readRefused(
  graph: Graph,
  id: string,
  after: number,
  limit: number,
): Promise<{ number: number; refused: readonly BulkRefusal[] }[]> {
  const params = { prefix: prefixOf(id), after: after < 0 ? '' : pageId(id, after), limit: whole(limit) };
  const rows = await readRows<MaybeRow<RefusedRow>>(graph, 'bulk/page-refused', params);
  return wholeRows<RefusedRow>(rows).map((row) => ({
    number: Number(row.id.slice(prefixOf(id).length)),
    refused: JSON.parse(row.refused) as BulkRefusal[],
  }));
}

/** An aspect that a run has written and somebody else has written since. */
interface CoveredAspect {
  readonly urn: string;
  readonly aspect: string;
  /** Who wrote its latest version, in which run, and when, epoch ms. */
  readonly by: string;
  readonly run: string | null;
  readonly at: number;
  /** Has the run also written a latest version of this entity? */
  readonly latestToo: boolean;
}

/** Which of these aspects of the entities have a version of the run under a later one. */
export async function readCovered(graph: Graph, urns: readonly string[], names: readonly string[], run: string): Promise<CoveredAspect[]> {
  return urns.length === 0 ? [] : readRows<CoveredAspect>(graph, 'bulk/find-covered', { urns, names, run });
}

/** Deletes a bulk change. Answers whether there was one. */
export async function deleteBulk(graph: Graph, id: string): Promise<boolean> {
  const [row] = await writeRows<{ deleted: number }>(graph, 'bulk/delete-bulk', { id, prefix: prefixOf(id) });
  return (row?.deleted ?? 0) > 0;
}
