/** The tasks for agents: made from facts, judged, and solved by a model over its endpoint (test/bench/agents). */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { Facts, Table } from '../bench/agents/facts.ts';
import { askModel } from '../bench/agents/model.ts';
import { POLICY } from '../bench/agents/policy.ts';
import { makeTasks, solves, type Task } from '../bench/agents/tasks.ts';
import type { Body } from '../support/agent.ts';

const urn = (name: string): string => `urn:svc:dataset:(urn:svc:dataPlatform:sqlite,${name},PROD)`;
const table = (name: string, keys: [string, string, string][] = []): Table => ({
  urn: urn(name),
  name,
  description: `What the shop knows of ${name}`,
  columns: [
    { path: 'id', description: `number of ${name}` },
    { path: 'x', description: 'x' },
  ],
  keys: keys.map(([own, other, column]) => [own, urn(other), column]),
  owners: ['urn:svc:corpuser:ann'],
});
const facts: Facts = {
  tables: [table('s.customers'), table('s.orders', [['customer', 's.customers', 'id']]), table('s.items', [['order', 's.orders', 'id']])],
  flows: [
    [urn('s.customers'), 'urn:svc:dataJob:j'],
    ['urn:svc:dataJob:j', urn('s.orders')],
  ],
};
const tasks = makeTasks(facts, [], 100);
const taskOf = (kind: Task['kind'], test: (task: Task) => boolean = () => true): Task => {
  const found = tasks.find((each) => each.kind === kind && test(each));
  if (!found) throw new Error(`no task ${kind}`);
  return found;
};

describe('Tasks for agents', () => {
  it('have gold answers from the facts', () => {
    expect(taskOf('tables').gold).to.deep.equal([urn('s.customers')]);
    expect(taskOf('column').gold).to.deep.equal(['id']);
    expect(taskOf('join', ({ asset, other }) => asset === 's.customers' && other === 's.items').gold).to.deep.equal([
      's.orders.customer = s.customers.id',
      's.items.order = s.orders.id',
    ]);
    expect(taskOf('impact').gold).to.deep.equal([urn('s.orders')]);
    expect(makeTasks(facts, [], 5)).to.have.length(5);
  });

  it('are solved by the same set, whatever its order', () => {
    const join = taskOf('join', ({ other }) => other === 's.items');
    expect(
      solves(
        join,
        join.gold.toReversed().map((pair) => pair.split(' = ').reverse().join(' = ').toUpperCase()),
      ),
    ).to.equal(true);
    expect(solves(join, join.gold.slice(1))).to.equal(false);
    expect(solves(taskOf('impact'), [urn('s.orders'), urn('s.items')])).to.equal(false);
    expect(solves(taskOf('tables'), ['a', 'b', 'c', 'd', urn('s.customers')])).to.equal(true);
    expect(solves(taskOf('tables'), ['a', 'b', 'c', 'd', 'e', urn('s.customers')])).to.equal(false);
  });

  it('are solved by the policy from what tools answer', async () => {
    const join = taskOf('join', ({ asset, other }) => asset === 's.customers' && other === 's.items');
    const step = (name: string) => ({ urn: urn(name), name, type: 'dataset' });
    const through = [{ steps: ['s.customers', 's.orders', 's.items'].map(step), on: [['id = customer'], ['id = order']] }];
    expect(solves(join, await POLICY.join(join, async () => ({ through })))).to.equal(true);
  });
});

describe('A model that solves tasks', () => {
  it('is asked with the tools, gets their answers, and answers with a list', async () => {
    const asked: { messages: { role: string; content?: string }[]; tools: { function: { name: string } }[] }[] = [];
    const call = (id: string, args: string) => ({ id, type: 'function', function: { name: 'who_knows', arguments: args } });
    const script = [{ tool_calls: [call('1', '{"asset":"s.orders"}'), call('2', 'nonsense')] }, { content: 'It is ["urn:svc:corpuser:ann"]' }];
    const server = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      const message = { role: 'assistant', ...script[asked.length] };
      asked.push(JSON.parse(text));
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ choices: [{ message }] }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
    const called: unknown[] = [];
    const answer: Body = { people: [] };
    const tools = [{ name: 'who_knows', description: 'Whom to ask', inputSchema: { type: 'object' } }];
    const task = taskOf('owner', ({ asset }) => asset === 's.orders');
    const found = await askModel({ url, model: 'scripted' }, tools, task, async (...args) => {
      called.push(args);
      return answer;
    });
    server.close();
    expect(solves(task, found)).to.equal(true);
    expect(called).to.deep.equal([['who_knows', { asset: 's.orders' }]]);
    expect(asked[0]?.tools[0]?.function.name).to.equal('who_knows');
    expect(asked[1]?.messages.map(({ role }) => role)).to.deep.equal(['system', 'user', 'assistant', 'tool', 'tool']);
    expect(asked[1]?.messages.at(-1)?.content).to.include('no JSON object');
  });
});
