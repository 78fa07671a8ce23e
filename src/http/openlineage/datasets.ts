/**
 * What an event says about a dataset: description, schema, owners, tags, type, lifecycle, and its own lineage.
 */
import { fieldsOf, schemaDefaults } from './columns.ts';
import type { LineageDataset } from './event.ts';
import { latest, properties } from './facts.ts';
import { columnLineageOf, explicitLineageOf, type Sources } from './flows.ts';
import { description, type FacetParts, fieldsTo, kept, partsOf, present, type RunFacet } from './kept.ts';
import { fineGrainedLineages } from './lineage.ts';
import { type KeyedItem, textOf } from './parts.ts';
import { sayOwners, sayTags, type TagAt, tagItems, tagsIn } from './people.ts';
import { columnPath, columnUrn, type DatasetRef, datasetRef, type EventScope } from './refs.ts';

/** Facets that become parts of `datasetProperties`. */
const PROPERTIES: Readonly<Record<string, FacetParts>> = {
  documentation: description,
  dataSource: fieldsTo({ dataSourceName: 'name', dataSourceUri: 'uri' }),
  storage: fieldsTo({ storageLayer: 'storageLayer', fileFormat: 'fileFormat' }),
  version: fieldsTo({ datasetVersion: 'datasetVersion' }),
  lifecycleStateChange: fieldsTo({ lifecycleStateChange: 'lifecycleStateChange', previousIdentifier: 'previousIdentifier' }),
};

/** Facets that become other aspects, points or lineage. Metrics and assertions: quality.ts. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'schema',
  'ownership',
  'tags',
  'datasetType',
  'columnLineage',
  'lineage',
  'dataQualityMetrics',
  'dataQualityAssertions',
  'inputStatistics',
  'outputStatistics',
]);

/**
 * @param pointer of the dataset, below the event
 * @param writes does the event say that the dataset is written? Then it exists
 */
export function sayDataset(scope: EventScope, dataset: LineageDataset, ref: DatasetRef, pointer: string, writes: boolean): void {
  const { facts, event } = scope;
  const { facets = {}, inputFacets = {}, outputFacets = {}, namespace, name } = dataset;
  const facet = (of: string): RunFacet | undefined => facets[of] && present(facets[of]);
  facts.say(ref.urn, 'datasetProperties', event.at, {
    ...properties({ openLineageNamespace: kept(scope, 'namespace', namespace), openLineageName: kept(scope, 'name', name) }),
    ...partsOf(scope, inputFacets, {}, ELSEWHERE),
    ...partsOf(scope, outputFacets, {}, ELSEWHERE),
    ...partsOf(scope, facets, PROPERTIES, ELSEWHERE),
  });
  if (ref.instance) facts.say(ref.urn, 'dataPlatformInstance', event.at, latest({ instance: ref.instance }), { platform: ref.platform });
  const tags = tagsIn(facet('tags'));
  const columns = saySchema(scope, ref, facets.schema, tags, `${pointer}/facets/tags`);
  if (facets.ownership) sayOwners(scope, ref.urn, facet('ownership'), `${pointer}/facets/ownership`);
  if (facets.tags) {
    sayTags(
      scope,
      ref.urn,
      tags.filter(({ field }) => field === undefined),
      `${pointer}/facets/tags`,
    );
    sayColumnTags(
      scope,
      ref,
      tags.filter(({ field }) => field !== undefined && !columns.has(columnPath(ref, field))),
      `${pointer}/facets/tags`,
    );
  }
  if (facets.datasetType) facts.say(ref.urn, 'subTypes', event.at, latest({ typeNames: typeNames(facet('datasetType')) }), { typeNames: [] });
  sayLifecycle(scope, ref, facet('lifecycleStateChange'), pointer, writes);
}

/** Answers the paths of the columns, each with its tags. */
function saySchema(scope: EventScope, ref: DatasetRef, facet: RunFacet | undefined, tags: readonly TagAt[], pointer: string): ReadonlySet<string> {
  // Some producers send a schema without fields, and know nothing about it.
  if (!facet || (present(facet) && !Array.isArray(facet.fields))) return new Set();
  const fields = present(facet) ? fieldsOf(scope.model, ref, facet.fields as Parameters<typeof fieldsOf>[2]) : [];
  const tagged = fields.map((field) => {
    const own = tags.filter(({ field: name }) => name !== undefined && columnPath(ref, name) === field.fieldPath);
    return own.length === 0 ? field : { ...field, globalTags: { tags: tagItems(scope, own, pointer).map(([, item]) => item) } };
  });
  scope.facts.say(ref.urn, 'schemaMetadata', scope.event.at, latest({ fields: tagged }), schemaDefaults(scope.model, ref));
  return new Set(fields.map(({ fieldPath }) => String(fieldPath)));
}

