/**
 * Everything that a store holds of some entities, as lines by URN: nodes, versions, edges, points, and both search documents.
 */
import neo4j, { type Driver } from 'neo4j-driver';
import { columnOf } from './damage.ts';

/** Versions by their chains; edges by both ends; points. A line that is there twice stands there twice, with its number. */
const READ = `UNWIND $rows AS row
MATCH (e:Entity {urn: row.urn})
RETURN row.urn AS urn,
  [[labels(e)]] + [name IN keys(e) WHERE name <> '_l' | [name, e[name]]]
  + COLLECT { MATCH p = (e)-[:LATEST|ENDED]->(:Aspect)-[:PREV*0..]->(a) RETURN [[r IN relationships(p) | [type(r), properties(r)]], properties(a)] }
  + COLLECT { MATCH (s:Entity)-[r]-(t:Entity) WHERE s.urn IN [row.urn, row.column] RETURN [type(r), startNode(r).urn, endNode(r).urn, properties(r)] }
  + COLLECT { MATCH (p:Point {series: row.series}) WHERE p.time IS NOT NULL AND p.rest IS NOT NULL RETURN [properties(p)] } AS lines`;

export type Lines = ReadonlyMap<string, ReadonlySet<string>>;

/** @param exported the documents of both collections, one line of JSON each */
export async function entityLines(driver: Driver, urns: readonly string[], exported: readonly string[]): Promise<Lines> {
  const rows = urns.map((urn) => ({ urn, column: columnOf(urn), series: `${urn}|datasetProfile` }));
  const { records } = await driver.executeQuery(READ, { rows });
  const lines = new Map(records.map((record): [string, string[]] => [record.get('urn') as string, (record.get('lines') as unknown[]).map(text)]));
  for (const line of exported) {
    const document = JSON.parse(line) as { urn: string };
    lines.get(document.urn)?.push(text(document));
  }
  return new Map([...lines].map(([urn, list]) => [urn, numbered(list)]));
}

function numbered(list: readonly string[]): Set<string> {
  const seen = new Map<string, number>();
  return new Set(
    list.map((line) => {
      seen.set(line, (seen.get(line) ?? 0) + 1);
      return `${line} #${seen.get(line)}`;
    }),
  );
}

function text(value: unknown): string {
  return JSON.stringify(value, (key, each: unknown) => {
    if (key === '_l') return undefined;
    if (neo4j.isInt(each)) return each.toNumber();
    if (Array.isArray(each) || typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
