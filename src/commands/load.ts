#!/usr/bin/env node
/** `npm run load -- <file.jsonl | ->`: sends a stream of proposals to the batch action, in constant memory. You can run it again. */
import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { inOwnWords } from '../command-list.ts';
import { count } from '../counted.ts';
import { messageOf, StartError } from '../errors.ts';
import { batches, makeRefusals, type ProposalLine, type Refusals, showProgress, type Totals } from './proposals-file.ts';

const HELP = `Load proposals, one JSON object a line, into a running Cairn

Usage: npm run load -- <file.jsonl | -> [--url http://127.0.0.1:8080] [--token T] [--concurrency 4] [--refused refused.jsonl]

A line is {"proposal": {...}} or the proposal itself, as POST /aspects?action=ingestProposal takes it.
The command writes refused proposals to the --refused file, with their line number and the reason.
You can run it again: a value that is already stored makes no new version.

Exit code: 0 if all proposals are written, 1 if some are refused or the load breaks off.
`;

/** How long to wait for a server that does not answer or is busy, ms. */
const PATIENCE_MS = 120_000;

interface Options {
  readonly file: string;
  readonly url: string;
  readonly token: string | undefined;
  readonly concurrency: number;
  readonly refused: string;
}

interface LoadItem {
  outcome: string;
  message?: string;
  details?: unknown;
}

function readOptions(): Options | undefined {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:8080' },
      token: { type: 'string' },
      concurrency: { type: 'string', default: '4' },
      refused: { type: 'string', default: 'load.refused.jsonl' },
      'into-empty': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  if (values['into-empty']) throw new StartError('--into-empty is gone: start Cairn and load without it. The ordinary load makes the same store');
  const [file, ...more] = positionals;
  const concurrency = Number(values.concurrency);
  if (file === undefined || more.length > 0) throw new StartError('give one file of proposals, or - for standard input (see --help)');
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 64)
    throw new StartError(`--concurrency: expected 1 to 64, got ${values.concurrency}`);
  if (!URL.canParse(values.url)) throw new StartError(`--url: expected an address such as http://127.0.0.1:8080, got ${values.url}`);
  return { file, url: values.url.replace(/\/$/, ''), token: values.token, concurrency, refused: values.refused };
}

async function load(options: Options): Promise<Totals> {
  const totals: Totals = { written: 0, refused: 0, bytes: 0 };
  const refusals = makeRefusals(options.refused);
  const size = options.file === '-' ? undefined : (await stat(options.file)).size;
  const stopProgress = showProgress(totals, size);
  const underWay = new Set<Promise<void>>();
  let broken: unknown;
  try {
    for await (const batch of batches(options.file, totals, refusals)) {
      if (broken !== undefined) throw broken;
      const sent = send(options, batch, totals, refusals)
        .catch((error: unknown) => {
          broken ??= error;
        })
        .finally(() => underWay.delete(sent));
      underWay.add(sent);
      if (underWay.size >= options.concurrency) await Promise.race(underWay);
    }
    await Promise.all(underWay);
    if (broken !== undefined) throw broken;
  } finally {
    stopProgress();
    await refusals.close();
  }
  return totals;
}

async function send(options: Options, batch: ProposalLine[], totals: Totals, refusals: Refusals): Promise<void> {
  const body = JSON.stringify({ proposals: batch.map(({ proposal }) => proposal), perItem: true });
  const headers = { 'content-type': 'application/json', ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }) };
  const until = Date.now() + PATIENCE_MS;
  for (let pause = 250; ; pause = Math.min(pause * 2, 5_000)) {
    const answer = await post(`${options.url}/aspects?action=ingestProposalBatch`, headers, body);
    if (answer.ok) {
      const { value } = answer.json as { value: { items: LoadItem[] } };
      for (const [index, item] of value.items.entries()) {
        if (item.outcome !== 'refused') totals.written++;
        else {
          totals.refused++;
          refusals.add(batch[index] as ProposalLine, item.message ?? 'refused', item.details);
        }
      }
      return;
    }
    if (!answer.mayPass || Date.now() > until)
      throw new StartError(
        `the load broke off at line ${batch[0]?.number}: ${answer.reason}. Correct this and run the load again: it skips what is already written`,
      );
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

type LoadAnswer = { ok: true; json: unknown } | { ok: false; mayPass: boolean; reason: string };

async function post(url: string, headers: Record<string, string>, body: string): Promise<LoadAnswer> {
  try {
    const response = await fetch(url, { method: 'POST', headers, body });
    const text = await response.text();
    if (response.ok) return { ok: true, json: JSON.parse(text) };
    return { ok: false, mayPass: response.status === 429 || response.status >= 500, reason: reasonIn(response.status, text) };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
    return { ok: false, mayPass: true, reason: `${new URL(url).origin} does not answer${cause}` };
  }
}

/** What an answer says in words. Something between may answer in another form than Cairn. */
function reasonIn(status: number, text: string): string {
  let message = text.slice(0, 500);
  try {
    const { message: said } = JSON.parse(text) as { message?: unknown };
    if (typeof said === 'string') message = said;
  } catch {
    // It is no JSON.
  }
  return `${status} ${message}${status === 401 ? ' (--token gives Cairn a token)' : ''}`;
}

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) return void process.stdout.write(inOwnWords(HELP));
  const { refused } = await load(options);
  if (refused === 0) return;
  process.stderr.write(`Cairn refused ${count(refused, 'proposals')}; ${options.refused} lists them with the reasons\n`);
  process.exitCode = 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`load: ${messageOf(error)}\n`);
  process.exitCode = 1;
});
