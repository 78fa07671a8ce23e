/**
 * Decides about a commit: takes units, gives their outcomes and the changes to write. It is pure, so that it can run again after a lost
 * race, and so that it can be tested alone.
 */
import { Refusal, type RefusedItem, refusalOfBatch, tooMuchWritten } from '../../errors.ts';
import type { CommitChanges, ReadState } from '../../graph/changes.ts';
import type { LogEntry } from '../../graph/log-entries.ts';
import { SCHEMA_METADATA } from '../../model/known-names.ts';
import type { AspectSpec, Model } from '../../model/types.ts';
import { inSlices, makeSlices, type Slices } from '../../slices.ts';
import { apply } from './apply.ts';
import { changesOf } from './changes.ts';
import type { Context } from './context.ts';
import { type EntityDraft, exists, isNewTo } from './draft.ts';
import type { ReadScope } from './draft-view.ts';
import { lostDrawnEdges } from './drawn-edges.ts';
import { makeLedger, type OpenUnit } from './ledger.ts';
import { lifeFollowers } from './life.ts';
import { missingColumns } from './missing-columns.ts';
import { collectMissingReads, MissingReads, type MissingReadsOfAll } from './missing-reads.ts';
import { isReplacing, type ProposalResult, suppliedKey, type Unit } from './proposal.ts';
import { type Move, makeCircleCheck, movesOf } from './rules/circles.ts';
import { versionBefore, versionFollowers, versionSetOf } from './rules/versions.ts';

/** `seq`: the commit in the log that has it. */
export type UnitOutcome = { readonly written: readonly ProposalResult[]; readonly seq?: number } | { readonly refusal: Refusal };

/** What is new in each attempt. After a lost race the commit is decided again. */
interface Attempt {
  /** The time of the attempt, epoch ms. */
  readonly now: number;
  /** A new id for each attempt. */
  readonly id: string;
}

export interface PlanParts {
  readonly model: Model;
  readonly strictFields: boolean;
  /** How many older versions of each aspect to keep. If absent: all. */
  readonly retention: number | undefined;
}

/**
 * Most characters that one unit may write: four times what a request can send. Patches that each create a large value again, and paths of
 * containers in each new entity, could fill the memory.
 */
const MOST_WRITTEN = 128 * 1024 * 1024;

/**
 * Decides about units in their order. Each sees what the earlier ones changed. A refused unit leaves no trace. Works in slices, so that a
 * large commit does not block other requests.
 *
 * @throws NeedMore if the decision needs entities that were not read
 */
export async function plan(
  parts: PlanParts,
  units: readonly Unit[],
  found: ReadState,
  asked: ReadScope,
  { now, id }: Attempt,
): Promise<{ outcomes: UnitOutcome[]; changes: CommitChanges }> {
  const withdrawn = new Set<string>();
  for (;;) {
    const { outcomes, drafts, missed } = await decideUnits(parts, units, found, asked, { now, id }, withdrawn);
    if (missed.length === 0) {
      const locked = units.flatMap(({ proposals }) =>
        proposals.flatMap((each) => [each.urn.text, each.onlyWith ?? each.urn.text, versionSetOf(parts, each) ?? each.urn.text]),
      );
      return {
        outcomes: withLostEdges(units, withMissingColumns(parts.model, units, outcomes, drafts, found), found),
        changes: await changesOf({ model: parts.model, locked, drafts, found, now, retention: parts.retention, log: logOf(units, outcomes) }),
      };
    }
    for (const key of missed) withdrawn.add(key);
  }
}

/** What the log says of the units that are accepted, in their order. */
function logOf(units: readonly Unit[], outcomes: readonly UnitOutcome[]): LogEntry[] {
  return outcomes.flatMap((outcome, index) => {
    const actor = units[index]?.actor ?? '';
    if ('refusal' in outcome) return [];
    return outcome.written.flatMap(({ urn, aspect, logged }) => {
      if (!logged) return [];
      // No stream of changes tells of a secret.
      const said = aspect.secret ? { aspect: urn.type.key.name, type: 'index' as const } : { aspect: aspect.name, ...logged };
      return [{ urn: urn.text, actor, ...said }];
    });
  });
}

