/**
 * Points of timeseries: what a run has changed, how a dataset measures, and what was checked of it.
 */
import type { LineageDataset } from './event.ts';
import { latest } from './facts.ts';
import { kept, present, type RunFacet } from './kept.ts';
import type { MergedPart } from './parts.ts';
import { textOf } from './parts.ts';
import { assertionUrn, columnPath, columnUrn, type DatasetRef, type EventScope, hashOf, platformUrn } from './refs.ts';

/** What a change of the lifecycle is called in the model. The custom property of the dataset has the exact word. */
const OPERATIONS: ReadonlyMap<unknown, string> = new Map([
  ['ALTER', 'ALTER'],
  ['CREATE', 'CREATE'],
  ['DROP', 'DROP'],
  ['OVERWRITE', 'UPDATE'],
  ['RENAME', 'ALTER'],
  ['TRUNCATE', 'DELETE'],
]);

/**
 * A point of `operation` for a dataset that a run has written or changed.
 *
 * @param job URN of the job; absent for an event about a dataset itself
 */
export function sayOperation(scope: EventScope, dataset: LineageDataset, ref: DatasetRef, job: string | undefined): void {
  const { event } = scope;
  const change = present(dataset.facets?.lifecycleStateChange ?? {})?.lifecycleStateChange;
  const statistics = present(dataset.outputFacets?.outputStatistics ?? {}) ?? {};
  const counted = ['rowCount', 'size', 'fileCount'].some((name) => statistics[name] !== undefined);
  // At its start a run has not done anything yet.
  if (event.type === 'START' || (event.type !== 'COMPLETE' && change === undefined && !counted)) return;
  if (job === undefined && change === undefined) return;
  const rows = whole(statistics.rowCount);
  const texts = { size: statistics.size, fileCount: statistics.fileCount, lifecycleStateChange: change, run: event.run?.runId, job };
  const customProperties = Object.fromEntries(Object.entries(texts).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
  const value = {
    timestampMillis: event.at,
    lastUpdatedTimestamp: event.at,
    operationType: OPERATIONS.get(change) ?? (counted ? 'INSERT' : 'UNKNOWN'),
    sourceType: job === undefined ? 'DATA_PLATFORM' : 'DATA_PROCESS',
    ...(rows !== undefined && { numAffectedRows: rows }),
    ...(Object.keys(customProperties).length > 0 && { customProperties }),
  };
  scope.facts.point(ref.urn, 'operation', { ...value, messageId: hashOf(textOf(value)) });
}

interface ColumnMetrics {
  readonly nullCount?: number;
  readonly distinctCount?: number;
  readonly sum?: unknown;
  readonly count?: number;
  readonly min?: unknown;
  readonly max?: unknown;
  readonly quantiles?: Readonly<Record<string, unknown>>;
}

/** A point of `datasetProfile` from the metrics of a dataset, and from what was read of it. */
export function sayProfile(scope: EventScope, dataset: LineageDataset, ref: DatasetRef): void {
  const { facets = {}, inputFacets = {} } = dataset;
  const read: RunFacet = present(inputFacets.inputStatistics ?? {}) ?? {};
  const metrics: RunFacet = { ...present(facets.dataQualityMetrics ?? {}), ...present(inputFacets.dataQualityMetrics ?? {}) };
  const rowCount = whole(metrics.rowCount ?? read.rowCount);
  const sizeInBytes = whole(metrics.bytes ?? read.size);
  const columns = Object.entries((metrics.columnMetrics ?? {}) as Record<string, ColumnMetrics>);
  const fieldProfiles = columns.filter(([name]) => name !== '').map(([name, each]) => fieldProfile(columnPath(ref, name), each, rowCount));
  if (rowCount === undefined && sizeInBytes === undefined && fieldProfiles.length === 0) return;
  const value = {
    timestampMillis: scope.event.at,
    ...(rowCount !== undefined && { rowCount }),
    ...(sizeInBytes !== undefined && { sizeInBytes }),
    ...(fieldProfiles.length > 0 && { columnCount: fieldProfiles.length, fieldProfiles }),
  };
  scope.facts.point(ref.urn, 'datasetProfile', { ...value, messageId: hashOf(textOf(value)) });
}

function fieldProfile(fieldPath: string, metrics: ColumnMetrics, rows: number | undefined): Record<string, unknown> {
  const { nullCount, distinctCount, sum, count, min, max, quantiles } = metrics;
  const values = count ?? (rows !== undefined && nullCount !== undefined ? rows - nullCount : undefined);
  const share = (part: number | undefined): number | undefined => (part === undefined || !rows || part > rows ? undefined : part / rows);
  const mean = typeof sum === 'number' && values ? String(sum / values) : undefined;
  const profile = {
    fieldPath,
    uniqueCount: whole(distinctCount),
    uniqueProportion: share(distinctCount),
    nullCount: whole(nullCount),
    nullProportion: share(nullCount),
    min: min === undefined ? undefined : String(min),
    max: max === undefined ? undefined : String(max),
    mean,
    quantiles: quantiles && Object.entries(quantiles).map(([quantile, value]) => ({ quantile, value: String(value) })),
  };
  return Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined));
}

