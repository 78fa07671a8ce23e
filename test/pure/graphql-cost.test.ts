/**
 * What a GraphQL query costs is known before it runs: the rows of its fields say it, and aliases add up (docs/semantics.md 15.5).
 */
import { expect } from 'chai';
import { getIntrospectionQuery, parse } from 'graphql';
import { costsOf, MOST_COST, refuseCostly, SEARCH, WALK } from '../../src/http/graphql/cost.ts';
import { makePrepare } from '../../src/http/graphql/prepare.ts';
import { makeGraphSchema } from '../../src/http/graphql/schema.ts';
import { loadModel } from '../../src/model/load.ts';

const schema = makeGraphSchema(loadModel('svc', undefined), '1');
const prepare = makePrepare(schema);
const cost = (query: string): number => Math.max(...costsOf(schema, parse(query)).map((each) => each.cost));
const many = (count: number, make: (at: number) => string): string => Array.from({ length: count }, (_, at) => make(at)).join(' ');
const search = (at: number): string => `a${at}: searchAcrossEntities(input: {query: "${at}"}) { total }`;

describe('The cost of a GraphQL query', () => {
  it('is the sum of the costs of its fields, under whatever names and in whatever fragments', () => {
    expect(cost(`{ ${many(3, search)} }`)).to.equal(3 * SEARCH);
    expect(cost(`{ ...f ...g } fragment f on Query { ${search(1)} ...g } fragment g on Query { ... { ${search(2)} } }`)).to.equal(3 * SEARCH);
    expect(cost('{ dataset(urn: "u") { urn lineage(input: {direction: UPSTREAM}) { total } } }')).to.equal(WALK);
    expect(cost('{ listDomains(input: {}) { total } }')).to.equal(SEARCH);
    expect(cost('{ dataset(urn: "u") { urn name } me { corpUser { urn } } }')).to.equal(0);
    expect(cost('mutation { a: createTag(input: {name: "a"}) b: createTag(input: {name: "b"}) }')).to.equal(20);
  });

  it('counts of the types that an entity may have only the dearest', () => {
    const on = (type: string, times: number): string =>
      `... on ${type} { ${many(times, (at) => `a${at}: lineage(input: {direction: UPSTREAM}) { total }`)} }`;
    expect(cost(`{ entity(urn: "u") { ${on('Dataset', 2)} ${on('Chart', 3)} ${on('Dashboard', 1)} } }`)).to.equal(3 * WALK);
  });

  it('leaves what is asked of each hit to the reader', () => {
    expect(cost('{ searchAcrossEntities(input: {}) { searchResults { entity { lineage(input: {direction: UPSTREAM}) { total } } } } }')).to.equal(
      SEARCH,
    );
  });

  it('is refused beyond the limit, by a message with both figures', async () => {
    const { document, errors } = await prepare(`{ ${many(MOST_COST / SEARCH + 1, search)} }`);
    expect(document).to.equal(undefined);
    expect(errors[0]?.message).to.include(`costs ${MOST_COST + SEARCH}; at most ${MOST_COST} are answered`);
    refuseCostly(schema, parse(`{ ${many(MOST_COST / SEARCH, search)} }`));
  });

  it('includes introspection: the usual one passes, __schema is asked for once, and nested lists multiply', async () => {
    expect((await prepare(getIntrospectionQuery({ descriptions: true, oneOf: true, inputValueDeprecation: true }))).errors).to.deep.equal([]);
    const { errors } = await prepare('{ a: __schema { types { name } } ... on Query { b: __schema { types { name } } } }');
    expect(errors[0]?.message).to.include('__schema 2 times');
    const nested = (levels: number): string => (levels === 0 ? 'name' : `fields { type { ${nested(levels - 1)} } }`);
    expect((await prepare(`{ __schema { types { ${nested(5)} } } }`)).errors[0]?.message).to.include('The query costs');
    expect((await prepare(`{ ${many(900, (at) => `a${at}: __type(name: "Dataset") { ${nested(2)} }`)} }`)).errors).to.have.length.greaterThan(0);
    const loop = 'fragment f on __Type { fields { type { ...g } } } fragment g on __Type { fields { type { ...f } } }';
    expect((await prepare(`{ __schema { types { ...f } } } ${loop}`)).errors).to.have.length.greaterThan(0);
  });

  it('begins with the length of its text: reading one of 72,000 characters is heavy, unless it is known', async () => {
    const text = `{ ${many(3_000, (at) => `alias_${10_000 + at}: __typename`)} }`;
    const weights: number[] = [];
    const ask = () => prepare(text, async (weight) => void weights.push(weight));
    for (let asked = 0; asked < 3; asked++) expect((await ask()).errors).to.deep.equal([]);
    expect(weights).to.deep.equal([72, 72]);
    await prepare('{ nothing', async (weight) => void weights.push(weight));
    expect(weights.at(-1), 'a short one').to.equal(0);
    const refused = new Error('the caller has too much at once');
    const late = await prepare(`# ${text}`, () => Promise.reject(refused)).catch((error: unknown) => error);
    expect(late, 'not read before its turn').to.equal(refused);
  });

  it('and its check are remembered once it is asked again', async () => {
    const ask = async () => (await prepare('{ me { corpUser { urn } } }')).document;
    const [first, second, third] = [await ask(), await ask(), await ask()];
    expect(second, 'most queries never come again').not.to.equal(first);
    expect(third).to.equal(second);
  });
});
