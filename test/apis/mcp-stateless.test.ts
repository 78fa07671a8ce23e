/** /mcp in protocol 2026-07-28, where there are no sessions and each message says which version it speaks (docs/agents.md). */
import { Client, type ProtocolError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect } from 'chai';
import { api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { description, ownNames, schemaMetadata, urns } from '../support/make.ts';
import { sharedCairn } from '../support/shared.ts';
import { write } from '../support/writes.ts';

const VERSION = '2026-07-28';
const own = ownNames('mcpstateless');
const uriOf = (urn: string): string => `cairn://entity/${encodeURIComponent(urn)}`;

interface Message {
  readonly id?: unknown;
  readonly result?: { readonly supportedVersions?: readonly string[]; readonly structuredContent?: object };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Record<string, unknown> };
}

/** A message of the protocol, with the headers that name what stands in it. */
function post(method: string, params: object, { version = VERSION, ...headers }: Record<string, string> = {}) {
  const _meta = { 'io.modelcontextprotocol/protocolVersion': version, 'io.modelcontextprotocol/clientCapabilities': {} };
  const json = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } };
  return api.send<Message>('POST', '/mcp', { json, headers: { 'MCP-Protocol-Version': version, 'Mcp-Method': method, ...headers } });
}

describe('/mcp in protocol 2026-07-28', () => {
  const table = urns.dataset(own('orders'));
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: VERSION } } });

  before(async () => {
    await write(table, 'schemaMetadata', schemaMetadata(['id', 'customer_id']));
    await client.connect(new StreamableHTTPClientTransport(new URL(`${sharedCairn().url}/mcp`)));
  });
  after(() => client.close());

  it('says which versions it speaks, without a session', async () => {
    const { status, headers, body } = await post('server/discover', {});
    expect([status, body.id, headers.get('mcp-session-id')]).to.deep.equal([200, 1, null]);
    expect(body.result?.supportedVersions).to.include(VERSION);
  });

  it('has the tools, resources, prompts and completions of the older versions', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).to.include.members(['find_data', 'describe_asset', 'change_tags']);
    const { structuredContent } = await client.callTool({ name: 'describe_asset', arguments: { asset: table } });
    expect(structuredContent).to.have.nested.property('asset.urn', table);
    const { contents } = await client.readResource({ uri: uriOf(table) });
    expect(contents[0]).to.have.property('text').that.includes('customer_id');
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).to.include('check_change');
    const ref = { type: 'ref/prompt', name: 'check_change' } as const;
    const { completion } = await client.complete({ ref, argument: { name: 'column', value: 'cust' }, context: { arguments: { asset: table } } });
    expect(completion.values).to.deep.equal(['customer_id']);
  });

  it('tells the progress of a tool to who asks for it', async () => {
    const steps: number[] = [];
    await client.callTool({ name: 'describe_asset', arguments: { asset: table } }, { onprogress: ({ progress }) => void steps.push(progress) });
    expect(steps.length).to.be.above(3);
  });

  it('tells one who listens of a resource that has changed, and of nothing else', async () => {
    const told: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(params.uri));
    const subscription = await client.listen({ resourceSubscriptions: [uriOf(table)] });
    expect(subscription.honoredFilter).to.deep.equal({ resourceSubscriptions: [uriOf(table)] });
    await write(urns.dataset(own('other')), 'datasetProperties', description('new'));
    await eventually(async () => {
      await write(table, 'datasetProperties', description(own('again')));
      expect(told).to.include(uriOf(table));
    });
    expect(new Set(told)).to.deep.equal(new Set([uriOf(table)]));
    await subscription.close();
    expect(await subscription.closed).to.equal('local');
    const never = urns.dataset(own('never'));
    const refused = await client.listen({ resourceSubscriptions: [uriOf(never)] }).catch((error: ProtocolError) => error);
    expect(refused, 'what there is not').to.deep.include({ code: -32_602, message: `${never} does not exist` });
  });

  it('refuses what is not of this version, with a number and data that a program reads', async () => {
    const later = await post('tools/list', {}, { version: '2027-01-01' });
    expect([later.status, later.body.error?.code]).to.deep.equal([400, -32_022]);
    expect(later.body.error?.data).to.deep.include({ requested: '2027-01-01' });
    expect(later.body.error?.data?.supported).to.include(VERSION);
    const other = await post('tools/list', {}, { 'Mcp-Method': 'tools/call' });
    expect([other.status, other.body.error?.code], 'a header that says something else').to.deep.equal([400, -32_020]);
    const cursor = await post('tools/list', { cursor: 'x' });
    expect([cursor.status, cursor.body.error?.code]).to.deep.equal([200, -32_602]);
    for (const method of ['ping', 'resources/subscribe'])
      expect((await post(method, { uri: uriOf(table) })).body.error?.code, method).to.equal(-32_601);
  });
});
