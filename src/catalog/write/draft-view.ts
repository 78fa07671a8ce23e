/**
 * What the rules see of other entities while a unit is decided: how they were read, with all that this commit has changed in them. What a
 * question needs and nobody has read is read first (`MissingReads`).
 */
import { type EntityRead, type HierarchyRead, hierarchyKey, type ReadState } from '../../graph/changes.ts';
import { CONTAINER, VERSION_SET_PROPERTIES } from '../../model/known-names.ts';
import { once } from '../../model/once.ts';
import type { Model } from '../../model/types.ts';
import { canonicalUrn, fitsKey } from '../../model/urn.ts';
import { PROPERTY_ASPECTS, propertyFrom } from '../properties/properties.ts';
import type { AspectState } from '../state.ts';
import type { Context } from './context.ts';
import { containerSent } from './defaults.ts';
import { type EntityDraft, isNewTo } from './draft.ts';
import { BADGE, nameKey, versionKey } from './holders.ts';
import { MissingReads } from './missing-reads.ts';
import type { Unit } from './proposal.ts';
import { isNewer, type SetVersion, versionIn } from './version.ts';

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
export type DraftView = Pick<
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

/** The unit that is being decided, in its commit. */
interface UnitDrafts {
  readonly model: Model;
  readonly found: ReadState;
  readonly scope: ReadScope;
  readonly unit: Unit;
  /** The number of the present proposal in the unit. */
  place(): number;
  /** The draft of an entity that this commit has changed. */
  draft(urn: string): EntityDraft | undefined;
  /** Who has a unique name, if it was this entity before the commit. */
  holder(key: string, before: string | undefined): string | undefined;
  /** All that the commit has given a name. */
  holders(key: string): readonly string[];
  /** An aspect as it was read. */
  stored(urn: string, aspect: string): AspectState | undefined;
  /** The versions of a set as they were read, the newest first. */
  ranked(set: string): readonly SetVersion[];
  /** Entity → its container when it was read. */
  containers(): ReadonlyMap<string, string | undefined>;
}

const NO_NAMES: ReadonlySet<string> = new Set();

export function draftView(drafts: UnitDrafts): DraftView {
  return { ...viewOfEntities(drafts), ...viewOfProperties(drafts), ...viewOfVersions(drafts), ...viewOfPlaces(drafts) };
}

function viewOfEntities(drafts: UnitDrafts): Pick<DraftView, 'names' | 'lookUp' | 'hides' | 'seen' | 'begins' | 'dangling'> {
  const { model, found, scope, draft } = drafts;
  return {
    lookUp: (written, aspects) => lookUp(drafts, written, aspects),
    hides: (written) => hides(drafts, written),
    names(written) {
      const urn = canonicalUrn(model, written);
      lookUp(drafts, [urn], []);
      return namesOf(drafts, urn);
    },
    seen(urn, aspect) {
      const changed = draft(urn);
      return (changed ? changed.aspects.get(aspect)?.current : drafts.stored(urn, aspect))?.value.json;
    },
    begins(urn) {
      if (scope.known(urn)) throw new MissingReads({ born: [urn] });
    },
    dangling(urn) {
      if (!scope.reborn.has(urn)) throw new MissingReads({ reborn: [urn] });
      return found.dangling.get(urn) ?? [];
    },
  };
}

function viewOfProperties(drafts: UnitDrafts): Pick<DraftView, 'property' | 'namesake' | 'badge'> {
  const { model, found, draft, holder, stored } = drafts;
  return {
    property(written) {
      const urn = canonicalUrn(model, written);
      lookUp(drafts, [urn], PROPERTY_ASPECTS);
      const changed = draft(urn);
      return propertyFrom(urn, (aspect) => (changed ? changed.aspects.get(aspect)?.current : stored(urn, aspect)));
    },
    namesake: (name) => holder(nameKey(name), found.propertyNames.get(name)),
    badge: () => holder(BADGE, found.badge),
  };
}

