/**
 * Mutation `createStructuredProperty` (docs/semantics.md 15.4).
 */
import { randomUUID } from 'node:crypto';
import { conflictingParameters, propertyExists } from '../../../errors.ts';
import { valueOf } from '../../../model/json.ts';
import { urnFrom } from '../../../model/named.ts';
import { type Part, type Resolve, refOf, writeAll } from '../operation.ts';
import { type SettingsInput, settingsProposal, stampOf } from '../types/property-inputs.ts';
import { allowedFrom, type ValueInput } from '../types/values.ts';

interface Input {
  readonly id?: string | null;
  readonly qualifiedName?: string | null;
  readonly allowedValues?: readonly (ValueInput & { readonly description?: string | null })[] | null;
  readonly settings?: SettingsInput | null;
  readonly [field: string]: unknown;
}

const create: Resolve<{ input: Input }> = async (_, { input }, context) => {
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
  if (await context.loaders.exists(urn)) {
    throw propertyExists(urn.text, id);
  }
  await writeAll(context, [
    { entityUrn: urn.text, aspectName: 'propertyDefinition', changeType: 'CREATE_ENTITY', value: valueOf(definition) },
    ...(settings ? [settingsProposal(urn.text, settings, context)] : []),
  ]);
  return refOf(urn);
};

export const createStructuredProperty: Part = {
  sdl: `
input CreateStructuredPropertyInput {
  "Id of the URN; without it the qualified name, without both a random one."
  id: String
  qualifiedName: String displayName: String description: String
  "URN of a data type."
  valueType: String!
  "URNs of entity types."
  entityTypes: [String!]!
  cardinality: PropertyCardinality immutable: Boolean allowedValues: [AllowedValueInput!] allowedPlatforms: [String!]
  typeQualifier: TypeQualifierInput settings: StructuredPropertySettingsInput
}
extend type Mutation { createStructuredProperty(input: CreateStructuredPropertyInput!): StructuredPropertyEntity! }`,
  resolvers: { Mutation: { createStructuredProperty: create } },
};
