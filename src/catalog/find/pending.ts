/**
 * Which writes search does not show yet.
 */
import { type Graph, readRows } from '../../graph/driver.ts';
import type { Urn } from '../../model/urn.ts';

/** Answers for each entity, in their order: are there writes that search does not show yet? */
export async function pending(graph: Graph, urns: readonly Urn[]): Promise<boolean[]> {
  const rows = await readRows<{ urn: string }>(graph, 'read/read-pending', { urns: urns.map(({ text }) => text) });
  const waiting = new Set(rows.map(({ urn }) => urn));
  return urns.map(({ text }) => waiting.has(text));
}
