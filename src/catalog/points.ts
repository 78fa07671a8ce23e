/**
 * Taking back single points of a timeseries (semantics 13.7).
 */
import { type Graph, runAlone, whole } from '../graph/driver.ts';
import type { AspectSpec } from '../model/types.ts';
import type { Urn } from '../model/urn.ts';
import { seriesOf } from './series-key.ts';

/** Deletes the newest point; what has none stays as it is. The entity is marked: its search document may show the point. */
export async function dropLatestPoint(graph: Graph, urn: Urn, aspect: AspectSpec): Promise<void> {
  await runAlone(graph, 'write/latest-point-drop', {
    urn: urn.text,
    series: seriesOf(urn.text, aspect.name),
    mark: crypto.randomUUID(),
    at: whole(Date.now()),
  });
}
