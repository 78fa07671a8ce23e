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
import { copyOf, draftOf, type EntityDraft, stateOf } from './draft.ts';
import { PROPERTY_SETTINGS, PROPERTY_TYPE } from './known-aspects.ts';
import { isBadge, PROPERTY_ASPECTS, propertyFrom, queryName } from './properties.ts';
import type { Proposal, Unit, Written } from './proposal.ts';

export type Outcome = { readonly written: readonly Written[] } | { readonly refusal: Refusal };

/** The rules must see entities that were not asked for: the commit begins again, with them. */
export class NeedMore extends Error {
  readonly needs: readonly Need[];

  constructor(needs: readonly Need[]) {
    super(`a commit needs more: ${needs.map(({ urn }) => urn).join(', ')}`);
    this.needs = needs;
  }
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
 * @param asked URNs that `found` would show if they existed
 * @throws NeedMore
 */
export function plan(
  parts: PlanParts,
  units: readonly Unit[],
  found: Found,
  asked: ReadonlySet<string>,
  now: number,
): { outcomes: Outcome[]; changes: Changes } {
  const { model, strictFields, retention } = parts;
  const drafts = new Map<string, EntityDraft>();
  const more = new Map<string, Need>();
  const outcomes = units.map((unit): Outcome => {
    const copies = new Map<string, EntityDraft>();
    const context: Context = { model, strictFields, found, unit, now, step: 0, ...sight(model, found, asked, drafts, copies) };
    try {
      const written = unit.proposals.flatMap((proposal, step) => {
        context.step = step;
        return apply(context, draftFor(proposal, drafts, copies, found), proposal);
      });
      for (const [urn, draft] of copies) drafts.set(urn, draft);
      return { written };
    } catch (error) {
      if (error instanceof Refusal) return { refusal: error };
      if (!(error instanceof NeedMore)) throw error;
      for (const need of error.needs) more.set(need.urn, need);
      return { written: [] };
    }
  });
  if (more.size > 0) throw new NeedMore([...more.values()]);
  const locked = units.flatMap(({ proposals }) => proposals.map(({ urn }) => urn));
  return { outcomes, changes: changesOf(model, locked, drafts, found, now, retention) };
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
  asked: ReadonlySet<string>,
  drafts: ReadonlyMap<string, EntityDraft>,
  copies: ReadonlyMap<string, EntityDraft>,
): Pick<Context, 'names' | 'property' | 'namesake' | 'badge'> {
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
      if (!asked.has(urn)) throw new NeedMore([{ urn, aspects: [] }]);
      return draft(urn)?.names ?? found.entities.get(urn)?.names ?? NO_NAMES;
    },
    property(written) {
      const urn = canonicalUrn(model, written);
      if (!asked.has(urn)) throw new NeedMore([{ urn, aspects: PROPERTY_ASPECTS }]);
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
  };
}