/** Adds to the outcomes the columns that column lineage refers to and that the schemas, as this commit leaves them, do not have. */
function withMissingColumns(
  model: Model,
  units: readonly Unit[],
  outcomes: UnitOutcome[],
  drafts: ReadonlyMap<string, EntityDraft>,
  found: ReadState,
): UnitOutcome[] {
  // Of what the writer does not see, no schema is known.
  const schemaFor = (unit: Unit | undefined) => (urn: string) => {
    const draft = drafts.get(urn);
    const isOwn = unit !== undefined && draft !== undefined && isNewTo(unit.request, draft);
    if (!isOwn && unit?.request.rights?.eyes?.hides(urn)) return undefined;
    return draft ? draft.aspects.get(SCHEMA_METADATA)?.current?.value.text : found.entities.get(urn)?.aspects.get(SCHEMA_METADATA)?.value;
  };
  return outcomes.map((outcome, index) =>
    'refusal' in outcome || !outcome.written.some(({ aspect, now }) => now && aspect.columnLineage.length > 0)
      ? outcome
      : {
          written: outcome.written.map((each) => {
            const missing = each.now ? missingColumns(model, each.aspect, each.now.value.json, schemaFor(units[index])) : [];
            return missing.length === 0 ? each : { ...each, missingColumns: missing };
          }),
        },
  );
}

/** Does a unit replace this aspect of an entity? */
function replaces({ proposals }: Unit, urn: string, aspect: AspectSpec): boolean {
  return proposals.some((each) => each.aspect === aspect && each.urn.text === urn && isReplacing(each));
}

/** Adds to the outcomes the edges that people drew and that a value leaves out, without what is hidden from its writer. */
function withLostEdges(units: readonly Unit[], outcomes: readonly UnitOutcome[], found: ReadState): UnitOutcome[] {
  return outcomes.map((outcome, index) => {
    const unit = units[index];
    if (!unit || 'refusal' in outcome) return outcome;
    const hides = (urn: string | undefined): boolean => urn !== undefined && unit.request.rights?.eyes?.hides(urn) === true;
    const written = outcome.written.map((each) => {
      const { urn, aspect, now } = each;
      const before = found.entities.get(urn.text)?.aspects.get(aspect.name)?.value;
      const lost = each.outcome === 'changed' ? lostDrawnEdges(aspect, urn.text, before, now?.value.json).filter(({ other }) => !hides(other)) : [];
      if (lost.length === 0 || !replaces(unit, urn.text, aspect)) return each;
      return { ...each, lostEdges: lost.map((edge) => (hides(edge.by) ? { ...edge, by: undefined } : edge)) };
    });
    return { ...outcome, written };
  });
}

interface PlanResult {
  readonly outcomes: UnitOutcome[];
  readonly drafts: ReadonlyMap<string, EntityDraft>;
  /** Keys of defaults that were skipped because the request sends them, in proposals that are then refused. */
  readonly missed: readonly string[];
}

