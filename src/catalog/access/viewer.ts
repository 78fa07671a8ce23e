/**
 * A reader who sees a part of the catalog: that part as a filter of the search index, and as a test of entities of the graph.
 */
import { type Eyes, isSeenBare, type MayName, type Sight, sees } from '../../access/index.ts';
import { Refusal } from '../../errors.ts';
import type { LogPlace } from '../../graph/commit-log.ts';
import { noteRead } from '../../graph/read.ts';
import type { Model } from '../../model/types.ts';
import type { Filter } from '../../search/index.ts';
import type { Facts, Look } from '../read/kept-facts.ts';
import type { Closure } from './closed.ts';
import type { HiddenColumns } from './hidden-columns.ts';
import { bareResource, decidingUrn, readResources } from './read-facts.ts';
import { columnsFilter, sightFilter } from './sight-filter.ts';
import type { Principal } from './user-of.ts';
import type { View } from './views.ts';

export interface Viewer {
  /** URN. */
  readonly user: string;
  /** What search may show. */
  readonly filter: Filter;
  /**
   * Those of these URNs that are seen. Call it after what they are about was read: rights are then at least as new as what is shown.
   *
   * @param at the newest commit when that had been read, if it is known: the log is not asked again
   */
  among(urns: readonly string[], at?: LogPlace): Promise<ReadonlySet<string>>;
  /** Undefined for who sees all columns of what is seen. */
  readonly columns: HiddenColumns | undefined;
  /** May a refusal name it? Decided by type and URN alone. */
  readonly mayName: MayName;
}

/** Reads what somebody sees now. */
interface Views {
  view(decided: Principal, now?: Look): Promise<View>;
}

interface Parts {
  readonly model: Model;
  readonly facts: Facts;
}

/** Refuses what a part of the catalog cannot answer. `what` completes "may not". */
export type Refuse = (what: string) => Promise<Refusal>;

/** @param columns what of them is hidden */
export function makeViewer({ model, facts }: Parts, user: string, sight: Sight, columns?: HiddenColumns): Viewer {
  const decidingOf = (text: string): string => decidingUrn(model, text);
  return {
    user,
    columns,
    mayName: (urn) => isSeenBare(sight, bareResource(model, urn)),
    filter: columns ? columnsFilter(sight, columns.types) : sightFilter(sight),
    among: async (urns, at) => {
      const deciding = new Map([...new Set(urns)].map((urn) => [urn, decidingOf(urn)]));
      const all = [...new Set(deciding.values())];
      const seen = new Set(all.filter((urn) => isSeenBare(sight, bareResource(model, urn))));
      const asked = all.filter((urn) => !seen.has(urn));
      const resources = asked.length === 0 ? [] : await readResources(model, (await facts.look(at)).rows, asked);
      for (const [urn, resource] of resources) if (sees(sight, resource)) seen.add(urn);
      const shown = [...deciding].filter(([, by]) => seen.has(by)).map(([urn]) => urn);
      const hidden = await columns?.among(shown);
      return new Set(hidden && hidden.size > 0 ? shown.filter((urn) => !hidden.has(urn)) : shown);
    },
  };
}

/** Sees as a viewer, of what it has been asked to look at. */
export function makeEyes({ among }: Pick<Viewer, 'among'>): Eyes {
  const [looked, seen] = [new Set<string>(), new Set<string>()];
  return {
    look: async (urns) => {
      const asked = urns.filter((urn) => !looked.has(urn));
      for (const urn of asked.length === 0 ? [] : await among(asked)) seen.add(urn);
      for (const urn of asked) looked.add(urn);
    },
    hides: (urn) => !seen.has(urn),
  };
}

/** As `makeViewer`, but rights are those after what is shown was read: a policy may have changed since the request came. */
export function renewing(parts: Parts, decided: Principal, sight: Sight, columns: HiddenColumns | undefined, people: Views): Viewer {
  return {
    ...makeViewer(parts, decided.user, sight, columns),
    among: async (urns, at) => {
      const look = await parts.facts.look(at);
      const now = await people.view(decided, look);
      const seen = now.sight ? await makeViewer(parts, decided.user, now.sight, now.columns).among(urns, look.head) : new Set(urns);
      return noteRead(seen, look.head);
    },
  };
}

/**
 * What is closed to a reader, by the rights of after the values were read. What search may tell is that of the beginning.
 */
export function renewingClosed({ facts }: Pick<Parts, 'facts'>, decided: Principal, closed: Closure, people: Views): Closure {
  return {
    ...closed,
    async opened(pieces, at) {
      const look = await facts.look(at);
      const now = (await people.view(decided, look)).closed;
      return now ? now.opened(pieces, look.head) : () => (value) => value;
    },
  };
}

/** Wrong requests, but only because of what is there. */
const OF_WHAT_IS_THERE = ['unknown-history', 'too-many-points'];

/** Is a request refused for what it says, whatever is in the store? */
export function isAboutRequest(reason: unknown): boolean {
  if (!(reason instanceof Refusal) || OF_WHAT_IS_THERE.includes(reason.code)) return false;
  return reason.kind === 'malformed' || reason.kind === 'unknownName';
}
