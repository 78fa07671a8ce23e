/**
 * What the processes of a Cairn have used: CPU time and memory, as the kernel counts them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Cairn } from '../support/cairn.ts';

/** Process ids of a Cairn and of its engines. Each of them is noted in the data folder while it runs. */
export function pidsOf({ dataDir }: Pick<Cairn, 'dataDir'>): { cairn: string; neo4j: string; typesense: string } {
  const engine = (name: string): string =>
    String((JSON.parse(readFileSync(path.join(dataDir, 'run', `${name}.json`), 'utf8')) as { pid: number }).pid);
  const [cairn = ''] = (readdirSync(path.join(dataDir, 'lock'))[0] ?? '').split('_');
  return { cairn, neo4j: engine('Neo4j'), typesense: engine('Typesense') };
}

/** CPU of each process, ms. */
export interface Cost {
  readonly cairn: number;
  readonly neo4j: number;
  readonly typesense: number;
}

/** `since`: the CPU of the processes of a Cairn since their start. `of`: that of an act, for one of `count`. */
export function costsOf(cairn: Pick<Cairn, 'dataDir'>): { of(count: number, act: () => Promise<unknown>): Promise<Cost>; since(): Cost } {
  const pids = pidsOf(cairn);
  const since = (): Cost => ({ cairn: cpuOf(pids.cairn), neo4j: cpuOf(pids.neo4j), typesense: cpuOf(pids.typesense) });
  return {
    since,
    async of(count, act) {
      const before = since();
      await act();
      const after = since();
      const each = (part: keyof Cost): number => (after[part] - before[part]) / count;
      return { cairn: each('cairn'), neo4j: each('neo4j'), typesense: each('typesense') };
    },
  };
}

/** CPU time of a process since its start, ms. The kernel counts hundredths of a second. */
export function cpuOf(pid: string | number): number {
  const [user = 0, system = 0] = (read(pid, 'stat').split(') ')[1] ?? '').split(' ').slice(11, 13).map(Number);
  return (user + system) * 10;
}

/** CPU time of the main thread of a process since its start, ms. The kernel counts it exactly. */
export function mainThreadOf(pid: string): number {
  return Number(read(pid, `task/${pid}/schedstat`).split(' ')[0]) / 1_000_000;
}

/** Resident memory, MB: now (`VmRSS`), or the most since the start (`VmHWM`). */
export function residentOf(pid: string, line: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  return Math.round(Number(new RegExp(`^${line}:\\s+(\\d+)`, 'm').exec(read(pid, 'status'))?.[1] ?? 0) / 1024);
}

function read(pid: string | number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
