/**
 * Mutations on structured properties: their definitions, and patches of their values that leave other properties in place
 * (docs/semantics.md 15.4).
 */
import { randomUUID } from 'node:crypto';
import { entriesOf, type RawProposal } from '../../../catalog/index.ts';
import { conflictingParameters, noSuchProperty, propertyExists } from '../../../errors.ts';
import type { Arguments, StructuredPropertySettingsInput, UpdateStructuredPropertyInput } from '../../../generated/arguments.ts';
import { valueOf } from '../../../model/json.ts';
import { urnFrom } from '../../../model/named.ts';
import { pointerPart } from '../../../model/pointer.ts';
import type { Urn } from '../../../model/urn.ts';
import { type GraphContext, type Resolve, type Resolvers, refOf, stampOf, urnOfType, writeAll } from '../operation.ts';
import { structuredProperties } from '../types/property-fields.ts';
import { allowedFrom, valueFrom } from '../types/values.ts';

/** A change of the given flags; the others stay. */
function settingsProposal(entityUrn: string, settings: StructuredPropertySettingsInput, { actor }: GraphContext): RawProposal {
  const given = Object.entries(settings).filter(([, value]) => value !== null);
  const hiding = settings.showInAssetSummary === false ? [['hideInAssetSummaryWhenEmpty', false] as const] : [];
  const patch = [...given, ...hiding, ['lastModified', stampOf(actor)] as const].map(([field, value]) => ({ op: 'add', path: `/${field}`, value }));
  return { entityUrn, aspectName: 'structuredPropertySettings', changeType: 'PATCH', value: valueOf({ patch }) };
}

const create: Resolve<Arguments['createStructuredProperty']> = async (_, { input }, context) => {
  const { model } = context.catalog;
  const { id: givenId, qualifiedName: givenName, allowedValues, settings, ...rest } = input;
  const id = givenId ?? givenName ?? randomUUID();
  if (givenName && givenName !== id) {
    throw conflictingParameters(`id and qualifiedName must be equal if both are present; got ${id} and ${givenName}`, {
      pointer: '/input/qualifiedName',
      expected: id,
      got: givenName,
    });
  }
  const urn = urnFrom(model, `${model.names.urnPrefix}structuredProperty:${id}`);
  const stamp = stampOf(context.actor);
  const definition = {
    ...rest,
    qualifiedName: id,
    ...(allowedValues ? { allowedValues: allowedFrom(allowedValues, 'input/allowedValues') } : {}),
    created: stamp,
    lastModified: stamp,
  };
  if (await context.loaders.exists(urn)) throw propertyExists(urn.text, id);
  await writeAll(context, [
    { entityUrn: urn.text, aspectName: 'propertyDefinition', changeType: 'CREATE_ENTITY', value: valueOf(definition) },
    ...(settings ? [settingsProposal(urn.text, settings, context)] : []),
  ]);
  return refOf(urn);
};

interface Operation {
  readonly op: 'add';
  readonly path: string;
  readonly value: unknown;
}

const update: Resolve<Arguments['updateStructuredProperty']> = async (_, { input }, context) => {
  const urn = urnOfType(context.catalog.model, input.urn, 'structuredProperty');
  if (!(await context.loaders.value(urn, 'propertyDefinition'))) throw noSuchProperty(urn.text);
  const patch = [...replaced(input), ...appended(input), { op: 'add', path: '/lastModified', value: stampOf(context.actor) }];
  await writeAll(context, [
    { entityUrn: urn.text, aspectName: 'propertyDefinition', changeType: 'PATCH', value: valueOf({ patch }) },
    ...(input.settings ? [settingsProposal(urn.text, input.settings, context)] : []),
  ]);
  return refOf(urn);
};

function replaced({ displayName, description, immutable, setCardinalityAsMultiple }: UpdateStructuredPropertyInput): Operation[] {
  const fields = { displayName, description, immutable, cardinality: setCardinalityAsMultiple ? 'MULTIPLE' : undefined };
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([field, value]): Operation => ({ op: 'add', path: `/${field}`, value }));
}

/**
 * Items are addressed by their values, so that two equal additions at the same time add one item. An existing allowed value keeps its
 * description unless a new one is given.
 */
function appended({ newAllowedValues, newEntityTypes, newAllowedPlatforms, typeQualifier }: UpdateStructuredPropertyInput): Operation[] {
  const at = (path: string, item: string, value: unknown): Operation => ({ op: 'add', path: `${path}/${pointerPart(item)}`, value });
  const into = (path: string, items: readonly string[] | null | undefined): Operation[] => (items ?? []).map((item) => at(path, item, item));
  const allowed = allowedFrom(newAllowedValues ?? [], 'input/newAllowedValues');
  return [
    ...allowed.flatMap(({ value, description }) => {
      const item = `/allowedValues/${pointerPart(String(Object.values(value)[0]))}`;
      return [at(item, 'value', value), ...(description === undefined ? [] : [at(item, 'description', description)])];
    }),
    ...into('/entityTypes', newEntityTypes),
    ...into('/allowedPlatforms', newAllowedPlatforms),
    ...into('/typeQualifier/allowedTypes', typeQualifier?.newAllowedTypes),
  ];
}

const ASPECT = 'structuredProperties';

const setValues: Resolve<Arguments['upsertStructuredProperties']> = async (_, { input }, context) => {
  const asset = urnFrom(context.catalog.model, input.assetUrn, '/input/assetUrn');
  const lastModified = stampOf(context.actor);
  const before = new Map(entriesOf(await context.loaders.value(asset, ASPECT)).map((entry) => [entry.propertyUrn, entry]));
  const operations = input.structuredPropertyInputParams.map(({ structuredPropertyUrn, values }, index) => {
    const { text: propertyUrn } = urnOfType(context.catalog.model, structuredPropertyUrn, 'structuredProperty');
    const stored = values.map((value, at) => valueFrom(value, `/input/structuredPropertyInputParams/${index}/values/${at}`));
    return {
      op: 'add',
      path: pathOf(propertyUrn),
      value: { propertyUrn, values: stored, created: before.get(propertyUrn)?.created ?? lastModified, lastModified },
    };
  });
  return patched(context, asset, operations);
};

const removeValues: Resolve<Arguments['removeStructuredProperties']> = (_, { input }, context) => {
  const { model } = context.catalog;
  const operations = input.structuredPropertyUrns.map((urn) => ({ op: 'remove', path: pathOf(urnOfType(model, urn, 'structuredProperty').text) }));
  return patched(context, urnFrom(model, input.assetUrn, '/input/assetUrn'), operations);
};

/** The path of one property, as JSON Pointer has it. */
function pathOf(urn: string): string {
  return `/properties/${pointerPart(urn)}`;
}

async function patched(context: GraphContext, asset: Urn, patch: readonly object[]): Promise<unknown> {
  const value = valueOf({ patch, arrayPrimaryKeys: { properties: ['propertyUrn'] } });
  if (patch.length > 0) await writeAll(context, [{ entityUrn: asset.text, aspectName: ASPECT, changeType: 'PATCH', value }]);
  return (await structuredProperties(refOf(asset), {} as never, context)) ?? { properties: [] };
}

export const propertyMutations: Resolvers = {
  Mutation: {
    createStructuredProperty: create,
    updateStructuredProperty: update,
    upsertStructuredProperties: setValues,
    removeStructuredProperties: removeValues,
  },
};
