#!/usr/bin/env node
/**
 * `npm run system-update`: frees the search index of fields of structured properties that have no value left (docs/semantics.md 14.8). The
 * index is built anew beside the present one, which serves meanwhile.
 */
import { parseArgs } from 'node:util';
import { readUpdateSettings } from '../settings.ts';
import { awaitIndexed, call, RUNNING_OPTIONS, runCommand, say } from './client.ts';

const HELP = `Free the search index of a running Cairn of fields of structured properties that have no value left

Usage: SEARCH_INDEX_BUILDER_MAPPINGS_REINDEX=true ENABLE_STRUCTURED_PROPERTIES_SYSTEM_UPDATE=true \\
         npm run system-update [-- --url http://127.0.0.1:8080] [--token T]

Run it when the values of a hard-deleted property are gone. A property with one value left keeps its fields. Where there is
something to free, the whole index is built anew beside the present one, which serves until the new one is complete.
Without both settings nothing is done.
Exit code: 0 when all is indexed.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: RUNNING_OPTIONS });
  if (values.help) return void process.stdout.write(HELP);
  const missing = readUpdateSettings(process.env);
  if (missing.length > 0) return say(`Nothing is done: set ${missing.join(' and ')}`);
  const running = { url: values.url.replace(/\/$/, ''), token: values.token };
  const { value } = await call<{ value: { unused: number; begun: boolean } }>(running, '/operations?action=dropUnusedProperties', {});
  if (value.unused === 0) return say('Nothing to do: every property field of the index has values');
  say(`Fields of ${value.unused} properties have no values; a new index is ${value.begun ? 'begun' : 'being built already'}`);
  await awaitIndexed(running, 0, (waiting) => `${waiting} wait to be indexed`);
  say('All is indexed');
}

runCommand('system-update', main);
