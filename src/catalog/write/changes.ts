/**
 * Turns drafts into the rows that a transaction writes: versions in layers, differences of edges.
 */
import type { CommitChanges, EdgeRow, LostEdge, ReadState, VersionRow } from '../../graph/changes.ts';
import type { LogEntry } from '../../graph/log-entries.ts';
import { type Edge, edgeKey, edgesOf } from '../../model/edges.ts';
import { PROPERTY_SETTINGS, PROPERTY_TYPE, STATUS } from '../../model/known-names.ts';
import type { Model } from '../../model/types.ts';
import { inSlices, makeSlices, type Steps, yieldIfDue } from '../../slices.ts';
import { isBadge, type Property, propertyFrom, queryName } from '../properties/properties.ts';
import { type AspectState, saysRemoved } from '../state.ts';
import { type AspectDraft, type EntityDraft, exists } from './draft.ts';
import { mustSettle } from './life.ts';

/** A commit that is decided. */
interface CommitDraft {
  readonly model: Model;
  /** Every URN that the commit has locked. Nodes that only the lock created are removed again. */
  readonly locked: readonly string[];
  readonly drafts: ReadonlyMap<string, EntityDraft>;
  readonly found: ReadState;
  /** Epoch ms. */
  readonly now: number;
  /** How many versions are kept; absent: all. */
  readonly retention: number | undefined;
  /** What the log says of it. */
  readonly log: readonly LogEntry[];
}

/** Makes the rows of a commit. Works in slices, so that a large commit does not block other requests. */
export async function changesOf({ model, locked, drafts, found, now, retention, log }: CommitDraft): Promise<CommitChanges> {
  const changes: CommitChanges = {
    log,
    at: now,
    hardDeleted: [],
    droppedSeries: [],
    endedAspects: [],
    reverted: [],
    entities: [],
    firstVersions: [],
    versions: [],
    retired: [],
    metadataUpdates: [],
    restored: [],
    dangling: [],
    edgesEnd: [],
    edgesBegin: [],
    edgesStamp: [],
    points: [],
    propertyNames: [],
    badges: [],
    purges: [],
    runs: [],
    neverCreated: [],
  };
  const hardDeletions: HardDeletions = new Map(
    [...drafts].flatMap(([urn, { deadAt, existed }]) => (deadAt === undefined ? [] : [[urn, { step: deadAt, existed }] as const])),
  );
  const slices = makeSlices();
  const rows: Rows = { model, changes, hardDeletions, now, retention };
  for (const draft of drafts.values()) {
    await inSlices(addEntity(rows, draft), slices);
    await yieldIfDue(slices);
  }
  const neverCreated = new Set<number>();
  for (const urn of locked) {
    const entity = found.entities.get(urn);
    const draft = drafts.get(urn);
    if (entity && entity.names.size === 0 && !(draft && exists(draft)) && !draft?.dead) neverCreated.add(entity.id);
  }
  for (const id of neverCreated) changes.neverCreated.push(id);
  const runs = new Set([...drafts.values()].flatMap((draft) => [...draft.runs]));
  for (const id of [...runs].sort()) changes.runs.push({ id, at: now });
  return changes;
}

/** Entity → the number of the proposal that deleted it as a whole, and whether it existed before the commit. */
type HardDeletions = ReadonlyMap<string, { readonly step: number; readonly existed: boolean }>;

/** The rows so far, and what all of them need. */
interface Rows extends Pick<CommitDraft, 'model' | 'now' | 'retention'> {
  readonly changes: CommitChanges;
  readonly hardDeletions: HardDeletions;
}

