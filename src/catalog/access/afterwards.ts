/**
 * The core for readers whose rights may change while an answer is under way. An answer counts only if its rights are still those of the newest
 * commit after everything in it was read; otherwise it is made again with the newer rights. The rows of the calls (../rows.ts) say which are made
 * again.
 */
import { ALL_ENTITIES, scoped } from '../../access/index.ts';
import { resultInMotion } from '../../errors.ts';
import { asOfOf } from '../../graph/read.ts';
import { once } from '../../model/once.ts';
import type { Model } from '../../model/types.ts';
import { callsByRows } from '../by-rows.ts';
import type { Catalog } from '../calls.ts';
import type { Facts } from '../read/kept-facts.ts';
import type { Call, ClosureRule } from '../row.ts';
import type { AccessReader } from './access.ts';
import { changesWithout } from './changes-without.ts';
import { closedToAll } from './closed.ts';
import { restricted } from './restricted.ts';
import type { Principal } from './user-of.ts';
import { isAboutRequest, renewing, renewingClosed } from './viewer.ts';
import type { View } from './views.ts';
import { closureContext, withholding } from './withholding.ts';

/** How often a call is made while rights keep changing. */
const MOST = 5;

export interface AfterwardsParts {
  readonly facts: Pick<Facts, 'look'>;
  readonly people: Pick<AccessReader, 'view'>;
  readonly decided: Principal;
  /** The core by the rights that a view says. */
  open(view: View): Catalog;
}

/** @param view by which the first call is made */
export function afterwards(parts: AfterwardsParts, view: View): Catalog {
  const { facts, people, decided, open } = parts;
  let now = { view, core: open(view) };
  const { core } = now;
  /** @throws Refusal unavailable if the rights keep changing */
  const made = async (call: (core: Catalog) => unknown): Promise<unknown> => {
    for (let left = MOST; left > 0; left--) {
      const by = now;
      const [outcome] = await Promise.allSettled([call(by.core)]);
      if (outcome.status === 'rejected' && isAboutRequest(outcome.reason)) throw outcome.reason;
      const place = outcome.status === 'fulfilled' && outcome.value instanceof Object ? asOfOf(outcome.value) : undefined;
      const newest = await people.view(decided, await facts.look(place));
      if (newest === by.view && outcome.status === 'fulfilled') return outcome.value;
      if (newest === by.view && outcome.status === 'rejected') throw outcome.reason;
      if (now === by) now = { view: newest, core: open(newest) };
    }
    throw resultInMotion();
  };
  const calls = callsByRows(core, (row, call, same) => {
    if (row.again) return (...request) => made((by) => same(by)(...request));
    return row.does === 'writes' ? answeredBy(parts, core, view, row.closed, call) : call;
  });
  return {
    ...calls,
    model: core.model,
    searchable: core.searchable,
    partial: core.partial,
    seenBy: async () => afterwards(parts, now.view),
    observed: (observer, by) => afterwards({ ...parts, open: (each) => open(each).observed(observer, by) }, now.view),
  };
}

/**
 * A write is not made again. What it answers is stripped of what has been closed since. Whoever may not come in any more gets the answer, too:
 * the write has happened.
 */
function answeredBy({ facts, people, decided }: AfterwardsParts, core: Catalog, view: View, rule: ClosureRule<Call>, call: Call): Call {
  if (view.closed || rule.is !== 'stripped') return call;
  return async (...request) => {
    const answer = await call(...request);
    const { closed } = await people.view({ user: decided.user, scope: decided.scope }, await facts.look());
    return closed ? rule.by(() => answer, closureContext(core, decided.user, closed))(...request) : answer;
  };
}

interface SeenParts extends Pick<AfterwardsParts, 'people'> {
  readonly model: Model;
  readonly facts: Facts;
}

/** The core as somebody sees it (`Catalog.seenBy`). */
export function makeSeenBy(parts: SeenParts): (catalog: Catalog, ...asked: Parameters<Catalog['seenBy']>) => Promise<Catalog> {
  const { facts, people } = parts;
  const closedToReaders = once(() => closedToAll(parts));
  return async (catalog, decided, reader) => {
    const seen = decided ? afterwards({ facts, people, decided, open: opener(catalog, parts, decided) }, await people.view(decided)) : catalog;
    const closed = reader === undefined ? undefined : closedToReaders();
    return reader !== undefined && closed ? withholding(seen, reader, closed) : seen;
  };
}

/** How the core is opened for somebody. */
function opener(catalog: Catalog, parts: SeenParts, decided: Principal): AfterwardsParts['open'] {
  return ({ sight, closed, columns }) => {
    const changes = sight === ALL_ENTITIES ? changesWithout(catalog, columns) : undefined;
    const narrowed = scoped(decided.scope) !== undefined;
    const seen = sight ? restricted(catalog, { ...renewing(parts, decided, sight, columns, parts.people), changes, narrowed }) : catalog;
    return closed ? withholding(seen, decided.user, renewingClosed(parts, decided, closed, parts.people)) : seen;
  };
}
