/**
 * Resolvers of single fields that no path declares.
 */
import { wayOfOwning, wayWithEntity } from '../../../catalog/index.ts';
import { columnUrn } from '../../../model/column-urn.ts';
import { isRecord } from '../../../model/path.ts';
import { type EntityRef, type GraphContext, type PartResolver, type Resolve, type Resolvers, refNamed } from '../operation.ts';
import { LEVELS } from '../operations/mutations/sent.ts';
import { owned, ownerOf } from '../schema/owners.ts';
import { entitySource, firstOf, partOf } from '../schema/places.ts';
import { columnWord } from '../types/aspect-types.ts';

type OfEntity = Resolve<never, EntityRef>;

/** The time at which a named run last observed an aspect of the entity; null if none did. */
const lastIngested: OfEntity = async ({ read }, _, { loaders }) => {
  const aspects = [...read.type.aspects.values()].filter(({ kind }) => kind !== 'timeseries');
  const states = await Promise.all(aspects.map(({ name }) => loaders.state(read, name)));
  const times = states.flatMap((state) => (state && state.meta.runId !== undefined && state.meta.lastObserved ? [state.meta.lastObserved] : []));
  return times.length > 0 ? Math.max(...times) : null;
};

const incidentPriority: OfEntity = async ({ read }, _, { loaders }) => {
  const priority = (await loaders.value(read, 'incidentInfo'))?.priority;
  return typeof priority === 'number' ? (LEVELS[priority] ?? null) : null;
};

/** Glossary terms and nodes directly in a node. */
const childrenCount: OfEntity = async ({ read }, _, { loaders }) => {
  const counts = await loaders.relatedCounts(read, { direction: 'INCOMING', types: ['IsPartOf'] });
  return { termsCount: counts.get('glossaryTerm') ?? 0, nodesCount: counts.get('glossaryNode') ?? 0 };
};

/** The dataset of a subject; of a column, the dataset that has it. */
const subjectDataset: PartResolver = ({ entity }, _, { catalog: { model } }) => {
  const ref = refNamed(model, entity);
  if (ref?.read.type.name === 'schemaField') return refNamed(model, ref.read.parts[0]);
  return ref?.read.type.name === 'dataset' ? ref : null;
};

const lastModified: OfEntity = async ({ read }, _, { loaders }) => {
  const info = await loaders.value(read, 'postInfo');
  if (isRecord(info?.lastModifiedAuditStamp)) return info.lastModifiedAuditStamp;
  return typeof info?.lastModified === 'number' ? { time: info.lastModified, actor: null } : null;
};

/** The URN text of the platform of a schema; without one, that of the dataset. */
const platformUrn: PartResolver = (schema, _, { catalog: { model } }) =>
  refNamed(model, schema.platform)?.urn ?? refNamed(model, ownerOf(schema)?.entity.read.parts[0])?.urn ?? null;

/** `{type: {"….StringType": {}}}` → STRING. */
const columnType: PartResolver = ({ type }) => (isRecord(type) && isRecord(type.type) ? Object.keys(type.type).map(columnWord)[0] : null);

/** The column that a part of a schema is about. */
const schemaFieldEntity: PartResolver = (part, _, { catalog: { model }, budget }) => {
  const dataset = ownerOf(part)?.entity.urn;
  const ref = dataset === undefined || typeof part.fieldPath !== 'string' ? null : refNamed(model, columnUrn(model, dataset, part.fieldPath));
  return ref && budget.named(ref);
};

/** The field of a chart is made from a column: what it is about is the column's dataset. */
const chartField: PartResolver = ({ schemaField, schemaFieldUrn }, _, { catalog: { model } }) => {
  const dataset = refNamed(model, refNamed(model, schemaFieldUrn)?.read.parts[0]);
  return dataset && isRecord(schemaField) ? owned({ ...schemaField }, { entity: dataset, version: 0, fixed: true }) : schemaField;
};

const aspectVersion: PartResolver = (schema) => ownerOf(schema)?.version ?? 0;

/** The way in which somebody owns: the type as an entity decides, whatever the word beside it. */
const wayOf = ({ catalog: { model } }: GraphContext, { type, typeUrn }: Readonly<Record<string, unknown>>) =>
  typeof typeUrn === 'string' ? wayOfOwning(String(type), typeUrn) : wayWithEntity(model, String(type));
const ownerWord: PartResolver = (owner, _, context) => wayOf(context, owner).type;
const ownerEntity: PartResolver = (owner, _, context) => {
  const ref = refNamed(context.catalog.model, wayOf(context, owner).typeUrn);
  return ref && context.budget.named(ref);
};

const MOST_ANCESTORS = 100;

