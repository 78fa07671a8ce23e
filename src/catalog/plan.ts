/**
 * The decision of a commit: units in, outcomes and changes out. Pure, so that a lost race can run it again, and so that it can be
 * tested by itself.
 */
import { Refusal } from '../errors.ts';
import type { Changes, Found, Need } from '../graph/changes.ts';
import type { Model } from '../model/types.ts';
import { canonicalUrn } from '../model/urn.ts';
import { apply, type Context } from './apply.ts';
import { changesOf } from './changes-of.ts';
import { containerSent } from './defaults.ts';
import { copyOf, draftOf, type EntityDraft, exists, stateOf } from './draft.ts';
import { CONTAINER, PROPERTY_SETTINGS, PROPERTY_TYPE } from './known-aspects.ts';
import { isBadge, PROPERTY_ASPECTS, propertyFrom, queryName } from './properties.ts';
import { type Proposal, suppliedKey, type Unit, type Written } from './proposal.ts';

export type Outcome = { readonly written: readonly Written[] } | { readonly refusal: Refusal };

/** The rules must see what was not asked for: the commit begins again, with that. */
export class NeedMore extends Error {
  /** Entities that were not asked for. */
  readonly needs: readonly Need[];
  /** URNs that begin to exist although they were taken for known, so that nothing was asked for their defaults. */
  readonly born: readonly string[];

  constructor(needs: readonly Need[], born: readonly string[] = []) {
    super(`a commit needs more: ${[...needs.map(({ urn }) => urn), ...born].join(', ')}`);
    this.needs = needs;
    this.born = born;
  }
}

/** What a commit has asked the graph for. */
export interface Asked {
  /** URNs that `found` would show if they existed. */
  readonly urns: ReadonlySet<string>;
  /** Was the entity taken for known, and nothing asked for its defaults? */
  known(urn: string): boolean;
}

export interface PlanParts {
  readonly model: Model;
  readonly strictFields: boolean;
  /** Older versions kept of each aspect; absent: all. */
  readonly retention: number | undefined;
}

/**
 * Decides unit by unit, in order; each sees what those before it have done. A refused unit leaves no trace.
 *
 * @throws NeedMore
 */
export function plan(parts: PlanParts, units: readonly Unit[], found: Found, asked: Asked, now: number): { outcomes: Outcome[]; changes: Changes } {
  const withdrawn = new Set<string>();
  for (;;) {
    const { outcomes, drafts, missed } = decide(parts, units, found, asked, now, withdrawn);
    if (missed.length === 0) {
      const locked = units.flatMap(({ proposals }) => proposals.map(({ urn }) => urn));
      return { outcomes, changes: changesOf(parts.model, locked, drafts, found, now, parts.retention) };
    }
    for (const key of missed) withdrawn.add(key);
  }
}

interface Decision {
  readonly outcomes: Outcome[];
  readonly drafts: ReadonlyMap<string, EntityDraft>;
  /** Keys of defaults that were left to proposals that are refused. */
  readonly missed: readonly string[];
}

/** @param withdrawn keys of values that a request was to bring, and that are refused */
function decide(parts: PlanParts, units: readonly Unit[], found: Found, asked: Asked, now: number, withdrawn: ReadonlySet<string>): Decision {
  const { model, strictFields } = parts;
  const drafts = new Map<string, EntityDraft>();
  const left = new Set<string>();
  const more = new Map<string, Need>();
  const born = new Set<string>();
  let step = 0;
  const outcomes = units.map((unit): Outcome => {
    const copies = new Map<string, EntityDraft>();
    const supplied = (urn: string, aspect: string): boolean => {
      const key = suppliedKey(urn, aspect);
      const is = unit.supplied.has(key) && !withdrawn.has(key);
      if (is) left.add(key);
      return is;
    };
    const context: Context = { model, strictFields, found, unit, now, step, supplied, ...sight(model, found, asked, unit, drafts, copies) };
    try {
      const written = unit.proposals.flatMap((proposal) => {
        context.step = step++;
        return apply(context, draftFor(proposal, drafts, copies, found), proposal);
      });
      for (const [urn, draft] of copies) drafts.set(urn, draft);
      return { written };
    } catch (error) {
      if (error instanceof Refusal) return { refusal: error };
      if (!(error instanceof NeedMore)) throw error;
      for (const need of error.needs) more.set(need.urn, need);
      for (const urn of error.born) born.add(urn);
      return { written: [] };
    }
  });
  if (more.size > 0 || born.size > 0) throw new NeedMore([...more.values()], [...born]);
  const refused = units.flatMap(({ proposals }, index) => ('refusal' in (outcomes[index] ?? {}) ? proposals : []));
  const missing = refused.filter(({ urn, aspect }) => {
    const draft = drafts.get(urn.text);
    return draft && exists(draft) && !draft.names.has(aspect.name) && left.has(suppliedKey(urn.text, aspect.name));
  });
  return { outcomes, drafts, missed: missing.map(({ urn, aspect }) => suppliedKey(urn.text, aspect.name)) };
}

