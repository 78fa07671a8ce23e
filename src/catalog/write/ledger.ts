/**
 * Keeps the drafts of a commit, and answers the questions of the rules about them (draft-view.ts). Each answer comes from an index that is
 * updated when a draft changes. No answer walks through other drafts or proposals, so the cost of a commit grows only with its size.
 */
import type { ReadState } from '../../graph/changes.ts';
import { once } from '../../model/once.ts';
import type { Model } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import type { AspectState } from '../state.ts';
import { copyOf, draftOf, type EntityDraft, stateOf } from './draft.ts';
import { type DraftView, draftView, type ReadScope } from './draft-view.ts';
import { makeHolders } from './holders.ts';
import type { Unit } from './proposal.ts';
import { byAge, type SetVersion, versionFrom } from './version.ts';

interface Ledger {
  /** The drafts that accepted units have changed, by URN. */
  readonly drafts: ReadonlyMap<string, EntityDraft>;
  /** @param place the number of the present proposal in the unit */
  open(unit: Unit, place: () => number): OpenUnit;
}

/** The unit that is being decided. It works on copies, which are dropped if it is refused. */
export interface OpenUnit {
  readonly draftView: DraftView;
  draft(urn: Urn): EntityDraft;
  /** Call this after a proposal has changed a draft, so that later proposals see the change. */
  changed(draft: EntityDraft): void;
  accept(): void;
}

export function makeLedger(model: Model, found: ReadState, scope: ReadScope): Ledger {
  const drafts = new Map<string, EntityDraft>();
  const held = makeHolders(model);
  const commit = {
    model,
    found,
    scope,
    stored: storedStates(found),
    ranked: rankedVersions(model, found),
    containers: once(() => containersIn(found)),
  };

  function open(unit: Unit, place: () => number): OpenUnit {
    const copies = new Map<string, EntityDraft>();
    const mine = makeHolders(model);
    const current = (urn: string): EntityDraft | undefined => copies.get(urn) ?? drafts.get(urn);

    /** The holder of a unique name: the one that this commit gave it to, or else the earlier holder, if this commit has not changed it. */
    function holder(key: string, before: string | undefined): string | undefined {
      return held.of(key, (urn) => !copies.has(urn)) ?? mine.of(key) ?? (before === undefined || current(before) ? undefined : before);
    }

    function copy(urn: Urn): EntityDraft {
      const before = drafts.get(urn.text);
      const draft = before ? copyOf(before) : draftOf(urn, found);
      copies.set(urn.text, draft);
      mine.note(draft);
      return draft;
    }

    function accept(): void {
      for (const [urn, draft] of copies) {
        drafts.set(urn, draft);
        held.note(draft);
      }
    }

    return {
      draftView: draftView({ ...commit, unit, place, draft: current, holder, holders: (key) => [...held.all(key), ...mine.all(key)] }),
      draft: (urn) => copies.get(urn.text) ?? copy(urn),
      changed: mine.note,
      accept,
    };
  }

  return { drafts, open };
}

/** Entity → its container when it was read. */
function containersIn({ chains }: ReadState): ReadonlyMap<string, string | undefined> {
  const above = new Map<string, string | undefined>();
  for (const chain of chains.values()) for (const [at, urn] of chain.entries()) if (!above.has(urn)) above.set(urn, chain[at + 1]);
  return above;
}

/** The aspects as they were read, each parsed once. */
function storedStates({ entities }: ReadState): (urn: string, aspect: string) => AspectState | undefined {
  const states = new Map<string, AspectState>();
  return (urn, aspect) => {
    const stored = entities.get(urn)?.aspects.get(aspect);
    if (!stored) return undefined;
    const key = `${urn} ${aspect}`;
    const state = states.get(key) ?? stateOf(stored);
    states.set(key, state);
    return state;
  };
}

/** The versions of a set as they were read, the newest first. */
function rankedVersions(model: Model, { versions }: ReadState): (set: string) => readonly SetVersion[] {
  const lists = new Map<string, readonly SetVersion[]>();
  return (set) => {
    const list =
      lists.get(set) ?? (versions.get(set) ?? []).map((each) => versionFrom(model, each.urn, JSON.parse(each.value), each.removed)).sort(byAge);
    lists.set(set, list);
    return list;
  };
}
