/**
 * Engines for all tests but those that kill them or look at them. In a whole run they start once for all parts that follow each other (run.ts),
 * otherwise with the first test that asks for them: to empty them is much cheaper than another start, after which Neo4j compiles each statement.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { engineOf } from './process.ts';
import { type Addresses, cypher, type EnginesProcess, runEngines, typesense } from './run-engines.ts';

/** Engines of this run of mocha or, by `ENGINES`, of those that follow each other. */
type Engines = Pick<EnginesProcess, 'up'> & { readonly dataDir: string };

/** By name: a test that needs two stores asks for a second pair. */
const started = new Map<string, Engines>();
const ended: (() => Promise<void>)[] = [];

/** Starts engines, whose data `endSharedEngines` removes. */
export function startEngines(settings: Record<string, string> = {}): Engines {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'cairn-test-'));
  const { child, end, up } = runEngines({ DATA_DIR: dataDir, ...settings }, 'until the end');
  ended.push(async () => {
    child.kill('SIGTERM');
    await end;
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  return { up, dataDir };
}

function enginesOf(name: string): Engines {
  const { ENGINES } = process.env;
  const engines = started.get(name) ?? (ENGINES === undefined || name === 'second' ? startEngines() : given(ENGINES));
  started.set(name, engines);
  return engines;
}

/** What `ENGINES` says of engines. */
export async function described({ up, dataDir }: Engines): Promise<string> {
  return JSON.stringify({ dataDir, addresses: await up() });
}

function given(text: string): Engines {
  const { dataDir, addresses } = JSON.parse(text) as { dataDir: string; addresses: Addresses };
  return { dataDir, up: async () => addresses };
}

/** The process of one of the engines that `emptyEngines` has emptied. */
export function sharedEngine(engine: 'Neo4j' | 'Typesense'): number {
  return engineOf(enginesOf('first').dataDir, engine);
}

/** Empties the engines. @returns the settings that name them. Only one test at a time can use them. */
export async function emptyEngines(name = 'first'): Promise<Record<string, string>> {
  const addresses = await enginesOf(name).up();
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
  while (Number((await cypher(addresses, 'MATCH (n) WITH n LIMIT 20000 DETACH DELETE n RETURN count(n)'))[0]) > 0);
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
  started.clear();
  await Promise.all(ended.splice(0).map((end) => end()));
}
