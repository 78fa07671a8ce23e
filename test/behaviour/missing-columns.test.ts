/**
 * Column lineage to columns that the schema of their dataset does not have: told on write, marked in reads.
 */
import { expect } from 'chai';
import { api } from '../support/client.ts';
import { graphql } from '../support/graphql.ts';
import { lineage } from '../support/lineage.ts';
import { ownNames, proposal, schemaMetadata, status, upstreams, urns } from '../support/make.ts';
import { write } from '../support/writes.ts';

const own = ownNames('missing');
const column = (dataset: string, path: string): string => `${dataset.split(':').slice(0, 2).join(':')}:schemaField:(${dataset},${path})`;

describe('Columns that a schema does not have', () => {
  const [up, bare, down] = [urns.dataset(own('up')), urns.dataset(own('bare')), urns.dataset(own('down'))];
  const [there, misspelt, unknown, target] = [column(up, 'id'), column(up, 'idd'), column(bare, 'id'), column(down, 'id')];
  let warning: string | null;

  before(async () => {
    await write(up, 'schemaMetadata', schemaMetadata(['id', 'name']));
    await write(down, 'schemaMetadata', schemaMetadata(['id']));
    const fine = { upstreamType: 'FIELD_SET', upstreams: [there, misspelt, unknown], downstreamType: 'FIELD', downstreams: [target] };
    const answer = await api.ingestProposal(proposal(down, 'upstreamLineage', { ...upstreams(up, bare), fineGrainedLineages: [fine] }));
    expect(answer.status, answer.text).to.equal(200);
    // GraphQL gives what is stored.
    await write(target, 'status', status(false));
    warning = answer.headers.get(api.names.warningHeader);
  });

  it('are named in the answer to the write; nothing is checked for a dataset without a schema', () => {
    expect(warning).to.include(misspelt).and.not.include(there);
    expect(warning).to.not.include(unknown);
  });

  it('are marked by GET /lineage, getLineage and GET /relationships', async () => {
    const marks = (items: readonly { urn?: string; entity?: string; missing?: boolean }[]) =>
      Object.fromEntries(items.map(({ urn, entity, missing }) => [urn ?? entity, missing]));
    const expected = { [there]: undefined, [misspelt]: true, [unknown]: undefined };
    expect(marks((await lineage(target, 'UPSTREAM')).entities)).to.deep.equal(expected);
    const action = await api.send<{ value: { relationships: { entity: string; missing?: boolean }[] } }>('POST', '/relationships?action=getLineage', {
      json: { urn: target, direction: 'UPSTREAM' },
    });
    expect(marks(action.body.value.relationships)).to.deep.equal(expected);
    const related = await api.relationships(target, 'OUTGOING');
    expect(marks(related.body.relationships)).to.include(expected);
  });

  it('are marked in GraphQL, in lineage and in relationships', async () => {
    const { entity } = await graphql(
      `query ($urn: String!) { entity(urn: $urn) {
        lineage(input: {direction: UPSTREAM, start: 0, count: 10}) { relationships { missing entity { urn } } }
        relationships(input: {direction: OUTGOING, start: 0, count: 10}) { relationships { missing entity { urn } } }
      } }`,
      { urn: target },
    );
    for (const { relationships } of [entity.lineage, entity.relationships]) {
      const missing = relationships.filter((each: { missing: boolean }) => each.missing).map((each: { entity: { urn: string } }) => each.entity.urn);
      expect(missing).to.deep.equal([misspelt]);
    }
  });

  it('are no longer marked once the schema has them', async () => {
    await write(up, 'schemaMetadata', schemaMetadata(['id', 'idd']));
    expect((await lineage(target, 'UPSTREAM')).entities.filter((each) => 'missing' in each)).to.deep.equal([]);
  });
});
