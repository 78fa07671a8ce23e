/**
 * Structured properties in GraphQL (docs/semantics.md 15.4).
 */
import { expect } from 'chai';
import { type Data, graphql, refused } from '../support/graphql.ts';
import { ownNames, status, urns } from '../support/make.ts';
import { write } from '../support/writes.ts';

const own = ownNames('gqlp');
const dataType = (name: string): string => urns.of('dataType', `svc.${name}`);
const entityType = (name: string): string => urns.of('entityType', `svc.${name}`);

const CREATE = 'mutation ($input: CreateStructuredPropertyInput!) { createStructuredProperty(input: $input) { urn } }';
const UPDATE = 'mutation ($input: UpdateStructuredPropertyInput!) { updateStructuredProperty(input: $input) { urn } }';
const DELETE = 'mutation ($input: DeleteStructuredPropertyInput!) { deleteStructuredProperty(input: $input) }';
const UPSERT =
  'mutation ($input: UpsertStructuredPropertiesInput!) { upsertStructuredProperties(input: $input) { properties { structuredProperty { urn } } } }';
const REMOVE =
  'mutation ($input: RemoveStructuredPropertiesInput!) { removeStructuredProperties(input: $input) { properties { structuredProperty { urn } } } }';
const VALUE = '{ ... on StringValue { stringValue } ... on NumberValue { numberValue } }';
const DEFINITION = `definition { qualifiedName displayName description cardinality immutable allowedValues { value ${VALUE} description }
  valueType { urn type info { type qualifiedName displayName } } entityTypes { urn type info { type qualifiedName } } typeQualifier { allowedTypes { urn } }
  created { time actor { urn } } lastModified { time actor { urn } } }`;

/** A number for datasets, or what `more` says. */
async function define(more: Record<string, unknown> = {}): Promise<string> {
  const id = `io.${own('p')}`;
  const { createStructuredProperty } = await graphql(CREATE, {
    input: { id, valueType: dataType('number'), entityTypes: [entityType('dataset')], ...more },
  });
  return createStructuredProperty.urn;
}

async function definitionOf(urn: string): Promise<Data> {
  return (
    await graphql(
      `query ($urn: String!) { structuredProperty(urn: $urn) { urn type exists ${DEFINITION} settings { isHidden showInSearchFilters } } }`,
      { urn },
    )
  ).structuredProperty;
}

async function makeDataset(): Promise<string> {
  const urn = urns.dataset(own('t'));
  await write(urn, 'status', status(false));
  return urn;
}

const upsert = (assetUrn: string, ...properties: [urn: string, ...values: object[]][]) =>
  graphql(UPSERT, {
    input: { assetUrn, structuredPropertyInputParams: properties.map(([structuredPropertyUrn, ...values]) => ({ structuredPropertyUrn, values })) },
  });

async function valuesOf(urn: string): Promise<Data[]> {
  const { dataset } = await graphql(
    `query ($urn: String!) { dataset(urn: $urn) { structuredProperties { properties { structuredProperty { urn type ${DEFINITION} } values ${VALUE} valueEntities { urn type } associatedUrn } } } }`,
    { urn },
  );
  return dataset.structuredProperties?.properties ?? [];
}

