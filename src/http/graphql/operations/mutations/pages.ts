/**
 * Mutations on pages that people put together, and on what an asset says of its own page.
 */
import { urnFrom } from '../../../../model/named.ts';
import { type Resolve, type Resolvers, urnOfType } from '../../operation.ts';
import { given, type InputObject, inputOf, pick, type Values } from './sent.ts';
import { change, create } from './write.ts';

/** Makes the entity, or replaces what one has that exists: when and by whom it was made stays. */
function upsert(type: string, aspect: string, make: (sent: InputObject) => Values): Resolve<{ input: InputObject }> {
  return async (parent, args, context, info) => {
    const { urn } = args.input;
    const stored = urn ? await context.loaders.value(urnOfType(context.catalog.model, String(urn), type), aspect) : undefined;
    const made = create(
      type,
      (sent, { stamp }) => ({ [aspect]: { ...make(sent), created: stored?.created ?? stamp, lastModified: stamp } }),
      'UPSERT',
    );
    return made(parent, inputOf(args), context, info);
  };
}

const setSummary = change({}, ({ summary }, { existing }) => ({
  assetSettings: given({ assetSummary: summary && { templates: [{ template: existing(summary.template, 'dataHubPageTemplate') }] } }),
}));

const updateAssetSettings: Resolve<{ input: InputObject }> = async (parent, args, context, info) => {
  await setSummary(parent, inputOf(args), context, info);
  return (await context.loaders.value(urnFrom(context.catalog.model, String(args.input.urn)), 'assetSettings')) ?? {};
};

export const pages: Resolvers = {
  Mutation: {
    upsertPageTemplate: upsert('dataHubPageTemplate', 'dataHubPageTemplateProperties', ({ scope, surfaceType, ...sent }) => ({
      ...pick(sent, 'rows', 'assetSummary'),
      surface: { surfaceType },
      visibility: { scope },
    })),
    upsertPageModule: upsert('dataHubPageModule', 'dataHubPageModuleProperties', ({ scope, ...sent }) => ({
      ...pick(sent, 'name', 'type', 'params'),
      visibility: { scope },
    })),
    updateAssetSettings,
    setLogicalParent: change({ urns: 'resourceUrn', clear: 'parent' }, ({ parentUrn }, { existing, stamp }) => ({
      logicalParent: { parent: given({ destinationUrn: existing(parentUrn, 'dataset', 'schemaField') }, { created: stamp, lastModified: stamp }) },
    })),
  },
};
