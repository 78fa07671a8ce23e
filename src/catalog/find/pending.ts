/**
 * Which writes search does not show yet.
 */
import { type Graph, readRows } from '../../graph/driver.ts';
import type { Urn } from '../../model/urn.ts';

/** For each entity, in their order: are there writes that the index has not taken up? */
export async function pending(graph: Graph, urns: readonly Urn[]): Promise<boolean[]> {
  const rows = await readRows<{ urn: string }>(graph, 'read/read-pending', { urns: urns.map(({ text }) => text) });
  const waiting = new Set(rows.map(({ urn }) => urn));
  return urns.map(({ text }) => waiting.has(text));
}
