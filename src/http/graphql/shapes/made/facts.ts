/**
 * Single fields that no path leads to.
 */
import { isRecord } from '../../../../model/path.ts';
import { type EntityRef, type Resolve, refNamed } from '../../operation.ts';
import { ownerOf } from '../owners.ts';

type Part = Resolve<never, Readonly<Record<string, unknown>>>;
type OfEntity = Resolve<never, EntityRef>;

/** The time at which a named run last observed an aspect of the entity; null if none did. */
export const lastIngested: OfEntity = async ({ read }, _, { loaders }) => {
  const aspects = [...read.type.aspects.values()].filter(({ kind }) => kind !== 'timeseries');
  const states = await Promise.all(aspects.map(({ name }) => loaders.state(read, name)));
  const times = states.flatMap((state) => (state && state.meta.runId !== undefined && state.meta.lastObserved ? [state.meta.lastObserved] : []));
  return times.length > 0 ? Math.max(...times) : null;
};

const PRIVILEGES = [
  'canManageChildren',
  'canManageEntity',
  'canEditLineage',
  'canEditEmbed',
  'canEditQueries',
  'canEditProperties',
  'canEditTags',
  'canEditGlossaryTerms',
  'canEditDescription',
  'canEditLinks',
  'canEditDomains',
  'canEditDataProducts',
  'canEditOwners',
  'canEditIncidents',
  'canEditAssertions',
  'canEditDeprecation',
  'canEditSchemaFieldTags',
  'canEditSchemaFieldGlossaryTerms',
  'canEditSchemaFieldDescription',
];
const VIEWS = ['canViewDatasetUsage', 'canViewDatasetProfile', 'canViewDatasetOperations'];

/** A token may write everything or nothing. Everybody may read. */
export const privileges: OfEntity = (_, __, { mayNotWrite }) => ({
  ...Object.fromEntries(PRIVILEGES.map((name) => [name, mayNotWrite === undefined])),
  ...Object.fromEntries(VIEWS.map((name) => [name, true])),
});

const LEVELS = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'];

export const incidentPriority: OfEntity = async ({ read }, _, { loaders }) => {
  const priority = (await loaders.value(read, 'incidentInfo'))?.priority;
  return typeof priority === 'number' ? (LEVELS[priority] ?? null) : null;
};

/** Glossary terms and nodes directly in a node. */
export const childrenCount: OfEntity = async ({ read }, _, { loaders }) => {
  const counts = await loaders.relatedCounts(read, { direction: 'INCOMING', types: ['IsPartOf'] });
  return { termsCount: counts.get('glossaryTerm') ?? 0, nodesCount: counts.get('glossaryNode') ?? 0 };
};

/** The dataset of a subject; of a column, the dataset that has it. */
export const subjectDataset: Part = ({ entity }, _, { catalog: { model } }) => {
  const ref = refNamed(model, entity);
  if (ref?.read.type.name === 'schemaField') return refNamed(model, ref.read.parts[0]);
  return ref?.read.type.name === 'dataset' ? ref : null;
};

export const postModified: OfEntity = async ({ read }, _, { loaders }) => {
  const info = await loaders.value(read, 'postInfo');
  if (isRecord(info?.lastModifiedAuditStamp)) return info.lastModifiedAuditStamp;
  return typeof info?.lastModified === 'number' ? { time: info.lastModified, actor: null } : null;
};

/** The URN text of the platform of a schema; without one, that of the dataset. */
export const platformText: Part = (schema, _, { catalog: { model } }) =>
  refNamed(model, schema.platform)?.urn ?? refNamed(model, ownerOf(schema)?.entity.read.parts[0])?.urn ?? null;

/** `{type: {"….StringType": {}}}` → STRING. */
export const columnWord: Part = ({ type }) => {
  const [member] = isRecord(type) && isRecord(type.type) ? Object.keys(type.type) : [];
  const word = member?.slice(member.lastIndexOf('.') + 1).replace(/Type$/, '');
  return word === undefined ? null : word === 'Record' ? 'STRUCT' : word.toUpperCase();
};

export const numAssets: Part = ({ assets }) => (Array.isArray(assets) ? assets.length : 0);

/** URNs of the jobs that made a model, and of those that use it. */
export const modelLineage: Part = ({ trainingJobs, downstreamJobs }) => ({
  trainingJobs: Array.isArray(trainingJobs) ? trainingJobs : [],
  downstreamJobs: Array.isArray(downstreamJobs) ? downstreamJobs : [],
});

const UNIT_MS: Readonly<Record<string, number>> = { SECOND: 1_000, MINUTE: 60_000, HOUR: 3_600_000, DAY: 86_400_000, WEEK: 604_800_000 };

/** Null for months and longer: their lengths differ. */
export const windowMillis: Part = ({ length }) => {
  const unit = isRecord(length) ? UNIT_MS[String(length.unit)] : undefined;
  return unit === undefined || !isRecord(length) ? null : unit * Number(length.multiple ?? 1);
};

/** Names the user who asks, directly; groups do not count. */
export const assignedToMe: Part = ({ users }, _, { actor }) => Array.isArray(users) && users.includes(actor);
