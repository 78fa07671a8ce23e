/** The pure parts of webhooks: addresses, pauses, batches, secrets, entity change events (docs/semantics.md 22). */
import { expect } from 'chai';
import type { Change } from '../../../src/catalog/changes/types.ts';
import { entityChanges } from '../../../src/catalog/webhooks/entity-changes.ts';
import { eventsOf, requestsOf } from '../../../src/catalog/webhooks/messages.ts';
import { isSecret, newSecret, rotated, signedHeaders } from '../../../src/catalog/webhooks/secrets.ts';
import { isPrivateAddress } from '../../../src/catalog/webhooks/targets.ts';
import { pauseAfter } from '../../../src/jobs/webhooks/courier.ts';
import { loadModel } from '../../../src/model/load.ts';

const model = loadModel('svc', undefined);
const URN = 'urn:svc:dataset:(urn:svc:dataPlatform:hive,t,PROD)';
const change = (more: Partial<Change>): Change => ({
  urn: URN,
  entityType: 'dataset',
  aspect: 'ownership',
  type: 'update',
  actor: 'urn:svc:corpuser:a',
  seq: 7,
  count: 1,
  at: 5,
  ...more,
});

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('Webhooks, pure', () => {
  it('knows private addresses of both versions', () => {
    for (const address of [
      '10.0.0.1',
      '127.9.9.9',
      '0.0.0.0',
      '169.254.1.1',
      '::1',
      '::',
      '::ffff:192.168.0.1',
      '::7f00:1',
      'fe80::1%eth0',
      'no address',
    ])
      expect(isPrivateAddress(address), address).to.equal(true);
    for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8']) {
      expect(isPrivateAddress(address), address).to.equal(false);
    }
  });

  it('waits longer after each refusal, never longer than 10 minutes, and at least as long as the target asks', () => {
    expect([0, 1, 2, 30, 1_000].map((failures) => pauseAfter(failures, 0, 1))).to.deep.equal([500, 1_000, 2_000, 600_000, 600_000]);
    expect(pauseAfter(0, 0, 0)).to.equal(250);
    expect([pauseAfter(0, 90_000, 0), pauseAfter(0, 10 ** 9, 0)]).to.deep.equal([90_000, 3_600_000]);
  });

  it('puts at most so many events in a request, and names the place after the last', async () => {
    const changes = [1, 2, 3].map((count) => change({ count }));
    const events = changes.flatMap((each) => eventsOf(model, 'log', { format: 'cloudevents' }, each));
    const requests = await all(requestsOf({ format: 'cloudevents', batch: 2 }, events));
    expect(requests.map(({ id, place, events: size }) => [id, place, size])).to.deep.equal([
      ['log/7/1..log/7/2', { seq: 7, count: 2 }, 2],
      ['log/7/3..log/7/3', { seq: 7, count: 3 }, 1],
    ]);
    // The events of one change are accepted together or sent again.
    const owners = JSON.stringify({ owners: [{ owner: 'urn:svc:corpuser:a' }, { owner: 'urn:svc:corpuser:b' }] });
    const several = eventsOf(model, 'log', { format: 'entity-change-event' }, change({ type: 'create', value: owners }));
    expect((await all(requestsOf({ format: 'entity-change-event', batch: 1 }, several))).map(({ id, place }) => [id, place])).to.deep.equal([
      ['log/7/1/1', undefined],
      ['log/7/1/2', { seq: 7, count: 1 }],
    ]);
  });

  it('takes an event only when the request before it has been dealt with', async () => {
    let taken = 0;
    function* events() {
      for (const count of [1, 2, 3]) {
        taken++;
        yield* eventsOf(model, 'log', { format: 'cloudevents' }, change({ count }));
      }
    }
    const requests = requestsOf({ format: 'cloudevents', batch: 1 }, events());
    await requests.next();
    expect(taken).to.equal(2);
  });

  it('signs with the present secret and those before it, until their time ends', () => {
    const [first, second] = [newSecret(), newSecret()];
    expect([isSecret(first), isSecret('whsec_'), isSecret('whsec_!!!'), isSecret(first.slice(6))]).to.deep.equal([true, false, false, false]);
    const secrets = rotated([{ secret: first }], second, 1_000);
    const count = (now: number): number => (signedHeaders(secrets, 'id', 'body', now)['webhook-signature'] ?? '').split(' ').length;
    expect([count(2_000), count(1_000 + 24 * 3_600_000)]).to.deep.equal([2, 1]);
  });

  it('makes no entity change event of what means nothing, and an unspecific one if a value is no longer stored', () => {
    const owners = JSON.stringify({ owners: [{ owner: 'urn:svc:corpuser:b', type: 'DATAOWNER' }] });
    expect(entityChanges(model, change({ beforeValue: owners, value: owners }))).to.deep.equal([]);
    expect(entityChanges(model, change({ type: 'point', aspect: 'datasetProfile' }))).to.deep.equal([]);
    const [lost] = entityChanges(model, change({ beforeValue: null, value: owners }));
    expect(lost).to.deep.include({ category: 'OWNER', operation: 'MODIFY' }).and.not.have.property('modifier');
    const [removed] = entityChanges(model, change({ type: 'delete', beforeValue: owners }));
    expect(removed).to.deep.include({ category: 'OWNER', operation: 'REMOVE', modifier: 'urn:svc:corpuser:b' });
  });
});