function viewOfVersions(drafts: UnitDrafts): Pick<DraftView, 'hidesVersions' | 'newestVersion'> {
  const { model, scope, draft, holders, ranked } = drafts;

  function checkRead(set: string): void {
    if (!scope.versionSets.has(set)) throw new MissingReads({ versionSets: [set] });
  }

  /** The newest version of a set that this commit has not changed. A version that it has changed, and of which it has not read enough, is read first. */
  function newestUntouched(set: string, except: string): SetVersion | undefined {
    const others = ranked(set).filter(({ urn }) => urn !== except);
    for (const { urn } of others) versionIn(model, draft(urn));
    return others.find(({ urn }) => !draft(urn));
  }

  return {
    hidesVersions(set) {
      if (!eyesOf(drafts)) return false;
      checkRead(set);
      lookUp(drafts, [set], [VERSION_SET_PROPERTIES]);
      const isThere = namesOf(drafts, set).size > 0;
      return (isThere && hides(drafts, set)) || ranked(set).some(({ urn }) => hides(drafts, urn));
    },
    newestVersion(set, except) {
      checkRead(set);
      const changed = holders(versionKey(set)).flatMap((urn) => versionIn(model, draft(urn)) ?? []);
      const untouched = newestUntouched(set, except);
      return [...changed, ...(untouched ? [untouched] : [])]
        .filter((each) => each.urn !== except && each.set === set)
        .reduce<SetVersion | undefined>((best, each) => (best && !isNewer(each, best) ? best : each), undefined);
    },
  };
}

/** What is above an entity. */
function viewOfPlaces({ found, scope, unit, place, draft, containers }: UnitDrafts): Pick<DraftView, 'above' | 'container'> {
  const sent = once(() => containersSentBy(unit));
  return {
    above(urn, aspect) {
      const key = hierarchyKey(urn, aspect);
      if (!scope.above.has(key)) throw new MissingReads({ above: [{ urn, aspect }] });
      return found.above.get(key) ?? [];
    },
    container(urn) {
      const last = sent().get(urn);
      // What an earlier proposal sent is in the draft, unless it was deleted since.
      if (last !== undefined && last.at >= place()) return last.container;
      const changed = draft(urn)?.aspects.get(CONTAINER);
      if (changed) return (changed.current?.value.json as { container?: string } | undefined)?.container;
      return containers().get(urn);
    },
  };
}

function lookUp({ model, scope }: UnitDrafts, written: readonly string[], aspects: EntityRead['aspects']): void {
  const missing = written.map((each) => canonicalUrn(model, each)).filter((urn) => fitsKey(urn) && !scope.urns.has(urn));
  if (missing.length > 0) throw new MissingReads({ entities: [...new Set(missing)].map((urn) => ({ urn, aspects })) });
}

function hides(drafts: UnitDrafts, written: string): boolean {
  const urn = canonicalUrn(drafts.model, written);
  const changed = drafts.draft(urn);
  // What the request itself has made is no secret of others.
  return eyesOf(drafts)?.hides(urn) === true && !(changed && isNewTo(drafts.unit.request, changed));
}

function eyesOf({ unit }: UnitDrafts) {
  return unit.request.rights?.eyes;
}

function namesOf({ found, draft }: UnitDrafts, urn: string): ReadonlySet<string> {
  return draft(urn)?.names ?? found.entities.get(urn)?.names ?? NO_NAMES;
}

/** The last container that a unit gives an entity, and the number of the proposal that does so. */
interface SentContainer {
  readonly container: string;
  readonly at: number;
}

/** Collects the containers that a unit's proposals set. */
function containersSentBy({ proposals }: Unit): ReadonlyMap<string, SentContainer> {
  const containers = new Map<string, SentContainer>();
  for (const [at, proposal] of proposals.entries()) {
    const container = containerSent(proposal);
    if (container !== undefined) containers.set(proposal.urn.text, { container, at });
  }
  return containers;
}
