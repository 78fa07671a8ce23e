/**
 * Checks timeseries points against their own values, and finds versions that no chain contains.
 */
import type { PointRow } from '../../../graph/changes.ts';
import type { Graph } from '../../../graph/driver.ts';
import { existingRuns, readNodes, type VerifiedPoint } from '../../../graph/verify.ts';
import type { Value } from '../../../model/json.ts';
import { NO_RUN } from '../../../model/known-names.ts';
import { isRecord } from '../../../model/path.ts';
import type { Model } from '../../../model/types.ts';
import { isProblem, parseUrn } from '../../../model/urn.ts';
import { pointOf } from '../../series/point-identity.ts';
import type { SystemMetadata } from '../../state.ts';
import type { Finding, StoreDifference } from './difference.ts';
import { keptKey, type StoredRecord, unnamed } from './log.ts';

/** @param from, to ids of nodes, both inclusive */
export async function nodeFindings(graph: Graph, model: Model, from: number, to: number): Promise<{ findings: Finding[]; checked: number }> {
  const { points, versions } = await readNodes(graph, from, to);
  const runs = await existingRuns(graph, [...new Set(points.flatMap(({ runId }) => runId ?? []))]);
  const loose = versions.map(
    ({ id, name, seq }): StoreDifference => ({
      what: 'version',
      urn: '',
      aspect: name,
      expected: 'to be one of the versions of an entity',
      got: `version ${seq} without one (node ${id})`,
    }),
  );
  const differences = [...loose, ...points.flatMap((point) => pointDifferences(model, point, runs))];
  const kept = points.flatMap(({ series, time, urn, at }): StoredRecord[] => {
    if (series === null || time === null || urn === null || at === null) return [];
    const aspect = series.slice(urn.length + 1);
    const difference: StoreDifference = { what: 'point', urn, aspect, expected: `a commit that has written the point at ${time}`, got: 'none' };
    return [{ key: keptKey(urn, aspect, time), at, difference }];
  });
  return { findings: [...differences.map((difference) => ({ difference })), ...(await unnamed(graph, kept))], checked: points.length };
}

/** What is wrong with a point. @param runs those that are known */
export function pointDifferences(model: Model, point: VerifiedPoint, runs: ReadonlySet<string>): StoreDifference[] {
  const { series, time, rest, urn, value, meta, exists } = point;
  if (series === null || time === null || rest === null || urn === null)
    return [{ what: 'point', urn: '', expected: 'a point with its identity', got: `series ${series}, time ${time}, rest ${rest}` }];
  const name = series.slice(urn.length + 1);
  const wrong = (expected: string, got: string): StoreDifference => ({ what: 'point', urn, aspect: name, expected: `${expected}, at ${time}`, got });
  const [json, system] = [record(value), record(meta)];
  const found = [
    ...(exists ? [] : [wrong('the entity of the point', 'none')]),
    ...(json ? [] : [wrong('a value that is JSON', String(value).slice(0, 100))]),
    ...(system ? [] : [wrong('system metadata that are JSON', String(meta).slice(0, 100))]),
  ];
  const expected = json && system && expectedPoint(model, urn, name, { text: value ?? '', json }, system as SystemMetadata);
  if (!expected) return found;
  if (expected.series !== series || expected.time !== time || expected.rest !== rest)
    found.push(wrong(`the identity that its value says: ${expected.time}, ${expected.rest}`, `${time}, ${rest}`));
  return [...found, ...runOfPoint(expected.runId, point.runId, runs, { urn, aspect: name, time })];
}

/** The point that a value says; `undefined` for a series that the model does not know any more. */
function expectedPoint(model: Model, text: string, name: string, value: Value, meta: SystemMetadata): PointRow | undefined {
  const urn = parseUrn(model, text);
  const aspect = isProblem(urn) ? undefined : urn.type.aspects.get(name);
  return isProblem(urn) || !aspect ? undefined : pointOf(model, urn, aspect, value, meta, 0);
}

/** Does a point count for the run that it says, and is that known? */
function runOfPoint(
  expected: string | null,
  got: string | null,
  runs: ReadonlySet<string>,
  { urn, aspect, time }: { urn: string; aspect: string; time: number },
): StoreDifference[] {
  const wrong = (should: string, is: string): StoreDifference[] => [{ what: 'run', urn, aspect, expected: should, got: is }];
  if (expected !== got) return wrong(`the point at ${time} counted for ${expected ?? 'no run'}`, `counted for ${got ?? 'no run'}`);
  return got === null || got === NO_RUN || runs.has(got) ? [] : wrong(`a record of the run ${got}`, 'none');
}

function record(text: string | null): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(text ?? '');
    return isRecord(json) ? json : undefined;
  } catch {
    return undefined;
  }
}
