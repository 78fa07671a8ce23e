/**
 * Mutations `upsertStructuredProperties` and `removeStructuredProperties` (docs/semantics.md 15.4): patches of the values,
 * that leave other properties in place.
 */

import { entriesOf } from '../../../catalog/index.ts';
import { valueOf } from '../../../model/json.ts';
import { urnFrom } from '../../../model/named.ts';
import { pointerPart } from '../../../model/pointer.ts';
import type { Urn } from '../../../model/urn.ts';
import { type GraphContext, type Part, type Resolve, refOf, urnOfType, writeAll } from '../operation.ts';
import { structuredProperties } from './property-fields.ts';
import { stampOf } from './property-inputs.ts';
import { type ValueInput, valueFrom } from './values.ts';

const ASPECT = 'structuredProperties';

interface UpsertInput {
  readonly assetUrn: string;
  readonly structuredPropertyInputParams: readonly { readonly structuredPropertyUrn: string; readonly values: readonly ValueInput[] }[];
}

const upsert: Resolve<{ input: UpsertInput }> = async (_, { input }, context) => {
  const asset = urnFrom(context.catalog.model, input.assetUrn);
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

const remove: Resolve<{ input: { assetUrn: string; structuredPropertyUrns: readonly string[] } }> = (_, { input }, context) => {
  const { model } = context.catalog;
  const operations = input.structuredPropertyUrns.map((urn) => ({ op: 'remove', path: pathOf(urnOfType(model, urn, 'structuredProperty').text) }));
  return patched(context, urnFrom(model, input.assetUrn), operations);
};

/** The path of one property, as JSON Pointer has it. */
function pathOf(urn: string): string {
  return `/properties/${pointerPart(urn)}`;
}

async function patched(context: GraphContext, asset: Urn, patch: readonly object[]): Promise<unknown> {
  const value = valueOf({ patch, arrayPrimaryKeys: { properties: ['propertyUrn'] } });
  if (patch.length > 0) await writeAll(context, [{ entityUrn: asset.text, aspectName: ASPECT, changeType: 'PATCH', value }]);
  return (await structuredProperties.resolve(refOf(asset), {} as never, context)) ?? { properties: [] };
}

export const propertyValues: Part = {
  sdl: `
input StructuredPropertyInputParams { structuredPropertyUrn: String! values: [PropertyValueInput!]! }
input UpsertStructuredPropertiesInput { assetUrn: String! structuredPropertyInputParams: [StructuredPropertyInputParams!]! }
input RemoveStructuredPropertiesInput { assetUrn: String! structuredPropertyUrns: [String!]! }
extend type Mutation {
  "Sets the values of the given properties; other properties stay. Answers with all that the entity has now."
  upsertStructuredProperties(input: UpsertStructuredPropertiesInput!): StructuredProperties!
  "Answers with what remains."
  removeStructuredProperties(input: RemoveStructuredPropertiesInput!): StructuredProperties!
}`,
  resolvers: { Mutation: { upsertStructuredProperties: upsert, removeStructuredProperties: remove } },
};
