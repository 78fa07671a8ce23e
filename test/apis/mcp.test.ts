/** /mcp: the tools that read, by the client of the official SDK (docs/agents.md). */
import { expect } from 'chai';
import { type Agent, connectAgent } from '../support/agent.ts';
import { api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { description, ownership, ownNames, schemaMetadata, stamp, status, upstreams, urns } from '../support/make.ts';
import { sharedCairn } from '../support/shared.ts';
import { write } from '../support/writes.ts';

const own = ownNames('agents');
const at = (dataset: string, column: string): string => urns.column(dataset, column);
const fromColumns = (downstream: string, pairs: readonly (readonly [from: string, to: string])[]) => ({
  fineGrainedLineages: pairs.map(([from, to]) => ({
    upstreamType: 'FIELD_SET',
    upstreams: [from],
    downstreamType: 'FIELD',
    downstreams: [at(downstream, to)],
  })),
});

describe('/mcp for readers', () => {
  const names = Object.fromEntries(['orders', 'customers', 'items', 'mart', 'report', 'ghost', 'other', 'copy'].map((label) => [label, own(label)]));
  const name = (label: string): string => names[label] ?? '';
  const urn = (label: string): string => urns.dataset(name(label));
  const [ann, bob, dashboard, query] = [urns.user(own('ann')), urns.user(own('bob')), urns.dashboard(own('dash')), urns.of('query', own('query'))];
  let agent: Agent;
  const found = async (question: string) => (await agent.call('find_data', { question })).hits?.map((hit) => hit.urn);

  before(async () => {
    await write(ann, 'corpUserInfo', { active: true, displayName: 'Ann Example', email: 'ann@example.org' });
    await write(bob, 'corpUserInfo', { active: true, displayName: 'Bob Example' });
    await write(urn('customers'), 'schemaMetadata', schemaMetadata(['id', 'email']));
    await write(
      urn('orders'),
      'schemaMetadata',
      schemaMetadata(['id', 'customer_id', 'amount', 'note'], {
        primaryKeys: ['id'],
        foreignKeys: [
          {
            name: 'fk',
            foreignDataset: urn('customers'),
            sourceFields: [at(urn('orders'), 'customer_id')],
            foreignFields: [at(urn('customers'), 'id')],
          },
        ],
      }),
    );
    await write(
      urn('items'),
      'schemaMetadata',
      schemaMetadata(['order_id', 'sku'], {
        foreignKeys: [
          { name: 'fk', foreignDataset: urn('orders'), sourceFields: [at(urn('items'), 'order_id')], foreignFields: [at(urn('orders'), 'id')] },
        ],
      }),
    );
    await write(urn('orders'), 'datasetProperties', description('What was ordered'));
    await write(urn('orders'), 'ownership', ownership(ann));
    await write(urn('orders'), 'globalTags', { tags: [] });
    await write(urn('mart'), 'schemaMetadata', schemaMetadata(['total', 'day']));
    await write(urn('mart'), 'ownership', ownership(bob));
    await write(urn('mart'), 'upstreamLineage', {
      ...upstreams(urn('orders')),
      ...fromColumns(urn('mart'), [[at(urn('orders'), 'amount'), 'total']]),
    });
    await write(urn('report'), 'upstreamLineage', upstreams(urn('mart')));
    // Of the same name as in the mart: a landing of its own.
    await write(urn('copy'), 'upstreamLineage', { ...upstreams(), ...fromColumns(urn('copy'), [[at(urn('orders'), 'amount'), 'total']]) });
    await write(urn('report'), 'schemaMetadata', schemaMetadata(['x']));
    await write(urn('ghost'), 'upstreamLineage', upstreams(urn('orders')));
    await write(urn('ghost'), 'status', status(true));
    await write(urn('other'), 'datasetProperties', description('Stands alone'));
    await write(dashboard, 'dashboardInfo', {
      title: own('Overview'),
      description: '',
      charts: [],
      datasets: [urn('mart')],
      lastModified: { created: stamp(), lastModified: stamp() },
    });
    const statement = { value: 'select * from orders join customers on customer_id = id', language: 'SQL' };
    await write(query, 'queryProperties', { statement, source: 'MANUAL', name: 'with names', created: stamp(bob), lastModified: stamp(bob) });
    await write(query, 'querySubjects', { subjects: [{ entity: urn('orders') }, { entity: urn('customers') }] });
    agent = await connectAgent(sharedCairn().url);
    await eventually(async () => expect(await found(name('other'))).to.include(urn('other')), 30_000);
  });
  after(() => agent.close());

  it('lists tools with exact schemas, and says which of them write', async () => {
    const { tools } = await agent.client.listTools();
    expect(tools.map((each) => each.name)).to.include.members(['find_data', 'describe_asset', 'impact_of_change', 'joins_between']);
    for (const tool of tools) {
      expect(tool.inputSchema.additionalProperties, tool.name).to.equal(false);
      expect(tool.outputSchema, tool.name).to.be.an('object');
      expect(tool.annotations?.readOnlyHint, tool.name).to.equal(!/^(set|change|save)_/.test(tool.name) || /^changes_/.test(tool.name));
    }
  });

  it('finds assets, and says why', async () => {
    const { hits = [] } = await agent.call('find_data', { question: name('orders') });
    expect(hits[0]).to.include({ urn: urn('orders'), type: 'dataset', description: 'What was ordered', columns: 4 });
    expect(hits[0]?.why).to.be.an('array');
    const nothing = await agent.call('find_data', { question: 'qwrtzplkjhgfd' });
    expect(nothing).to.deep.include({ total: 0, none: ['hits'] });
  });

  it('says which words of a question a hit lacks, and which none has', async () => {
    const { best, hits = [] } = await agent.call('find_data', { question: `${name('orders')} qwrtzplkjhgfd` });
    expect(best?.unmet).to.deep.equal(['qwrtzplkjhgfd']);
    expect(hits[0]).to.deep.include({ urn: urn('orders'), lacks: ['qwrtzplkjhgfd'] });
  });

  it('describes an asset, and tells "none" from "not known"', async () => {
    const known = await agent.call('describe_asset', { asset: urn('orders') });
    expect(known.asset).to.include({ urn: urn('orders'), name: name('orders') });
    expect(known.columns?.[0]).to.include({ name: 'id', key: true });
    expect(known.columns?.[1]).to.include({ name: 'customer_id', references: `${name('customers')}.id` });
    expect(known.owners).to.deep.equal([{ urn: ann, name: 'Ann Example', type: 'DATAOWNER' }]);
    expect(known.queries?.[0]?.statement).to.include('join customers');
    expect(known.none).to.deep.equal(['tags']);
    expect(known.notKnown).to.include.members(['terms', 'usage', 'freshness', 'upstream']).and.not.include('columns');
    expect(known.hidden?.[0]).to.include({ what: 'lineage', count: 1 });
  });

  it('cuts an answer to the tokens that the caller gives, and says what was cut', async () => {
    const wide = urns.dataset(own('wide'));
    await write(wide, 'schemaMetadata', schemaMetadata(Array.from({ length: 400 }, (_, index) => `column_number_${index}`)));
    for (const maxTokens of [500, 1_000, 4_000]) {
      const { text, body } = await agent.ask('describe_asset', { asset: wide, maxTokens });
      expect(Buffer.byteLength(text) / 2.6, String(maxTokens)).to.be.at.most(maxTokens);
      const cut = body.cut?.find(({ part }) => part === 'columns');
      expect(cut).to.include({ shown: body.columns?.length ?? 0, of: 400 });
      expect(Buffer.byteLength(text) / 2.6).to.be.at.least(maxTokens * 0.4);
    }
    const { columns } = await agent.call('describe_asset', { asset: wide, columnsLike: 'number_399' });
    expect(columns).to.have.length(1);
  });

  it('takes names: lists what an ambiguous one may mean, and what is like an unknown one', async () => {
    const twin = own('twin');
    await write(urns.dataset(twin, 'hive'), 'datasetProperties', description('one'));
    await write(urns.dataset(twin, 'postgres'), 'datasetProperties', description('other'));
    const both = [urns.dataset(twin, 'hive'), urns.dataset(twin, 'postgres')];
    await eventually(async () => expect(await found(twin)).to.include.members(both), 30_000);
    const { problem } = await agent.call('describe_asset', { asset: twin.toUpperCase() });
    expect(problem).to.include({ kind: 'ambiguous' });
    expect(problem?.candidates).to.have.length(2);
    const unknown = await agent.call('who_knows', { asset: urns.dataset(own('never')) });
    expect(unknown.problem?.kind).to.equal('unknown');
    expect((await agent.call('describe_asset', { asset: urn('ghost') })).problem?.kind).to.equal('hidden');
    expect((await agent.call('describe_asset', { asset: name('other') })).asset?.urn).to.equal(urn('other'));
  });

  it('tells the impact of a column, with the columns where it lands and whom to tell', async () => {
    const amount = await agent.call('impact_of_change', { asset: urn('orders'), column: 'AMOUNT' });
    expect(amount).to.include({ column: 'amount', assets: 4, landingColumns: 2 });
    const columns = new Map(amount.affected?.map((each) => [each.urn, each.columns]));
    expect(columns.get(urn('mart'))).to.deep.equal([{ column: 'total', hops: 1 }]);
    expect(columns.get(urn('copy'))).to.deep.equal([{ column: 'total', hops: 1 }]);
    expect(columns.get(urn('report'))).to.equal('notKnown');
    expect(columns.get(dashboard)).to.equal('notKnown');
    expect(amount.tell).to.deep.equal([{ urn: bob, name: 'Bob Example', assets: 1 }]);
    expect(amount.hidden?.[0]).to.include({ what: 'affected', count: 1 });
    const note = await agent.call('impact_of_change', { asset: at(urn('orders'), 'note') });
    expect(note.affected?.find((each) => each.urn === urn('mart'))?.columns).to.equal('none');
    expect(note.none).to.include('references');
  });

  it('tells which keys refer to a column', async () => {
    const { references } = await agent.call('impact_of_change', { asset: urn('customers'), column: 'id' });
    expect(references).to.deep.include({ urn: urn('orders'), name: name('orders'), type: 'dataset', relationship: 'ForeignKeyTo' });
  });

  it('lists the columns of a schema that does not have the column', async () => {
    const { problem } = await agent.call('impact_of_change', { asset: urn('orders'), column: 'nope' });
    expect(problem).to.deep.include({ kind: 'unknownColumn', candidates: ['id', 'customer_id', 'amount', 'note'] });
  });

  it('finds the paths between two assets, in both directions, and between columns', async () => {
    for (const [from, to] of [
      ['orders', 'report'],
      ['report', 'orders'],
    ] as const) {
      const { paths = [] } = await agent.call('paths_between', { from: urn(from), to: urn(to) });
      expect(paths[0]?.steps.map((step) => step.urn)).to.deep.equal([urn('orders'), urn('mart'), urn('report')]);
    }
    const columns = await agent.call('paths_between', { from: urn('orders'), fromColumn: 'amount', to: urn('mart'), toColumn: 'total' });
    expect(columns.paths?.[0]?.steps).to.have.length(2);
    const [top, gone, end] = ['top', 'gone', 'end'].map((label) => urns.dataset(own(label))) as [string, string, string];
    for (const dataset of [top, gone, end]) await write(dataset, 'schemaMetadata', schemaMetadata(['a']));
    await write(gone, 'upstreamLineage', { ...upstreams(top), ...fromColumns(gone, [[at(top, 'a'), 'a']]) });
    await write(end, 'upstreamLineage', { ...upstreams(gone), ...fromColumns(end, [[at(gone, 'a'), 'a']]) });
    await write(gone, 'status', status(true));
    for (const column of [{}, { fromColumn: 'a', toColumn: 'a' }])
      expect((await agent.call('paths_between', { from: top, to: end, ...column })).paths?.[0]?.removed, JSON.stringify(column)).to.equal(true);
    const apart = await agent.call('paths_between', { from: urn('orders'), to: urn('other') });
    expect(apart.none).to.deep.equal(['paths', 'sharedSources', 'sharedTargets']);
    const ends = await agent.call('paths_between', { from: urn('report'), to: dashboard });
    expect(ends.sharedSources?.[0]).to.include({ urn: urn('mart'), hopsFrom: 1, hopsTo: 1 });
  });

  it('finds joins by keys and queries, and over a table in between', async () => {
    const direct = await agent.call('joins_between', { asset: urn('orders'), other: urn('customers') });
    expect(direct.joins?.[0]).to.deep.include({ how: 'foreignKey', on: [`${name('orders')}.customer_id = ${name('customers')}.id`] });
    expect(direct.joins?.find(({ how }) => how === 'query')).to.include({ queries: 1 });
    const far = await agent.call('joins_between', { asset: urn('items'), other: urn('customers') });
    expect(far.through?.[0]?.steps.map((step) => step.urn)).to.deep.equal([urn('items'), urn('orders'), urn('customers')]);
    expect(far.through?.[0]?.on).to.deep.equal([['order_id = id'], ['customer_id = id']]);
    const made = await agent.call('joins_between', { asset: urn('mart'), other: urn('orders') });
    expect(made.joins?.[0]).to.deep.include({ how: 'lineage', on: [`${name('orders')}.amount = ${name('mart')}.total`] });
    const none = await agent.call('joins_between', { asset: urn('other') });
    expect(none.none).to.deep.equal(['joins']);
  });

  it('tells who knows about an asset, and why', async () => {
    const { people = [], notKnown } = await agent.call('who_knows', { asset: urn('orders') });
    expect(people[0]).to.deep.include({ urn: ann, email: 'ann@example.org', because: [{ reason: 'owner', detail: 'DATAOWNER' }] });
    expect(people[1]?.because.map(({ reason }) => reason)).to.have.members(['queryAuthor', 'ownerBeside']);
    expect(notKnown).to.deep.equal(['users']);
  });

  it('tells what changed, in an asset and in the catalog', async () => {
    const before = new Date().toISOString();
    await write(urn('orders'), 'schemaMetadata', schemaMetadata(['id', 'customer_id', 'amount'], { primaryKeys: ['id'] }));
    const { changes = [] } = await agent.call('changes_since', { asset: urn('orders'), since: before });
    expect(changes.find(({ breaking }) => breaking)?.what).to.equal('The column note was removed');
    const { entities = [] } = await agent.call('changes_since', { since: before, types: ['dataset'], maxTokens: 50_000 });
    expect(entities.find((each) => each.urn === urn('orders'))?.aspects).to.deep.equal(['schemaMetadata']);
    const never = await agent.call('changes_since', { asset: urn('other'), since: before });
    expect(never.none).to.deep.equal(['changes']);
  });

  it('names the argument that does not fit, as an answer that a model can read', async () => {
    const wrong = await agent.ask('find_data', { question: 'x', limits: 3 });
    expect(wrong.isError).to.equal(true);
    expect(wrong.body.error?.code).to.equal('bad-tool-input');
    const time = await agent.ask('changes_since', { since: 'yesterday' });
    expect(time.body.error?.details?.[0]?.pointer).to.equal('/since');
    expect((await agent.ask('find_data', { question: 'x', types: ['nope'] })).body.error?.code).to.equal('unknown-entity-type');
  });

  it('has a resource for each entity', async () => {
    const { resourceTemplates } = await agent.client.listResourceTemplates();
    expect(resourceTemplates[0]?.uriTemplate).to.equal('cairn://entity/{urn}');
    const { contents } = await agent.client.readResource({ uri: `cairn://entity/${encodeURIComponent(urn('orders'))}` });
    const [content] = contents as { text: string }[];
    const entity = JSON.parse(content?.text ?? '{}') as { aspects: Record<string, { description?: string }> };
    expect(entity.aspects.datasetProperties?.description).to.equal('What was ordered');
    const page = await agent.client.listResources();
    expect(page.resources.length).to.be.greaterThan(0);
    if (page.nextCursor !== undefined) {
      const next = await agent.client.listResources({ cursor: page.nextCursor });
      expect(next.resources[0]?.uri).to.not.equal(page.resources[0]?.uri);
    }
    for (const uri of [`cairn://entity/${encodeURIComponent(urns.dataset(own()))}`, 'cairn://other', 'cairn://entity/%']) {
      const refused = await agent.client.readResource({ uri }).then(
        () => 'read',
        (error: { code: number }) => error.code,
      );
      expect(refused, uri).to.equal(-32_602);
    }
  });

  it('has prompts for the commonest tasks', async () => {
    const { prompts } = await agent.client.listPrompts();
    expect(prompts.map((each) => each.name)).to.include.members([
      'answer_question',
      'check_change',
      'document_asset',
      'classify_columns',
      'find_gaps',
    ]);
    const { messages } = await agent.client.getPrompt({ name: 'check_change', arguments: { asset: 'orders', column: 'amount' } });
    expect(JSON.stringify(messages)).to.include('the column amount of orders');
    const refused = await agent.client.getPrompt({ name: 'check_change' }).catch((error: Error) => error.message);
    expect(refused).to.include('asset');
  });
});

describe('/mcp as an endpoint', () => {
  const post = (json: unknown, headers: Record<string, string> = {}) =>
    api.send<{ error?: { code: number }; details?: { pointer: string }[] }>('POST', '/mcp', { json, headers });
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

  it('needs no session: a request may stand for itself', async () => {
    const answer = await post(list);
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('mcp-session-id')).to.equal(null);
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).to.equal(202);
  });

  it('refuses many messages, and an unknown version of the protocol', async () => {
    expect((await post(Array.from({ length: 11 }, (_, id) => ({ ...list, id })))).status).to.equal(400);
    expect((await post(list, { 'MCP-Protocol-Version': '1999-01-01' })).status).to.equal(400);
  });

  it('refuses a large body', async () => {
    const call = { ...list, method: 'tools/call', params: { name: 'find_data', arguments: { question: 'x'.repeat(1_100_000) } } };
    expect((await post(call)).status).to.equal(413);
  });

  it('answers no page of another site, not even a question', async () => {
    for (const headers of [{ Origin: 'https://evil.example' }, { Origin: 'null' }, { 'Sec-Fetch-Site': 'cross-site' }] as Record<string, string>[]) {
      expect((await post(list, headers)).status).to.equal(403);
    }
    expect((await post(list, { Origin: sharedCairn().url })).status).to.equal(200);
  });
});
