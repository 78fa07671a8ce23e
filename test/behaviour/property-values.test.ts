/**
 * Structured properties: definitions and values (docs/semantics.md 14), through proposals. The OpenAPI and GraphQL APIs end in the
 * same rules; their own forms are tested in test/apis.
 */
import { expect } from 'chai';
import { patchOf } from '../support/apis/property-api.ts';
import { type Answer, api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { ownNames, proposal, urns } from '../support/make.ts';
import { erase, values, version, write } from '../support/writes.ts';

const own = ownNames('properties');
const dataType = (name: string): string => urns.of('dataType', `svc.${name}`);
const entityType = (name: string): string => urns.of('entityType', `svc.${name}`);

type Values = ({ string: string } | { double: number })[];

/** Defines a property; gives its URN. */
async function define(more: Record<string, unknown> = {}, id = own('p')): Promise<string> {
  const urn = urns.of('structuredProperty', id);
  await write(urn, 'propertyDefinition', definition(urn, more));
  return urn;
}

function definition(urn: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { qualifiedName: urn.slice(urn.lastIndexOf(':') + 1), valueType: dataType('string'), entityTypes: [entityType('dataset')], ...more };
}

async function someDataset(): Promise<string> {
  const urn = urns.dataset(own('d'));
  await write(urn, 'datasetProperties', { description: 'carries values' });
  return urn;
}

/** The same property: types in URNs are of any case. */
const respelt = (property: string): string => property.replace('structuredProperty', 'structuredproperty');
const entry = (propertyUrn: string, list: Values) => ({ propertyUrn, values: list });
const set = (dataset: string, ...properties: unknown[]) => api.ingestProposal(proposal(dataset, 'structuredProperties', { properties }));
const patch = (dataset: string, operations: unknown[]) =>
  api.ingestProposal({
    ...proposal(dataset, 'structuredProperties', { patch: operations, arrayPrimaryKeys: { properties: ['propertyUrn'] } }),
    changeType: 'PATCH',
  });

async function shown(dataset: string): Promise<unknown> {
  return (await values(dataset)).structuredProperties?.properties;
}

async function refused(answer: Promise<{ status: number; text: string }>, reason: string): Promise<void> {
  const { status, text } = await answer;
  expect(status, text).to.equal(422);
  expect(text).to.contain(reason);
}

describe('structured property values', () => {
  it('are stored in the structuredProperties aspect of an entity and read back', async () => {
    const [property, dataset] = [await define(), await someDataset()];
    expect((await set(dataset, entry(property, [{ string: 'a' }]))).status).to.equal(200);
    expect(await shown(dataset)).to.deep.equal([entry(property, [{ string: 'a' }])]);
  });

  it('are replaced as a whole by a write of the aspect', async () => {
    const [one, two, dataset] = [await define(), await define(), await someDataset()];
    await set(dataset, entry(one, [{ string: 'a' }]));
    await set(dataset, entry(two, [{ string: 'b' }]));
    expect(await shown(dataset)).to.deep.equal([entry(two, [{ string: 'b' }])]);
  });

  it('require an existing property', async () => {
    const dataset = await someDataset();
    await refused(set(dataset, entry(urns.of('structuredProperty', own('none')), [{ string: 'a' }])), 'does not exist');
  });

  it('are refused if they violate the definition', async () => {
    const dataset = await someDataset();
    const single = await define();
    const number = await define({ valueType: dataType('number'), cardinality: 'MULTIPLE' });
    const date = await define({ valueType: dataType('date') });
    const user = await define({ valueType: dataType('urn'), typeQualifier: { allowedTypes: [entityType('corpuser')] } });
    const chosen = await define({ allowedValues: [{ value: { string: 'a' } }, { value: { string: 'b' } }] });
    const flows = await define({ entityTypes: [entityType('dataFlow')] });
    const snowflake = await define({ allowedPlatforms: [urns.platform('snowflake')] });
    await refused(set(dataset, entry(single, [{ string: 'a' }, { string: 'b' }])), 'cardinality');
    await refused(set(dataset, entry(single, [{ double: 1 }])), 'string');
    await refused(set(dataset, entry(number, [{ string: 'many' }])), 'a number');
    await refused(set(dataset, entry(number, [{ string: '0x10' }])), 'a number');
    await refused(set(dataset, entry(date, [{ string: '2024-02-30' }])), 'YYYY-MM-DD');
    await refused(set(dataset, entry(user, [{ string: urns.tag('x') }])), 'corpuser');
    await refused(set(dataset, entry(chosen, [{ string: 'baz' }])), '{string=baz} should be one of [');
    await refused(set(dataset, entry(flows, [{ string: 'a' }])), 'is not for entities of type dataset');
    await refused(set(dataset, entry(snowflake, [{ string: 'a' }])), 'is only for entities of');
    await refused(set(dataset, entry(single, [{ string: 'a' }]), entry(single, [{ string: 'b' }])), 'has multiple entries');
    await refused(set(dataset, entry(single, [{ string: 'a' }]), entry(respelt(single), [{ string: 'b' }])), 'has multiple entries');
    expect(await shown(dataset)).to.equal(undefined);
    await set(
      dataset,
      entry(number, [{ double: 1 }, { double: 2.5 }]),
      entry(date, [{ string: '2024-02-29' }]),
      entry(user, [{ string: urns.user('joe') }]),
    );
    expect(await shown(dataset)).to.have.length(3);
  });

  it('that are too long are refused, and the error does not repeat them', async () => {
    const [property, dataset] = [await define(), await someDataset()];
    expect((await set(dataset, entry(property, [{ string: 'é'.repeat(16_383) }]))).status).to.equal(200);
    const answer = await set(dataset, entry(property, [{ string: 'é'.repeat(16_384) }]));
    await refused(Promise.resolve(answer), 'at most 32766 bytes long');
    expect(answer.text.length).to.be.below(2_000);
  });

  it('of rich text may be longer than those of strings', async () => {
    const [property, dataset] = [await define({ valueType: dataType('rich_text') }), await someDataset()];
    const long = entry(property, [{ string: 'word '.repeat(8_000) }]);
    expect((await set(dataset, long)).status).to.equal(200);
    expect(await shown(dataset)).to.deep.equal([long]);
  });

  it('create the entity in proposals, batches and patches, as any aspect does; not in calls about an existing entity', async () => {
    const property = await define();
    const value = { properties: [entry(property, [{ string: 'a' }])] };
    const patch = patchOf('add', property, entry(property, [{ string: 'a' }]));
    const aspect = (version: string, urn: string) => `/openapi/${version}/entity/dataset/${encodeURIComponent(urn)}/structuredProperties`;
    const post = (path: string, json: unknown, method = 'POST') => api.send(method, path, { json });
    const input = (assetUrn: string) => ({
      assetUrn,
      structuredPropertyInputParams: [{ structuredPropertyUrn: property, values: [{ stringValue: 'a' }] }],
    });
    const ways: readonly ((urn: string) => Promise<Answer>)[] = [
      (urn) => api.ingestProposal(proposal(urn, 'structuredProperties', value)),
      (urn) => api.ingestProposal(proposal(urn, 'structuredProperties', value, { systemMetadata: { runId: own('run'), lastObserved: 1 } })),
      (urn) => api.ingestProposalBatch([proposal(urn, 'structuredProperties', value), proposal(urn, 'status', { removed: false })]),
      (urn) => post('/openapi/v3/entity/dataset?async=false', [{ urn, structuredProperties: { value } }]),
      (urn) => post('/openapi/v3/entity/dataset?async=false', [{ urn, structuredProperties: { value: patch } }], 'PATCH'),
      (urn) => post(aspect('v3', urn), patch, 'PATCH'),
      (urn) => post(`${aspect('v3', urn)}?createIfNotExists=true`, { value }),
    ];
    for (const [index, way] of ways.entries()) {
      const urn = urns.dataset(own('d'));
      const answer = await way(urn);
      expect(answer.status, `${index}: ${answer.text}`).to.equal(200);
      expect(await shown(urn), String(index)).to.deep.equal(value.properties);
      expect((await api.entity(urn)).body.aspects, String(index)).to.include.keys('datasetKey', 'dataPlatformInstance');
    }
    const missing = urns.dataset(own('none'));
    for (const answer of [
      await post(aspect('v3', missing), { value }),
      await post(aspect('v2', missing), value),
      await post(`${aspect('v3', missing)}?createIfNotExists=false`, { value }),
      await post('/api/graphql', {
        query:
          'mutation ($input: UpsertStructuredPropertiesInput!) { upsertStructuredProperties(input: $input) { properties { structuredProperty { urn } } } }',
        variables: { input: input(missing) },
      }),
    ])
      expect(answer.text).to.include('the entity does not exist').and.include('property-without-entity');
    expect((await api.send('HEAD', `/openapi/v3/entity/dataset/${encodeURIComponent(missing)}`)).status).to.equal(404);
  });

  it('of an immutable property can be neither changed nor removed', async () => {
    const [property, dataset] = [await define({ immutable: true }), await someDataset()];
    await set(dataset, entry(property, [{ string: 'a' }]));
    await refused(set(dataset, entry(property, [{ string: 'b' }])), 'Cannot mutate an immutable property');
    await refused(set(dataset), 'Cannot delete an immutable property');
    await refused(set(dataset, entry(respelt(property), [{ string: 'b' }])), 'Cannot mutate an immutable property');
    const other = { op: 'add', path: `/properties/${respelt(property)}`, value: entry(respelt(property), [{ string: 'b' }]) };
    await refused(patch(dataset, [other]), 'Cannot mutate an immutable property');
    expect((await set(dataset, entry(property, [{ string: 'a' }]))).status).to.equal(200);
    expect((await set(dataset, entry(respelt(property), [{ string: 'a' }]))).status).to.equal(200);
  });

  it('are added and removed one property at a time by a patch, leaving the others in place', async () => {
    const [one, two, dataset] = [await define(), await define({}, `${own('p')}.a/b~c`), await someDataset()];
    await set(dataset, entry(one, [{ string: 'a' }]));
    const path = (urn: string): string => `/properties/${urn.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    expect((await patch(dataset, [{ op: 'add', path: path(two), value: entry(two, [{ string: 'b' }]) }])).status).to.equal(200);
    expect(await shown(dataset)).to.deep.equal([entry(one, [{ string: 'a' }]), entry(two, [{ string: 'b' }])]);
    await patch(dataset, [{ op: 'add', path: path(one), value: { values: [{ string: 'c' }] } }]);
    await patch(dataset, [{ op: 'remove', path: path(two) }]);
    await patch(dataset, [{ op: 'remove', path: path(two) }]);
    expect(await shown(dataset)).to.deep.equal([{ values: [{ string: 'c' }], propertyUrn: one }]);
  });

  it('can be patched under any spelling of the type in the URN of their property', async () => {
    const [property, dataset] = [await define(), await someDataset()];
    await set(dataset, entry(property, [{ string: 'a' }]));
    const path = `/properties/${respelt(property)}`;
    await patch(dataset, [{ op: 'add', path, value: entry(property, [{ string: 'b' }]) }]);
    expect(await shown(dataset)).to.deep.equal([entry(property, [{ string: 'b' }])]);
    await patch(dataset, [{ op: 'remove', path }]);
    expect(await shown(dataset)).to.deep.equal([]);
  });

  it('can be patched by a path with unescaped slashes of the URN', async () => {
    const [property, dataset] = [await define({}, `${own('p')}/raw`), await someDataset()];
    await patch(dataset, [{ op: 'add', path: `/properties/${property}`, value: entry(property, [{ string: 'b' }]) }]);
    expect(await shown(dataset)).to.deep.equal([entry(property, [{ string: 'b' }])]);
    await patch(dataset, [{ op: 'remove', path: `/properties/${property}` }]);
    expect(await shown(dataset)).to.deep.equal([]);
  });
});

describe('a soft-deleted structured property', () => {
  it('hides its values, refuses new ones and changes of its definition, and shows all again when it is restored', async () => {
    const [property, other, dataset] = [await define(), await define(), await someDataset()];
    await set(dataset, entry(property, [{ string: 'a' }]), entry(other, [{ string: 'o' }]));
    await write(property, 'status', { removed: true });
    expect(await shown(dataset)).to.deep.equal([entry(other, [{ string: 'o' }])]);
    await refused(set(dataset, entry(property, [{ string: 'b' }])), 'Cannot apply a soft deleted Structured Property value');
    const changed = api.ingestProposal(proposal(property, 'propertyDefinition', definition(property, { displayName: 'x' })));
    await refused(changed, 'Cannot mutate a soft deleted Structured Property Definition');
    await set(dataset, entry(other, [{ string: 'p' }]));
    await erase(property, 'status');
    expect(await shown(dataset)).to.have.deep.members([entry(other, [{ string: 'p' }]), entry(property, [{ string: 'a' }])]);
  });
});

describe('a hard-deleted structured property', () => {
  it('loses its values at once for readers, then in the store; a new property with its id does not get them', async () => {
    const [property, dataset] = [await define(), await someDataset()];
    await set(dataset, entry(property, [{ string: 'a' }]));
    await erase(property, 'structuredPropertyKey');
    expect(await shown(dataset)).to.deep.equal([]);
    await write(property, 'propertyDefinition', definition(property));
    expect(await shown(dataset)).to.deep.equal([]);
    // The clean-up is a write of its own, which shows as a version.
    await eventually(async () => expect(await version(dataset, 'structuredProperties', 1)).to.not.equal(undefined));
    expect((await set(dataset, entry(property, [{ string: 'a' }]))).status).to.equal(200);
    expect(await shown(dataset)).to.deep.equal([entry(property, [{ string: 'a' }])]);
  });
});

describe('a structured property whose definition alone is deleted', () => {
  it('loses its values, also if it is defined again with another type', async () => {
    const [property, dataset] = [await define(), await someDataset()];
    await set(dataset, entry(property, [{ string: 'a' }]));
    await erase(property, 'propertyDefinition');
    expect(await shown(dataset)).to.deep.equal([]);
    await write(property, 'propertyDefinition', definition(property, { valueType: dataType('number') }));
    expect(await shown(dataset)).to.deep.equal([]);
    await set(dataset, entry(property, [{ double: 1 }]));
    expect(await shown(dataset)).to.deep.equal([entry(property, [{ double: 1 }])]);
  });
});

describe('a change of a property definition', () => {
  const change = (property: string, more: Record<string, unknown>) =>
    api.ingestProposal(proposal(property, 'propertyDefinition', definition(property, more)));

  it('that would invalidate values is refused without a new version', async () => {
    const property = await define({ cardinality: 'MULTIPLE', allowedValues: [{ value: { string: 'a' } }, { value: { string: 'b' } }] });
    const base = { cardinality: 'MULTIPLE', allowedValues: [{ value: { string: 'a' } }, { value: { string: 'b' } }] };
    await refused(change(property, { ...base, cardinality: 'SINGLE' }), 'cannot be changed from MULTI to SINGLE');
    await refused(change(property, { ...base, valueType: dataType('number') }), 'Value type cannot be changed');
    await refused(change(property, { ...base, allowedValues: [{ value: { string: 'a' } }] }), 'Cannot restrict values that were previously allowed');
    await refused(change(property, { ...base, qualifiedName: 'other' }), 'qualifiedName cannot be changed');
    await refused(change(property, { ...base, version: '2024' }), 'yyyyMMddhhmmss');
    expect((await change(property, { ...base, allowedValues: undefined, displayName: 'x' })).status).to.equal(200);
  });

  it('that is breaking is accepted with a newer version, and earlier values are no longer readable', async () => {
    const [property, dataset] = [await define({ cardinality: 'MULTIPLE' }), await someDataset()];
    await set(dataset, entry(property, [{ string: 'a' }, { string: 'b' }]));
    expect((await change(property, { version: '20240614080000' })).status).to.equal(200);
    expect(await shown(dataset)).to.deep.equal([]);
    await set(dataset, entry(property, [{ string: 'c' }]));
    expect(await shown(dataset)).to.deep.equal([entry(property, [{ string: 'c' }])]);
    await refused(change(property, { version: '20230101000000' }), 'version must be greater');
  });

  it('requires existing value types and entity types', async () => {
    const urn = urns.of('structuredProperty', own('p'));
    await refused(change(urn, { valueType: dataType('colour') }), '"pointer":"/valueType"');
    await refused(change(urn, { entityTypes: [entityType('spaceship')] }), 'URN does not exist');
    await refused(change(urns.of('structuredProperty', 'two words'), {}), 'spaces');
  });

  it('is refused if its id has the same search name as another property', async () => {
    const id = own('p');
    await define({}, `${id}.x`);
    await refused(change(urns.of('structuredProperty', `${id}_x`), {}), `${id}.x`);
  });
});
