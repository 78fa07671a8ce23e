#!/usr/bin/env node
/**
 * `npm run reindex [-- --entity dataset]`: has a running Cairn build its search index anew, and shows how far it is.
 */
import { parseArgs } from 'node:util';
import { call, RUNNING_OPTIONS, runCommand, say, settled } from './running.ts';

const HELP = `Build the search index of a running Cairn anew from the graph

Usage: npm run reindex [-- --entity dataset] [--url http://127.0.0.1:8080] [--token T]

Without --entity a new index is built beside the present one, which serves until the new one is complete.
With --entity (as often as wanted) the documents of these entity types are written again where they are.
Exit code: 0 when all is indexed.
`;

const PAGE = 1_000;
/** Marked entities that may wait before more are marked. */
const MOST_WAITING = 5_000;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { entity: { type: 'string', multiple: true, default: [] }, ...RUNNING_OPTIONS } });
  if (values.help) return void process.stdout.write(HELP);
  const running = { url: values.url.replace(/\/$/, ''), token: values.token };
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
      await settled(running, MOST_WAITING, (waiting) => `${entity}: ${marked} marked, ${waiting} wait`);
    }
  }
  if (values.entity.length === 0) {
    const { value } = await call<{ value: { begun: boolean } }>(running, '/operations?action=rebuildIndex', {});
    say(value.begun ? 'A new index is begun' : 'A new index is being built already');
  }
  await settled(running, 0, (waiting) => `${waiting} wait to be indexed`);
  say('All is indexed');
}

runCommand('reindex', main);
