/** /mcp: further tools: lineage, queries, checks, versions, documents, domains, who asks; several assets at once (docs/agents.md). */
import { expect } from 'chai';
import { type Agent, connectAgent } from '../support/agent.ts';
import { api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { description, ownNames, schemaMetadata, stamp, status, tags, upstreams, urns } from '../support/make.ts';
import { sharedCairn } from '../support/shared.ts';
import { values, write } from '../support/writes.ts';

const own = ownNames('mcptools');

describe('/mcp for those who look closer', () => {
  const [raw, orders, mart, gone] = ['raw', 'orders', 'mart', 'gone'].map((label) => urns.dataset(own(label))) as [string, string, string, string];
  const [query, check, incident] = [urns.of('query', own()), urns.of('assertion', own()), urns.of('incident', own())];
  const [tag, domain, sales] = [urns.tag(own('pii')), urns.of('domain', own('sales')), own('Sales of the year')];
  const word = own('word');
  let agent: Agent;
  // biome-ignore lint/suspicious/noExplicitAny: what each tool answers is looked at by name
  const call = (tool: string, args: Record<string, unknown>): Promise<any> => agent.call(tool, args);

  before(async () => {
    for (const urn of [raw, orders, mart]) await write(urn, 'schemaMetadata', schemaMetadata(['id', 'amount', 'note']));
    const from = (upstream: string, downstream: string) => ({
      ...upstreams(upstream),
      fineGrainedLineages: [
        {
          upstreamType: 'FIELD_SET',
          upstreams: [urns.column(upstream, 'amount')],
          downstreamType: 'FIELD',
          downstreams: [urns.column(downstream, 'amount')],
        },
      ],
    });
    await write(orders, 'upstreamLineage', from(raw, orders));
    await write(mart, 'upstreamLineage', from(orders, mart));
    await write(gone, 'upstreamLineage', upstreams(raw));
    await write(gone, 'status', status(true));
    await write(orders, 'datasetProperties', description(word));
    await write(orders, 'datasetProperties', description(`${word} again`));
    const statement = { value: 'select sum(amount) from orders', language: 'SQL' };
    await write(query, 'queryProperties', { statement, source: 'SYSTEM', created: stamp(), lastModified: stamp() });
    await write(query, 'querySubjects', { subjects: [{ entity: orders }, { entity: urns.column(orders, 'amount') }, { entity: mart }] });
    await write(check, 'assertionInfo', {
      type: 'FIELD',
      description: 'amount is never negative',
      fieldAssertion: {
        type: 'FIELD_VALUES',
        entity: orders,
        fieldValuesAssertion: {
          field: { path: 'amount', type: 'NUMBER', nativeType: 'int' },
          operator: 'GREATER_THAN_OR_EQUAL_TO',
          failThreshold: { type: 'COUNT', value: 0 },
          excludeNulls: true,
        },
      },
    });
    for (const [timestampMillis, type] of [
      [1_000, 'SUCCESS'],
      [2_000, 'FAILURE'],
    ] as const)
      await write(check, 'assertionRunEvent', {
        timestampMillis,
        runId: `r${timestampMillis}`,
        asserteeUrn: orders,
        assertionUrn: check,
        status: 'COMPLETE',
        result: { type },
      });
    await write(incident, 'incidentInfo', {
      type: 'FIELD',
      title: 'Negative amounts',
      entities: [orders],
      status: { state: 'ACTIVE', lastUpdated: stamp() },
      created: stamp(),
    });
    await write(tag, 'tagProperties', { name: own('pii') });
    await write(domain, 'domainProperties', { name: sales });
    agent = await connectAgent(sharedCairn().url);
    await eventually(async () => expect((await call('find_data', { question: word })).hits?.[0]?.urn).to.equal(orders), 30_000);
  });
  after(() => agent.close());

  it('follows lineage in both directions, narrowed by hops, words and columns', async () => {
    const up = await call('lineage_of', { asset: mart });
    expect(up.assets.map((each: { urn: string; hops: number }) => [each.urn, each.hops])).to.deep.equal([
      [orders, 1],
      [raw, 2],
    ]);
    const near = await call('lineage_of', { asset: raw, direction: 'downstream', hops: 1 });
    expect([near.total, near.assets[0].urn, near.hidden[0].count]).to.deep.equal([1, orders, 1]);
    const column = await call('lineage_of', { asset: raw, column: 'amount', direction: 'downstream' });
    expect(column.assets.map((each: { columns: string[] }) => each.columns)).to.deep.equal([['amount'], ['amount']]);
    const words = await call('lineage_of', { asset: mart, words: word });
    expect([words.total, words.assets[0].urn]).to.deep.equal([1, orders]);
    expect((await call('lineage_of', { asset: mart, start: 1, limit: 1 })).assets[0].urn).to.equal(raw);
    expect((await call('lineage_of', { asset: raw })).none).to.deep.equal(['assets']);
  });

  it('takes a name that others share for what a tool can answer about, and says what else it is', async () => {
    const [shared, onlyDomain] = [own('shared'), own('alone')];
    const [table, dashboard] = [urns.dataset(shared), urns.of('dashboard', '(looker,shared)')];
    await write(table, 'schemaMetadata', schemaMetadata(['id']));
    await write(dashboard, 'dashboardInfo', { title: shared, description: '', lastModified: { created: stamp(), lastModified: stamp() } });
    await write(urns.of('domain', own()), 'domainProperties', { name: shared });
    await write(urns.of('domain', own()), 'domainProperties', { name: onlyDomain });
    await eventually(async () => expect((await call('describe_asset', { asset: shared })).problem?.kind).to.equal('ambiguous'), 30_000);
    for (const [tool, args] of [
      ['joins_between', { asset: shared, other: orders }],
      ['impact_of_change', { asset: shared, column: 'id' }],
      ['lineage_of', { asset: shared, column: 'id' }],
      ['queries_of', { asset: shared }],
      ['checks_of', { asset: shared, column: 'id' }],
      ['paths_between', { from: shared, fromColumn: 'id', to: orders }],
    ] as const) {
      const answer = await call(tool, args);
      expect([answer.problem, (answer.asset ?? answer.from)?.urn], tool).to.deep.equal([
        undefined,
        tool === 'paths_between' ? answer.from.urn : table,
      ]);
    }
    await eventually(async () => expect((await call('find_data', { question: `"${onlyDomain}"` })).hits?.[0]?.type).to.equal('domain'), 30_000);
    const { problem } = await call('joins_between', { asset: onlyDomain });
    expect(problem.say).to.match(/is a domain\. Here, only these are answered about: .*dataset/);
    expect((await call('find_data', { question: word })).types).to.deep.equal(['dataset']);
    expect((await call('lineage_of', { asset: mart })).direction).to.equal('upstream');
  });

  it('says of a table what its dbt model says, and that it is the sibling that says so', async () => {
    const name = own('sibling');
    const [table, dbt, owner] = [urns.dataset(name), urns.dataset(name, 'dbt'), urns.user(own('owner'))];
    await write(table, 'datasetProperties', { name });
    await write(dbt, 'datasetProperties', { name, description: 'what the model is for' });
    await write(dbt, 'ownership', { owners: [{ owner, type: 'TECHNICAL_OWNER' }], lastModified: stamp() });
    await write(dbt, 'siblings', { siblings: [table], primary: true });
    const { siblings, notKnown = [] } = await call('describe_asset', { asset: table });
    expect(siblings).to.have.length(1);
    expect(siblings[0]).to.include({ urn: dbt, description: 'what the model is for' });
    expect(siblings[0].owners).to.have.length(1);
    expect(notKnown).not.to.include('description').and.not.to.include('owners');
    await write(dbt, 'status', status(true));
    expect((await call('describe_asset', { asset: table })).siblings).to.equal(undefined);
  });

  it('lists queries of a table and of a column', async () => {
    const all = await call('queries_of', { asset: orders });
    expect([all.total, all.queries[0].source, all.queries[0].tables]).to.deep.equal([1, 'SYSTEM', [mart.split(',')[1]]]);
    expect((await call('queries_of', { asset: orders, column: 'AMOUNT' })).total).to.equal(1);
    expect((await call('queries_of', { asset: orders, column: 'note' })).none).to.deep.equal(['queries']);
    expect((await call('queries_of', { asset: orders, source: 'MANUAL' })).total).to.equal(0);
  });

  it('lists checks with their runs, and open incidents', async () => {
    const found = await call('checks_of', { asset: orders, column: 'amount', runs: 5 });
    expect(found.checks[0]).to.deep.include({ urn: check, type: 'FIELD', result: 'FAILURE', columns: ['amount'] });
    expect(found.checks[0].earlier).to.deep.equal([{ result: 'SUCCESS', at: new Date(1_000).toISOString() }]);
    expect(found.incidents[0]).to.include({ urn: incident, title: 'Negative amounts' });
    for (const args of [{ column: 'note' }, { result: 'SUCCESS' }, { type: 'volume' }])
      expect((await call('checks_of', { asset: orders, ...args })).none, JSON.stringify(args)).to.deep.equal(['checks']);
  });

  it('lists versions, with what each changed', async () => {
    const found = await call('history_of', { asset: orders, aspects: ['datasetProperties', 'ownership'] });
    expect([found.totals, found.notKnown]).to.deep.equal([{ datasetProperties: 2 }, ['ownership']]);
    expect(found.versions[0]).to.deep.include({
      version: 0,
      changes: [{ op: 'replace', path: '/description', value: `${word} again` }],
    });
    const older = await call('history_of', { asset: orders, aspects: ['datasetProperties'], start: 1, values: true });
    expect(older.versions[0].value.description).to.equal(word);
  });

  it('searches with conditions, counts and pages', async () => {
    await write(orders, 'globalTags', tags(tag));
    const where = [{ field: 'tags', values: [tag] }];
    await eventually(async () => {
      const found = await call('find_data', { question: '*', where, counts: ['platform'], limit: 0 });
      expect([found.total, found.counts]).to.deep.equal([1, { platform: { [urns.platform('hive')]: 1 } }]);
    });
    const others = await call('find_data', { question: word, where: [{ field: 'tags', values: [tag], not: true }] });
    expect(JSON.stringify(others.hits ?? [])).to.not.include(orders);
    expect((await call('find_data', { question: '*', where, start: 1 })).hits).to.equal(undefined);
    expect((await call('find_data', { question: '*', where: [{ field: 'no_such_field', values: ['x'] }] })).notKnown[0]).to.include('no_such_field');
  });

  it('describes several assets at once, and columns by several words and from a place on', async () => {
    const found = await call('describe_asset', { asset: raw, also: [orders, mart], parts: ['columns', 'description'] });
    expect([found.asset.urn, ...found.also.map((each: { asset: { urn: string } }) => each.asset.urn)]).to.deep.equal([raw, orders, mart]);
    const ten = await call('describe_asset', { asset: raw, also: Array.from({ length: 9 }, () => orders) });
    expect([ten.also.length, ten.cut.map(({ part }: { part: string }) => part)]).to.deep.equal([9, ['downstream']]);
    expect((await call('describe_asset', { asset: raw, parts: ['columns'], columnsLike: ['amo', 'not'] })).columns).to.have.length(2);
    expect((await call('describe_asset', { asset: raw, parts: ['columns'], columnsFrom: 2 })).columns).to.have.length(1);
  });

  it('edits several assets and columns at once, all or none', async () => {
    const also = [urns.column(raw, 'note'), mart];
    const added = await call('change_tags', { asset: raw, add: [tag], also });
    expect([added.changed, added.also.map((each: { changed: boolean; tags: unknown[] }) => [each.changed, each.tags.length])]).to.deep.equal([
      true,
      [
        [true, 1],
        [true, 1],
      ],
    ]);
    const { problem } = await call('change_tags', { asset: raw, remove: [tag], also: [own('nowhere')] });
    expect(problem).to.include({ kind: 'unknown', argument: 'also/0' });
    expect((await values(raw)).globalTags).to.deep.equal({ tags: [{ tag }] });
    const removed = await call('change_tags', { asset: raw, remove: [tag], also });
    expect([removed.none, removed.also[1].tags]).to.deep.equal([['tags'], []]);
    const appended = await call('set_description', { asset: orders, description: ', and more', append: true });
    expect(appended.description).to.equal(`${word} again, and more`);
  });

  it('puts assets in a domain, and takes them out', async () => {
    const put = await call('change_domain', { asset: raw, domain: sales, also: [mart] });
    expect([put.domains[0].urn, put.also[0].domains[0].urn]).to.deep.equal([domain, domain]);
    const out = await call('change_domain', { asset: raw });
    expect([out.changed, out.none]).to.deep.equal([true, ['domains']]);
  });

  it('keeps documents, finds them, and reads passages', async () => {
    const title = own('Refunds');
    const text = `${'x'.repeat(3_000)} Refunds are negative amounts. ${'y'.repeat(3_000)} REFUNDS again.`;
    const saved = await call('save_document', { title, text, kind: 'Decision', about: [orders], tags: [tag] });
    expect([saved.created, saved.title]).to.deep.equal([true, title]);
    await eventually(async () => {
      const { documents } = await call('find_documents', { question: title, about: orders });
      expect(documents?.[0]).to.include({ urn: saved.urn, title, kind: 'Decision', characters: text.length });
    });
    const found = await call('read_document', { documents: [title], find: ['refunds'], around: 10 });
    expect([found.documents[0].found, found.documents[0].passages.map(({ at }: { at: number }) => at)]).to.deep.equal([2, [3_001, 6_032]]);
    const part = await call('read_document', { documents: [saved.urn], maxTokens: 500 });
    expect(part.documents[0].next).to.be.within(500, text.length - 1);
    const changed = await call('save_document', { document: saved.urn, title, text: 'Short' });
    expect([changed.created, changed.changed]).to.deep.equal([false, true]);
    expect((await call('read_document', { documents: [saved.urn] })).documents[0].text).to.equal('Short');
    expect((await agent.ask('save_document', { document: orders, title, text })).body.error?.code).to.equal('bad-parameter');
    expect((await agent.ask('save_document', { document: urns.of('document', own()), title, text })).body.error?.code).to.equal('no-such-entity');
  });

  it('tells who asks', async () => {
    const user = urns.user(own('ann'));
    await write(user, 'corpUserInfo', { active: true, displayName: 'Ann', email: 'ann@example.org' });
    const params = { name: 'who_am_i', arguments: {} };
    const headers = { 'X-Svc-Actor': user };
    const json = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const { body } = await api.send<{ result: { structuredContent: unknown } }>('POST', '/mcp', { json, headers });
    expect(body.result.structuredContent).to.deep.include({
      user: { urn: user, name: 'Ann', type: 'corpuser', email: 'ann@example.org' },
      mayWrite: true,
      sees: 'all',
    });
  });
});
