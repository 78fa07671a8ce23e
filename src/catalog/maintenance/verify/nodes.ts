/**
 * Checks timeseries points against their own values, and finds versions that no chain contains.
 */
import type { Graph } from '../../../graph/driver.ts';
import { knownRuns, readNodes, type VerifiedPoint } from '../../../graph/verify.ts';
import { isRecord } from '../../../model/path.ts';
import type { Model } from '../../../model/types.ts';
import { isProblem, parseUrn } from '../../../model/urn.ts';
import { pointOf } from '../../series/point-identity.ts';
import { NO_RUN, type SystemMetadata } from '../../state.ts';
import type { Difference, Finding } from './difference.ts';

/** @param from, to ids of nodes, both inclusive */
export async function nodeFindings(graph: Graph, model: Model, from: number, to: number): Promise<{ findings: Finding[]; checked: number }> {
  const { points, versions } = await readNodes(graph, from, to);
  const runs = await knownRuns(graph, [...new Set(points.flatMap(({ runId }) => runId ?? []))]);
  const loose = versions.map(
    ({ id, name, seq }): Difference => ({
      what: 'version',
      urn: '',
      aspect: name,
      expected: 'to be one of the versions of an entity',
      got: `version ${seq} without one (node ${id})`,
    }),
  );
  const differences = [...loose, ...points.flatMap((point) => pointDifferences(model, point, runs))];
  return { findings: differences.map((difference) => ({ difference })), checked: points.length };
}

/** What is wrong with a point. @param runs those that are known */
export function pointDifferences(
  model: Model,
  { series, time, rest, value, meta, runId, urn, exists }: VerifiedPoint,
  runs: ReadonlySet<string>,
): Difference[] {
  const found: Difference[] = [];
  const name = series?.slice((urn ?? '').length + 1);
  const add = (expected: string, got: string): void =>
    void found.push({ what: 'point', urn: urn ?? '', ...(name === undefined ? {} : { aspect: name }), expected: `${expected}, at ${time}`, got });
  if (series === null || time === null || rest === null || urn === null)
    return [{ what: 'point', urn: '', expected: 'a point with its identity', got: `series ${series}, time ${time}, rest ${rest}` }];
  if (!exists) add('the entity of the point', 'none');
  const [json, system] = [record(value), record(meta)];
  if (!json) add('a value that is JSON', String(value).slice(0, 100));
  if (!system) add('system metadata that are JSON', String(meta).slice(0, 100));
  const read = parseUrn(model, urn);
  const aspect = isProblem(read) ? undefined : read.type.aspects.get(name ?? '');
  if (isProblem(read) || !aspect || !json || !system) return found;
  const expected = pointOf(model, read, aspect, { text: value ?? '', json }, system as SystemMetadata, 0);
  if (expected.series !== series || expected.time !== time || expected.rest !== rest)
    add(`the identity that its value says: ${expected.time}, ${expected.rest}`, `${time}, ${rest}`);
  if (expected.runId !== runId)
    found.push({
      what: 'run',
      urn,
      aspect: aspect.name,
      expected: `the point at ${time} counted for ${expected.runId ?? 'no run'}`,
      got: `counted for ${runId ?? 'no run'}`,
    });
  else if (runId !== null && runId !== NO_RUN && !runs.has(runId))
    found.push({ what: 'run', urn, aspect: aspect.name, expected: `a record of the run ${runId}`, got: 'none' });
  return found;
}

function record(text: string | null): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(text ?? '');
    return isRecord(json) ? json : undefined;
  } catch {
    return undefined;
  }
}