/** @param withdrawn keys of values that the request sends in proposals that are refused */
async function decideUnits(
  parts: PlanParts,
  units: readonly Unit[],
  found: ReadState,
  asked: ReadScope,
  { now, id: attempt }: Attempt,
  withdrawn: ReadonlySet<string>,
): Promise<PlanResult> {
  const { model, strictFields } = parts;
  const ledger = makeLedger(model, found, asked);
  const left = new Set<string>();
  const missing = collectMissingReads();
  const slices = makeSlices();
  let step = 0;
  const outcomes: UnitOutcome[] = [];
  for (const unit of units) {
    const before = step + 1;
    /** The number of the present proposal in the unit. */
    const place = (): number => context.step - before;
    const supplied = (urn: string, aspect: string): boolean => {
      const key = suppliedKey(urn, aspect);
      // What came earlier in the request is already stored, or deleted since.
      const is = (unit.request.supplied.get(key) ?? -1) >= unit.at + place() && !withdrawn.has(key);
      if (is) left.add(key);
      return is;
    };
    const opened = ledger.open(unit, place);
    const context: Context = { model, strictFields, found, unit, now, step, follows: false, attempt, supplied, spend: purse(), ...opened.draftView };
    outcomes.push(await decideUnit(context, opened, missing, slices));
    step = context.step;
    if (slices.over()) await slices.next();
  }
  if (missing.any()) throw missing.all();
  const refused = units.flatMap(({ proposals }, index) => ('refusal' in (outcomes[index] ?? {}) ? proposals : []));
  const unwritten = refused.filter(({ urn, aspect }) => {
    const draft = ledger.drafts.get(urn.text);
    return draft && exists(draft) && !draft.names.has(aspect.name) && left.has(suppliedKey(urn.text, aspect.name));
  });
  return { outcomes, drafts: ledger.drafts, missed: unwritten.map(({ urn, aspect }) => suppliedKey(urn.text, aspect.name)) };
}

/**
 * As soon as something is missing, the outcome no longer counts. The remaining proposals run only to find out what else is missing, so that
 * everything is read at once. After a refusal they run only to find out what else is refused.
 */
async function decideUnit(context: Context, opened: OpenUnit, furtherNeeds: MissingReadsOfAll, slices: Slices): Promise<UnitOutcome> {
  const written: ProposalResult[] = [];
  const refused: RefusedItem[] = [];
  const moves: Move[] = [];
  const { proposals } = context.unit;
  for (const [index, proposal] of proposals.entries()) {
    context.step++;
    context.follows = proposal.follows === true;
    try {
      const draft = opened.draft(proposal.urn);
      const version = versionBefore(context, draft, proposal);
      const existed = exists(draft);
      const own = await inSlices(apply(context, draft, proposal), slices);
      opened.changed(draft);
      for (const each of [...versionFollowers(context, draft, version), ...lifeFollowers(context, draft, existed)]) {
        context.follows = true;
        const other = opened.draft(each.urn);
        // As defaults do, they go before what the proposal itself has written.
        written.push(...(await inSlices(apply(context, other, each), slices)).map((wrote) => ({ ...wrote, added: true })));
        opened.changed(other);
      }
      context.follows = false;
      written.push(...own);
      moves.push(...movesOf(context, index, draft, own));
    } catch (error) {
      if (error instanceof MissingReads) furtherNeeds.add(error);
      else if (!(error instanceof Refusal)) throw error;
      else {
        refused.push({ index, refusal: error });
        if (error.code === 'too-much-written') break;
      }
    }
    if (slices.over()) await slices.next();
  }
  if (refused.length === 0) refused.push(...circles(context, opened, moves, furtherNeeds));
  // The sender knows of no other items.
  if (refused.length > 0) return { refusal: refusalOfBatch(refused, proposals.filter(({ follows }) => !follows).length) };
  opened.accept();
  return { written };
}

/** Moves that put an entity below itself, as the whole unit leaves it: in between, two may change places. */
function circles(context: Context, opened: OpenUnit, moves: readonly Move[], furtherNeeds: MissingReadsOfAll): RefusedItem[] {
  const check = makeCircleCheck(context, moves, opened.draft);
  return moves.flatMap((move) => {
    try {
      check(move);
    } catch (error) {
      if (error instanceof Refusal) return [{ index: move.index, refusal: error }];
      if (!(error instanceof MissingReads)) throw error;
      furtherNeeds.add(error);
    }
    return [];
  });
}

function purse(): Context['spend'] {
  let spent = 0;
  return (characters) => {
    spent += characters;
    if (spent > MOST_WRITTEN) throw tooMuchWritten(MOST_WRITTEN);
  };
}
