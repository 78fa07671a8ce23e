/**
 * Structured properties by the names under which they are searched.
 */
import { type Graph, readRows } from './driver.ts';

/** URNs of the properties with these names. At most one property has a name. */
export async function propertyUrnsNamed(graph: Graph, names: readonly string[]): Promise<string[]> {
  const rows = await readRows<{ name: string; urn: string }>(graph, 'read/find-properties', { names });
  return rows.map(({ urn }) => urn);
}
