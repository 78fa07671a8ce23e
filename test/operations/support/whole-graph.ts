/**
 * Everything that a Neo4j holds, as sorted lines in which the times, ids and names that differ from store to store are replaced: two stores
 * with the same lines hold the same.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import neo4j, { type Driver } from 'neo4j-driver';
import { eventually } from '../../support/eventually.ts';

const NODES = 'MATCH (n) RETURN labels(n) AS labels, properties(n) AS properties';
const EDGES = `MATCH (s)-[r]->(t) RETURN type(r) AS type, properties(r) AS properties,
  labels(s) AS startLabels, properties(s) AS start, labels(t) AS endLabels, properties(t) AS end`;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const PURGE_MS = 120_000;
/** Nodes that servers make for their own work. */
const OF_SERVERS = ['Lease', 'IndexProblem', 'EdgeRules'];

/** @param since epoch ms: later times were given by the server */
export async function wholeGraph(dataDir: string, since: number): Promise<string[]> {
  const read = (...names: string[]): string => readFileSync(path.join(dataDir, ...names), 'utf8').trim();
  const driver = neo4j.driver(`bolt://127.0.0.1:${read('ports', 'neo4j').split(/\s+/)[0]}`, neo4j.auth.basic('neo4j', read('secrets', 'neo4j')));
  try {
    await eventually(() => purged(driver), PURGE_MS);
    return [...(await nodes(driver, since)), ...(await edges(driver, since))].sort();
  } finally {
    await driver.close();
  }
}

/** The values of properties that have ended are removed by a job. */
async function purged(driver: Driver): Promise<void> {
  const { records } = await driver.executeQuery('MATCH (p:Purge) RETURN count(p) AS left');
  if (Number(records[0]?.get('left')) > 0) throw new Error('values of properties are still being removed');
}

async function nodes(driver: Driver, since: number): Promise<string[]> {
  const { records } = await driver.executeQuery(NODES);
  return records
    .filter((record) => !(record.get('labels') as string[]).some((label) => OF_SERVERS.includes(label)))
    .map((record) => `(${shown(record.get('labels'), record.get('properties'), since)})`);
}

async function edges(driver: Driver, since: number): Promise<string[]> {
  const { records } = await driver.executeQuery(EDGES);
  return records.map((record) => {
    const [start, end] = (['start', 'end'] as const).map((name) => `(${shown(record.get(`${name}Labels`), record.get(name), since)})`);
    return `${start}-[${record.get('type')} ${same(record.get('properties'), since)}]->${end}`;
  });
}

function shown(labels: string[], properties: Record<string, unknown>, since: number): string {
  return `${[...labels].sort().join(':')} ${same(properties, since)}`;
}

function same(properties: Record<string, unknown>, since: number): string {
  const kept = Object.entries(properties).filter(([name]) => name !== '_l');
  return JSON.stringify(Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => [name, replaced(name, value, since)])));
}

function replaced(name: string, value: unknown, since: number): unknown {
  if (Array.isArray(value)) return value.map((each) => replaced(name, each, since));
  if (neo4j.isInt(value)) return value.toNumber() >= since && value.toNumber() <= Date.now() ? 'a time' : `${value} as an integer`;
  if (typeof value !== 'string') return value;
  return value.replace(UUID, 'an id').replace(/"lastObserved":(\d+)/, (whole, time: string) => (Number(time) >= since ? '"lastObserved":0' : whole));
}
