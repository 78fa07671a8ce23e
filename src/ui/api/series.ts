/**
 * Reads points of timeseries aspects.
 */
import type { Point } from '../data/points.ts';
import { type Answer, request } from './client.ts';

/**
 * Reads the newest points, newest first.
 *
 * @param limit at most 10,000, which is the limit of the server
 */
export async function readPoints(urn: string, entityType: string, aspect: string, limit: number, signal?: AbortSignal): Promise<Point[]> {
  const body = { urn, entity: entityType, aspect, limit };
  const answer = await request<Answer<'/aspects?action=getTimeseriesAspectValues', 'post'>>('aspects', {
    method: 'POST',
    query: { action: 'getTimeseriesAspectValues' },
    body,
    signal,
  });
  return answer.value.values.map(({ aspect: { value } }) => {
    const json = JSON.parse(value) as Record<string, unknown>;
    return { time: Number(json.timestampMillis), value: json };
  });
}
