/**
 * No entity is below itself, in any hierarchy of the model (docs/semantics.md 3.6). All that is above is locked and read, so two who move at the
 * same time see each other.
 */
import { belowItself } from '../../../errors.ts';
import { hierarchyKey } from '../../../graph/changes.ts';
import { valuesAt } from '../../../model/path.ts';
import type { AspectSpec, Model } from '../../../model/types.ts';
import { canonicalUrn, type Urn } from '../../../model/urn.ts';
import type { Context } from '../context.ts';
import { aspectDraft, type EntityDraft } from '../draft.ts';
import { MissingReads } from '../missing-reads.ts';
import type { ProposalResult } from '../proposal.ts';

/** A proposal that may have put an entity elsewhere. */
export interface Move {
  readonly index: number;
  readonly urn: Urn;
  readonly aspect: AspectSpec;
}

/** An entity on the way up, and what is above it and still to be visited. */
interface CircleStep {
  readonly at: string;
  readonly waiting: string[];
}

/** @param draft as the proposal leaves it */
export function movesOf({ model }: Context, index: number, { urn }: EntityDraft, written: readonly ProposalResult[]): Move[] {
  const moved = written.filter((each) => each.urn.text === urn.text && each.outcome === 'changed' && hierarchiesOf(each.aspect, urn).length > 0);
  return moved
    .filter(({ aspect, now }) => now && parentsIn(model, urn, aspect, now.value.json).length > 0)
    .map(({ aspect }) => ({ index, urn, aspect }));
}

/**
 * Looks at moves as the whole unit leaves them: in between, two may change places. Each entity is visited once, however long the chains are.
 *
 * @throws MissingReads
 */
export function makeCircleCheck(context: Context, moves: readonly Move[], draft: (urn: Urn) => EntityDraft): (move: Move) => void {
  const { model } = context;
  const isMoved = ({ urn, aspect }: Move): boolean => {
    const { current, stored } = aspectDraft(draft(urn), aspect);
    const before = new Set(stored ? parentsIn(model, urn, aspect, stored.value.json) : []);
    return current !== undefined && parentsIn(model, urn, aspect, current.value.json).some((parent) => !before.has(parent));
  };
  // What stays where it was is not refused for a circle of earlier versions: each in it can be moved out.
  const moved = new Set(moves.filter(isMoved).map(({ urn, aspect }) => hierarchyKey(urn.text, aspect.name)));
  const done = new Set<string>();

  return (move) => {
    const { urn, aspect } = move;
    if (!moved.has(hierarchyKey(urn.text, aspect.name))) return;
    const path: CircleStep[] = [];
    try {
      walk(path, move);
    } catch (error) {
      // The next attempt walks there again: this one need not, for each that is below.
      for (const { at } of path) done.add(hierarchyKey(at, aspect.name));
      throw error;
    }
  };

  function walk(path: CircleStep[], { urn, aspect }: Move): void {
    const above = (at: string): string[] => parentsIn(model, urn, aspect, valueOf(context, at, aspect.name));
    const places = new Map([[urn.text, 0]]);
    const parents = above(urn.text);
    const [parent = urn.text] = parents;
    path.push({ at: urn.text, waiting: parents });
    for (let last = path.at(-1); last; last = path.at(-1)) {
      const next = last.waiting.pop();
      if (next === undefined) {
        done.add(hierarchyKey(last.at, aspect.name));
        path.pop();
        places.delete(last.at);
        continue;
      }
      const from = places.get(next);
      const circle = from === undefined ? [] : path.slice(from).map(({ at }) => at);
      if (circle.some((at) => moved.has(hierarchyKey(at, aspect.name)))) throw belowItself(aspect.name, urn.text, pointerOf(aspect, urn), parent);
      if (from !== undefined || done.has(hierarchyKey(next, aspect.name))) continue;
      places.set(next, path.length);
      const step = { at: next, waiting: [] as string[] };
      path.push(step);
      step.waiting.push(...above(next));
    }
  }
}

function hierarchiesOf({ relationships }: AspectSpec, { type }: Urn) {
  return relationships.filter(({ hierarchy, to }) => hierarchy && (to === undefined || to.includes(type.name)));
}

function parentsIn(model: Model, urn: Urn, aspect: AspectSpec, json: unknown): string[] {
  return hierarchiesOf(aspect, urn).flatMap(({ path }) => valuesAt(path, json).map((each) => canonicalUrn(model, String(each))));
}

/** The aspect of another entity, under its lock. @throws MissingReads */
function valueOf(context: Context, urn: string, aspect: string): unknown {
  if (!isRead(context, urn, aspect)) context.lookUp([urn, ...context.above(urn, aspect)], [aspect]);
  const json = context.seen(urn, aspect);
  if (json === undefined && context.names(urn).has(aspect)) throw new MissingReads({ entities: [{ urn, aspects: [aspect] }] });
  return json;
}

/** Only what was not read costs another look at the graph, which then finds all that is above. */
function isRead(context: Context, urn: string, aspect: string): boolean {
  try {
    context.lookUp([urn], [aspect]);
    return true;
  } catch (error) {
    if (error instanceof MissingReads) return false;
    throw error;
  }
}

function pointerOf(aspect: AspectSpec, urn: Urn): string {
  const [first] = hierarchiesOf(aspect, urn);
  return (first?.path ?? []).map((step) => ('field' in step ? `/${step.field}` : '')).join('');
}
