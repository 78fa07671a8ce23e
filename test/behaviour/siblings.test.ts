/**
 * A dbt model and its table know of each other (section 8.7 of docs/semantics.md).
 */
import { expect } from 'chai';
import { api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { type Found, search, searchBest, where, writeAllSearchable, writeSearchable } from '../support/find.ts';
import { graphql } from '../support/graphql.ts';
import { deletion, description, ownership, ownNames, proposal, status, tags, upstreams, urns } from '../support/make.ts';
import { erase, values, write } from '../support/writes.ts';

const own = ownNames('siblings');
const pair = (): { model: string; table: string } => {
  const name = `db.${own()}`;
  return { model: urns.dataset(name, 'dbt'), table: urns.dataset(name, 'snowflake') };
};
const named = (urn: string) => write(urn, 'datasetProperties', { name: urn });

/** What an entity says of its siblings; undefined if nothing. */
async function siblingsOf(urn: string): Promise<unknown> {
  return (await values(urn)).siblings;
}

const linked = (model: string, table: string): Promise<void> =>
  eventually(async () => {
    expect(await siblingsOf(model)).to.deep.equal({ siblings: [table], primary: true });
    expect(await siblingsOf(table)).to.deep.equal({ siblings: [model], primary: false });
  });
const unlinked = (...all: string[]): Promise<void> =>
  eventually(async () => {
    for (const urn of all) expect(await siblingsOf(urn), urn).to.equal(undefined);
  });
/** Resolves when Cairn has looked at everything that was written before: it links what is written after it. */
async function lookedAt(): Promise<void> {
  const { model, table } = pair();
  await named(model);
  await write(table, 'upstreamLineage', upstreams(model));
  await linked(model, table);
}

describe('Siblings', () => {
  it('are a table and the model that makes it, whichever comes first', async () => {
    const [first, second] = [pair(), pair()];
    await named(first.model);
    await write(first.table, 'upstreamLineage', upstreams(first.model, urns.dataset(own(), 'snowflake')));
    await linked(first.model, first.table);
    await write(second.table, 'upstreamLineage', upstreams(second.model));
    await lookedAt();
    expect(await siblingsOf(second.table)).to.equal(undefined);
    await named(second.model);
    await linked(second.model, second.table);
  });

  it('are a dbt source and the table that it reads, but not a model and its only input', async () => {
    const [source, other] = [urns.dataset(own(), 'dbt'), pair()];
    const [raw, input] = [urns.dataset(own(), 'snowflake'), urns.dataset(own(), 'snowflake')];
    await named(raw);
    await named(input);
    await write(source, 'subTypes', { typeNames: ['Source'] });
    await write(source, 'upstreamLineage', upstreams(raw));
    await linked(source, raw);
    await write(other.model, 'upstreamLineage', upstreams(input));
    await lookedAt();
    expect(await siblingsOf(input)).to.equal(undefined);
    await write(source, 'subTypes', { typeNames: ['Model'] });
    await unlinked(source, raw);
    await named(other.table);
    await write(other.model, 'upstreamLineage', upstreams(other.table));
    await linked(other.model, other.table);
  });

  it('end with their cause: the lineage, a soft or a hard deletion', async () => {
    const { model, table } = pair();
    await named(model);
    await write(table, 'upstreamLineage', upstreams(model));
    await linked(model, table);
    await erase(table, 'upstreamLineage');
    await unlinked(model, table);
    await write(table, 'upstreamLineage', upstreams(model));
    await linked(model, table);
    await write(model, 'status', status(true));
    await unlinked(model, table);
    await write(model, 'status', status(false));
    await linked(model, table);
    await erase(model, 'datasetKey');
    await unlinked(table);
    await named(model);
    await linked(model, table);
    await write(table, 'upstreamLineage', upstreams(urns.dataset(own(), 'dbt'), urns.dataset(own(), 'dbt')));
    await unlinked(model, table);
  });

  it('stay as a client writes them, or confirms them', async () => {
    const [{ model, table }, confirmed, other] = [pair(), pair(), urns.dataset(own(), 'postgres')];
    await named(model);
    await named(other);
    await write(table, 'siblings', { siblings: [other], primary: true });
    await write(table, 'upstreamLineage', upstreams(model));
    await eventually(async () => expect(await siblingsOf(other)).to.deep.equal({ siblings: [table], primary: false }));
    expect(await siblingsOf(model)).to.equal(undefined);
    await erase(table, 'siblings');
    await linked(model, table);
    await unlinked(other);
    await named(confirmed.model);
    await write(confirmed.table, 'upstreamLineage', upstreams(confirmed.model));
    await linked(confirmed.model, confirmed.table);
    await write(confirmed.table, 'siblings', { siblings: [confirmed.model], primary: false });
    await erase(confirmed.table, 'upstreamLineage');
    await lookedAt();
    await linked(confirmed.model, confirmed.table);
  });

  it('are linked in one batch of many, each once', async () => {
    const pairs = Array.from({ length: 40 }, pair);
    const batch = pairs.flatMap(({ model, table }) => [
      proposal(table, 'upstreamLineage', upstreams(model)),
      proposal(model, 'datasetProperties', { name: model }),
    ]);
    expect((await api.ingestProposalBatch(batch)).status).to.equal(200);
    for (const { model, table } of pairs) await linked(model, table);
    const answer = await api.send<{ aspects: Record<string, { systemMetadata?: { version?: string } }> }>(
      'GET',
      `/entitiesV2/${encodeURIComponent(pairs[0]?.table ?? '')}?aspects=List(siblings)`,
    );
    expect(JSON.stringify(answer.body)).to.include('linkedBy');
    await api.ingestProposalBatch(pairs.map(({ model }) => deletion(model, 'datasetKey')));
    await unlinked(...pairs.map(({ table }) => table));
  });
});

describe('What siblings say', () => {
  const word = ownNames('said')('story').replaceAll('_', '');
  const [model, table] = ['dbt', 'snowflake'].map((platform) => urns.dataset(`${word}.orders`, platform)) as [string, string];
  const [lonely, consumer] = [urns.dataset(`${word}.lonely`, 'snowflake'), urns.dataset(`${word}.consumer`, 'snowflake')];
  const flags = ['hasOwners', 'hasDescription', 'hasTags'];
  const found = async (field: string, value: string, more = {}): Promise<string[]> =>
    (await search({ input: word, filter: where({ field, values: [value] }), ...more })).entities.sort();
  const counts = ({ metadata }: Found, name: string): Record<string, number> | undefined =>
    metadata.searchResultMetadatas.find((each) => each.name === name)?.aggregations;

  before(async () => {
    await writeAllSearchable([
      ...[model, table, lonely, consumer].map((urn) =>
        proposal(urn, 'datasetProperties', { name: `${word} ${urn.includes('orders') ? 'orders' : urn}` }),
      ),
      proposal(table, 'upstreamLineage', upstreams(model)),
      proposal(consumer, 'upstreamLineage', upstreams(table)),
    ]);
    await linked(model, table);
  });

  it('counts for the filters and facets of their flags, and follows them', async () => {
    for (const flag of flags) expect(await found(flag, 'false'), flag).to.have.members([model, table, lonely, consumer]);
    await writeAllSearchable([
      proposal(model, 'ownership', ownership(urns.user(own()))),
      proposal(model, 'datasetProperties', { ...description('what the model is for'), name: `${word} orders` }),
      proposal(model, 'globalTags', tags(urns.tag(own()))),
    ]);
    for (const flag of flags) {
      await eventually(async () => expect(await found(flag, 'true'), flag).to.have.members([model, table]));
      expect(await found(flag, 'false'), flag).to.have.members([lonely, consumer]);
      const facets = await graphql(
        'query ($input: AggregateAcrossEntitiesInput!) { aggregateAcrossEntities(input: $input) { facets { field aggregations { value count } } } }',
        { input: { types: ['DATASET'], query: word, facets: [flag] } },
      );
      const [facet] = facets.aggregateAcrossEntities.facets;
      expect(Object.fromEntries(facet.aggregations.map((each: { value: string; count: number }) => [each.value, each.count]))).to.deep.equal({
        true: 2,
        false: 2,
      });
    }
    await erase(model, 'ownership');
    await eventually(async () => expect(await found('hasOwners', 'true')).to.deep.equal([]));
    await writeSearchable(table, 'ownership', ownership(urns.user(own())));
    await eventually(async () => expect(await found('hasOwners', 'true')).to.have.members([model, table]));
  });

  it('is one hit where a search asks for it: totals, pages, scrolls and facets agree', async () => {
    const groups = { searchFlags: { groupSiblings: true } };
    const all = await search({ input: word });
    expect(all.entities).to.have.members([model, table, lonely, consumer]);
    const grouped = await search({ input: word, ...groups });
    expect([grouped.numEntities, grouped.entities.includes(model), grouped.entities.includes(table)]).to.deep.equal([3, true, false]);
    expect(counts(grouped, 'platform')).to.deep.equal({ [urns.platform('dbt')]: 1, [urns.platform('snowflake')]: 2 });
    const pages = [];
    for (const start of [0, 1, 2, 3]) pages.push(...(await search({ input: word, start, count: 1, ...groups })).entities);
    expect(pages).to.have.members([model, lonely, consumer]);
    // What only the table meets shows the table.
    expect(await found('platform', urns.platform('snowflake'), groups)).to.have.members([table, lonely, consumer]);
    const best = await searchBest({ input: `which ${word} orders are there`, ...groups });
    expect([best.entities.includes(model), best.entities.includes(table)]).to.deep.equal([true, false]);
    const scrolled: string[] = [];
    const query = `query ($input: ScrollAcrossEntitiesInput!) { scrollAcrossEntities(input: $input) { total nextScrollId searchResults { entity { urn } } } }`;
    for (let scrollId: string | undefined; ; ) {
      const input = { types: ['DATASET'], query: word, count: 1, scrollId, searchFlags: { groupSiblings: true, allWords: true } };
      const { total, nextScrollId, searchResults } = (await graphql(query, { input })).scrollAcrossEntities;
      expect(total).to.equal(3);
      scrolled.push(...searchResults.map((each: { entity: { urn: string } }) => each.entity.urn));
      if (!nextScrollId) break;
      scrollId = nextScrollId;
    }
    expect(scrolled).to.have.members([model, lonely, consumer]);
  });

  it('has the consumers of both in its impact', async () => {
    for (const urn of [model, table]) {
      const { body } = await api.send<{ affected: { urn: string }[] }>('GET', `/impact?urn=${encodeURIComponent(urn)}`);
      expect(body.affected.map((each) => each.urn)).to.include(consumer);
    }
  });
});