describe('createStructuredProperty', () => {
  it('creates a definition with every field, readable immediately', async () => {
    const id = `io.${own('p')}`;
    const urn = await define({
      id,
      qualifiedName: id,
      displayName: 'Retention',
      description: 'In days',
      cardinality: 'MULTIPLE',
      allowedValues: [{ numberValue: 30, description: 'one month' }, { numberValue: 365 }],
      entityTypes: [entityType('dataset'), entityType('dataFlow')],
    });
    expect(urn).to.equal(urns.of('structuredProperty', id));
    const { definition, ...rest } = await definitionOf(urn);
    expect(rest).to.deep.equal({ urn, type: 'STRUCTURED_PROPERTY', exists: true, settings: null });
    expect(definition).to.deep.include({
      qualifiedName: id,
      displayName: 'Retention',
      description: 'In days',
      cardinality: 'MULTIPLE',
      immutable: false,
      typeQualifier: null,
    });
    expect(definition.allowedValues).to.deep.equal([
      { value: { numberValue: 30 }, description: 'one month' },
      { value: { numberValue: 365 }, description: null },
    ]);
    expect(definition.entityTypes).to.deep.equal([
      { urn: entityType('dataset'), type: 'ENTITY_TYPE', info: { type: 'DATASET', qualifiedName: 'svc.dataset' } },
      { urn: entityType('dataFlow'), type: 'ENTITY_TYPE', info: { type: 'DATA_FLOW', qualifiedName: 'svc.dataFlow' } },
    ]);
    expect(definition.valueType).to.deep.include({ urn: dataType('number'), type: 'DATA_TYPE' });
    expect(definition.valueType.info).to.deep.include({ type: 'NUMBER', qualifiedName: 'svc.number' });
    expect(definition.created.time).to.be.closeTo(Date.now(), 60_000);
  });

  it('uses the qualified name as the id, and generates an id if both are absent', async () => {
    const qualifiedName = `io.${own('p')}`;
    expect(await define({ id: null, qualifiedName })).to.equal(urns.of('structuredProperty', qualifiedName));
    expect(await define({ id: null })).to.match(/:[0-9a-f]{8}-[0-9a-f-]{27}$/);
    await refused(
      CREATE,
      { input: { id: 'io.a', qualifiedName: 'io.b', valueType: dataType('string'), entityTypes: [] } },
      'BAD_REQUEST',
      'must be equal',
    );
  });

  it('accepts single values as lists', async () => {
    const urn = await define({ entityTypes: entityType('dataset'), allowedValues: { numberValue: 1 } });
    expect((await definitionOf(urn)).definition.allowedValues).to.have.length(1);
  });

  it('refuses an existing URN', async () => {
    const id = (await define()).split(':').at(-1);
    await refused(
      CREATE,
      { input: { id, valueType: dataType('string'), entityTypes: [] } },
      'BAD_REQUEST',
      'A structured property already exists with this urn',
    );
  });

  it('follows the rules of definitions', async () => {
    const input = { id: `io.${own()}`, valueType: dataType('number'), entityTypes: [entityType('dataset')] };
    await refused(CREATE, { input: { ...input, valueType: dataType('nothing') } }, 'BAD_REQUEST', 'nothing');
    await refused(
      CREATE,
      { input: { ...input, allowedValues: [{ numberValue: 1, stringValue: 'a' }] } },
      'BAD_REQUEST',
      'exactly one of stringValue and numberValue',
    );
    await refused(CREATE, { input: { ...input, cardinality: 'MANY' } }, 'BAD_REQUEST', 'PropertyCardinality');
  });

  it('stores settings too', async () => {
    const urn = await define({ settings: { showInSearchFilters: true } });
    expect((await definitionOf(urn)).settings).to.deep.equal({ isHidden: false, showInSearchFilters: true });
  });
});

