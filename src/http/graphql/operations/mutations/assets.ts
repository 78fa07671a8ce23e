/**
 * Mutations on assets, of which what is given is replaced as a whole, and on their incidents and contracts.
 */
import type { Resolve, Resolvers } from '../../operation.ts';
import { each, given, type InputObject, inputOf, levelOf, only, ownersOf, pick, type Values } from './sent.ts';
import { type By, change, create } from './write.ts';

function tagsOf(tags: InputObject[string], { existing }: By): Values | undefined {
  return given({ tags: each(tags?.tags, ({ tag }) => ({ tag: existing(tag?.urn, 'tag') })) });
}

/** What all assets have. The description is in the aspect `edited`. */
function asset(edited: string, { ownership, tags, globalTags, editableProperties }: InputObject, by: By) {
  return {
    ownership: ownersOf(ownership),
    globalTags: tagsOf(tags?.tags ? tags : globalTags, by),
    [edited]: given(pick(editableProperties, 'description', 'name'), { lastModified: by.stamp }),
  };
}

const assetOf = (type: string, edited: string): Resolve<InputObject> => change({ of: type }, (sent, by) => asset(edited, sent, by));

const updateDataset = change({ of: 'dataset' }, (sent, by) => ({
  ...asset('editableDatasetProperties', sent, by),
  deprecation: given(pick(sent.deprecation, 'deprecated', 'decommissionTime', 'note'), { actor: by.actor }),
  institutionalMemory: given({
    elements: each(sent.institutionalMemory?.elements, ({ url, description, createdAt, author }) => {
      return { url, description: description ?? '', createStamp: { time: createdAt ?? by.stamp.time, actor: author } };
    }),
  }),
  editableSchemaMetadata: given({
    editableSchemaFieldInfo: each(sent.editableSchemaMetadata?.editableSchemaFieldInfo, ({ globalTags, ...column }) => {
      return { ...pick(column, 'fieldPath', 'description'), globalTags: tagsOf(globalTags, by) };
    }),
  }),
}));

function joinOf({ properties, editableProperties }: InputObject, { existing }: By) {
  return {
    edited: given(pick(editableProperties, 'name', 'description')),
    join: {
      name: properties?.name,
      source: existing(properties?.source, 'dataset'),
      destination: existing(properties?.destination, 'dataset'),
      relationshipFieldMappings: each(properties?.relationshipFieldmappings, (pair) => pick(pair, 'sourceField', 'destinationField')),
    },
  };
}

function incidentOf({ priority, assigneeUrns, ...sent }: InputObject, { stamp, existing }: By): Values {
  return {
    ...pick(sent, 'title', 'description', 'startedAt'),
    entities: sent.resourceUrns,
    priority: levelOf(priority),
    assignees: each(assigneeUrns, (actor) => ({ actor: existing(actor, 'corpuser', 'corpGroup'), assignedAt: stamp })),
  };
}

export const assets: Resolvers = {
  Mutation: {
    updateEmbed: change({ clear: 'renderUrl' }, ({ renderUrl }) => ({ embed: { renderUrl } })),
    updateChart: assetOf('chart', 'editableChartProperties'),
    updateDashboard: assetOf('dashboard', 'editableDashboardProperties'),
    updateDataFlow: assetOf('dataFlow', 'editableDataFlowProperties'),
    updateDataJob: assetOf('dataJob', 'editableDataJobProperties'),
    updateDataset,
    updateDatasets: async (_, { input }: { input: readonly { urn: string; update: object }[] }, context, info) => {
      const all: unknown[] = [];
      for (const { urn, update } of input) all.push(await updateDataset(null, inputOf({ urn, input: update }), context, info));
      return all;
    },
    updateNotebook: assetOf('notebook', 'editableNotebookProperties'),
    createERModelRelationship: create('erModelRelationship', (sent, by) => {
      const { join, edited } = joinOf(sent, by);
      const whole = { ...join, relationshipFieldMappings: join.relationshipFieldMappings ?? [], created: by.stamp, lastModified: by.stamp };
      return { erModelRelationshipProperties: whole, editableERModelRelationshipProperties: edited };
    }),
    updateERModelRelationship: change({ of: 'erModelRelationship' }, (sent, by) => {
      const { join, edited } = joinOf(sent, by);
      return { erModelRelationshipProperties: given(join, { lastModified: by.stamp }), editableERModelRelationshipProperties: edited };
    }),
    raiseIncident: create('incident', (sent, by) => ({
      incidentInfo: {
        ...incidentOf(sent, by),
        ...pick(sent, 'type', 'customType'),
        entities: sent.resourceUrns ?? only(sent.resourceUrn),
        source: { type: sent.source?.type ?? 'MANUAL' },
        status: { ...pick(sent.status, 'stage', 'message'), state: sent.status?.state ?? 'ACTIVE', lastUpdated: by.stamp },
        created: by.stamp,
      },
    })),
    updateIncident: change({ of: 'incident' }, (sent, by) => ({
      incidentInfo: { ...incidentOf(sent, by), status: given(pick(sent.status, 'state', 'stage', 'message'), { lastUpdated: by.stamp }) },
    })),
    updateIncidentStatus: change({ of: 'incident' }, (sent, { stamp }) => ({
      incidentInfo: { status: { ...pick(sent, 'state', 'stage', 'message'), lastUpdated: stamp } },
    })),
    upsertDataContract: create(
      'dataContract',
      ({ entityUrn, freshness, schema, dataQuality, state }, { existing }) => {
        const assertions = (list: InputObject[string]) => each(list, ({ assertionUrn }) => ({ assertion: existing(assertionUrn, 'assertion') }));
        const entity = existing(entityUrn, 'dataset');
        return {
          dataContractProperties: { entity, freshness: assertions(freshness), schema: assertions(schema), dataQuality: assertions(dataQuality) },
          dataContractStatus: { state: state ?? 'ACTIVE' },
        };
      },
      'UPSERT',
    ),
  },
};
