/**
 * The schema of an OpenLineage event (spec 2-0-2), as far as the mapping reads it. It is wider than the specification where producers are:
 * a facet may have more fields, and lack those that nothing depends on.
 */
import type { JsonSchema } from '../../model/types.ts';
import { listOf, MOST_ITEMS } from '../request/params.ts';

const text: JsonSchema = { type: 'string' };
const someText: JsonSchema = { type: 'string', minLength: 1, pattern: '\\S' };
const number: JsonSchema = { type: 'number' };
const flag: JsonSchema = { type: 'boolean' };
const time: JsonSchema = { type: 'string', format: 'openlineage-time' };
/** A facet that says of itself that it is deleted. */
const DELETED: JsonSchema = { type: 'object', properties: { _deleted: { const: true } }, required: ['_deleted'] };
const scalar: JsonSchema = { type: ['string', 'number', 'boolean'] };

function object(properties: Record<string, JsonSchema>, required: readonly string[] = []): JsonSchema {
  return { type: 'object', properties, required };
}
/** A list that is too long is refused before its items are checked: each refused item is an error of its own. */
function list(items: JsonSchema): JsonSchema {
  return listOf(items, MOST_ITEMS);
}
function map(values: JsonSchema): JsonSchema {
  return { type: 'object', additionalProperties: values };
}
/** An object of facets: those of which the mapping reads fields have a schema. One that is deleted needs none of them. */
function facets(known: Record<string, JsonSchema>): JsonSchema {
  const unlessDeleted = (facet: JsonSchema): JsonSchema => ({ type: 'object', if: DELETED, else: facet });
  const properties = Object.fromEntries(Object.entries(known).map(([name, facet]) => [name, unlessDeleted(facet)]));
  return { type: 'object', properties, additionalProperties: { type: 'object' }, maxProperties: 200 };
}

const owners = object({ owners: list(object({ name: someText, type: text }, ['name'])) });
const tags = object({ tags: list(object({ key: someText, value: scalar, source: text, field: text }, ['key'])) });
const documentation = object({ description: text, contentType: text }, ['description']);
const transformation = object({ type: text, subtype: text, description: text, masking: flag });
const inputField = object({ namespace: someText, name: someText, field: someText, transformations: list(transformation) }, [
  'namespace',
  'name',
  'field',
]);
const columnLineage = object({
  fields: map(object({ inputFields: list(inputField), transformationDescription: text, transformationType: text })),
  dataset: list(inputField),
});
const source = object(
  { type: { enum: ['DATASET', 'JOB'] }, namespace: someText, name: someText, field: someText, runId: text, transformations: list(transformation) },
  ['type'],
);
const sources = { inputs: list(source), fields: map(object({ inputs: list(source) })) };
const lineageEntries = object({
  entries: list(object({ type: { enum: ['DATASET', 'JOB'] }, namespace: someText, name: someText, runId: text, ...sources }, ['type'])),
});
const schemaFields = {
  $id: 'openlineage-schema-fields',
  ...list(
    object({ name: someText, type: scalar, description: text, ordinal_position: number, fields: { $ref: 'openlineage-schema-fields' } }, ['name']),
  ),
};
const columnMetrics = object({
  nullCount: number,
  distinctCount: number,
  sum: scalar,
  count: number,
  min: scalar,
  max: scalar,
  quantiles: map(scalar),
});
const metrics = object({
  rowCount: number,
  bytes: number,
  fileCount: number,
  lastUpdated: time,
  captureDate: time,
  columnMetrics: map(columnMetrics),
});
const assertions = object({
  assertions: list(
    object(
      {
        assertion: someText,
        success: flag,
        column: text,
        severity: text,
        name: text,
        description: text,
        expected: scalar,
        actual: scalar,
        content: text,
        contentType: text,
        params: { type: 'object' },
      },
      ['assertion', 'success'],
    ),
  ),
});
const statistics = object({ rowCount: number, size: number, fileCount: number });
const identified = { namespace: someText, name: someText };
const job = object({ ...identified }, ['namespace', 'name']);
const run = object({ runId: someText }, ['runId']);
const dependency = object({ job, run }, ['job']);

const dataset: Record<string, JsonSchema> = {
  ...identified,
  facets: facets({
    schema: object({ fields: { $ref: 'openlineage-schema-fields' } }),
    dataSource: object({ name: text, uri: text }),
    documentation,
    ownership: owners,
    tags,
    columnLineage,
    lineage: object(sources),
    symlinks: object({ identifiers: list(object({ ...identified, type: text }, ['namespace', 'name'])) }),
    storage: object({ storageLayer: text, fileFormat: text }),
    version: object({ datasetVersion: scalar }),
    datasetType: object({ datasetType: text, subType: text }),
    catalog: object({ framework: text, type: text, name: text }),
    lifecycleStateChange: object(
      {
        lifecycleStateChange: { enum: ['ALTER', 'CREATE', 'DROP', 'OVERWRITE', 'RENAME', 'TRUNCATE'] },
        previousIdentifier: object(identified, ['namespace', 'name']),
      },
      ['lifecycleStateChange'],
    ),
    dataQualityMetrics: metrics,
    dataQualityAssertions: assertions,
  }),
};
const datasetIs = (more: Record<string, JsonSchema>): JsonSchema => object({ ...dataset, ...more }, ['namespace', 'name']);

const jobFacets = facets({
  documentation,
  ownership: owners,
  tags,
  sql: object({ query: text, dialect: text }, ['query']),
  jobType: object({ processingType: text, integration: text, jobType: text }),
  sourceCode: object({ language: text, sourceCode: text }),
  sourceCodeLocation: object({ type: text, url: text }),
  lineage: lineageEntries,
});

const runFacets = facets({
  // Producers send dates, local times and worse; what cannot be read is kept (`runs.ts`).
  nominalTime: { type: 'object' },
  parent: object({ run, job, root: object({ run, job }) }, ['run', 'job']),
  errorMessage: object({ message: text, programmingLanguage: text, stackTrace: text }, ['message']),
  processing_engine: object({ name: text, version: scalar, openlineageAdapterVersion: scalar }),
  externalQuery: object({ externalQueryId: text, source: text }),
  jobDependencies: object({ upstream: list(dependency), downstream: list(dependency) }),
  tags,
  lineage: lineageEntries,
});

const event = { eventTime: time, producer: text, schemaURL: text };
const ends = {
  job: object({ ...identified, facets: jobFacets }, ['namespace', 'name']),
  inputs: list(datasetIs({ inputFacets: facets({ inputStatistics: statistics, dataQualityMetrics: metrics, dataQualityAssertions: assertions }) })),
  outputs: list(datasetIs({ outputFacets: facets({ outputStatistics: statistics }) })),
};

export const SCHEMA_FIELDS: JsonSchema = schemaFields;
export const RUN_EVENT: JsonSchema = object(
  {
    ...event,
    eventType: { enum: ['START', 'RUNNING', 'COMPLETE', 'ABORT', 'FAIL', 'OTHER'] },
    run: object({ runId: someText, facets: runFacets }, ['runId']),
    ...ends,
  },
  ['eventTime', 'producer', 'run', 'job'],
);
export const JOB_EVENT: JsonSchema = object({ ...event, ...ends }, ['eventTime', 'producer', 'job']);
export const DATASET_EVENT: JsonSchema = object({ ...event, dataset: datasetIs({}) }, ['eventTime', 'producer', 'dataset']);
