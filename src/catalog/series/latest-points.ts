/**
 * Single points of timeseries: the latest ones of entities, and taking one back (docs/semantics.md 13.7).
 */
import type { Graph } from '../../graph/driver.ts';
import { readLatestPoints } from '../../graph/read.ts';
import { dropNewestPoint } from '../../graph/runs.ts';
import type { AspectSpec } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import type { IndexStatus } from '../find/index-status.ts';
import { metaOf, seriesOf } from './point-identity.ts';
import type { SeriesPoint } from './series.ts';

export interface LatestPoint {
  readonly aspect: AspectSpec;
  readonly point: SeriesPoint;
}

/**
 * The latest point of each timeseries that has points, for each entity in the given order.
 *
 * @param upTo ignore points after this time, epoch ms
 */
export async function latestPoints(
  graph: Graph,
  asked: readonly { readonly urn: Urn; readonly aspects: readonly AspectSpec[] }[],
  upTo: number | undefined,
): Promise<LatestPoint[][]> {
  const keys = new Set(asked.flatMap(({ urn, aspects }) => aspects.map((aspect) => seriesOf(urn.text, aspect.name))));
  const found = await readLatestPoints(graph, [...keys], upTo);
  return asked.map(({ urn, aspects }) =>
    aspects.flatMap((aspect) => {
      const row = found.get(seriesOf(urn.text, aspect.name));
      return row ? [{ aspect, point: { text: row.value, meta: metaOf(row) } }] : [];
    }),
  );
}

interface DropParts {
  readonly graph: Graph;
  readonly indexStatus: IndexStatus;
  committed(seq: number): void;
}

/**
 * Deletes the newest point, if there is one. The log says so, because the search document may show the point.
 *
 * @param untilSearchable wait until search has followed; answers false if that takes too long
 */
export async function dropLatestPoint(
  { graph, indexStatus, committed }: DropParts,
  urn: Urn,
  aspect: AspectSpec,
  actor: string,
  untilSearchable: boolean,
): Promise<boolean> {
  const { seq } = await dropNewestPoint(graph, seriesOf(urn.text, aspect.name), { urn: urn.text, aspect: aspect.name, type: 'delete', actor });
  committed(seq);
  indexStatus.wake();
  return !untilSearchable || indexStatus.indexed(seq, [urn.text]);
}
