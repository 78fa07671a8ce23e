/** /mcp: what the protocol says beside tools: sessions, streams, subscriptions, completion, progress, cancellation, errors (docs/agents.md). */
import { ResourceListChangedNotificationSchema, ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect } from 'chai';
import { type Agent, connectAgent } from '../support/agent.ts';
import { api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { description, ownNames, schemaMetadata, urns } from '../support/make.ts';
import { sharedCairn } from '../support/shared.ts';
import { erase, write } from '../support/writes.ts';

const own = ownNames('mcpprotocol');
const uriOf = (urn: string): string => `cairn://entity/${encodeURIComponent(urn)}`;

interface Message {
  readonly id?: unknown;
  readonly result?: { readonly protocolVersion?: string; readonly capabilities?: Record<string, unknown> };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: { readonly details?: { readonly pointer: string }[] } };
}

const post = (json: unknown, headers: Record<string, string> = {}) => api.send<Message & Message[]>('POST', '/mcp', { json, headers });
const ask = (method: string, params: object, id = 1) => ({ jsonrpc: '2.0', id, method, params });
const initialize = (protocolVersion: string) => ask('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } });
const errorOf = (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 0,
    ({ code }: { code: number }) => code,
  );

describe('/mcp as the protocol has it', () => {
  const table = urns.dataset(own('orders'));
  let agent: Agent;

  before(async () => {
    await write(table, 'schemaMetadata', schemaMetadata(['id', 'customer_id', 'customer_name']));
    agent = await connectAgent(sharedCairn().url);
  });
  after(() => agent.close());

  it('speaks the latest version, and older ones', async () => {
    for (const version of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
      const { result } = (await post(initialize(version))).body;
      expect(result?.protocolVersion).to.equal(version);
      expect(result?.capabilities).to.deep.equal({
        tools: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        prompts: {},
        completions: {},
      });
    }
    expect((await post(initialize('1999-01-01'))).body.result?.protocolVersion).to.equal('2025-11-25');
  });

  it('names a session, and ends it', async () => {
    const session = (await post(initialize('2025-11-25'))).headers.get('mcp-session-id') ?? '';
    const headers = { 'Mcp-Session-Id': session };
    expect((await post(ask('ping', {}), headers)).status).to.equal(200);
    expect((await api.send('DELETE', '/mcp', { headers })).status).to.equal(204);
    expect((await post(ask('ping', {}), headers)).status).to.equal(404);
    expect((await post(ask('ping', {}), { 'Mcp-Session-Id': 'mine' })).status).to.equal(404);
    for (const method of ['GET', 'DELETE']) {
      expect((await api.send(method, '/mcp')).status, method).to.equal(400);
      expect((await api.send(method, '/mcp', { headers: { ...headers, Origin: 'https://evil.example' } })).status, method).to.equal(403);
    }
  });

  it('tells of changes of a resource that is followed, and of other resources', async () => {
    const updated: string[] = [];
    let lists = 0;
    agent.client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void updated.push(params.uri));
    agent.client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void lists++);
    await agent.client.subscribeResource({ uri: uriOf(table) });
    await eventually(async () => {
      await write(table, 'datasetProperties', description(own('again')));
      expect(updated).to.include(uriOf(table));
    });
    expect(new Set(updated)).to.deep.equal(new Set([uriOf(table)]));
    const before = lists;
    const other = urns.dataset(own('other'));
    await write(other, 'datasetProperties', description('new'));
    await eventually(async () => expect(lists).to.be.above(before));
    await agent.client.unsubscribeResource({ uri: uriOf(table) });
    const told = updated.length;
    await write(table, 'datasetProperties', description('unheard'));
    const seen = lists;
    await erase(other, 'datasetKey');
    await eventually(async () => expect(lists).to.be.above(seen));
    expect(updated.length).to.equal(told);
    expect(await errorOf(agent.client.subscribeResource({ uri: uriOf(urns.dataset(own('never'))) }))).to.equal(-32_602);
    const alone = await post(ask('resources/subscribe', { uri: uriOf(table) }));
    expect(alone.body.error?.code, 'without a session').to.equal(-32_602);
  });

  it('completes names of assets, columns and resources', async () => {
    const complete = async (ref: object, name: string, value: string, others?: Record<string, string>) => {
      const params = { ref, argument: { name, value }, ...(others && { context: { arguments: others } }) } as Parameters<
        typeof agent.client.complete
      >[0];
      return (await agent.client.complete(params)).completion.values;
    };
    const prompt = { type: 'ref/prompt', name: 'check_change' };
    const start = table.split(',')[1] ?? '';
    await eventually(async () => expect(await complete({ type: 'ref/resource', uri: 'cairn://entity/{urn}' }, 'urn', start)).to.include(table));
    expect(await complete(prompt, 'asset', start)).to.have.length(1);
    expect(await complete(prompt, 'column', 'cust', { asset: table })).to.deep.equal(['customer_id', 'customer_name']);
    expect(await complete(prompt, 'column', 'cust')).to.deep.equal([]);
    expect(await errorOf(complete(prompt, 'nope', ''))).to.equal(-32_602);
    expect(await errorOf(complete({ type: 'ref/prompt', name: 'nope' }, 'asset', ''))).to.equal(-32_602);
    expect(await errorOf(complete({ type: 'ref/resource', uri: 'cairn://nope' }, 'urn', ''))).to.equal(-32_602);
  });

  it('tells the progress of a tool to who asks for it', async () => {
    const steps: number[] = [];
    const { structuredContent } = await agent.client.callTool({ name: 'describe_asset', arguments: { asset: table } }, undefined, {
      onprogress: ({ progress }) => void steps.push(progress),
    });
    expect(structuredContent).to.have.property('asset');
    expect(steps.length).to.be.above(3);
    expect(steps).to.deep.equal(steps.toSorted((a, b) => a - b));
    const plain = await post(ask('tools/call', { name: 'describe_asset', arguments: { asset: table }, _meta: { progressToken: 1 } }));
    expect(plain.headers.get('content-type'), 'who accepts no events').to.match(/^application\/json/);
  });

  it('ends a request that is cancelled, also as a stream', async () => {
    const headers = { 'Mcp-Session-Id': (await post(initialize('2025-11-25'))).headers.get('mcp-session-id') ?? '' };
    const call = { name: 'describe_asset', arguments: { asset: table, also: Array.from({ length: 9 }, () => table) } };
    const cancel = () => post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } }, headers);
    await eventually(async () => {
      const [answer] = await Promise.all([post(ask('tools/call', call, 7), headers), cancel()]);
      expect(answer.status).to.equal(202);
    });
    await eventually(async () => {
      const stream = post(ask('tools/call', { ...call, _meta: { progressToken: 7 } }, 7), {
        ...headers,
        Accept: 'application/json, text/event-stream',
      });
      const [answer] = await Promise.all([stream, cancel()]);
      expect(answer.text).to.not.include('"result"');
    });
    expect((await cancel()).status, 'of nothing').to.equal(202);
    expect((await post(ask('tools/call', call, 7), headers)).status).to.equal(200);
  });

  it('answers mistakes with the codes of JSON-RPC', async () => {
    const wrong: [string, object, string][] = [
      ['tools/call', { name: 'find_data', arguments: ['orders'] }, '/params/arguments'],
      ['tools/call', { name: 'find_data', arguments: null }, '/params/arguments'],
      ['tools/call', {}, '/params/name'],
      ['tools/call', { name: 'nope' }, '/params/name'],
      ['tools/list', { cursor: 'x' }, '/params/cursor'],
      ['prompts/list', { cursor: 'x' }, '/params/cursor'],
      ['resources/read', { uri: 1 }, '/params/uri'],
      ['prompts/get', { name: 1 }, '/params/name'],
      ['completion/complete', { ref: {} }, '/params/ref/type'],
      ['initialize', {}, '/params/protocolVersion'],
    ];
    for (const [method, params, pointer] of wrong) {
      const { status, body } = await post(ask(method, params));
      expect([status, body.id, body.error?.code], `${method} ${JSON.stringify(params)}`).to.deep.equal([200, 1, -32_602]);
      if (method !== 'completion/complete') expect(body.error?.data?.details?.[0]?.pointer, method).to.equal(pointer);
    }
    expect((await post(ask('nope', {}))).body.error?.code).to.equal(-32_601);
    const list = await post([ask('ping', {}, 1), ask('tools/list', { cursor: 1 }, 2)]);
    expect(list.body.map(({ id, error }) => [id, error?.code])).to.deep.equal([
      [1, -32_600],
      [2, -32_602],
    ]);
    for (const [sent, code] of [
      [{ text: '{' }, -32_700],
      [{ json: { hello: 1 } }, -32_600],
      [{ json: [] }, -32_600],
    ] as const) {
      const { status, body } = await api.send<Message>('POST', '/mcp', sent);
      expect([status, body.error?.code], JSON.stringify(sent)).to.deep.equal([400, code]);
    }
  });
});
