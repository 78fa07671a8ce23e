/**
 * `npm run bench -- fair`: how long small reads of one caller take on an idle server, and while another caller takes as much of the server as it
 * can: by expensive requests, by requests whose answers it does not read, by many spellings of its token, by many tokens, by made-up ones, by polls.
 * Two users have tokens; what needs no token comes from 127.0.0.2 (Linux).
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Cairn } from '../support/cairn.ts';
import { throwAwayFolder } from '../support/process.ts';
import type { Bench, Figure } from './figures.ts';
import { ABUSE, BIG, readOf, STOP, send, TABLES, TOKENS_FILE, table } from './other-caller.ts';
import { cpuOf, mainThreadOf, pidsOf, residentOf } from './processes.ts';

/** Idle and beside are taken in turns, because the machine may be busy with something else meanwhile. */
const PAIRS = 3;
/** Reads of one turn: so many, unless they take longer than so many ms. */
const READS = 150;
const [TURN_MS, WARM_UP_MS] = [3_000, 10_000];
const WARM_UP = 2_000;

/** A file with the tokens of both. */
export function fairTokens(): string {
  const file = path.join(throwAwayFolder(), 'tokens');
  writeFileSync(file, TOKENS_FILE, { mode: 0o600 });
  return file;
}

/** What a read took, ms: until it was answered, and of the main thread of Cairn meanwhile, whatever else the machine does. */
interface Read {
  readonly ms: number;
  readonly work: number;
}

async function readInTurn(cairn: Cairn, agent: Agent, count = READS, most = TURN_MS): Promise<Read[]> {
  const { cairn: pid } = pidsOf(cairn);
  const times: Read[] = [];
  const from = performance.now();
  for (let at = 0; at < count && performance.now() - from < most; at++) {
    const before = mainThreadOf(pid);
    const { ms, status } = await send(cairn.url, agent, readOf(at));
    if (status !== 200) throw new Error(`A read was answered with ${status}`);
    times.push({ ms, work: mainThreadOf(pid) - before });
  }
  return times;
}

const rounded = (ms: number): number => Math.round(ms * 10) / 10;

/** The time that this share of the reads did not exceed, ms. */
function within(share: number, reads: readonly Read[], part: keyof Read = 'ms'): number {
  const sorted = reads.map((each) => each[part]).sort((a, b) => a - b);
  return rounded(sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0);
}

/** Tells the other caller something, and waits for its answer. */
async function told(other: ChildProcess, message: string): Promise<number> {
  other.send(message);
  const [answer] = (await once(other, 'message')) as [number];
  return answer;
}

/** One kind: reads on the idle server and beside it, in turns. */
async function measure(cairn: Cairn, agent: Agent, other: ChildProcess, kind: string): Promise<Figure> {
  const { cairn: pid } = pidsOf(cairn);
  const idle: Read[] = [];
  const beside: Read[] = [];
  let [answered, cpu, sender, took] = [0, 0, 0, 0];
  for (let pair = 0; pair < PAIRS; pair++) {
    idle.push(...(await readInTurn(cairn, agent)));
    await told(other, kind);
    const [from, cpuBefore, senderBefore] = [performance.now(), cpuOf(pid), cpuOf(other.pid ?? 0)];
    beside.push(...(await readInTurn(cairn, agent)));
    took += performance.now() - from;
    cpu += cpuOf(pid) - cpuBefore;
    sender += cpuOf(other.pid ?? 0) - senderBefore;
    answered += await told(other, STOP);
    // What the other caller has left must not delay the next idle reads.
    await send(cairn.url, agent, { method: 'GET', path: '/metrics' });
  }
  return {
    'other caller': kind,
    'idle p50': within(0.5, idle),
    'idle p95': within(0.95, idle),
    p50: within(0.5, beside),
    p95: within(0.95, beside),
    worst: within(1, beside),
    'p95 to idle': rounded(within(0.95, beside) / within(0.95, idle)),
    'idle work': within(0.95, idle, 'work'),
    work: within(0.95, beside, 'work'),
    reads: beside.length,
    answered,
    'CPU %': Math.round((100 * cpu) / took),
    'of sender': Math.round((100 * sender) / took),
    MB: residentOf(pid),
  };
}

export const fair: Bench = async (cairn, print) => {
  const own = new Agent({ keepAlive: true });
  const tables = Array.from({ length: TABLES }, (_, at) => table(at, 0));
  await send(cairn.url, own, { method: 'POST', path: '/openapi/v3/entity/dataset', body: JSON.stringify(tables) });
  await send(cairn.url, own, BIG.write());
  await readInTurn(cairn, own, WARM_UP, WARM_UP_MS);
  const other = fork(fileURLToPath(new URL('./other-caller.ts', import.meta.url)), [cairn.url]);
  for (const kind of Object.keys(ABUSE)) print([await measure(cairn, own, other, kind)]);
  other.disconnect();
  own.destroy();
};
