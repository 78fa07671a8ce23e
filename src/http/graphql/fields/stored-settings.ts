/**
 * Settings that clients store: of the whole catalog, of views, of policies, of guided steps.
 */
import type { Arguments } from '../../../generated/arguments.ts';
import { urnFrom } from '../../../model/named.ts';
import { isRecord } from '../../../model/path.ts';
import { recordsIn } from '../../../model/pick.ts';
import type { Model } from '../../../model/types.ts';
import { type GraphContext, type PartResolver, type Resolve, type Resolvers, refNamed } from '../operation.ts';
import { storedEntity } from '../types/entity-types.ts';

/** The only entity of its type. */
const GLOBAL = 'globalSettings:0';

async function globalSettings({ catalog: { model }, loaders }: GraphContext, part: string): Promise<Readonly<Record<string, unknown>>> {
  const settings = await loaders.value(urnFrom(model, `${model.names.urnPrefix}${GLOBAL}`), 'globalSettingsInfo');
  const value = settings?.[part];
  return isRecord(value) ? value : {};
}

const globalViews: Resolve = (_, __, context) => globalSettings(context, 'views');

/** What clients store of it; Cairn itself copies no descriptions. */
const docPropagation: Resolve = async (_, __, context) => {
  const { columnPropagationEnabled } = await globalSettings(context, 'docPropagation');
  return { docColumnPropagation: columnPropagationEnabled ?? false };
};

/** The page that everybody sees who has chosen no other. */
const globalHomePage: Resolve = (_, __, context) => globalSettings(context, 'homePage');

/** Stored as `dataset` or as the constant; a type that the model lacks is left out. */
const viewTypes: PartResolver = ({ entityTypes }, _, { catalog: { model } }) =>
  (Array.isArray(entityTypes) ? entityTypes.map(String) : []).flatMap((name) => constantOf(model, name));

function constantOf({ entityTypes }: Model, name: string): string[] {
  const type = entityTypes.get(name) ?? [...entityTypes.values()].find(({ graphql }) => graphql === name);
  return type ? [type.graphql] : [];
}

/** Of the stored `or` of `and`s: the only `and`, or an OR of single conditions; null for what is neither. */
const viewFilter: PartResolver = ({ filter }) => {
  const { or, criteria } = isRecord(filter) ? filter : {};
  const groups = [...(Array.isArray(or) ? or : []), ...(Array.isArray(criteria) && criteria.length > 0 ? [{ and: criteria }] : [])];
  const lists = groups.map((group) => recordsIn(group, 'and'));
  if (lists.length <= 1) return { operator: 'AND', filters: lists.flat() };
  return lists.every(({ length }) => length === 1) ? { operator: 'OR', filters: lists.flat() } : null;
};

/** Texts, of which URNs lead to their entities. */
const policyValues: PartResolver = ({ values }, _, { catalog: { model } }) =>
  (Array.isArray(values) ? values : []).map((value) => ({ value: String(value), entity: refNamed(model, value) }));

/** What is stored of the steps; a step of which nothing is stored is left out. */
const stepStates: Resolve<Arguments['batchGetStepStates']> = async (_, { input }, { catalog: { model }, loaders }) => {
  const found = await Promise.all(
    input.ids.map(async (id) => {
      const stored = await loaders.value(urnFrom(model, `${model.names.urnPrefix}dataHubStepState:${id}`), 'dataHubStepStateProperties');
      if (!stored) return [];
      const properties = isRecord(stored.properties) ? stored.properties : {};
      return [{ id, properties: Object.entries(properties).map(([key, value]) => ({ key, value })) }];
    }),
  );
  return { results: found.flat() };
};

export const storedSettings: Resolvers = {
  Query: {
    globalViewsSettings: globalViews,
    docPropagationSettings: docPropagation,
    globalHomePageSettings: globalHomePage,
    view: storedEntity('dataHubView'),
    connection: storedEntity('dataHubConnection'),
    ingestionSource: storedEntity('dataHubIngestionSource'),
    executionRequest: storedEntity('dataHubExecutionRequest'),
    structuredProperty: storedEntity('structuredProperty'),
    batchGetStepStates: stepStates,
  },
  DataHubViewDefinition: { entityTypes: viewTypes, filter: viewFilter },
  PolicyMatchCriterion: { values: policyValues },
};
