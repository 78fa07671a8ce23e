/**
 * The decision of a commit: units in, outcomes and changes out. Pure, so that a lost race can run it again, and so that it can be
 * tested by itself.
 */
import { Refusal } from '../errors.ts';
import type { Changes, Found, Need, Needs } from '../graph/changes.ts';
import type { Model } from '../model/types.ts';
import { apply, type Context } from './apply.ts';
import { changesOf } from './changes-of.ts';
import { looksForDefaults } from './defaults.ts';
import { copyOf, draftOf, type EntityDraft } from './draft.ts';
import { CONTAINER } from './known-aspects.ts';
import type { Proposal, Unit, Written } from './proposal.ts';

export type Outcome = { readonly written: readonly Written[] } | { readonly refusal: Refusal };

/** What the commit of these units must lock and read. `known`: URNs that surely exist, whose defaults need no look. */
export function needsOf(model: Model, units: readonly Unit[], known: (urn: string) => boolean): Needs {
  const lock = new Map<string, Set<string> | 'all'>();
  const look = new Map<string, Set<string>>();
  const chains = new Set<string>();
  for (const { urn, aspect, changeType, value } of units.flatMap(({ proposals }) => proposals)) {
    const names = lock.get(urn.text) ?? new Set<string>();
    const whole = names === 'all' || (changeType === 'DELETE' && aspect.kind === 'key');
    lock.set(urn.text, whole ? 'all' : names.add(aspect.name));
    if (known(urn.text)) continue;
    for (const each of looksForDefaults(model, urn)) {
      look.set(each.urn, new Set([...(look.get(each.urn) ?? []), ...each.aspects]));
    }
    if (aspect.name === CONTAINER && value) chains.add((value.json as { container: string }).container);
  }
  for (const urn of lock.keys()) look.delete(urn);
  const listed = (entry: [string, Set<string> | 'all']): Need => ({ urn: entry[0], aspects: entry[1] === 'all' ? 'all' : [...entry[1]] });
  return { lock: [...lock].map(listed), look: [...look].map(listed), chains: [...chains] };
}

/** Decides unit by unit, in order; each sees what those before it have done. A refused unit leaves no trace. */
export function plan(model: Model, units: readonly Unit[], found: Found, now: number, retention?: number): { outcomes: Outcome[]; changes: Changes } {
  const drafts = new Map<string, EntityDraft>();
  const outcomes = units.map((unit): Outcome => {
    const copies = new Map<string, EntityDraft>();
    const context: Context = { model, found, unit, now };
    try {
      const written = unit.proposals.flatMap((proposal) => apply(context, draftFor(proposal, drafts, copies, found), proposal));
      for (const [urn, draft] of copies) drafts.set(urn, draft);
      return { written };
    } catch (error) {
      if (error instanceof Refusal) return { refusal: error };
      throw error;
    }
  });
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
