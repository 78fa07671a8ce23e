/**
 * Engines for the tests that start their own Cairn but neither kill its engines nor look at them. They start once in a run of mocha, with the
 * first test that asks for them: to empty them is much cheaper than another start.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Addresses, cypher, type EnginesProcess, runEngines, typesense } from './run-engines.ts';

type Engines = EnginesProcess & { readonly dataDir: string };

/** By name: a test that needs two stores asks for a second pair. */
const started = new Map<string, Engines>();

function start(): Engines {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'cairn-test-'));
  return { ...runEngines({ DATA_DIR: dataDir }, 'until the end'), dataDir };
}

/** Empties the engines. @returns the settings that name them. Only one test at a time can use them. */
export async function emptyEngines(name = 'first'): Promise<Record<string, string>> {
  const engines = started.get(name) ?? start();
  started.set(name, engines);
  const addresses = await engines.up();
  await empty(addresses);
  const { neo4j, typesense: index } = addresses;
  return {
    NEO4J_URI: neo4j.uri,
    NEO4J_USERNAME: neo4j.username,
    NEO4J_PASSWORD: neo4j.password,
    TYPESENSE_URL: index.url,
    TYPESENSE_API_KEY: index.apiKey,
  };
}

/** Constraints and indexes stay: they are the same for every store. */
async function empty(addresses: Addresses): Promise<void> {
  await cypher(addresses, 'MATCH (n) DETACH DELETE n');
  for (const [kind, list, id] of [
    ['collections', '', 'name'],
    ['aliases', 'aliases', 'name'],
    ['keys', 'keys', 'id'],
  ] as const) {
    const found = (await (await typesense(addresses, `/${kind}`)).json()) as Record<string, unknown>;
    for (const each of (list === '' ? found : found[list]) as unknown as Record<string, string>[])
      await typesense(addresses, `/${kind}/${each[id]}`, { method: 'DELETE' });
  }
}

/** Ends them, and removes their data. */
export async function endSharedEngines(): Promise<void> {
  const all = [...started.values()];
  started.clear();
  for (const { child } of all) child.kill('SIGTERM');
  for (const { end, dataDir } of all) {
    await end;
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}
