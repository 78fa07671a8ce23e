/**
 * Identifies a process. Systems reuse process numbers, so the identity also contains the start time and the boot.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Identifies a process for good: number, start time, boot of the machine. */
export interface Identity {
  readonly pid: number;
  readonly started: string;
  readonly boot: string;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Start time in ticks since boot: field 22 of the process's stat line. Undefined for a zombie, because it has ended. */
function startedOnLinux(pid: number): string | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name (field 2) may contain blanks and parentheses, so count from the last parenthesis.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
}

function startedElsewhere(pid: number): string | undefined {
  try {
    const text = execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] });
    return text.toString().trim().replace(/\W+/g, '.') || undefined;
  } catch {
    return undefined;
  }
}

/** The process that has this number now; undefined if there is none. */
export function identityOf(pid: number): Identity | undefined {
  const boot = read('/proc/sys/kernel/random/boot_id')?.trim();
  const started = boot === undefined ? startedElsewhere(pid) : startedOnLinux(pid);
  return started === undefined ? undefined : { pid, started, boot: boot ?? 'unknown' };
}

/** Whether exactly this process still runs, not a later one with the same number. */
export function isRunning(identity: Identity): boolean {
  const now = identityOf(identity.pid);
  return now !== undefined && now.started === identity.started && now.boot === identity.boot;
}

/** The identity of this process. */
export function ownIdentity(): Identity {
  const own = identityOf(process.pid);
  if (own === undefined) throw new Error('Cairn cannot read the start time of its own process');
  return own;
}