function* addEntity(rows: Rows, draft: EntityDraft): Steps<void> {
  const { changes, now, retention } = rows;
  const { id, urn } = draft;
  if (draft.dead && draft.existed) changes.hardDeleted.push({ id, urn: urn.text, at: now });
  for (const span of draft.droppedSeries) changes.droppedSeries.push(span);
  for (const mine of draft.aspects.values()) {
    addVersions(changes, draft, mine, now);
    yield* addEdges(rows, draft, mine);
    const newest = mine.appended.at(-1)?.seq ?? 0;
    const kept = Math.min(mine.aspect.keep ?? Number.POSITIVE_INFINITY, retention ?? Number.POSITIVE_INFINITY);
    if (newest > kept + 1) changes.retired.push({ id, name: mine.aspect.name, below: newest - kept });
  }
  for (const point of onePointEach(draft)) changes.points.push(point);
  if (urn.type.name === PROPERTY_TYPE) addProperty(changes, draft);
  if (mustSettle(draft)) changes.purges.push(draft.id);
  const born = exists(draft) && (!draft.existed || draft.dead) ? urn.type.name : undefined;
  const removed = removedChange(draft);
  if (born !== undefined || removed !== undefined) changes.entities.push({ id, born, removed, at: now });
}

/** The search name and the badge, which only one property may have, and the removal of values whose definition is gone. */
function addProperty(changes: CommitChanges, draft: EntityDraft): void {
  const before = propertyFrom(draft.urn.text, (aspect) => draft.aspects.get(aspect)?.stored);
  const after = propertyFrom(draft.urn.text, (aspect) => draft.aspects.get(aspect)?.current);
  // When its definition is deleted or starts again, its values are removed too.
  const identities = [before?.id, draft.identity].filter((earlier) => earlier !== undefined);
  if (identities.some((earlier) => earlier !== after?.id)) changes.purges.push(draft.id);
  if (takesOrLeavesName(draft, before, after)) {
    changes.propertyNames.push({ id: draft.id, name: after ? queryName(draft.urn.parts[0] ?? '') : null });
  }
  const settings = draft.aspects.get(PROPERTY_SETTINGS);
  const badge = isBadge(settings?.current);
  if (badge !== isBadge(settings?.stored)) changes.badges.push({ id: draft.id, badge: badge || null });
}

/** A property reserves its search name when it is defined, and gives it back when its definition is deleted. */
function takesOrLeavesName(draft: EntityDraft, before: Property | undefined, after: Property | undefined): boolean {
  return before === undefined ? after !== undefined : after === undefined || draft.dead;
}

/** The new state of soft deletion; `undefined` if it does not change. */
function removedChange(draft: EntityDraft): boolean | undefined {
  const status = draft.aspects.get(STATUS);
  const before = !draft.dead && saysRemoved(status?.stored?.value.json);
  const after = saysRemoved(status?.current?.value.json);
  return before === after ? undefined : after;
}

function addVersions(changes: CommitChanges, draft: EntityDraft, mine: AspectDraft, now: number): void {
  const { id } = draft;
  const stored = mine.stored && !draft.dead;
  if (mine.ended && stored) changes.endedAspects.push({ id, name: mine.aspect.name, at: now });
  if (mine.revertedTo !== undefined && stored) changes.reverted.push({ id, name: mine.aspect.name, seq: mine.revertedTo, at: now });
  for (const [index, state] of mine.appended.entries()) {
    const row = versionRow(id, mine.aspect.name, state);
    const after = stored && !mine.ended ? index : index - 1;
    if (after < 0) changes.firstVersions.push(row);
    else {
      changes.versions[after] ??= [];
      changes.versions[after].push(row);
    }
  }
  if (mine.refreshed && stored && !mine.ended)
    changes.metadataUpdates.push({ id, name: mine.aspect.name, meta: JSON.stringify(mine.refreshed.meta) });
}

function versionRow(id: number, name: string, { seq, value, at, by, firstAt, firstBy, meta, run }: AspectState): VersionRow {
  return { id, name, seq, value: value.text, at, by, firstAt, firstBy, meta: JSON.stringify(meta), runId: run ?? null };
}

type Edges = ReadonlyMap<string, Edge>;
const NO_EDGES: Edges = new Map();