describe('updateStructuredProperty', () => {
  it('replaces name and description, and appends to lists', async () => {
    const urn = await define({ displayName: 'Old', allowedValues: [{ numberValue: 30, description: 'month' }] });
    const input = {
      urn,
      displayName: 'New',
      description: 'about it',
      newAllowedValues: [
        { numberValue: 365, description: 'year' },
        { numberValue: 30, description: 'a month' },
      ],
      newEntityTypes: [entityType('dataset'), entityType('dataFlow')],
      setCardinalityAsMultiple: true,
    };
    expect(await graphql(UPDATE, { input })).to.deep.equal({ updateStructuredProperty: { urn } });
    const { definition } = await definitionOf(urn);
    expect(definition).to.deep.include({ displayName: 'New', description: 'about it', cardinality: 'MULTIPLE' });
    expect(definition.allowedValues).to.deep.equal([
      { value: { numberValue: 30 }, description: 'a month' },
      { value: { numberValue: 365 }, description: 'year' },
    ]);
    expect(definition.entityTypes.map(({ urn: each }: Data) => each)).to.deep.equal([entityType('dataset'), entityType('dataFlow')]);
    await graphql(UPDATE, { input: { urn, newAllowedValues: { numberValue: 30 } } });
    expect((await definitionOf(urn)).definition.allowedValues[0].description).to.equal('a month');
  });

  it('refuses an unknown URN, and a soft-deleted definition', async () => {
    await refused(UPDATE, { input: { urn: urns.of('structuredProperty', own()), displayName: 'x' } }, 'NOT_FOUND', 'has no definition');
    const urn = await define();
    await write(urn, 'status', status(true));
    await refused(UPDATE, { input: { urn, displayName: 'x' } }, 'BAD_REQUEST', 'Cannot mutate a soft deleted Structured Property Definition');
  });

  it('adds a value once, even if several writers add it', async () => {
    const urn = await define({ valueType: dataType('string'), allowedValues: [{ stringValue: 'a/b~c' }] });
    const values = ['a/b~c', 'same', 'n/1'].map((stringValue) => ({ stringValue }));
    const input = { urn, newAllowedValues: values, newEntityTypes: [entityType('chart')], newAllowedPlatforms: [urns.platform('hive')] };
    await Promise.all(Array.from({ length: 5 }, () => graphql(UPDATE, { input })));
    const { definition } = await definitionOf(urn);
    expect(definition.allowedValues.map(({ value }: Data) => value)).to.deep.equal(values);
    expect(definition.entityTypes.map(({ urn: each }: Data) => each)).to.deep.equal([entityType('dataset'), entityType('chart')]);
  });

  it('also appends types of a URN property', async () => {
    const urn = await define({ valueType: dataType('urn') });
    for (const newAllowedTypes of [[entityType('corpuser')], [entityType('corpGroup'), entityType('corpuser')]])
      await graphql(UPDATE, { input: { urn, typeQualifier: { newAllowedTypes } } });
    const types = (await definitionOf(urn)).definition.typeQualifier.allowedTypes;
    expect(types.map(({ urn: each }: Data) => each)).to.deep.equal([entityType('corpuser'), entityType('corpGroup')]);
  });

  it('cannot restrict values that were allowed', async () => {
    await refused(
      UPDATE,
      { input: { urn: await define(), newAllowedValues: [{ numberValue: 1 }] } },
      'BAD_REQUEST',
      'Cannot restrict values that were previously allowed',
    );
  });
});

describe('deleteStructuredProperty', () => {
  it('removes the definition and its values; answers false if there is none', async () => {
    const [urn, dataset] = [await define(), await makeDataset()];
    await upsert(dataset, [urn, { numberValue: 1 }]);
    expect(await graphql(DELETE, { input: { urn } })).to.deep.equal({ deleteStructuredProperty: true });
    expect(await definitionOf(urn)).to.equal(null);
    expect(await valuesOf(dataset)).to.deep.equal([]);
    expect(await graphql(DELETE, { input: { urn } })).to.deep.equal({ deleteStructuredProperty: false });
  });
});

