/**
 * Each GraphQL operation on structured properties as the API document writes it, inputs in place (docs/semantics.md 15.4).
 */
import { expect } from 'chai';
import { api } from '../support/client.ts';
import { SYNC } from '../support/find.ts';
import { type Data, graphql, refused } from '../support/graphql.ts';
import { ownNames, proposal, urns } from '../support/make.ts';

const own = ownNames('gqldoc');
const id = `${own('io').replaceAll('_', '.')}.retention.days`;
const property = urns.of('structuredProperty', id);
const tagged = urns.of('structuredProperty', `${id}.kind`);
const [one, two, three] = ['a', 'b', 'c'].map((name) => urns.dataset(own(name))) as [string, string, string];

/** Sends a query; what it writes can be searched when this returns. */
async function asked(query: string): Promise<Data> {
  const { body, text, status } = await api.send<{ data: Data; errors?: unknown }>('POST', '/api/graphql', { json: { query }, headers: SYNC });
  expect(status, text).to.equal(200);
  expect(body.errors, text).to.equal(undefined);
  return body.data;
}

describe('The GraphQL operations on structured properties, as documented (docs/semantics.md 15.4)', () => {
  before(async () => {
    for (const urn of [one, two, three]) expect((await api.ingestProposal(proposal(urn, 'status', { removed: false }), SYNC)).status).to.equal(200);
  });

  it('createStructuredProperty', async () => {
    const data = await asked(`mutation createStructuredProperty {
      createStructuredProperty(
        input: {
          id: "${id}"
          qualifiedName: "${id}"
          displayName: "Retention Time"
          description: "How long it is kept"
          valueType: "urn:svc:dataType:svc.number"
          allowedValues: [{ numberValue: 30, description: "a month" }, { numberValue: 90, description: "a quarter" }]
          cardinality: SINGLE
          entityTypes: ["urn:svc:entityType:svc.dataset", "urn:svc:entityType:svc.dataFlow"]
        }
      ) { urn }
    }`);
    expect(data).to.deep.equal({ createStructuredProperty: { urn: property } });
    await asked(`mutation {
      createStructuredProperty(input: { id: "${id}.kind", valueType: "urn:svc:dataType:svc.string", cardinality: MULTIPLE, entityTypes: ["urn:svc:entityType:svc.dataset"] }) { urn }
    }`);
  });

  it('updateStructuredProperty', async () => {
    const data = await asked(`mutation updateStructuredProperty {
      updateStructuredProperty(
        input: { urn: "${property}", displayName: "Retention", description: "In days", newAllowedValues: [{ numberValue: 365, description: "a year" }] }
      ) { urn }
    }`);
    expect(data).to.deep.equal({ updateStructuredProperty: { urn: property } });
  });

  it('structuredProperty(urn)', async () => {
    const data = await asked(`query {
      structuredProperty(urn: "${property}") {
        urn
        type
        definition {
          qualifiedName
          displayName
          description
          cardinality
          allowedValues { value { ... on StringValue { stringValue } ... on NumberValue { numberValue } } description }
          entityTypes { urn info { type qualifiedName } }
        }
      }
    }`);
    expect(data.structuredProperty).to.deep.equal({
      urn: property,
      type: 'STRUCTURED_PROPERTY',
      definition: {
        qualifiedName: id,
        displayName: 'Retention',
        description: 'In days',
        cardinality: 'SINGLE',
        allowedValues: [
          { value: { numberValue: 30 }, description: 'a month' },
          { value: { numberValue: 90 }, description: 'a quarter' },
          { value: { numberValue: 365 }, description: 'a year' },
        ],
        entityTypes: [
          { urn: 'urn:svc:entityType:svc.dataset', info: { type: 'DATASET', qualifiedName: 'svc.dataset' } },
          { urn: 'urn:svc:entityType:svc.dataFlow', info: { type: 'DATA_FLOW', qualifiedName: 'svc.dataFlow' } },
        ],
      },
    });
  });

  it('upsertStructuredProperties', async () => {
    for (const [urn, days] of [
      [one, 30],
      [two, 90],
    ] as const) {
      const data = await asked(`mutation upsertStructuredProperties {
        upsertStructuredProperties(
          input: { assetUrn: "${urn}", structuredPropertyInputParams: [{ structuredPropertyUrn: "${property}", values: [{ numberValue: ${days} }] }] }
        ) { properties { structuredProperty { urn } } }
      }`);
      expect(data.upsertStructuredProperties).to.deep.equal({ properties: [{ structuredProperty: { urn: property } }] });
    }
    await asked(`mutation { upsertStructuredProperties(input: { assetUrn: "${one}", structuredPropertyInputParams: {
      structuredPropertyUrn: "${tagged}", values: [{ stringValue: "gold" }, { stringValue: "raw" }] } }) { properties { structuredProperty { urn } } } }`);
  });

  it('dataset(urn) with its structuredProperties', async () => {
    const data = await asked(`query {
      dataset(urn: "${one}") {
        structuredProperties {
          properties {
            structuredProperty { urn type definition { displayName allowedValues { description } } }
            values { ... on StringValue { stringValue } ... on NumberValue { numberValue } }
            valueEntities { urn type }
          }
        }
      }
    }`);
    expect(data.dataset.structuredProperties.properties).to.deep.equal([
      {
        structuredProperty: {
          urn: property,
          type: 'STRUCTURED_PROPERTY',
          definition: { displayName: 'Retention', allowedValues: ['a month', 'a quarter', 'a year'].map((description) => ({ description })) },
        },
        values: [{ numberValue: 30 }],
        valueEntities: [],
      },
      {
        structuredProperty: { urn: tagged, type: 'STRUCTURED_PROPERTY', definition: { displayName: null, allowedValues: null } },
        values: [{ stringValue: 'gold' }, { stringValue: 'raw' }],
        valueEntities: [],
      },
    ]);
  });

  const scrolled = async (criteria: string): Promise<string[]> => {
    const data = await asked(`query scrollAcrossEntities {
      scrollAcrossEntities(input: { types: DATASET, count: 10, query: "*", orFilters: { and: [${criteria}] } }) { searchResults { entity { urn type } } }
    }`);
    return data.scrollAcrossEntities.searchResults.map(({ entity }: Data) => entity.urn).sort();
  };

  it('scrollAcrossEntities with GREATER_THAN, EXISTS and EQUAL', async () => {
    expect(await scrolled(`{ field: "structuredProperties.${id}", condition: GREATER_THAN, values: ["80"] }`)).to.deep.equal([two]);
    expect(await scrolled(`{ field: "structuredProperties.${id}", condition: EXISTS }`)).to.deep.equal([one, two]);
    expect(await scrolled(`{ field: "structuredProperties.${id}.kind", condition: EQUAL, values: ["gold"] }`)).to.deep.equal([one]);
  });

  it('aggregateAcrossEntities', async () => {
    const aggregate = async (more = '') =>
      (
        await asked(`query {
          aggregateAcrossEntities(
            input: { types: DATASET, facets: ["structuredProperties.${id}.kind", "structuredProperties.${id}"], query: "*",
              orFilters: { and: { field: "structuredProperties.${id}", condition: EXISTS } } ${more} }
          ) { facets { field aggregations { value count } } }
        }`)
      ).aggregateAcrossEntities.facets;
    const [kind, days] = [
      { field: `structuredProperties.${id}.kind`, aggregations: ['gold', 'raw'].map((value) => ({ value, count: 1 })) },
      { field: `structuredProperties.${id}`, aggregations: ['30.0', '90.0'].map((value) => ({ value, count: 1 })) },
    ];
    expect(await aggregate()).to.have.deep.members([kind, days]);
    for (const { aggregations } of await aggregate('searchFlags: { maxAggValues: 1 }')) expect(aggregations).to.have.length(1);
  });

  it('removeStructuredProperties', async () => {
    const data = await asked(`mutation removeStructuredProperties {
      removeStructuredProperties(input: { assetUrn: "${one}", structuredPropertyUrns: ["${property}"] }) { properties { structuredProperty { urn } } }
    }`);
    expect(data.removeStructuredProperties).to.deep.equal({ properties: [{ structuredProperty: { urn: tagged } }] });
    expect(await scrolled(`{ field: "structuredProperties.${id}", condition: EXISTS }`)).to.deep.equal([two]);
  });

  it('filters, facets and definitions of a soft-deleted property are refused', async () => {
    expect((await api.ingestProposal(proposal(property, 'status', { removed: true }), SYNC)).status).to.equal(200);
    const denied = `Cannot filter on deleted Structured Property [${property}]`;
    const find = (rest: string) => `{ scrollAcrossEntities(input: { types: DATASET, query: "*" ${rest} }) { total } }`;
    await refused(find(`orFilters: { and: { field: "structuredProperties.${id}", condition: EXISTS } }`), undefined, 'BAD_REQUEST', denied);
    await refused(
      `{ aggregateAcrossEntities(input: { query: "*", facets: "structuredProperties.${id}" }) { facets { field } } }`,
      undefined,
      'BAD_REQUEST',
      denied,
    );
    expect((await graphql(`{ dataset(urn: "${two}") { structuredProperties { properties { values { __typename } } } } }`)).dataset).to.deep.equal({
      structuredProperties: { properties: [] },
    });
  });
});
