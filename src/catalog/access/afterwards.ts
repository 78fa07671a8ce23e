/**
 * The core for readers whose rights may change while an answer is under way. An answer counts only if its rights are still those of the newest
 * commit after everything in it was read; otherwise it is made again with the newer rights. Every call is named, so that a new one does not
 * compile before somebody has decided about it.
 */
import { ALL_ENTITIES } from '../../access/index.ts';
import { resultInMotion } from '../../errors.ts';
import { asOfOf } from '../../graph/read.ts';
import { once } from '../../model/once.ts';
import type { Model } from '../../model/types.ts';
import type { Catalog } from '../calls.ts';
import type { Facts } from '../read/kept-facts.ts';
import type { AccessReader } from './access.ts';
import { closedToAll } from './closed.ts';
import { restricted } from './restricted.ts';
import type { Decided } from './user-of.ts';
import { isAboutRequest, renewing, renewingClosed } from './viewer.ts';
import type { View } from './views.ts';
import { answeredBy, changesWithout, withholding } from './withholding.ts';

/** They only read. */
const AGAIN = [
  ...(['read', 'readVersion', 'versions', 'timeline', 'timelineOfVersions', 'series', 'seriesOfEach', 'latestPoints', 'closed'] as const),
  ...(['exists', 'pending', 'list', 'urnsOf', 'count', 'countEach', 'countAspect', 'references', 'indexProblems'] as const),
  ...(['search', 'suggest', 'browse', 'folders', 'browsePaths', 'searchLineage', 'countLineage', 'changes', 'newestChanges'] as const),
  ...(['related', 'relatedOf', 'relatedCounts', 'relatedAfter', 'edges', 'columnHolders', 'lineage', 'neighbours'] as const),
  ...(['lineageWays', 'relationshipWays', 'landings', 'stepsBelow'] as const),
] as const satisfies readonly (keyof Catalog)[];

/** They change something, show nothing of the catalog, or judge by themselves. */
const ONCE = [
  ...(['model', 'searchable', 'partial', 'access', 'secrets', 'signIns', 'programs', 'people', 'lag', 'newest', 'sees', 'epoch', 'drained'] as const),
  ...([
    'dropLatestPoint',
    'deleteReferences',
    'deletion',
    'dropEdges',
    'runs',
    'refusals',
    'finishDeletes',
    'index',
    'placeBefore',
    'settleNext',
    'verify',
  ] as const),
  ...(['webhooks', 'bulk', 'authors', 'subscriptions'] as const),
] as const satisfies readonly (keyof Catalog)[];

type Again = (typeof AGAIN)[number];

/** How often a call is made while rights keep changing. */
const MOST = 5;

export interface AfterwardsParts {
  readonly facts: Pick<Facts, 'look'>;
  readonly people: Pick<AccessReader, 'view'>;
  readonly decided: Decided;
  /** The core by the rights that a view says. */
  open(view: View): Catalog;
}

/** @param view by which the first call is made */
export function afterwards(parts: AfterwardsParts, view: View): Catalog {
  const { facts, people, decided, open } = parts;
  let now = { view, core: open(view) };
  const { core } = now;
  /** @throws Refusal unavailable if the rights keep changing */
  const made = async <Result>(call: (core: Catalog) => Promise<Result>): Promise<Result> => {
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
  const again = <Name extends Again>(name: Name): Catalog[Name] => {
    const call = (...asked: unknown[]): Promise<unknown> => made((core) => (core[name] as (...asked: unknown[]) => Promise<unknown>)(...asked));
    return call as Catalog[Name];
  };
  return {
    ...(Object.fromEntries(ONCE.map((name) => [name, core[name]])) as Pick<Catalog, (typeof ONCE)[number]>),
    ...(Object.fromEntries(AGAIN.map((name) => [name, again(name)])) as Pick<Catalog, Again>),
    suggestions: {
      ...core.suggestions,
      list: (...asked) => made(({ suggestions }) => suggestions.list(...asked)),
      preview: (...asked) => made(({ suggestions }) => suggestions.preview(...asked)),
    },
    write: async (request) => {
      const result = await core.write(request);
      // What is written is told, also to whom it has ended since: this one is not confirmed.
      const { closed } = view.closed ? { closed: undefined } : await people.view({ ...decided }, await facts.look());
      return closed ? answeredBy(closed, result) : result;
    },
    seenBy: async () => afterwards(parts, now.view),
    observed: (observer, by) => afterwards({ ...parts, open: (each) => open(each).observed(observer, by) }, now.view),
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
function opener(catalog: Catalog, parts: SeenParts, decided: Decided): AfterwardsParts['open'] {
  return ({ sight, closed, columns }) => {
    const changes = sight === ALL_ENTITIES ? changesWithout(catalog, columns) : undefined;
    const seen = sight ? restricted(catalog, { ...renewing(parts, decided, sight, columns, parts.people), changes }) : catalog;
    return closed ? withholding(seen, decided.user, renewingClosed(parts, decided, closed, parts.people)) : seen;
  };
}
