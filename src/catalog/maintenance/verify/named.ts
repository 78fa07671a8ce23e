/**
 * What the commits of the log name.
 */
import type { CommitRow } from '../../../graph/commit-log.ts';
import { type LogEntry, unpackEntries } from '../../../graph/log-entries.ts';

/** The changes of a commit; nothing if they cannot be read. */
export function entriesIn({ changes }: CommitRow): LogEntry[] | undefined {
  try {
    return unpackEntries(changes ?? '');
  } catch {
    return undefined;
  }
}

/** An entry, with the number and the time of its commit. */
export interface CommitEntry extends LogEntry {
  readonly seq: number;
  readonly at: number;
}
