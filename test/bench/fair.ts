/**
 * `npm run bench -- fair`: how long small reads of one caller take on an idle server, and while another caller takes as much of the server as it
 * can: by expensive requests, by requests whose answers it does not read, by many spellings of its token, by many tokens, by polls. Two users have
 * tokens; what needs no token comes from 127.0.0.2 (Linux).
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
import { ABUSE, type Sent, send, TABLES, TOKENS_FILE, table, urn } from './other-caller.ts';

const READS = 1_000;

/** A file with the tokens of both. */
export function fairTokens(): string {
  const file = path.join(throwAwayFolder(), 'tokens');
  writeFileSync(file, TOKENS_FILE, { mode: 0o600 });
  return file;
}

const read = (at: number): Sent => ({ method: 'GET', path: `/openapi/v3/entity/dataset/${encodeURIComponent(urn(at % TABLES))}/datasetproperties` });

async function readAll(cairn: Cairn, agent: Agent): Promise<{ p50: number; p95: number; worst: number }> {
  const times: number[] = [];
  for (let at = 0; at < READS; at++) {
    const { ms, status } = await send(cairn.url, agent, read(at));
    if (status !== 200) throw new Error(`A read was answered with ${status}`);
    times.push(ms);
  }
  times.sort((a, b) => a - b);
  const part = (share: number): number => Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10;
  return { p50: part(0.5), p95: part(0.95), worst: part(0.9999) };
}

const ratio = (one: number, other: number): number => Math.round((one / other) * 10) / 10;

/** Starts the other caller. It sends requests when this resolves. */
async function begin(cairn: Cairn, kind: string): Promise<ChildProcess> {
  const other = fork(fileURLToPath(new URL('./other-caller.ts', import.meta.url)), [cairn.url, kind]);
  await once(other, 'message');
  return other;
}

/** @returns how many of its requests were answered */
async function end(other: ChildProcess): Promise<number> {
  other.send('stop');
  const [answered] = (await once(other, 'message')) as [number];
  return answered;
}

export const fair: Bench = async (cairn, print) => {
  const own = new Agent({ keepAlive: true });
  const tables = Array.from({ length: TABLES }, (_, at) => table(at, 0));
  await send(cairn.url, own, { method: 'POST', path: '/openapi/v3/entity/dataset', body: JSON.stringify(tables) });
  await readAll(cairn, own);
  for (const kind of Object.keys(ABUSE)) {
    // The machine may be busy with something else: what counts is how it was a moment before.
    const idle = await readAll(cairn, own);
    const other = await begin(cairn, kind);
    const beside = await readAll(cairn, own);
    const answered = await end(other);
    const figure: Figure = {
      'other caller': kind,
      'idle p50': idle.p50,
      'idle p95': idle.p95,
      ...beside,
      'p95 to idle': ratio(beside.p95, idle.p95),
      answered,
    };
    print([figure]);
  }
  own.destroy();
};
