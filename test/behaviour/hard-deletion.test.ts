/**
 * Hard deletion means one thing, whichever API asks for it (docs/semantics.md 12.2).
 */
import { expect } from 'chai';
import { api, encode } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { graphql } from '../support/graphql.ts';
import { hardDelete, valueOf } from '../support/legacy.ts';
import { deletion, ownership, ownNames, proposal, tags, typeOf, upstreams, urns } from '../support/make.ts';
import { edges, values, write } from '../support/writes.ts';

const own = ownNames('hard-deletion');
const dataset = () => urns.dataset(own());
const path = (urn: string, version = 'v3') => `/openapi/${version}/entity/${typeOf(urn).toLowerCase()}/${encode(urn)}`;
const isThere = async (urn: string): Promise<boolean> => (await api.send('HEAD', path(urn))).status === 204;

async function remove(urn: string, version: string, aspect = ''): Promise<void> {
  const { status, text } = await api.send('DELETE', `${path(urn, version)}${aspect}`);
  expect(status, text).to.equal(200);
}

async function rollBack(urn: string): Promise<void> {
  const runId = own('run');
  await write(urn, `${typeOf(urn)}Key`, { ...(await values(urn))[`${typeOf(urn)}Key`] }, { systemMetadata: { runId } });
  await valueOf('runs', 'rollback', { runId, hardDelete: true, dryRun: false });
  if (await isThere(urn)) await hardDelete(urn);
}

const DOORS: Readonly<Record<string, (urn: string) => Promise<unknown>>> = {
  'DELETE of the key aspect': async (urn) => expect((await api.ingestProposal(deletion(urn, `${typeOf(urn)}Key`))).status).to.equal(200),
  'a batch': async (urn) => expect((await api.ingestProposalBatch([deletion(urn, `${typeOf(urn)}Key`)])).status).to.equal(200),
  'entities?action=delete': (urn) => hardDelete(urn),
  'OpenAPI v2': (urn) => remove(urn, 'v2'),
  'OpenAPI v3': (urn) => remove(urn, 'v3'),
  'OpenAPI v3, of the key aspect': (urn) => remove(urn, 'v3', `/${typeOf(urn)}Key`),
  'the rollback of a run': rollBack,
};

/** Vocabulary: a URN, what makes it exist, and the mutation that deletes it. */
const VOCABULARY: Readonly<Record<string, [urn: () => string, aspect: string, value: Record<string, unknown>, mutation: string]>> = {
  tag: [() => urns.tag(own()), 'tagProperties', { name: 'T' }, 'deleteTag'],
  domain: [() => urns.of('domain', own()), 'domainProperties', { name: 'D' }, 'deleteDomain'],
  term: [() => urns.term(own()), 'glossaryTermInfo', { definition: 'D', termSource: 'INTERNAL' }, 'deleteGlossaryEntity'],
  user: [() => urns.user(own()), 'corpUserInfo', { active: true }, 'removeUser'],
  group: [() => urns.group(own()), 'corpGroupInfo', { admins: [], members: [], groups: [] }, 'removeGroup'],
};

const NAMING: Readonly<Record<string, (urn: string) => [aspect: string, value: unknown]>> = {
  tag: (urn) => ['globalTags', tags(urn)],
  domain: (urn) => ['domains', { domains: [urn] }],
  term: (urn) => ['glossaryTerms', { terms: [{ urn }], auditStamp: { time: 0, actor: urns.user('etl') } }],
  user: (urn) => ['ownership', ownership(urn)],
  group: (urn) => ['ownership', ownership(urn)],
};