function* addEdges({ model, changes, hardDeletions, now }: Rows, draft: EntityDraft, mine: AspectDraft): Steps<void> {
  const { aspect } = mine;
  if (aspect.relationships.length === 0 && aspect.columnLineage.length === 0) return;
  const lost = draft.dead ? [] : draft.lost.filter((edge) => edge.aspect === aspect.name);
  if (keepsEdges(draft, mine, lost, hardDeletions)) return;
  const urn = draft.urn.text;
  const { had, taken } = edgesBefore(model, urn, mine, lost, hardDeletions);
  yield;
  if (lost.length > 0 || taken) changes.restored.push({ id: draft.id, aspect: aspect.name });
  const has = edgesAfter(model, changes, draft, mine, hardDeletions);
  yield;
  const row = (edge: Edge): EdgeRow => ({ ...edge, aspect: aspect.name, holder: urn, at: now });
  // A hard delete removes all edges of the node. Edges of its columns must be removed here.
  yield* addDifference(changes, had, has, ({ source, target }) => !draft.dead || (source !== urn && target !== urn), row);
}

/** Is it clear, without reading the edges, that all of them stay as they are? */
function keepsEdges(draft: EntityDraft, mine: AspectDraft, lost: readonly LostEdge[], hardDeletions: HardDeletions): boolean {
  const { stored: before, current: after } = mine;
  if (before === after) return true;
  const rewritten = hardDeletions.size > 0 && mine.wroteAt !== undefined;
  if (draft.dead || lost.length > 0 || rewritten) return false;
  return before !== undefined && after !== undefined && before.value.text === after.value.text;
}

/** The edges of the stored value that exist, and whether hard deletes of this commit remove some. */
function edgesBefore(
  model: Model,
  urn: string,
  { aspect, stored }: AspectDraft,
  lost: readonly LostEdge[],
  hardDeletions: HardDeletions,
): { had: Edges; taken: boolean } {
  const had = new Map(stored ? edgesOf(model, aspect, urn, stored.value.json) : NO_EDGES);
  for (const edge of lost) had.delete(edgeKey(edge));
  // Deleting a whole entity removes its edges. Edges that were written after that are created again. An entity that this commit created
  // and deleted is not deleted in the graph, so its edges stay.
  const takes = (end: string): boolean => end !== urn && hardDeletions.get(end)?.existed === true;
  const taken = [...had].filter(([, { source, target }]) => takes(target) || takes(source));
  for (const [key] of taken) had.delete(key);
  return { had, taken: taken.length > 0 };
}

/** The edges of the present value, without those to entities that were deleted after it was written: these are noted as dangling. */
function edgesAfter(
  model: Model,
  changes: CommitChanges,
  draft: EntityDraft,
  { aspect, current, wroteAt = 0 }: AspectDraft,
  hardDeletions: HardDeletions,
): Edges {
  const all = current ? edgesOf(model, aspect, draft.urn.text, current.value.json) : NO_EDGES;
  if (hardDeletions.size === 0) return all;
  const has = new Map<string, Edge>();
  for (const [key, edge] of all) {
    const { type, source, target, columnsOnly = null } = edge;
    const gone = [...new Set([source, target])].filter((end) => wroteAt <= (hardDeletions.get(end)?.step ?? -1));
    if (gone.length === 0) has.set(key, edge);
    for (const end of gone) changes.dangling.push({ id: draft.id, aspect: aspect.name, type, source, target, columnsOnly, end });
  }
  return has;
}

/** @param held does an earlier edge still exist, if nothing ends it? */
function* addDifference(changes: CommitChanges, had: Edges, has: Edges, held: (edge: Edge) => boolean, row: (edge: Edge) => EdgeRow): Steps<void> {
  for (const [key, edge] of had) {
    yield;
    const twin = has.get(key);
    if (!held(edge)) continue;
    if (!twin || !isSameLineage(twin, edge)) changes.edgesEnd.push(row(edge));
    else if (JSON.stringify(twin.stamps) !== JSON.stringify(edge.stamps)) changes.edgesStamp.push(row(twin));
  }
  for (const [key, edge] of has) {
    yield;
    const twin = had.get(key);
    if (!twin || !isSameLineage(twin, edge) || !held(edge)) changes.edgesBegin.push(row(edge));
  }
}

function isSameLineage(one: Edge, other: Edge): boolean {
  return one.lineage === other.lineage && one.columnsOnly === other.columnsOnly;
}

/** Of several points with the same identity in one commit, the last one counts. */
function onePointEach(draft: EntityDraft): CommitChanges['points'] {
  return [...new Map(draft.points.map((point) => [`${point.series}|${point.time}|${point.rest}`, point])).values()];
}
