#!/usr/bin/env node
/**
 * `npm run reindex [-- --entity dataset]`: asks a running Cairn to rebuild its search index, and shows the progress.
 */
import { parseArgs } from 'node:util';
import { inOwnWords } from '../command-list.ts';
import { count } from '../counted.ts';
import { awaitIndexed, call, RUNNING_OPTIONS, type Running, runCommand, say } from './client.ts';

const HELP = `Rebuild the search index of a running Cairn from the graph

Usage: npm run reindex [-- --entity dataset] [-- --problems] [--url http://127.0.0.1:8080] [--token T]

Without --entity, Cairn builds a new index. Searches use the present one until the new one is complete.
With --entity, Cairn writes the documents of this entity type again, in the present index. You can repeat the option.
With --problems, nothing is built. The command lists entities that search does not show, or shows only in part, with the reasons.
Exit code: 0 if everything is indexed; with --problems, 0 if there are no problems.
`;

const PAGE = 1_000;
/** The command marks more entities only when fewer than this many are waiting. */
const MOST_WAITING = 5_000;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { entity: { type: 'string', multiple: true, default: [] }, problems: { type: 'boolean', default: false }, ...RUNNING_OPTIONS },
  });
  if (values.help) return void process.stdout.write(inOwnWords(HELP));
  const running = { url: values.url.replace(/\/$/, ''), token: values.token };
  if (values.problems) return listProblems(running);
  let marked = 0;
  for (const entity of values.entity) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const { value }: { value: { rowsMigrated: number; last?: string } } = await call(running, '/operations?action=restoreIndices', {
        entity,
        after,
        batchSize: PAGE,
      });
      marked += value.rowsMigrated;
      after = value.last;
      await awaitIndexed(running, MOST_WAITING, (waiting) => `${entity}: ${marked} marked, ${waiting} waiting`);
    }
  }
  if (values.entity.length === 0) {
    const { value } = await call<{ value: { begun: boolean } }>(running, '/operations?action=rebuildIndex', {});
    say(value.begun ? 'Cairn builds a new index' : 'Cairn is already building a new index');
  }
  await awaitIndexed(running, 0, (waiting) => `${count(waiting, 'entities')} still to be indexed`);
  say('Everything is indexed');
}

/** Prints one line for each entity: URN, problem, reason. */
async function listProblems(running: Running): Promise<void> {
  let found = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { value }: { value: Problems } = await call(running, '/operations?action=indexProblems', { after, count: PAGE });
    for (const { urn, problem, reason } of value.problems) process.stdout.write(`${urn}\t${problem}\t${reason}\n`);
    found += value.problems.length;
    after = value.last;
  }
  say(found === 0 ? 'Search shows every entity completely' : `Search does not show ${count(found, 'entities')} completely`);
  process.exitCode = found === 0 ? 0 : 1;
}

interface Problems {
  readonly problems: readonly { readonly urn: string; readonly problem: string; readonly reason: string }[];
  readonly last?: string;
}

runCommand('reindex', main);
