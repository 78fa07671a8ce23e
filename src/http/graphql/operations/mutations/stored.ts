/**
 * Mutations on views, posts, queries and tests, and on the connections that Cairn only stores.
 */
import type { Model } from '../../../../model/types.ts';
import type { Resolvers } from '../../operation.ts';
import { typeOfConstant } from '../../types/type-names.ts';
import { each, given, type InputObject, only, pick, type Values } from './sent.ts';
import { change, create } from './write.ts';

/** What a view narrows to: an AND is one list, an OR a list of single conditions. */
function viewDefinition(model: Model, definition: InputObject[string]): Values | undefined {
  if (!definition?.filter) return undefined;
  const { operator, filters } = definition.filter;
  const criteria = each(filters, ({ field, value, values, condition, negated }) => {
    return { field, values: values ?? only(value) ?? [], condition: condition ?? 'EQUAL', negated: negated ?? false };
  });
  const isOr = String(operator) === 'OR';
  const or = isOr ? criteria?.map((criterion) => ({ and: [criterion] })) : criteria?.length ? [{ and: criteria }] : [];
  return { entityTypes: each(definition.entityTypes, (constant) => typeOfConstant(model, String(constant))?.name), filter: { or } };
}

function postOf({ postType, content }: InputObject): Values {
  return { type: postType, content: { type: content?.contentType, ...pick(content, 'title', 'description', 'link', 'media') } };
}

function subjectsOf(subjects: InputObject[string]): Values | undefined {
  return given({ subjects: each(subjects, ({ datasetUrn }) => ({ entity: datasetUrn })) });
}

export const stored: Resolvers = {
  Mutation: {
    createView: create('dataHubView', ({ name, description, viewType, definition }, { model, stamp }) => ({
      dataHubViewInfo: { name, description, type: viewType, definition: viewDefinition(model, definition), created: stamp, lastModified: stamp },
    })),
    updateView: change({ of: 'dataHubView' }, ({ name, description, definition }, { model, stamp }) => ({
      dataHubViewInfo: given({ name, description, definition: viewDefinition(model, definition) }, { lastModified: stamp }),
    })),
    updateGlobalViewsSettings: change({ of: 'globalSettings', id: '0' }, ({ defaultView }, { existing }) => ({
      globalSettingsInfo: { views: { defaultView: existing(defaultView, 'dataHubView') } },
    })),
    updateDocPropagationSettings: change({ of: 'globalSettings', id: '0' }, ({ docColumnPropagation }) => ({
      globalSettingsInfo: { docPropagation: { enabled: docColumnPropagation ?? false, columnPropagationEnabled: docColumnPropagation ?? false } },
    })),
    updateApplicationsSettings: change({ of: 'globalSettings', id: '0' }, ({ enabled }) => ({
      globalSettingsInfo: { applications: given({ enabled }) },
    })),
    createPost: create('post', (sent, { stamp }) => ({
      postInfo: { ...postOf(sent), created: stamp.time, lastModified: stamp.time, auditStamp: stamp, target: sent.resourceUrn },
    })),
    updatePost: change({ of: 'post' }, (sent, { stamp }) => ({ postInfo: { ...postOf(sent), lastModified: stamp.time } })),
    createQuery: create('query', ({ properties, subjects }, { stamp }) => ({
      queryProperties: { ...pick(properties, 'name', 'description', 'statement'), source: 'MANUAL', created: stamp, lastModified: stamp },
      querySubjects: subjectsOf(subjects),
    })),
    updateQuery: change({ of: 'query' }, ({ properties, subjects }, { stamp }) => ({
      queryProperties: given(pick(properties, 'name', 'description', 'statement'), { lastModified: stamp }),
      querySubjects: subjectsOf(subjects),
    })),
    createTest: create('test', ({ definition, ...sent }) => ({
      testInfo: { ...pick(sent, 'name', 'category', 'description'), definition: { type: 'JSON', json: definition?.json ?? '{}' } },
    })),
    updateTest: change({ of: 'test' }, ({ definition, ...sent }) => ({
      testInfo: { ...pick(sent, 'name', 'category', 'description'), definition: { type: 'JSON', json: definition?.json ?? '{}' } },
    })),
    upsertConnection: create(
      'dataHubConnection',
      ({ type, name, json, platformUrn }) => ({
        dataHubConnectionDetails: { type, name, json: given({ encryptedBlob: json?.blob }) },
        dataPlatformInstance: { platform: platformUrn },
      }),
      'UPSERT',
    ),
  },
};
