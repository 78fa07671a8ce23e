/** Webhooks (docs/semantics.md 22): what a target gets, and what happens when it or Cairn fails. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { ChangesPage } from '../support/changes.ts';
import { makeClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { deletion, description, ownership, ownNames, proposal, schemaMetadata, status, tags, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import { endAll, freePort, type RunningCairn, startCairn, throwAwayFolder } from '../support/process.ts';
import { emptyEngines } from '../support/shared-engines.ts';
import { signers, startTarget, type Target } from '../support/target.ts';

const own = ownNames('webhooks');
const CATCH_UP_MS = 60_000;

interface Webhook {
  readonly id: string;
  readonly state: string;
  readonly reason?: string;
  readonly seq: number;
  readonly failures: number;
  readonly behind: number;
  readonly secret: string;
}

describe('Webhooks (docs/semantics.md 22)', function () {
  this.timeout(300_000);
  let cairn: RunningCairn;
  let target: Target;
  const client = makeClient(() => cairn.url, SVC);
  let settings: Record<string, string>;

  before(async () => {
    settings = { ...(await emptyEngines()), WEBHOOK_PRIVATE_TARGETS: 'true' };
    cairn = await startCairn(settings);
  });
  beforeEach(async () => {
    target = await startTarget();
  });
  afterEach(async () => {
    const { webhooks } = (await client.send<{ webhooks: Webhook[] }>('GET', '/webhooks')).body;
    for (const { id } of webhooks) expect((await client.send('DELETE', `/webhooks/${id}`)).status).to.equal(200);
    await target.stop();
  });
  after(endAll);

  async function create(more: object = {}): Promise<Webhook> {
    const answer = await client.send<Webhook>('POST', '/webhooks', { json: { url: `${target.url}/hook`, ...more } });
    expect(answer.status, answer.text).to.equal(201);
    return answer.body;
  }
  const read = async (id: string): Promise<Webhook> => (await client.send<Webhook>('GET', `/webhooks/${id}`)).body;
  const post = async (id: string, what: string, json: object): Promise<Webhook> => {
    const answer = await client.send<Webhook>('POST', `/webhooks/${id}/${what}`, { json });
    expect(answer.status, answer.text).to.equal(200);
    return answer.body;
  };
  const write = async (urn: string, text: string): Promise<void> => {
    expect((await client.ingestProposal(proposal(urn, 'datasetProperties', description(text)))).status).to.equal(200);
  };
  const changes = async (query: string): Promise<ChangesPage> => (await client.send<ChangesPage>('GET', `/changes?${query}`)).body;
  const newest = async (): Promise<number> => (await changes('')).newest;
  const idsOf = (events: readonly { data: { id: string } }[]): string[] => events.map(({ data }) => data.id);

  it('get every change after their creation as a signed CloudEvent, in order, with the data of /changes', async () => {
    const from = await newest();
    const hook = await create({ values: true });
    const urn = urns.dataset(own());
    await write(urn, 'one');
    await write(urn, 'two');
    const page = await changes(`after=${from}&limit=1000&values=true`);
    await eventually(async () => expect(target.events()).to.have.length(page.changes.length), CATCH_UP_MS);
    expect(target.events().map(({ data }) => data)).to.deep.equal(page.changes);
    const last = target.events().at(-1);
    expect(last).to.deep.include({ specversion: '1.0', type: 'cairn.change.update', subject: urn });
    expect(last?.id).to.match(new RegExp(`^[\\w-]{36}/${page.changes.at(-1)?.id.replace('.', '/')}$`));
    expect(Date.parse(last?.time ?? '')).to.equal(page.changes.at(-1)?.time);
    for (const request of target.received) {
      expect(signers(request, [hook.secret])).to.deep.equal([hook.secret]);
      expect(request.headers['content-type']).to.equal('application/cloudevents+json');
      expect(Math.abs(Number(request.headers['webhook-timestamp']) - Date.now() / 1_000)).to.be.below(60);
    }
    await eventually(async () => expect(await read(hook.id)).to.deep.include({ state: 'active', behind: 0, seq: page.newest }));
    const { deliveries } = (await client.send<{ deliveries: { id: string; status: number }[] }>('GET', `/webhooks/${hook.id}/deliveries`)).body;
    expect(deliveries[0]).to.deep.include({ id: last?.id, status: 200, events: 1 });
    expect((await client.send('GET', '/webhooks')).text)
      .to.include(hook.id)
      .and.not.include(hook.secret);
  });

  it('get only what their filter matches, and batches if they want them', async () => {
    const [urn, other] = [urns.dataset(own()), urns.dataset(own())];
    await create({
      filter: { urns: [urn], aspects: ['DatasetProperties'], types: ['dataset'], changes: ['update'] },
      batch: 10,
      url: `${target.url}/batch`,
    });
    for (const text of ['one', 'two', 'three']) for (const each of [urn, other]) await write(each, text);
    await eventually(async () => expect(target.events('/batch')).to.have.length(2), CATCH_UP_MS);
    expect(target.events('/batch').map(({ subject, data }) => [subject, data.aspect, data.change])).to.deep.equal(
      Array(2).fill([urn, 'datasetProperties', 'update']),
    );
    for (const { headers } of target.received) expect(headers['content-type']).to.equal('application/cloudevents-batch+json');
  });

  it('get an event again until the target accepts it, and later ones only after that; one target does not hinder another', async () => {
    const other = await startTarget();
    const urn = urns.dataset(own());
    const filter = { urns: [urn], aspects: ['datasetProperties'] };
    let refuse = 3;
    target.answer = () => (refuse-- > 0 ? (refuse === 1 ? undefined : 500) : 204);
    other.answer = () => ({ status: 302, headers: { Location: `${target.url}/elsewhere` } });
    const hook = await create({ filter });
    const stuck = await create({ filter, url: `${other.url}/other` });
    await write(urn, 'one');
    await write(urn, 'two');
    await eventually(async () => expect(target.events()).to.have.length(2), CATCH_UP_MS);
    expect(idsOf(target.events())).to.deep.equal(idsOf(target.events()).toSorted());
    const ids = target.received.map(({ headers }) => headers['webhook-id']);
    expect(ids.slice(0, -1)).to.deep.equal(Array(3).fill(ids[0]));
    // A redirect is a failure, and nobody follows it.
    await eventually(async () => expect((await read(stuck.id)).failures).to.be.above(0), CATCH_UP_MS);
    expect(target.received.map(({ path }) => path)).to.not.include('/elsewhere');
    await eventually(async () => expect((await read(hook.id)).failures).to.equal(0));
    const health = (await client.send<{ webhooks: { troubled: Webhook[] } }>('GET', '/health/detailed')).body;
    expect(health.webhooks.troubled.map(({ id }) => id)).to.deep.equal([stuck.id]);
    expect((await client.send('GET', '/metrics')).text)
      .to.match(/^cairn_webhooks\{state="active"\} 2$/m)
      .and.match(/^cairn_webhooks_failing 1$/m);
    await other.stop();
  });

  it('are behind while the target has only a part of the newest commit', async () => {
    const urn = urns.dataset(own());
    const hook = await create({ filter: { urns: [urn] } });
    target.answer = () => (target.events().length === 0 ? 204 : 500);
    // The key and what follows from the URN are changes of the same commit.
    await write(urn, 'one');
    await eventually(async () => expect((await read(hook.id)).failures).to.be.above(0), CATCH_UP_MS);
    const head = await newest();
    const { seq, behind } = await read(hook.id);
    expect(behind).to.be.above(head - seq);
    target.answer = () => 204;
    await eventually(async () => expect((await read(hook.id)).behind).to.equal(0), CATCH_UP_MS);
    expect(target.events().map(({ data }) => data.aspect)).to.include.members(['datasetKey', 'datasetProperties']);
  });

  it('wait as long as Retry-After says', async () => {
    const urn = urns.dataset(own());
    const hook = await create({ filter: { urns: [urn], aspects: ['datasetProperties'] } });
    target.answer = () => ({ status: 503, headers: { 'Retry-After': '3600' } });
    await write(urn, 'one');
    await eventually(async () => expect((await read(hook.id)).failures).to.equal(1), CATCH_UP_MS);
    target.answer = () => 200;
    await post(hook.id, 'resume', {});
    await eventually(async () => expect(target.events()).to.have.length(1), CATCH_UP_MS);
    expect(target.received.map((each) => each.status)).to.deep.equal([503, 200]);
  });

  it('are set aside when the target is gone, say so, and continue without a gap when they are resumed', async () => {
    const urn = urns.dataset(own());
    const hook = await create({ filter: { urns: [urn], aspects: ['datasetProperties'] } });
    target.answer = () => 410;
    await write(urn, 'one');
    await eventually(async () => expect(await read(hook.id)).to.deep.include({ state: 'suspended' }), CATCH_UP_MS);
    await write(urn, 'two');
    const health = (await client.send<{ webhooks: { suspended: number; troubled: Webhook[] } }>('GET', '/health/detailed')).body.webhooks;
    expect([health.suspended, health.troubled[0]?.reason]).to.deep.equal([1, 'The target answers 410: it is gone']);
    expect((await client.send('GET', '/metrics')).text).to.match(/^cairn_webhooks\{state="suspended"\} 1$/m);
    target.answer = () => 200;
    expect(await post(hook.id, 'resume', {}))
      .to.include({ state: 'active' })
      .and.not.have.property('reason');
    await eventually(async () => expect(target.events()).to.have.length(2), CATCH_UP_MS);
  });

  // SECURITY.md A12
  it('are set aside with the account of who registered them, and taken over by who resumes them', async () => {
    const leaver = urns.user(own());
    const put = async (aspect: string, value: object) => expect((await client.ingestProposal(proposal(leaver, aspect, value))).status).to.equal(200);
    await put('corpUserInfo', { active: true });
    const json = { url: `${target.url}/left`, filter: { types: ['dataset'] } };
    const { body: hook } = await client.send<Webhook>('POST', '/webhooks', { json, headers: { 'X-Svc-Actor': leaver } });
    await put('corpUserStatus', { status: 'SUSPENDED', lastModified: { time: 1, actor: leaver } });
    await write(urns.dataset(own()), 'after');
    await eventually(async () => expect(await read(hook.id)).to.deep.include({ state: 'suspended' }), CATCH_UP_MS);
    expect((await read(hook.id)).reason).to.contain(`${leaver}, who ordered it, is not an active user any more`);
    expect(target.events('/left')).to.deep.equal([]);
    expect(await post(hook.id, 'resume', {})).to.deep.include({ createdBy: urns.user('__svc_system') });
    await eventually(async () => expect(target.events('/left')).to.have.length.above(0), CATCH_UP_MS);
  });

  it('can be paused, changed, and replayed from any commit that the log has', async () => {
    const urn = urns.dataset(own());
    const hook = await create({ filter: { urns: [urn] } });
    const from = hook.seq;
    expect((await client.send<Webhook>('PATCH', `/webhooks/${hook.id}`, { json: { state: 'paused', name: 'mine' } })).body).to.include({
      name: 'mine',
    });
    await write(urn, 'one');
    await client.send('PATCH', `/webhooks/${hook.id}`, { json: { filter: { urns: [urn], aspects: ['datasetProperties'] }, state: 'active' } });
    await eventually(async () => expect(target.events()).to.have.length(1), CATCH_UP_MS);
    await post(hook.id, 'replay', { after: from });
    await eventually(async () => expect(target.events()).to.have.length(2), CATCH_UP_MS);
    expect(new Set(idsOf(target.events())).size).to.equal(1);
    const later = await client.send<{ code: string }>('POST', `/webhooks/${hook.id}/replay`, { json: { after: from + 1_000_000 } });
    expect([later.status, later.body.code]).to.deep.equal([410, 'log-cut']);
  });

  // SECURITY.md W3
  it('sign with both secrets after a rotation, and send a test event at once', async () => {
    const urn = urns.dataset(own());
    const given = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const hook = await create({ secret: given, filter: { urns: [urn], aspects: ['datasetProperties'] } });
    expect(hook.secret).to.equal(given);
    const { secret } = await post(hook.id, 'rotate', {});
    await write(urn, 'one');
    await eventually(async () => expect(target.events()).to.have.length(1), CATCH_UP_MS);
    expect(signers(target.received[0] as never, [given, secret, hook.secret.replace('Bw', 'CA')])).to.deep.equal([given, secret]);
    expect(await post(hook.id, 'ping', {})).to.deep.include({ accepted: true, status: 200 });
    expect(target.events().at(-1)).to.deep.include({ type: 'cairn.ping', subject: hook.id });
    target.answer = () => 500;
    expect(await post(hook.id, 'ping', {})).to.deep.include({ accepted: false, status: 500 });
  });

  it('are understood by the receiver of docs/webhooks.md, which refuses what is not signed', async () => {
    const [, text = ''] = /```js\n([\s\S]+?)```/.exec(readFileSync(path.join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8')) ?? [];
    const program = path.join(throwAwayFolder(), 'receiver.mjs');
    writeFileSync(program, text);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const urn = urns.dataset(own());
    const { secret } = await create({ url, filter: { urns: [urn], aspects: ['datasetProperties'] } });
    const receiver = spawn(process.execPath, [program, String(port), secret]);
    let said = '';
    receiver.stdout.on('data', (chunk) => (said += chunk));
    await write(urn, 'one');
    await eventually(async () => expect(said).to.include(`cairn.change.create ${urn} datasetProperties\n`), CATCH_UP_MS);
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).to.equal(401);
    receiver.kill('SIGKILL');
  });

  it('get EntityChangeEvent_v1, if they want it', async () => {
    const urn = urns.dataset(own());
    const column = urns.column(urn, 'id');
    await create({ format: 'entity-change-event', filter: { urns: [urn] } });
    const [gold, jane] = [urns.tag('gold'), urns.user('jane')];
    for (const [aspect, value] of [
      ['globalTags', tags(gold)],
      ['ownership', ownership(jane)],
      ['globalTags', tags()],
      ['schemaMetadata', schemaMetadata(['id'])],
      ['deprecation', { deprecated: true, note: '', actor: jane }],
      ['status', status(true)],
      ['status', status(false)],
    ] as const) {
      expect((await client.ingestProposal(proposal(urn, aspect, value))).status).to.equal(200);
    }
    const events = (): Record<string, unknown>[] =>
      target.received.map(({ body }) => JSON.parse(body) as { event_type: string; event: Record<string, unknown> }).map(({ event }) => event);
    // Values are gone with the entity: what is told later tells less.
    await eventually(async () => expect(events().at(-1)?.operation).to.equal('REINSTATE'), CATCH_UP_MS);
    await client.ingestProposal(deletion(urn, 'datasetKey'));
    await eventually(async () => expect(events().at(-1)?.operation).to.equal('HARD_DELETE'), CATCH_UP_MS);
    expect(events().map(({ category, operation, modifier, entityUrn }) => [category, operation, modifier, entityUrn])).to.deep.equal([
      ['LIFECYCLE', 'CREATE', undefined, urn],
      ['TAG', 'ADD', gold, urn],
      ['OWNER', 'ADD', jane, urn],
      ['TAG', 'REMOVE', gold, urn],
      ['TECHNICAL_SCHEMA', 'ADD', column, urn],
      ['DOCUMENTATION', 'ADD', undefined, column],
      ['DEPRECATION', 'MODIFY', 'DEPRECATED', urn],
      ['LIFECYCLE', 'SOFT_DELETE', undefined, urn],
      ['LIFECYCLE', 'REINSTATE', undefined, urn],
      ['LIFECYCLE', 'HARD_DELETE', undefined, urn],
    ]);
    expect(events()[2]).to.deep.include({ entityType: 'dataset', parameters: { ownerUrn: jane, ownerType: 'DATAOWNER' }, version: 0 });
    expect(JSON.parse(target.received[0]?.body ?? '')).to.include({ event_type: 'EntityChangeEvent_v1' });
  });

  it('that send subscriptions tell each person about the entity, domain or query that they subscribed to, and nothing else', async () => {
    interface Told {
      readonly type: string;
      readonly subject: string;
      readonly data: {
        readonly subscription: { readonly id: string; readonly person: string; readonly about: object };
        readonly change: { readonly aspect: string };
      };
    }
    const told = (): Told[] => target.events() as unknown as Told[];
    const subscribe = async (json: object): Promise<string> => {
      const answer = await client.send<{ id: string }>('POST', '/subscriptions', { json });
      expect(answer.status, answer.text).to.equal(201);
      return answer.body.id;
    };
    const word = own().replaceAll('_', '');
    const [one, inside, found, other] = ['one', 'inside', word, 'other'].map((name) => urns.dataset(`${name}.${own()}`)) as [
      string,
      string,
      string,
      string,
    ];
    const domain = urns.of('domain', own());
    const [ana, ben] = [urns.user('ana'), urns.user('ben')];
    await client.ingestProposal(proposal(inside, 'domains', { domains: [domain] }));
    await write(found, 'before');
    const { id } = await create({ sends: 'subscriptions', filter: { aspects: ['datasetProperties'] } });
    const about = [{ entity: one }, { domain }, { query: word }];
    const ids = [];
    for (const each of about) ids.push(await subscribe({ webhook: id, person: ana, ...each }));
    ids.push(await subscribe({ webhook: id, person: ben, query: `${word} OR nothing` }));
    for (const urn of [one, inside, found, other]) await write(urn, 'now');
    await eventually(async () => expect(told()).to.have.length(4), CATCH_UP_MS);
    expect(told().map(({ subject, data: { subscription } }) => [subject, subscription.id, subscription.person, subscription.about])).to.deep.equal([
      [one, ids[0], ana, about[0]],
      [inside, ids[1], ana, about[1]],
      [found, ids[2], ana, about[2]],
      [found, ids[3], ben, { query: `${word} OR nothing` }],
    ]);
    expect(told().map(({ type, data }) => [type, data.change.aspect])).to.deep.equal(
      ['create', 'create', 'update', 'update'].map((change) => [`cairn.subscription.${change}`, 'datasetProperties']),
    );
    const list = await client.send<{ subscriptions: { id: string }[] }>(
      'GET',
      `/subscriptions?person=${encodeURIComponent(ana)}&entity=${encodeURIComponent(one)}`,
    );
    expect(list.body.subscriptions.map((each) => each.id)).to.deep.equal([ids[0]]);
    expect((await client.send('DELETE', `/subscriptions/${ids[0]}`)).status).to.equal(200);
    await write(one, 'unheard');
    await write(found, 'last');
    await eventually(async () => expect(told()).to.have.length(6), CATCH_UP_MS);
    await client.send('DELETE', `/webhooks/${id}`);
    expect((await client.send<{ subscriptions: object[] }>('GET', `/subscriptions?webhook=${id}`)).body.subscriptions).to.deep.equal([]);
  });

  it('are suspended with the range that is lost, if retention has removed what their target did not get [long]', async () => {
    const urn = urns.dataset(own());
    const hook = await create();
    await client.send('PATCH', `/webhooks/${hook.id}`, { json: { state: 'paused' } });
    for (let count = 0; count < 20; count++) await write(urn, `${count}`);
    await cairn.stop();
    cairn = await startCairn({ ...settings, CHANGES_COMMITS: '5', DATA_DIR: cairn.dataDir, PORT: new URL(cairn.url).port });
    await eventually(async () => expect((await client.send('GET', `/changes?after=${hook.seq + 2}`)).status).to.equal(410), CATCH_UP_MS);
    expect((await client.send<{ code: string }>('POST', `/webhooks/${hook.id}/resume`)).body.code).to.equal('log-cut');
    await client.send('PATCH', `/webhooks/${hook.id}`, { json: { state: 'active' } });
    await eventually(async () => expect((await read(hook.id)).state).to.equal('suspended'), CATCH_UP_MS);
    expect((await read(hook.id)).reason).to.match(/^Retention has removed commits \d+ to \d+ from the log before the target got them/);
    await post(hook.id, 'replay', { after: await newest() });
    await write(urn, 'after the gap');
    await eventually(async () => expect(target.events().map(({ data }) => data.urn)).to.deep.equal([urn]), CATCH_UP_MS);
  });
});