describe('Hard deletion (docs/semantics.md 12.2)', () => {
  for (const [door, end] of Object.entries(DOORS))
    it(`of a domain by ${door} takes it off what is in it`, async () => {
      const [domain, asset] = [urns.of('domain', own()), dataset()];
      await write(domain, 'domainProperties', { name: 'D' });
      await write(asset, 'domains', { domains: [domain] });
      await end(domain);
      expect(await isThere(domain)).to.equal(false);
      expect((await values(asset)).domains?.domains ?? []).to.deep.equal([]);
      await write(domain, 'domainProperties', { name: 'Another' });
      expect(await edges(domain, 'INCOMING')).to.deep.equal([]);
    });

  for (const [what, [urnOf, aspect, value, mutation]] of Object.entries(VOCABULARY))
    it(`of a ${what} by GraphQL takes it off what names it`, async () => {
      const [urn, asset] = [urnOf(), dataset()];
      const [naming, named] = NAMING[what]?.(urn) ?? ['', {}];
      await write(urn, aspect, value);
      await write(asset, naming, named);
      await graphql(`mutation { ${mutation}(urn: "${urn}") }`);
      expect(JSON.stringify(await values(asset))).not.to.include(urn);
    });

  it('takes more references in the background than one answer waits for [long]', async () => {
    const tag = urns.tag(own());
    const assets = Array.from({ length: 1_500 }, dataset);
    await write(tag, 'tagProperties', { name: 'T' });
    await api.ingestProposalBatch(assets.map((urn) => proposal(urn, 'globalTags', tags(tag))));
    await hardDelete(tag);
    const total = async () => (await valueOf<{ total: number }>('entities', 'deleteReferences', { urn: tag, dryRun: true })).total;
    await eventually(async () => expect(await total()).to.equal(0));
    expect(await values(assets.at(-1) ?? '')).not.to.have.property('globalTags');
  });

  for (const [door, end] of Object.entries(DOORS))
    it(`of a table by ${door} takes its columns with it`, async () => {
      const [table, attribute, tag] = [dataset(), urns.of('businessAttribute', own()), urns.tag(own())];
      const [column, other] = [urns.column(table, 'x'), urns.column(dataset(), 'x')];
      await write(table, 'datasetProperties', { description: 'D' });
      for (const each of [column, other]) {
        await write(each, 'businessAttributes', { businessAttribute: { businessAttributeUrn: attribute } });
        await write(each, 'globalTags', tags(tag));
      }
      await end(table);
      expect([await isThere(column), await isThere(other)]).to.deep.equal([false, true]);
      expect(await edges(attribute, 'INCOMING')).to.deep.equal([`BusinessAttributeOf ${other}`]);
      await write(table, 'datasetProperties', { description: 'D' });
      expect(await edges(tag, 'INCOMING')).to.deep.equal([`TaggedWith ${other}`]);
    });

  it('says in a dry run what it would take', async () => {
    const [tag, table] = [urns.tag(own()), dataset()];
    await write(tag, 'tagProperties', { name: 'T' });
    await write(table, 'globalTags', tags(tag));
    for (const column of ['x', 'y']) await write(urns.column(table, column), 'globalTags', tags(tag));
    expect(await hardDelete(tag, { dryRun: true })).to.include({ rows: 2, parts: 0, references: 3 });
    expect(await hardDelete(table, { dryRun: true })).to.include({ parts: 2, references: 0 });
    expect([await isThere(tag), await isThere(table), await isThere(urns.column(table, 'x'))]).to.deep.equal([true, true, true]);
  });

  it('leaves names of tables in the aspects of others, and their lineage is there again when the table is', async () => {
    const [up, down] = [dataset(), dataset()];
    const [from, to] = [urns.column(up, 'a'), urns.column(down, 'b')];
    const lineage = { upstreamType: 'FIELD_SET', upstreams: [from], downstreamType: 'FIELD', downstreams: [to] };
    await write(up, 'datasetProperties', { description: 'U' });
    await write(from, 'globalTags', tags(urns.tag(own())));
    await write(down, 'upstreamLineage', { ...upstreams(up), fineGrainedLineages: [lineage] });
    // What the column itself says, goes with it.
    const now = async () => [(await edges(up, 'INCOMING')).filter((each) => !each.startsWith('FieldOf')), await edges(from, 'INCOMING')];
    const before = await now();
    for (const [door, end] of Object.entries(DOORS)) {
      await end(up);
      expect(await edges(up, 'INCOMING'), door).to.deep.equal([]);
      await write(up, 'datasetProperties', { description: 'U' });
      expect(await now(), door).to.deep.equal(before);
      expect((await api.send<{ total: number }>('GET', `/impact?urn=${encode(up)}`)).body.total, door).to.equal(1);
    }
  });

  it('a table that one batch deletes and writes has its lineage', async () => {
    const [up, down] = [dataset(), dataset()];
    await write(up, 'datasetProperties', { description: 'U' });
    await write(down, 'upstreamLineage', upstreams(up));
    await api.ingestProposalBatch([deletion(up, 'datasetKey'), proposal(up, 'datasetProperties', { description: 'U' })]);
    await eventually(async () => expect(await edges(up, 'INCOMING')).to.deep.equal([`DownstreamOf ${down}`]));
  });

  it('gives very many downstream tables their edges back in the background [long]', async () => {
    const up = dataset();
    const downs = Array.from({ length: 1_200 }, dataset);
    await write(up, 'datasetProperties', { description: 'U' });
    await api.ingestProposalBatch(downs.map((urn) => proposal(urn, 'upstreamLineage', upstreams(up))));
    await hardDelete(up);
    await write(up, 'datasetProperties', { description: 'U' });
    const count = async () => (await api.send<{ total: number }>('GET', `/impact?urn=${encode(up)}`)).body.total;
    await eventually(async () => expect(await count()).to.equal(1_200));
  });
});
