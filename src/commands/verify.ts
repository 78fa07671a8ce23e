#!/usr/bin/env node
/**
 * `npm run verify [-- --repair]`: asks a running Cairn to check its whole store, page by page, and prints each difference.
 */
import { parseArgs } from 'node:util';
import { inOwnWords } from '../command-list.ts';
import { count } from '../counted.ts';
import { messageOf, StartError } from '../errors.ts';
import { call, RUNNING_OPTIONS, runCommand, say } from './client.ts';

const HELP = `Check the store of a running Cairn

Usage: npm run verify [-- --repair] [--url http://127.0.0.1:8080] [--token T]

The command checks every entity (its flags, its versions and their runs, its edges in both directions, its search document, and the words
by which search finds it), every timeseries point, every search document and every commit of the log. It prints each difference as one line
of JSON on standard output: the entity, what it expected, and what it found. Progress goes to standard error.

You can run it while Cairn serves. If a write is changing an entity at the moment, Cairn checks that entity again. It does not check the
search documents of entities that still wait for the indexer.

  --repair   correct flags, edges and search documents from the aspects. What depends on something that cannot be corrected stays as it is.
             Corrected lines say "repaired": true. It never changes a version.

Exit code: 0 if there is no difference, or all differences are corrected; 1 if some are left, or the command breaks off.
`;

type VerifyPlace = Readonly<Record<string, unknown>>;

interface VerifyAnswer {
  readonly value: {
    readonly part: string;
    readonly checked: number;
    readonly differences: readonly { readonly repaired?: boolean }[];
    readonly next?: VerifyPlace;
  };
}

const NOUNS: Readonly<Record<string, string>> = {
  entities: 'entities',
  nodes: 'points',
  documents: 'search documents',
  evidence: 'documents for questions',
  source: 'source documents',
  log: 'commits',
};
/** How long to wait for a server that does not answer or is building its index, ms. */
const PATIENCE_MS = 10 * 60_000;
const PAUSE_MS = 1_000;
/** Time between two lines of progress when there is no terminal, ms. */
const PROGRESS_MS = 5_000;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { repair: { type: 'boolean', default: false }, ...RUNNING_OPTIONS } });
  if (values.help) return void process.stdout.write(inOwnWords(HELP));
  const running = { url: values.url.replace(/\/$/, ''), token: values.token };
  const checked = new Map<string, number>();
  let [found, left, shownAt] = [0, 0, 0];
  for (let place: VerifyPlace | undefined = {}; place !== undefined; ) {
    const { value }: VerifyAnswer = await patiently(() =>
      call<VerifyAnswer>(running, '/operations?action=verify', { ...place, repair: values.repair }),
    );
    checked.set(value.part, (checked.get(value.part) ?? 0) + value.checked);
    for (const difference of value.differences) process.stdout.write(`${JSON.stringify(difference)}\n`);
    found += value.differences.length;
    left += value.differences.filter(({ repaired }) => repaired !== true).length;
    if (process.stderr.isTTY || Date.now() - shownAt > PROGRESS_MS) {
      shownAt = Date.now();
      say(`${summary(checked)}, ${count(found, 'differences')}`);
    }
    place = value.next;
  }
  say(
    `${summary(checked)}: ${found === 0 ? 'no difference' : count(found, 'differences')}${values.repair && found > 0 ? `, ${found - left} corrected` : ''}`,
  );
  if (left > 0) process.exitCode = 1;
}

function summary(checked: ReadonlyMap<string, number>): string {
  return [...checked].map(([part, number]) => count(number, NOUNS[part] ?? part)).join(', ');
}

/** Calls again while Cairn does not answer, waits for its engines, or builds its index. */
async function patiently<Result>(ask: () => Promise<Result>): Promise<Result> {
  const until = Date.now() + PATIENCE_MS;
  for (let first = true; ; first = false) {
    try {
      return await ask();
    } catch (error) {
      if (!mayPass(error) || Date.now() > until) throw error;
      if (first) say(`${messageOf(error)}; waiting`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

function mayPass(error: unknown): boolean {
  return error instanceof StartError && /^Cairn answers (429|503)/.test(error.message);
}

runCommand('verify', main);
