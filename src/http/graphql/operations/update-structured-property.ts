/**
 * Mutation `updateStructuredProperty` (docs/semantics.md 15.4): lists are appended to, nothing that was allowed is taken away.
 */

import { noSuchProperty } from '../../../errors.ts';
import { valueOf } from '../../../model/json.ts';
import { pointerPart } from '../../../model/pointer.ts';
import { type Part, type Resolve, refOf, urnOfType, writeAll } from '../operation.ts';
import { type SettingsInput, settingsProposal, stampOf } from '../types/property-inputs.ts';
import { allowedFrom, type ValueInput } from '../types/values.ts';

interface Input {
  readonly urn: string;
  readonly displayName?: string | null;
  readonly description?: string | null;
  readonly immutable?: boolean | null;
  readonly setCardinalityAsMultiple?: boolean | null;
  readonly typeQualifier?: { readonly newAllowedTypes?: readonly string[] | null } | null;
  readonly newAllowedValues?: readonly (ValueInput & { readonly description?: string | null })[] | null;
  readonly newEntityTypes?: readonly string[] | null;
  readonly newAllowedPlatforms?: readonly string[] | null;
  readonly settings?: SettingsInput | null;
}

interface Operation {
  readonly op: 'add';
  readonly path: string;
  readonly value: unknown;
}

const update: Resolve<{ input: Input }> = async (_, { input }, context) => {
  const urn = urnOfType(context.catalog.model, input.urn, 'structuredProperty');
  if (!(await context.loaders.value(urn, 'propertyDefinition'))) throw noSuchProperty(urn.text);
  const patch = [...replaced(input), ...appended(input), { op: 'add', path: '/lastModified', value: stampOf(context.actor) }];
  await writeAll(context, [
    { entityUrn: urn.text, aspectName: 'propertyDefinition', changeType: 'PATCH', value: valueOf({ patch }) },
    ...(input.settings ? [settingsProposal(urn.text, input.settings, context)] : []),
  ]);
  return refOf(urn);
};

function replaced({ displayName, description, immutable, setCardinalityAsMultiple }: Input): Operation[] {
  const fields = { displayName, description, immutable, cardinality: setCardinalityAsMultiple ? 'MULTIPLE' : undefined };
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([field, value]): Operation => ({ op: 'add', path: `/${field}`, value }));
}

/**
 * Items are addressed by their values, so that two equal additions at the same time add one item. An existing allowed value keeps its
 * description unless a new one is given.
 */
function appended({ newAllowedValues, newEntityTypes, newAllowedPlatforms, typeQualifier }: Input): Operation[] {
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

export const updateStructuredProperty: Part = {
  sdl: `
input UpdateTypeQualifierInput { newAllowedTypes: [String!] }
input UpdateStructuredPropertyInput {
  urn: String!
  displayName: String description: String immutable: Boolean
  setCardinalityAsMultiple: Boolean
  newAllowedValues: [AllowedValueInput!] newEntityTypes: [String!] newAllowedPlatforms: [String!] typeQualifier: UpdateTypeQualifierInput
  settings: StructuredPropertySettingsInput
}
extend type Mutation { updateStructuredProperty(input: UpdateStructuredPropertyInput!): StructuredPropertyEntity! }`,
  resolvers: { Mutation: { updateStructuredProperty: update } },
};
