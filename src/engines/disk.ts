/**
 * Watches the free space of the data folder. An engine that cannot write the last bytes of a transaction stops working, so Cairn stops taking
 * writes while there is still a reserve, and starts no engine on a full disk. Both end by themselves when there is space again.
 *
 * States: enough → (below the reserve) → short → (below a quarter) → full, and back.
 */
import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log.ts';

interface Free {
  readonly bytes: number;
  /** How many files can still be made; undefined where the file system has no limit. */
  readonly files: number | undefined;
}

/** `short`: no writes. `full`: no engine is started, and the search index waits too. */
export type Space = 'enough' | 'short' | 'full';

export interface Disk {
  space(): Space;
  /** Why there is not enough; for people. */
  reason(): string;
  free(): Free | undefined;
  /** Looks now. */
  look(): Promise<Space>;
  /** Resolves when an engine may start. Tells once that it waits. */
  room(engine: string, over: AbortSignal): Promise<void>;
  stop(): void;
}

const MB = 1_048_576;
const POLL_MS = 500;
/** Engines make some dozens of files at a start. */
const RESERVED_FILES = 1_000;
/** Writes continue when there is so much more than the reserve, so that they do not stop again at once. */
const AGAIN = 1.25;

/** @param reserve bytes; 0: there is always enough */
export function spaceOf({ bytes, files }: Free, reserve: number, before: Space): Space {
  if (reserve === 0) return 'enough';
  const share = Math.min(bytes / reserve, files === undefined ? Number.POSITIVE_INFINITY : files / RESERVED_FILES);
  if (share < 0.25) return 'full';
  return share < (before === 'enough' ? 1 : AGAIN) ? 'short' : 'enough';
}

async function freeOf(folder: string): Promise<Free> {
  const { bavail, bsize, ffree, files } = await statfs(folder);
  return { bytes: bavail * bsize, files: files > 0 ? ffree : undefined };
}

export function watchDisk(folder: string, reserveMb: number, log: Log): Disk {
  const over = new AbortController();
  let space: Space = 'enough';
  let free: Free | undefined;

  const mb = (): number => Math.floor((free?.bytes ?? 0) / MB);
  const reason = (): string => {
    const files = free?.files !== undefined && free.files < RESERVED_FILES ? ` and room for ${free.files} files` : '';
    return `the disk of DATA_DIR has only ${mb()} MB${files} left, less than the reserve of ${reserveMb} MB (DISK_RESERVE_MB)`;
  };
  async function look(): Promise<Space> {
    // A folder that cannot be looked at is told by whoever writes to it.
    free = await freeOf(folder).catch(() => free);
    const now = free ? spaceOf(free, reserveMb * MB, space) : space;
    if (now !== space) {
      const was = space;
      space = now;
      if (now === 'enough') log('disk.enough', { folder, mb: mb() });
      else if (was === 'enough') log('disk.short', { folder, reason: reason() });
    }
    return space;
  }
  const polling = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await look();
      // Fails when it is over.
      await pause(POLL_MS, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
    }
  };
  if (reserveMb > 0) void polling();

  return {
    space: () => space,
    reason,
    free: () => free,
    look,
    async room(engine, until) {
      for (let logged = false; (await look()) === 'full'; logged = true) {
        if (!logged) log('engine.no-room', { engine, reason: reason() });
        await pause(POLL_MS, undefined, { signal: until });
      }
    },
    stop: () => over.abort(),
  };
}