/** Everything above an entity, the nearest first. An entity above itself ends the list. */
function ancestors(into: string, ...paths: string[]): OfEntity {
  const places = paths.map(entitySource);
  return async (first, _, context) => {
    const found = new Map<string, EntityRef>();
    for (let at = first; found.size < MOST_ANCESTORS; ) {
      const [above] = await firstOf(places, at, context);
      const next = refNamed(context.catalog.model, above);
      if (next === null || next.urn === first.urn || found.has(next.urn)) break;
      found.set(next.urn, context.budget.named(next) ?? next);
      at = next;
    }
    if (found.size === MOST_ANCESTORS) context.warn(`${first.urn} is below more than ${MOST_ANCESTORS} others: ${into} ends with the last of these`);
    return { count: found.size, [into]: [...found.values()] };
  };
}

/** What names the application. */
const applicationAssets: PartResolver = async (part, _, { loaders }) => {
  const owner = ownerOf(part)?.entity.read;
  const counts = owner && (await loaders.relatedCounts(owner, { direction: 'INCOMING', types: ['AssociatedWith'] }));
  return counts ? [...counts.values()].reduce((sum, each) => sum + each, 0) : 0;
};

const numAssets: PartResolver = ({ assets }) => (Array.isArray(assets) ? assets.length : 0);

/** URNs of the jobs that made a model, and of those that use it. */
const modelLineage: PartResolver = ({ trainingJobs, downstreamJobs }) => ({
  trainingJobs: Array.isArray(trainingJobs) ? trainingJobs : [],
  downstreamJobs: Array.isArray(downstreamJobs) ? downstreamJobs : [],
});

/** The names of the boxes of the original API, by the members of the stored union. */
const BOXES: Readonly<Record<string, string>> = {
  string: 'stringValue',
  int: 'intValue',
  float: 'floatValue',
  double: 'floatValue',
  boolean: 'booleanValue',
};

/** The original API has room for one. */
const hyperParameters: PartResolver = ({ hyperParameters: all }) => {
  const [key, stored] = (isRecord(all) && Object.entries(all).at(-1)) || [];
  const [member, value] = (isRecord(stored) && Object.entries(stored)[0]) || [];
  return key === undefined || member === undefined ? null : { key, value: { [BOXES[member] ?? 'stringValue']: value } };
};

function boxed(field: string): PartResolver {
  return ({ [field]: text }) => (typeof text === 'string' ? { stringValue: text } : null);
}

const origin: PartResolver = (part) => {
  const dataset = ownerOf(part)?.entity.read;
  return dataset ? partOf(dataset, 'origin') : null;
};

const UNIT_MS: Readonly<Record<string, number>> = { SECOND: 1_000, MINUTE: 60_000, HOUR: 3_600_000, DAY: 86_400_000, WEEK: 604_800_000 };

/** Null for months and longer: their lengths differ. */
const durationMillis: PartResolver = ({ length }) => {
  const unit = isRecord(length) ? UNIT_MS[String(length.unit)] : undefined;
  return unit === undefined || !isRecord(length) ? null : unit * Number(length.multiple ?? 1);
};

/** Names the user who asks, directly; groups do not count. */
const isAssignedToMe: PartResolver = ({ users }, _, { actor }) => Array.isArray(users) && users.includes(actor);

const parentNodes = ancestors('nodes', 'glossaryTermInfo.parentNode', 'glossaryNodeInfo.parentNode');

export const facts: Resolvers = {
  Entity: { lastIngested, parentContainers: ancestors('containers', 'container.container') },
  Document: { parentDocuments: ancestors('documents', 'documentInfo.parentDocument.document') },
  Domain: { parentDomains: ancestors('domains', 'domainProperties.parentDomain') },
  GlossaryTerm: { parentNodes },
  GlossaryNode: { parentNodes, childrenCount },
  Incident: { priority: incidentPriority },
  QuerySubject: { dataset: subjectDataset },
  Post: { lastModified },
  SchemaMetadata: { platformUrn, aspectVersion },
  InputField: { schemaField: chartField },
  SchemaField: { schemaFieldEntity },
  EditableSchemaFieldInfo: { schemaFieldEntity },
  SchemaAssertionField: { type: columnType },
  DataProductProperties: { numAssets },
  ApplicationProperties: { numAssets: applicationAssets },
  MLModelProperties: { mlModelLineageInfo: modelLineage, hyperParameters },
  QuantitativeAnalyses: { unitaryResults: boxed('unitaryResults'), intersectionalResults: boxed('intersectionalResults') },
  DatasetProperties: { origin },
  MLModelGroupProperties: { mlModelLineageInfo: modelLineage },
  TimeWindow: { durationMillis },
  Owner: { type: ownerWord, ownershipType: ownerEntity },
  FormActorAssignment: { isAssignedToMe },
};
