/**
 * Who a process is: its number alone is given out again, so its start time and the boot belong to it.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process as it can be recognized later: number, start time, boot of the machine. */
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

/** Start time in ticks since boot: field 22 of the process's stat line. A zombie has ended already. */
function startedOnLinux(pid: number): string | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name (field 2) may hold blanks and parentheses: count from the last one.
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

/** Who runs under this number now; undefined when nobody does. */
export function identityOf(pid: number): Identity | undefined {
  const boot = read('/proc/sys/kernel/random/boot_id')?.trim();
  const started = boot === undefined ? startedElsewhere(pid) : startedOnLinux(pid);
  return started === undefined ? undefined : { pid, started, boot: boot ?? 'unknown' };
}

/** Whether exactly this process still runs, not a later one of the same number. */
export function isRunning(identity: Identity): boolean {
  const now = identityOf(identity.pid);
  return now !== undefined && now.started === identity.started && now.boot === identity.boot;
}

/** This process. */
export function ownIdentity(): Identity {
  const own = identityOf(process.pid);
  if (own === undefined) throw new Error('This process cannot read its own start time');
  return own;
}