describe('Values of structured properties in GraphQL', () => {
  it('upsertStructuredProperties sets the given properties, keeps the others, and returns all', async () => {
    const [dataset, a, b] = [await makeDataset(), await define(), await define({ valueType: dataType('string'), cardinality: 'MULTIPLE' })];
    await upsert(dataset, [a, { numberValue: 30 }]);
    const { upsertStructuredProperties } = await upsert(dataset, [b, { stringValue: 'x' }, { stringValue: 'y' }]);
    expect(upsertStructuredProperties.properties.map(({ structuredProperty }: Data) => structuredProperty.urn)).to.deep.equal([a, b]);
    await upsert(dataset, [b, { stringValue: 'z' }]);
    const values = await valuesOf(dataset);
    expect(values.map((each) => [each.structuredProperty.urn, each.values, each.valueEntities, each.associatedUrn])).to.deep.equal([
      [a, [{ numberValue: 30 }], [], dataset],
      [b, [{ stringValue: 'z' }], [], dataset],
    ]);
    expect(values[0].structuredProperty.definition.cardinality).to.equal('SINGLE');
  });

  it('removeStructuredProperties returns the remaining properties; it accepts a property that is not set', async () => {
    const [dataset, a, b] = [await makeDataset(), await define(), await define()];
    await upsert(dataset, [a, { numberValue: 1 }], [b, { numberValue: 2 }]);
    for (const urn of [a, await define()]) {
      const { removeStructuredProperties } = await graphql(REMOVE, { input: { assetUrn: dataset, structuredPropertyUrns: urn } });
      expect(removeStructuredProperties).to.deep.equal({ properties: [{ structuredProperty: { urn: b } }] });
    }
  });

  it('valueEntities are the entities to which values of type urn point', async () => {
    const [dataset, user] = [await makeDataset(), urns.user(own())];
    const urn = await define({ valueType: dataType('urn'), typeQualifier: { allowedTypes: [entityType('corpuser')] } });
    await upsert(dataset, [urn, { stringValue: user }]);
    expect((await valuesOf(dataset))[0].valueEntities).to.deep.equal([{ urn: user, type: 'CORP_USER' }]);
  });

  it('URNs of properties with slashes and tildes work', async () => {
    const [dataset, urn] = [await makeDataset(), await define({ id: `io/${own()}~x` })];
    await upsert(dataset, [urn, { numberValue: 1 }]);
    expect((await valuesOf(dataset)).map(({ structuredProperty }) => structuredProperty.urn)).to.deep.equal([urn]);
    await graphql(REMOVE, { input: { assetUrn: dataset, structuredPropertyUrns: [urn] } });
    expect(await valuesOf(dataset)).to.deep.equal([]);
  });

  it('the property and the entity must exist, and the value must fit', async () => {
    const [dataset, urn] = [await makeDataset(), await define({ allowedValues: [{ numberValue: 1 }] })];
    const input = (assetUrn: string, structuredPropertyUrn: string, ...values: object[]) => ({
      input: { assetUrn, structuredPropertyInputParams: [{ structuredPropertyUrn, values }] },
    });
    await refused(UPSERT, input(urns.dataset(own()), urn, { numberValue: 1 }), 'BAD_REQUEST', 'does not exist');
    await refused(UPSERT, input(dataset, urns.of('structuredProperty', own()), { numberValue: 1 }), 'BAD_REQUEST', 'does not exist');
    await refused(UPSERT, input(dataset, urn, { stringValue: 'a' }), 'BAD_REQUEST', 'a number');
    await refused(UPSERT, input(dataset, urn, { numberValue: 2 }), 'BAD_REQUEST', 'should be one of');
    await refused(UPSERT, input(dataset, urn, {}), 'BAD_REQUEST', 'exactly one of stringValue and numberValue');
    expect(await valuesOf(dataset)).to.deep.equal([]);
  });

  it('values of a soft-deleted property are hidden until it is restored, and cannot be set', async () => {
    const [dataset, urn] = [await makeDataset(), await define()];
    await upsert(dataset, [urn, { numberValue: 5 }]);
    await write(urn, 'status', status(true));
    expect(await valuesOf(dataset)).to.deep.equal([]);
    await refused(
      UPSERT,
      { input: { assetUrn: dataset, structuredPropertyInputParams: [{ structuredPropertyUrn: urn, values: [{ numberValue: 6 }] }] } },
      'BAD_REQUEST',
      'Cannot apply a soft deleted Structured Property value',
    );
    await write(urn, 'status', status(false));
    expect((await valuesOf(dataset))[0].values).to.deep.equal([{ numberValue: 5 }]);
  });

  it('structuredProperty(urn) is null for an unknown URN', async () => {
    expect(await definitionOf(urns.of('structuredProperty', own()))).to.equal(null);
  });
});