/** A count as the model has it; absent if it is none. */
function whole(value: unknown): number | undefined {
  const count = typeof value === 'number' ? Math.trunc(value) : undefined;
  return count !== undefined && Number.isSafeInteger(count) ? count : undefined;
}

interface Assertion {
  readonly assertion: string;
  readonly success: boolean;
  readonly column?: string;
  readonly severity?: string;
  readonly name?: string;
  readonly description?: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  readonly content?: string;
  readonly contentType?: string;
  readonly params?: unknown;
}

/**
 * Assertions of a dataset as entities, each with a point for its result. The same check on the same column is the same assertion, whoever runs it.
 *
 * @param pointer of the dataset, below the event
 */
export function sayAssertions(scope: EventScope, dataset: LineageDataset, ref: DatasetRef, pointer: string, tool: string): void {
  for (const where of ['facets', 'inputFacets'] as const) {
    const facet = dataset[where]?.dataQualityAssertions;
    const { assertions = [] } = ((facet && present(facet)) ?? {}) as { assertions?: Assertion[] };
    for (const [index, each] of assertions.entries())
      sayAssertion(scope, each, ref, `${pointer}/${where}/dataQualityAssertions/assertions/${index}`, tool);
  }
}

function sayAssertion(scope: EventScope, each: Assertion, ref: DatasetRef, pointer: string, tool: string): void {
  const { assertion, success, column = '', name = '', severity, expected, actual, description, content, contentType, params } = each;
  const { event, facts } = scope;
  const of = column.trim() === '' ? undefined : columnUrn(scope, `${pointer}/column`, ref, column);
  const urn = assertionUrn(scope, pointer, hashOf(ref.urn.text, assertion, of?.text ?? '', name));
  if (!urn) return;
  const native = { severity, name: name || undefined, expected, contentType, params };
  const nativeParameters = Object.fromEntries(
    Object.entries(native).flatMap(([key, value]) => (value === undefined ? [] : [[key, kept(scope, key, value)]])),
  );
  const parts: Record<string, MergedPart> = latest({
    type: 'CUSTOM',
    source: { type: 'EXTERNAL' },
    customAssertion: {
      type: assertion,
      entity: ref.urn.text,
      ...(of && { field: of.text, fields: [of.text] }),
      scope: of ? 'DATASET_COLUMN' : 'DATASET_ROWS',
      nativeType: assertion,
      nativeParameters,
      ...(content !== undefined && { logic: content }),
    },
    ...(description !== undefined && { description }),
  });
  facts.say(urn, 'assertionInfo', event.at, parts, { type: 'CUSTOM' });
  facts.say(urn, 'dataPlatformInstance', event.at, latest({ platform: platformUrn(scope, tool) }));
  const results = { severity, expected, actual };
  const nativeResults = Object.fromEntries(Object.entries(results).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])));
  const found = Number(actual);
  const value = {
    timestampMillis: event.at,
    runId: event.run?.runId ?? hashOf(event.producer, String(event.at)),
    asserteeUrn: ref.urn.text,
    assertionUrn: urn.text,
    status: 'COMPLETE',
    result: {
      type: success ? 'SUCCESS' : 'FAILURE',
      ...(Object.keys(nativeResults).length > 0 && { nativeResults }),
      ...(actual !== undefined && String(actual).trim() !== '' && Number.isFinite(found) && { actualAggValue: found }),
    },
  };
  facts.point(urn, 'assertionRunEvent', { ...value, messageId: hashOf(textOf(value)) });
}
