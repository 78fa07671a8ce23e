/**
 * Keeps the drafts of a commit, and answers the questions of the rules about them. Each answer comes from an index that is updated when a
 * draft changes. No answer walks through other drafts or proposals, so the cost of a commit grows only with its size.
 */
import { type EntityRead, type Found, type HierarchyRead, hierarchyKey } from '../../graph/changes.ts';
import {
  CONTAINER,
  PROPERTY_DEFINITION,
  PROPERTY_SETTINGS,
  PROPERTY_TYPE,
  VERSION_PROPERTIES,
  VERSION_SET_PROPERTIES,
} from '../../model/known-names.ts';
import { once } from '../../model/once.ts';
import { textIn } from '../../model/pick.ts';
import type { Model } from '../../model/types.ts';
import { canonicalUrn, fitsKey, type Urn } from '../../model/urn.ts';
import { isBadge, PROPERTY_ASPECTS, propertyFrom, queryName } from '../properties/properties.ts';
import type { AspectState } from '../state.ts';
import type { Context } from './context.ts';
import { containerSent } from './defaults.ts';
import { copyOf, draftOf, type EntityDraft, isNewTo, stateOf } from './draft.ts';
import { MissingReads } from './missing-reads.ts';
import type { Unit } from './proposal.ts';
import { byAge, isNewer, type Version, versionFrom, versionIn } from './version.ts';

/** What a commit has read. */
export interface ReadScope {
  /** URNs that were read: `found` has those that exist. */
  readonly urns: ReadonlySet<string>;
  /** Was the entity assumed to exist, so that nothing was read for its defaults? */
  known(urn: string): boolean;
  /** Version sets whose versions were read. */
  readonly versionSets: ReadonlySet<string>;
  /** Entities that begin to exist again, for which what names them was read. */
  readonly reborn: ReadonlySet<string>;
  /** Entities for which what is above them was read, by `hierarchyKey`. */
  readonly above: ReadonlyMap<string, HierarchyRead>;
}

/** How the rules see other entities. */
type DraftView = Pick<
  Context,
  | 'names'
  | 'lookUp'
  | 'hides'
  | 'hidesVersions'
  | 'seen'
  | 'property'
  | 'namesake'
  | 'badge'
  | 'begins'
  | 'container'
  | 'newestVersion'
  | 'dangling'
  | 'above'
>;

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

const NO_NAMES: ReadonlySet<string> = new Set();

export function makeLedger(model: Model, found: Found, asked: ReadScope): Ledger {
  const drafts = new Map<string, EntityDraft>();
  const held = makeHolders(model);
  const above = once(() => containersIn(found));
  const stored = storedStates(found);
  const ranked = rankedVersions(model, found);

  /** The newest version of a set that this commit has not changed. A version that it has changed, and of which it has not read enough, is read first. */
  function newestUntouched(set: string, except: string, draft: (urn: string) => EntityDraft | undefined): Version | undefined {
    const others = ranked(set).filter(({ urn }) => urn !== except);
    for (const { urn } of others) versionIn(model, draft(urn));
    return others.find(({ urn }) => !draft(urn));
  }

  function open(unit: Unit, place: () => number): OpenUnit {
    const copies = new Map<string, EntityDraft>();
    const mine = makeHolders(model);
    const sent = once(() => sentBy(unit));
    const draft = (urn: string): EntityDraft | undefined => copies.get(urn) ?? drafts.get(urn);
    /** The holder of a unique name: the one that this commit gave it to, or else the earlier holder, if this commit has not changed it. */
    const holder = (key: string, before: string | undefined): string | undefined =>
      held.of(key, (urn) => !copies.has(urn)) ?? mine.of(key) ?? (before === undefined || draft(before) ? undefined : before);
    const lookUp = (written: readonly string[], aspects: EntityRead['aspects']): void => {
      const missing = written.map((each) => canonicalUrn(model, each)).filter((urn) => fitsKey(urn) && !asked.urns.has(urn));
      if (missing.length > 0) throw new MissingReads({ entities: [...new Set(missing)].map((urn) => ({ urn, aspects })) });
    };
    const { eyes } = unit.request.rights ?? {};
    const hides = (written: string): boolean => {
      const urn = canonicalUrn(model, written);
      const changed = draft(urn);
      // What the request itself has made is no secret of others.
      return eyes?.hides(urn) === true && !(changed && isNewTo(unit.request, changed));
    };
    const draftView: DraftView = {
      lookUp,
      hides,
      hidesVersions(set) {
        if (!eyes) return false;
        if (!asked.versionSets.has(set)) throw new MissingReads({ versionSets: [set] });
        lookUp([set], [VERSION_SET_PROPERTIES]);
        const isThere = (draft(set)?.names ?? found.entities.get(set)?.names ?? NO_NAMES).size > 0;
        return (isThere && hides(set)) || ranked(set).some(({ urn }) => hides(urn));
      },
      names(written) {
        const urn = canonicalUrn(model, written);
        lookUp([urn], []);
        return draft(urn)?.names ?? found.entities.get(urn)?.names ?? NO_NAMES;
      },
      seen(urn, aspect) {
        const changed = draft(urn);
        return (changed ? changed.aspects.get(aspect)?.current : stored(urn, aspect))?.value.json;
      },
      property(written) {
        const urn = canonicalUrn(model, written);
        lookUp([urn], PROPERTY_ASPECTS);
        const changed = draft(urn);
        return propertyFrom(urn, (aspect) => (changed ? changed.aspects.get(aspect)?.current : stored(urn, aspect)));
      },
      namesake: (name) => holder(nameKey(name), found.propertyNames.get(name)),
      badge: () => holder(BADGE, found.badge),
      newestVersion(set, except) {
        if (!asked.versionSets.has(set)) throw new MissingReads({ versionSets: [set] });
        const key = versionKey(set);
        const changed = [...held.all(key), ...mine.all(key)].flatMap((urn) => versionIn(model, draft(urn)) ?? []);
        const untouched = newestUntouched(set, except, draft);
        return [...changed, ...(untouched ? [untouched] : [])]
          .filter((each) => each.urn !== except && each.set === set)
          .reduce<Version | undefined>((best, each) => (best && !isNewer(each, best) ? best : each), undefined);
      },
      above(urn, aspect) {
        const key = hierarchyKey(urn, aspect);
        if (!asked.above.has(key)) throw new MissingReads({ above: [{ urn, aspect }] });
        return found.above.get(key) ?? [];
      },
      dangling(urn) {
        if (!asked.reborn.has(urn)) throw new MissingReads({ reborn: [urn] });
        return found.dangling.get(urn) ?? [];
      },
      begins(urn) {
        if (asked.known(urn)) throw new MissingReads({ born: [urn] });
      },
      container(urn) {
        const last = sent().get(urn);
        // What an earlier proposal sent is in the draft, unless it was deleted since.
        if (last !== undefined && last.at >= place()) return last.container;
        const changed = draft(urn)?.aspects.get(CONTAINER);
        if (changed) return (changed.current?.value.json as { container?: string } | undefined)?.container;
        return above().get(urn);
      },
    };
    return {
      draftView,
      draft(urn) {
        let copy = copies.get(urn.text);
        if (!copy) {
          const before = drafts.get(urn.text);
          copy = before ? copyOf(before) : draftOf(urn, found);
          copies.set(urn.text, copy);
          mine.note(copy);
        }
        return copy;
      },
      changed: (changed) => mine.note(changed),
      accept() {
        for (const [urn, copy] of copies) {
          drafts.set(urn, copy);
          held.note(copy);
        }
      },
    };
  }

  return { drafts, open };
}

