#!/usr/bin/env node
/**
 * `npm run reindex [-- --entity dataset]`: has a running Cairn build its search index anew, and shows how far it is.
 */
import { parseArgs } from 'node:util';
import { awaitIndexed, call, RUNNING_OPTIONS, type Running, runCommand, say } from './client.ts';

const HELP = `Build the search index of a running Cairn anew from the graph

Usage: npm run reindex [-- --entity dataset] [-- --problems] [--url http://127.0.0.1:8080] [--token T]

Without --entity a new index is built beside the present one, which serves until the new one is complete.
With --entity (as often as wanted) the documents of these entity types are written again where they are.
With --problems nothing is built: what search does not show, or not whole, is listed with the reasons.
Exit code: 0 when all is indexed; with --problems, when there are none.
`;

const PAGE = 1_000;
/** Marked entities that may wait before more are marked. */
const MOST_WAITING = 5_000;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { entity: { type: 'string', multiple: true, default: [] }, problems: { type: 'boolean', default: false }, ...RUNNING_OPTIONS },
  });
  if (values.help) return void process.stdout.write(HELP);
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
      await awaitIndexed(running, MOST_WAITING, (waiting) => `${entity}: ${marked} marked, ${waiting} wait`);
    }
  }
  if (values.entity.length === 0) {
    const { value } = await call<{ value: { begun: boolean } }>(running, '/operations?action=rebuildIndex', {});
    say(value.begun ? 'A new index is begun' : 'A new index is being built already');
  }
  await awaitIndexed(running, 0, (waiting) => `${waiting} wait to be indexed`);
  say('All is indexed');
}

/** One line for each entity: URN, what is wrong, and why. */
async function listProblems(running: Running): Promise<void> {
  let found = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { value }: { value: Problems } = await call(running, '/operations?action=indexProblems', { after, count: PAGE });
    for (const { urn, problem, reason } of value.problems) process.stdout.write(`${urn}\t${problem}\t${reason}\n`);
    found += value.problems.length;
    after = value.last;
  }
  say(found === 0 ? 'Search shows everything whole' : `${found} entities are not searched, or not whole`);
  process.exitCode = found === 0 ? 0 : 1;
}

interface Problems {
  readonly problems: readonly { readonly urn: string; readonly problem: string; readonly reason: string }[];
  readonly last?: string;
}

runCommand('reindex', main);
