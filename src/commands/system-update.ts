#!/usr/bin/env node
/**
 * `npm run system-update`: removes from the search index the fields of structured properties that have no value left (docs/semantics.md
 * 14.8). Cairn builds a new index; searches use the present one until the new one is complete.
 */
import { parseArgs } from 'node:util';
import { inOwnWords } from '../command-list.ts';
import { count } from '../counted.ts';
import { readUpdateSettings } from '../settings.ts';
import { awaitIndexed, call, RUNNING_OPTIONS, runCommand, say } from './client.ts';

const HELP = `Remove the fields of structured properties without values from the search index of a running Cairn

Usage: SEARCH_INDEX_BUILDER_MAPPINGS_REINDEX=true ENABLE_STRUCTURED_PROPERTIES_SYSTEM_UPDATE=true \\
         npm run system-update [-- --url http://127.0.0.1:8080] [--token T]

Run it after you delete a property for good and its values are gone. A property with at least one value keeps its fields. If there
is something to remove, Cairn builds a new index. Searches use the present one until the new one is complete.
Without both settings the command does nothing.
Exit code: 0 if everything is indexed.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: RUNNING_OPTIONS });
  if (values.help) return void process.stdout.write(inOwnWords(HELP));
  const missing = readUpdateSettings(process.env);
  if (missing.length > 0) return say(`Nothing done: set ${missing.join(' and ')}`);
  const running = { url: values.url.replace(/\/$/, ''), token: values.token };
  const { value } = await call<{ value: { unused: number; begun: boolean } }>(running, '/operations?action=dropUnusedProperties', {});
  if (value.unused === 0) return say('Nothing to do: every property field of the index has values');
  say(`The fields of ${count(value.unused, 'properties')} have no values; Cairn ${value.begun ? 'builds' : 'is already building'} a new index`);
  await awaitIndexed(running, 0, (waiting) => `${count(waiting, 'entities')} still to be indexed`);
  say('Everything is indexed');
}

runCommand('system-update', main);