/** The last container that a unit gives an entity, and the number of the proposal that does so. */
interface Sent {
  readonly container: string;
  readonly at: number;
}

/** Collects the containers that a unit's proposals set. */
function sentBy({ proposals }: Unit): ReadonlyMap<string, Sent> {
  const containers = new Map<string, Sent>();
  for (const [at, proposal] of proposals.entries()) {
    const container = containerSent(proposal);
    if (container !== undefined) containers.set(proposal.urn.text, { container, at });
  }
  return containers;
}

/** Entity → its container when it was read. */
function containersIn({ chains }: Found): ReadonlyMap<string, string | undefined> {
  const above = new Map<string, string | undefined>();
  for (const chain of chains.values()) for (const [at, urn] of chain.entries()) if (!above.has(urn)) above.set(urn, chain[at + 1]);
  return above;
}

/** The aspects as they were read, each parsed once. */
function storedStates({ entities }: Found): (urn: string, aspect: string) => AspectState | undefined {
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
function rankedVersions(model: Model, { versions }: Found): (set: string) => readonly Version[] {
  const lists = new Map<string, readonly Version[]>();
  return (set) => {
    const list =
      lists.get(set) ?? (versions.get(set) ?? []).map((each) => versionFrom(model, each.urn, JSON.parse(each.value), each.removed)).sort(byAge);
    lists.set(set, list);
    return list;
  };
}

const BADGE = 'badge';
function nameKey(name: string): string {
  return `name ${name}`;
}

function versionKey(set: string): string {
  return `version of ${set}`;
}

/** What others look for: of a property its search name, if it is defined, and the badge; of a version its set. */
function keysOf(model: Model, { urn, aspects }: EntityDraft): string[] {
  const defined = urn.type.name === PROPERTY_TYPE && aspects.get(PROPERTY_DEFINITION)?.current !== undefined;
  const set = textIn(aspects.get(VERSION_PROPERTIES)?.current?.value.json, 'versionSet');
  return [
    ...(defined ? [nameKey(queryName(urn.parts[0] ?? ''))] : []),
    ...(isBadge(aspects.get(PROPERTY_SETTINGS)?.current) ? [BADGE] : []),
    ...(set === undefined ? [] : [versionKey(canonicalUrn(model, set))]),
  ];
}

interface Holders {
  /** Updates the index with the present state of a draft. */
  note(draft: EntityDraft): void;
  of(key: string, counts?: (urn: string) => boolean): string | undefined;
  all(key: string): Iterable<string>;
}

function makeHolders(model: Model): Holders {
  const keys = new Map<string, readonly string[]>();
  const holders = new Map<string, Set<string>>();
  return {
    note(draft) {
      const urn = draft.urn.text;
      const before = keys.get(urn) ?? [];
      const now = keysOf(model, draft);
      if (before.length + now.length === 0) return;
      for (const key of before) holders.get(key)?.delete(urn);
      for (const key of now) {
        const all = holders.get(key);
        if (all) all.add(urn);
        else holders.set(key, new Set([urn]));
      }
      keys.set(urn, now);
    },
    of(key, counts = () => true) {
      for (const urn of holders.get(key) ?? []) if (counts(urn)) return urn;
      return undefined;
    },
    all: (key) => holders.get(key) ?? [],
  };
}
