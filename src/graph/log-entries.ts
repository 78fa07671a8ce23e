/**
 * The changes of a commit, and the JSON text in which the log stores them. The text leaves out what is the same as in the entry before.
 */

/**
 * What happened:
 * - `create`: an aspect got its first version. `update`: it got a further one. `revert`: an older version is the latest again.
 * - `delete`: an aspect was deleted, or points; for the key aspect, the whole entity.
 * - `restate`: the same version was written again. `point`: a timeseries got a point.
 * - `index`: nothing changed; the indexer builds the document again.
 */
export const CHANGE_TYPES = ['create', 'update', 'revert', 'delete', 'restate', 'point', 'index'] as const;
export type LoggedType = (typeof CHANGE_TYPES)[number];

export interface LogEntry {
  readonly urn: string;
  readonly aspect: string;
  readonly type: LoggedType;
  /** The latest version before and after the change. Absent where there is none. */
  readonly before?: number | undefined;
  readonly version?: number | undefined;
  /** The time of a point, epoch ms. */
  readonly time?: number | undefined;
  /** The URN of the user who wrote. */
  readonly actor: string;
  readonly run?: string | undefined;
}

/** An entry as a list, to be short. 0 in place of a URN, an actor or a run means: the same as in the entry before. `now`: version or time. */
type PackedEntry = [
  urn: string | 0,
  aspect: string,
  type: number,
  before: number | null,
  now: number | null,
  actor: string | 0,
  run: string | null | 0,
];

export function packEntries(entries: readonly LogEntry[]): string {
  let last: LogEntry | undefined;
  const packed = entries.map((entry): PackedEntry => {
    const { urn, aspect, type, before, version, time, actor, run } = entry;
    const row: PackedEntry = [
      urn === last?.urn ? 0 : urn,
      aspect,
      CHANGE_TYPES.indexOf(type),
      before ?? null,
      version ?? time ?? null,
      actor === last?.actor ? 0 : actor,
      last && run === last.run ? 0 : (run ?? null),
    ];
    last = entry;
    return row;
  });
  return JSON.stringify(packed);
}

export function unpackEntries(text: string): LogEntry[] {
  let last: LogEntry | undefined;
  return (JSON.parse(text) as PackedEntry[]).map(([urn, aspect, kind, before, now, actor, run]) => {
    const type = CHANGE_TYPES[kind] ?? 'index';
    last = {
      urn: urn === 0 ? (last?.urn ?? '') : urn,
      aspect,
      type,
      ...(before !== null && { before }),
      ...(now !== null && (type === 'point' ? { time: now } : { version: now })),
      actor: actor === 0 ? (last?.actor ?? '') : actor,
      ...(run === 0 ? last?.run !== undefined && { run: last.run } : run !== null && { run }),
    };
    return last;
  });
}