/** Tags of columns that the event has no schema for go to the columns themselves. */
function sayColumnTags(scope: EventScope, ref: DatasetRef, tags: readonly TagAt[], pointer: string): void {
  for (const path of new Set(tags.map(({ field = '' }) => columnPath(ref, field)))) {
    const own = tags.filter(({ field = '' }) => columnPath(ref, field) === path);
    const column = columnUrn(scope, `${pointer}/tags/${own[0]?.index}/field`, ref, path);
    if (column) sayTags(scope, column, own, pointer);
  }
}

/** `VIEW` is View, `JOB_OUTPUT` is Job Output; the more exact one first. */
function typeNames(facet: RunFacet | undefined): string[] {
  return [facet?.subType, facet?.datasetType].flatMap((each) => (typeof each === 'string' && each.trim() !== '' ? [titled(each)] : []));
}

export function titled(name: string): string {
  const words = name
    .trim()
    .toLowerCase()
    .split(/[\s_-]+/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

/** A dropped dataset is soft-deleted, and so is the one that had the name before. What a job writes exists. */
function sayLifecycle(scope: EventScope, ref: DatasetRef, facet: RunFacet | undefined, pointer: string, writes: boolean): void {
  const { facts, event } = scope;
  // At its start a run has not done anything yet.
  if (event.type === 'START') return;
  const change = facet?.lifecycleStateChange;
  if (change !== undefined || writes) facts.say(ref.urn, 'status', event.at, latest({ removed: change === 'DROP' }));
  const previous = facet?.previousIdentifier as LineageDataset | undefined;
  if (change !== 'RENAME' || !previous) return;
  const before = datasetRef(scope, `${pointer}/facets/lifecycleStateChange/previousIdentifier/name`, previous);
  if (!before || before.urn.text === ref.urn.text) return;
  facts.say(before.urn, 'status', event.at, latest({ removed: true }));
}

/** The datasets and columns that the facets of a dataset say it is made from. */
export function feedsOf(scope: EventScope, dataset: LineageDataset, ref: DatasetRef, pointer: string): Sources[] {
  const { columnLineage, lineage } = dataset.facets ?? {};
  const [columns, explicit] = [columnLineage && present(columnLineage), lineage && present(lineage)];
  return [
    ...(columns ? [columnLineageOf(scope, ref, columns, `${pointer}/facets/columnLineage`)] : []),
    ...(explicit ? [explicitLineageOf(scope, ref, explicit, `${pointer}/facets/lineage`)] : []),
  ];
}

/** Lineage that no job makes: that of an event about a dataset itself. */
export function sayUpstreams(scope: EventScope, dataset: LineageDataset, ref: DatasetRef, pointer: string): void {
  const { columnLineage, lineage } = dataset.facets ?? {};
  if (!columnLineage && !lineage) return;
  const fed = feedsOf(scope, dataset, ref, pointer);
  const upstreams = [...new Set(fed.flatMap(({ datasets }) => datasets))].map((each): KeyedItem => [each, { dataset: each, type: 'TRANSFORMED' }]);
  const columnOf = (of: string, column: string): string | undefined => columnText(scope, of, column);
  const entries = fed.flatMap(({ columns }) => fineGrainedLineages(ref.urn.text, columns.fields, columnOf));
  const keyOfUpstream = (item: unknown): string => String((item as { dataset?: unknown }).dataset);
  scope.facts.say(
    ref.urn,
    'upstreamLineage',
    scope.event.at,
    {
      upstreams: { kind: 'items', items: upstreams, keyOf: keyOfUpstream },
      fineGrainedLineages: { kind: 'items', items: entries.map((each): KeyedItem => [textOf(each), each]), keyOf: textOf },
    },
    { upstreams: [] },
  );
}

/** URN of a column of a dataset that is known by its URN. */
export function columnText(scope: EventScope, dataset: string, column: string): string | undefined {
  return columnUrn(scope, '', { urn: { text: dataset } as DatasetRef['urn'], platform: '', lower: false, brackets: false }, column)?.text;
}