function draftFor({ urn }: Proposal, drafts: Map<string, EntityDraft>, copies: Map<string, EntityDraft>, found: Found): EntityDraft {
  let copy = copies.get(urn.text);
  if (!copy) {
    const draft = drafts.get(urn.text);
    copy = draft ? copyOf(draft) : draftOf(urn, found);
    copies.set(urn.text, copy);
  }
  return copy;
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** How the rules see other entities: as this commit has left them so far. */
function sight(
  model: Model,
  found: Found,
  asked: Asked,
  unit: Unit,
  drafts: ReadonlyMap<string, EntityDraft>,
  copies: ReadonlyMap<string, EntityDraft>,
): Pick<Context, 'names' | 'property' | 'namesake' | 'badge' | 'begins' | 'container'> {
  const draft = (urn: string) => copies.get(urn) ?? drafts.get(urn);
  /** What only one property has: one that this commit has given it to, else the one that had it before, if that was left alone. */
  const holder = (stored: string | undefined, has: (draft: EntityDraft) => boolean): string | undefined => {
    for (const [urn, mine] of drafts) if (!copies.has(urn) && has(mine)) return urn;
    for (const [urn, mine] of copies) if (has(mine)) return urn;
    return stored === undefined || draft(stored) ? undefined : stored;
  };
  return {
    names(written) {
      const urn = canonicalUrn(model, written);
      if (!asked.urns.has(urn)) throw new NeedMore([{ urn, aspects: [] }]);
      return draft(urn)?.names ?? found.entities.get(urn)?.names ?? NO_NAMES;
    },
    property(written) {
      const urn = canonicalUrn(model, written);
      if (!asked.urns.has(urn)) throw new NeedMore([{ urn, aspects: PROPERTY_ASPECTS }]);
      const mine = draft(urn);
      if (mine) return propertyFrom(urn, (aspect) => mine.aspects.get(aspect)?.current);
      const stored = found.entities.get(urn)?.aspects;
      return propertyFrom(urn, (aspect) => {
        const state = stored?.get(aspect);
        return state && stateOf(state);
      });
    },
    namesake: (name) =>
      holder(found.propertyNames.get(name), ({ urn, aspects }) => {
        const defined = urn.type.name === PROPERTY_TYPE && propertyFrom(urn.text, (aspect) => aspects.get(aspect)?.current) !== undefined;
        return defined && queryName(urn.parts[0] ?? '') === name;
      }),
    badge: () => holder(found.badge, ({ aspects }) => isBadge(aspects.get(PROPERTY_SETTINGS)?.current)),
    begins(urn) {
      if (asked.known(urn)) throw new NeedMore([], [urn]);
    },
    container(urn) {
      const sent = unit.proposals.findLast((each) => each.urn.text === urn && containerSent(each) !== undefined);
      if (sent) return containerSent(sent);
      const mine = draft(urn)?.aspects.get(CONTAINER);
      if (mine) return (mine.current?.value.json as { container?: string } | undefined)?.container;
      const chain = [...found.chains.values()].find((each) => each.includes(urn)) ?? [];
      return chain[chain.indexOf(urn) + 1];
    },
  };
}
