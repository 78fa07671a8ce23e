/**
 * What a commit takes away: DELETE of an aspect, of a window of points or of the whole entity (docs/semantics.md 3.3, 12.2), and REVERT,
 * which undoes what a run has written (12.4). Pure.
 */
import { versionNotKept } from '../../errors.ts';
import type { DeletionSize, ReadState, Span } from '../../graph/changes.ts';
import { seriesOf } from '../series/point-identity.ts';
import { type AspectState, namedRun } from '../state.ts';
import { type AspectDraft, aspectDraft, type EntityDraft, exists, stateOf } from './draft.ts';
import { type PointWindow, type Proposal, type ProposalResult, suppliedKey, type Undo } from './proposal.ts';

const ALWAYS: PointWindow = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER };
const NOTHING: DeletionSize = { versions: 0, points: 0 };

/** The points that a DELETE takes: those of every timeseries of the entity when it is about the key. */
export function spansOf({ urn, aspect, window = ALWAYS }: Pick<Proposal, 'urn' | 'aspect' | 'window'>): Span[] {
  const series = aspect.kind === 'key' ? [...urn.type.aspects.values()] : [aspect];
  return series.filter(({ kind }) => kind === 'timeseries').map(({ name }) => ({ series: seriesOf(urn.text, name), ...window }));
}

/** Deletes; what is not there is left `unchanged`. `took` counts versions and points, those of this very commit included. */
export function remove(found: ReadState, draft: EntityDraft, proposal: Proposal): ProposalResult {
  const { urn, aspect } = proposal;
  const stored = draft.dead ? NOTHING : (found.sizes.get(suppliedKey(urn.text, aspect.name)) ?? NOTHING);
  const before = draft.aspects.get(aspect.name)?.current?.seq;
  const left: ProposalResult = { urn, aspect, outcome: 'unchanged', now: undefined, added: false };
  const gone: ProposalResult = { ...left, outcome: 'deleted', logged: { type: 'delete', before, run: namedRun(proposal.meta.runId) } };
  if (aspect.kind === 'key') return exists(draft) ? { ...gone, took: removeAll(draft, proposal, stored) } : left;
  if (aspect.kind === 'timeseries') return { ...gone, took: { versions: 0, points: stored.points + dropPoints(draft, spansOf(proposal)) } };
  const mine = aspectDraft(draft, aspect);
  if (!mine.current) return left;
  const versions = (mine.stored && !mine.ended ? stored.versions : 0) + mine.appended.length;
  endAspect(draft, mine);
  return { ...gone, took: { versions, points: 0 } };
}

function removeAll(draft: EntityDraft, { urn, aspect }: Proposal, stored: DeletionSize): DeletionSize {
  const mine = [...draft.aspects.values()];
  const versions = stored.versions + mine.reduce((sum, { appended }) => sum + appended.length, 0);
  const points = stored.points + dropPoints(draft, spansOf({ urn, aspect }));
  draft.dead = true;
  draft.names = new Set();
  for (const each of mine)
    draft.aspects.set(each.aspect.name, { ...each, current: undefined, appended: [], refreshed: undefined, ended: false, revertedTo: undefined });
  return { versions, points };
}

/** @returns how many points of this commit are not written after all */
function dropPoints(draft: EntityDraft, spans: readonly Span[]): number {
  const before = draft.points.length;
  draft.points = draft.points.filter(({ series, time }) => !spans.some((span) => span.series === series && time >= span.from && time <= span.to));
  draft.droppedSeries.push(...spans);
  return before - draft.points.length;
}

function endAspect(draft: EntityDraft, mine: AspectDraft): void {
  mine.current = undefined;
  mine.appended = [];
  mine.refreshed = undefined;
  mine.revertedTo = undefined;
  mine.ended = mine.stored !== undefined;
  draft.names.delete(mine.aspect.name);
}

/**
 * Undoes what a run has written to one aspect: the newest version that is not the run's is the latest again, under its own number;
 * where there is none the aspect goes, and with the key aspect the entity. What the run did not write, or somebody has written since,
 * is left `unchanged`; an entity that has aspects of other origin is `dropped` from a safe rollback, that is, it stays, and so do the
 * defaults that it must not be without (3.4).
 *
 * @throws Refusal invalid when the version to go back to was retired: what others may have written is not deleted
 */
export function revert(found: ReadState, draft: EntityDraft, proposal: Proposal): ProposalResult {
  const { urn, aspect } = proposal;
  const undo = proposal.undo as Undo;
  const mine = aspectDraft(draft, aspect);
  const before = mine.current?.seq;
  const outcome = (what: ProposalResult['outcome']): ProposalResult => ({ urn, aspect, outcome: what, now: mine.current, added: false });
  if (!wroteLatest(draft, proposal)) return outcome('unchanged');
  const { version: previous, retired } = previousOf(found, proposal);
  if (previous) {
    mine.current = previous;
    mine.refreshed = undefined;
    mine.revertedTo = previous.seq;
    return { ...outcome('changed'), logged: { type: 'revert', before, version: previous.seq } };
  }
  if (retired) throw versionNotKept(aspect.name, urn.text, undo.run);
  if (aspect.kind === 'key') {
    if (undo.safe && staysWithout(draft, undo.run)) return outcome('dropped');
    return remove(found, draft, proposal);
  }
  if (undo.safe && mine.current?.meta.added && staysWithout(draft, undo.run)) return outcome('dropped');
  endAspect(draft, mine);
  return { ...outcome('deleted'), logged: { type: 'delete', before } };
}

/** Is what a REVERT is to undo still the latest? */
export function wroteLatest(draft: EntityDraft, { aspect, undo }: Proposal): boolean {
  const mine = draft.aspects.get(aspect.name);
  if (!mine?.current || mine.appended.length > 0 || mine.revertedTo !== undefined) return false;
  return mine.current.run === undo?.run;
}

/** The key under which a REVERT finds the version to go back to. Another run may be undone at the same time. */
export function previousKey({ urn, aspect, undo }: Proposal): string {
  return `${suppliedKey(urn.text, aspect.name)} ${undo?.run}`;
}

/** The version that a REVERT restores, and whether retention has removed older versions. */
export function previousOf(found: ReadState, proposal: Proposal): { version: AspectState | undefined; retired: boolean } {
  const { version, retired = false } = found.previous.get(previousKey(proposal)) ?? {};
  return { version: version && stateOf(version), retired };
}

/** Has the entity aspects that are not the run's? */
function staysWithout(draft: EntityDraft, run: string): boolean {
  return [...draft.names].some((name) => draft.aspects.get(name)?.current?.run !== run);
}
