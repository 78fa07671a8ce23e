import { ask, type Data } from '../graphql.ts';
import { type Outcome, type PropertyApi, shownDefinition, typeOfUrn, type Value } from './property-api.ts';

const VALUE = '{ ... on StringValue { stringValue } ... on NumberValue { numberValue } }';

/** Mutations and queries. GraphQL can create and delete definitions, but cannot write a whole one, nor the status of an entity. */
export const graphqlApi: PropertyApi = {
  name: 'graphql',
  define: undefined,
  create: (urn, { qualifiedName: _, allowedValues, version, ...definition }) => {
    if (version !== undefined) throw new Error('GraphQL knows no version of a definition');
    const choices = allowedValues?.map(({ value, ...rest }) => ({ ...input(value), ...rest }));
    return mutate('createStructuredProperty', 'CreateStructuredPropertyInput', '{ urn }', {
      id: urn.split(':').slice(3).join(':'),
      ...definition,
      ...(choices ? { allowedValues: choices } : {}),
    });
  },
  softDelete: undefined,
  restore: undefined,
  hardDelete: (urn) => mutate('deleteStructuredProperty', 'DeleteStructuredPropertyInput', '', { urn }),
  setValues: undefined,
  addValues: (assetUrn, { propertyUrn, values }) =>
    mutate('upsertStructuredProperties', 'UpsertStructuredPropertiesInput', '{ properties { structuredProperty { urn } } }', {
      assetUrn,
      structuredPropertyInputParams: { structuredPropertyUrn: propertyUrn, values: values.map(input) },
    }),
  removeValues: (assetUrn, propertyUrn) =>
    mutate('removeStructuredProperties', 'RemoveStructuredPropertiesInput', '{ properties { structuredProperty { urn } } }', {
      assetUrn,
      structuredPropertyUrns: propertyUrn,
    }),
  definition: async (urn) => {
    const { structuredProperty } = await data(
      `query ($urn: String!) { structuredProperty(urn: $urn) { definition { qualifiedName displayName description cardinality immutable version
        valueType { urn } entityTypes { urn } allowedValues { value ${VALUE} description } } } }`,
      urn,
    );
    const shown = structuredProperty?.definition;
    if (!shown) return undefined;
    return shownDefinition({
      ...shown,
      valueType: shown.valueType.urn,
      entityTypes: shown.entityTypes.map((each: Data) => each.urn),
      allowedValues: shown.allowedValues?.map(({ value, description }: Data) => ({ value: stored(value), ...(description ? { description } : {}) })),
    });
  },
  values: async (entity) => {
    const shown = await data(
      `query ($urn: String!) { ${typeOfUrn(entity)}(urn: $urn) { structuredProperties { properties { structuredProperty { urn } values ${VALUE} } } } }`,
      entity,
    );
    const properties: Data[] = shown[typeOfUrn(entity)]?.structuredProperties?.properties ?? [];
    return properties.map(({ structuredProperty, values }) => ({ propertyUrn: structuredProperty.urn, values: values.map(stored) }));
  },
};

function input(value: Value): object {
  return 'string' in value ? { stringValue: value.string } : { numberValue: value.double };
}

function stored({ stringValue, numberValue }: { stringValue?: string; numberValue?: number }): Value {
  return stringValue === undefined ? { double: numberValue as number } : { string: stringValue };
}

async function data(query: string, urn: string): Promise<Data> {
  const { data: found, errors } = await ask(query, { urn });
  if (errors) throw new Error(JSON.stringify(errors));
  return found;
}

/** A violated rule is a BAD_REQUEST here. */
async function mutate(name: string, type: string, selection: string, variables: object): Promise<Outcome> {
  const { errors = [] } = await ask(`mutation ($input: ${type}!) { ${name}(input: $input) ${selection} }`, { input: variables });
  const [error] = errors;
  if (error && error.extensions.type !== 'BAD_REQUEST') throw new Error(JSON.stringify(errors));
  return { done: !error, message: error?.message ?? '' };
}
