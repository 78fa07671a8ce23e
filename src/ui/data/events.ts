/**
 * Events of a feed: what one person did to one entity at one time.
 */
import type { AspectChange } from './sentences.ts';

export interface ActivityEvent {
  readonly key: string;
  /** The number of the commit, if that is known. */
  readonly commit?: number;
  readonly urn: string;
  readonly actor: string;
  /** Epoch ms. */
  readonly time: number;
  readonly runId: string | undefined;
  readonly changes: readonly AspectChange[];
  /** The entity is new, or gone for good. */
  readonly whole: 'created' | 'deleted' | undefined;
}

/** One row of a feed: an event, or all that a run or a commit did at once. */
export interface ActivityRow {
  readonly key: string;
  readonly events: readonly [ActivityEvent, ...ActivityEvent[]];
}

/** From this many entities on, one row tells of all of them. */
const MANY = 3;

/** Joins neighbouring events of one run, or of one commit without a run as an undo is, that are about several entities. */
export function rowsOf(events: readonly ActivityEvent[]): ActivityRow[] {
  const runs: [ActivityEvent, ...ActivityEvent[]][] = [];
  for (const event of events) {
    const last = runs.at(-1);
    if (last && last[0].actor === event.actor && isOneWork(last[0], event)) last.push(event);
    else runs.push([event]);
  }
  return runs.flatMap((each): ActivityRow[] =>
    each.length >= MANY ? [{ key: each[0].key, events: each }] : each.map((event) => ({ key: event.key, events: [event] })),
  );
}

function isOneWork(one: ActivityEvent, other: ActivityEvent): boolean {
  if (one.runId !== undefined || other.runId !== undefined) return one.runId === other.runId;
  return one.commit !== undefined && one.commit === other.commit;
}

/** The newest versions of an aspect, the newest first. */
export interface AspectPast {
  readonly aspect: string;
  readonly total: number;
  readonly versions: readonly { readonly time: number; readonly actor: string; readonly value: Record<string, unknown> }[];
}

/**
 * The events down to the time from which on all versions are known, the newest first.
 *
 * @returns also the aspects of which older versions are needed to go further back
 */
export function mergedEvents(
  urn: string,
  pasts: readonly AspectPast[],
  asked: ReadonlyMap<string, number>,
): { readonly events: readonly ActivityEvent[]; readonly more: readonly string[] } {
  const cut = pasts.filter(({ aspect, total }) => total > (asked.get(aspect) ?? 0));
  const oldest = ({ aspect, versions }: AspectPast): number => versions[(asked.get(aspect) ?? 1) - 1]?.time ?? 0;
  const since = Math.max(0, ...cut.map(oldest));
  const groups = new Map<string, ActivityEvent>();
  for (const { aspect, versions } of pasts) {
    for (const [at, { time, actor, value }] of versions.slice(0, asked.get(aspect)).entries()) {
      if (time < since) continue;
      const key = `${time} ${actor}`;
      const change = { aspect, before: versions[at + 1]?.value, after: value };
      const group = groups.get(key);
      groups.set(key, { key, urn, actor, time, runId: undefined, whole: undefined, changes: [...(group?.changes ?? []), change] });
    }
  }
  return {
    events: [...groups.values()].sort((a, b) => b.time - a.time),
    more: cut.filter((past) => oldest(past) >= since).map(({ aspect }) => aspect),
  };
}
