/**
 * From drafts to the rows of a transaction: versions in layers, edges by difference, marks.
 */
import type { Changes, EdgeRow, Found, VersionRow } from '../graph/changes.ts';
import { type Edge, edgesOf } from '../model/edges.ts';
import type { Model } from '../model/types.ts';
import type { Urn } from '../model/urn.ts';
import { type AspectDraft, type EntityDraft, exists } from './draft.ts';
import { STATUS } from './known-aspects.ts';
import { type AspectState, NO_RUN } from './proposal.ts';

/** @param locked every URN that the commit has locked: those that only the lock has made go again */
export function changesOf(model: Model, locked: readonly Urn[], drafts: ReadonlyMap<string, EntityDraft>, found: Found, now: number, retention: number | undefined): Changes {
  const changes: Changes = {
    hardDeleted: [],
    droppedSeries: [],
    endedAspects: [],
    entities: [],
    firstVersions: [],
    versions: [],
    retired: [],
    touched: [],
    edgesEnd: [],
    edgesBegin: [],
    edgesStamp: [],
    points: [],
    unborn: [],
  };
  for (const draft of drafts.values()) addEntity(model, changes, draft, now, retention);
  const unborn = new Set<number>();
  for (const urn of locked) {
    const entity = found.entities.get(urn.text);
    const draft = drafts.get(urn.text);
    if (entity && entity.names.size === 0 && !(draft && exists(draft)) && !draft?.dead) unborn.add(entity.id);
  }
  changes.unborn.push(...unborn);
  return changes;
}

function addEntity(model: Model, changes: Changes, draft: EntityDraft, now: number, retention: number | undefined): void {
  const { id, urn } = draft;
  if (draft.dead && draft.existed) changes.hardDeleted.push({ id, at: now });
  changes.droppedSeries.push(...draft.droppedSeries);
  for (const mine of draft.aspects.values()) {
    addVersions(changes, draft, mine, now);
    addEdges(model, changes, draft, mine, now);
    const newest = mine.appended.at(-1)?.seq ?? 0;
    if (retention !== undefined && newest > retention + 1) changes.retired.push({ id, name: mine.aspect.name, below: newest - retention });
  }
  changes.points.push(...onePointEach(draft));
  const born = exists(draft) && (!draft.existed || draft.dead) ? urn.type.name : undefined;
  const removed = removedChange(draft);
  if (born !== undefined || removed !== undefined || draft.marked) changes.entities.push({ id, born, removed, marked: draft.marked });
}

/** Whether the entity is soft-deleted from now on; `undefined` when that stays as it is. */
function removedChange(draft: EntityDraft): boolean | undefined {
  const status = draft.aspects.get(STATUS);
  const before = !draft.dead && isRemoved(status?.stored);
  const after = isRemoved(status?.current);
  return before === after ? undefined : after;
}

export function isRemoved(status: AspectState | undefined): boolean {
  return (status?.value.json as { removed?: unknown } | undefined)?.removed === true;
}

function addVersions(changes: Changes, draft: EntityDraft, mine: AspectDraft, now: number): void {
  const { id } = draft;
  const stored = mine.stored && !draft.dead;
  if (mine.ended && stored) changes.endedAspects.push({ id, name: mine.aspect.name, at: now });
  for (const [index, state] of mine.appended.entries()) {
    const row = versionRow(id, mine.aspect.name, state);
    const after = stored && !mine.ended ? index : index - 1;
    if (after < 0) changes.firstVersions.push(row);
    else {
      changes.versions[after] ??= [];
      changes.versions[after].push(row);
    }
  }
  if (mine.touched && mine.appended.length === 0 && mine.current && stored && !mine.ended) {
    const { meta, runId } = versionRow(id, mine.aspect.name, mine.current);
    changes.touched.push({ id, name: mine.aspect.name, meta, runId });
  }
}

function versionRow(id: number, name: string, { seq, value, at, by, firstAt, firstBy, meta }: AspectState): VersionRow {
  return { id, name, seq, value: value.text, at, by, firstAt, firstBy, meta: JSON.stringify(meta), runId: meta.runId === undefined || meta.runId === NO_RUN ? null : meta.runId };
}

const NO_EDGES: ReadonlyMap<string, Edge> = new Map();

function addEdges(model: Model, changes: Changes, draft: EntityDraft, mine: AspectDraft, now: number): void {
  const { aspect } = mine;
  if (aspect.relationships.length === 0 && aspect.columnLineage.length === 0) return;
  const before = mine.stored;
  const after = mine.current;
  if (before === after || (before && after && before.value.text === after.value.text && !draft.dead)) return;
  const urn = draft.urn.text;
  const had = before ? edgesOf(model, aspect, urn, before.value.json) : NO_EDGES;
  const has = after ? edgesOf(model, aspect, urn, after.value.json) : NO_EDGES;
  const row = (edge: Edge): EdgeRow => ({ ...edge, aspect: aspect.name, holder: urn, at: now });
  // A hard delete takes every edge of the node itself with it; those of its columns are left to us.
  const mineStill = (edge: Edge): boolean => !draft.dead || edge.source !== urn;
  for (const [key, edge] of had) {
    const twin = has.get(key);
    if (!mineStill(edge)) continue;
    if (!twin || twin.lineage !== edge.lineage) changes.edgesEnd.push(row(edge));
    else if (JSON.stringify(twin.stamps) !== JSON.stringify(edge.stamps)) changes.edgesStamp.push(row(twin));
  }
  for (const [key, edge] of has) {
    const twin = had.get(key);
    if (!twin || twin.lineage !== edge.lineage || !mineStill(edge)) changes.edgesBegin.push(row(edge));
  }
}

/** Of several points of one identity in a commit the last one counts. */
function onePointEach(draft: EntityDraft): Changes['points'] {
  return [...new Map(draft.points.map((point) => [`${point.series}|${point.time}|${point.rest}`, point])).values()];
}
