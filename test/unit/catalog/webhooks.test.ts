/** The pure parts of webhooks: addresses, pauses, batches, secrets, entity change events (docs/semantics.md 22). */
import { expect } from 'chai';
import type { Change } from '../../../src/catalog/changes/types.ts';
import { entityChanges } from '../../../src/catalog/webhooks/entity-changes.ts';
import { eventsOf, requestsOf } from '../../../src/catalog/webhooks/messages.ts';
import { isSecret, newSecret, rotated, signedHeaders } from '../../../src/catalog/webhooks/secrets.ts';
import { isPrivateAddress } from '../../../src/catalog/webhooks/targets.ts';
import { pauseAfter } from '../../../src/jobs/webhooks/delivery.ts';
import { model } from '../support/model.ts';

const URN = 'urn:svc:dataset:(urn:svc:dataPlatform:hive,t,PROD)';
const change = (more: Partial<Change>): Change => ({
  urn: URN,
  entityType: 'dataset',
  aspect: 'ownership',
  type: 'update',
  actor: 'urn:svc:corpuser:a',
  epoch: 'e1',
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
  it('calls only addresses that can be reached from everywhere: the registries of IANA, at both ends of each block', () => {
    const refused = [
      ['0.0.0.0', '0.255.255.255', '10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255', '127.0.0.1', '127.255.255.255'],
      ['169.254.0.0', '169.254.169.254', '172.16.0.0', '172.31.255.255', '192.0.0.8', '192.0.0.170', '192.0.2.255', '192.88.99.2'],
      ['192.168.0.0', '192.168.255.255', '198.18.0.0', '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
      // Unspecified, loopback, and with an address of version 4 inside: compatible, mapped, translated, NAT64, 6to4, Teredo.
      ['::', '::1', '::7f00:1', '::ffff:192.168.0.1', '::ffff:8.8.8.8', '::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8', '64:ff9b::7f00:1', '64:ff9b:1::1'],
      ['2002:7f00:1::', '2002:808:808::1', '2001::1', '2001:0:7f00:1::1', '2001:1ff:ffff::1', '2001:20::1', '2001:db8::1', '2001:db8:ffff::1'],
      [
        '100::1',
        '100:0:0:1::1',
        '3fff::1',
        '3fff:fff:ffff::1',
        '5f00::1',
        '4000::1',
        '1fff:ffff::1',
        'fc00::1',
        'fdff::1',
        'fe80::1',
        'fe80::1%eth0',
      ],
      ['fec0::1', 'feff::1', 'ff02::1', 'no address', '', '127.1', '0x7f000001', '2130706433'],
    ].flat();
    expect(refused.filter((address) => !isPrivateAddress(address))).to.deep.equal([]);
    const called = [
      [
        '1.1.1.1',
        '8.8.8.8',
        '9.255.255.255',
        '11.0.0.0',
        '100.63.255.255',
        '100.128.0.1',
        '172.15.255.255',
        '172.32.0.1',
        '192.0.1.1',
        '192.167.255.255',
      ],
      ['198.17.255.255', '198.20.0.0', '223.255.255.255', '2001:200::1', '2001:db7:ffff::1', '2001:db9::1', '2003::1', '2606:4700::1111'],
      ['2a00::1', '3fff:1000::1', '3ffe:ffff::1'],
    ].flat();
    expect(called.filter(isPrivateAddress)).to.deep.equal([]);
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
      ['log/e1-7/1..log/e1-7/2', { seq: 7, count: 2 }, 2],
      ['log/e1-7/3..log/e1-7/3', { seq: 7, count: 3 }, 1],
    ]);
    // The events of one change are accepted together or sent again.
    const owners = JSON.stringify({ owners: [{ owner: 'urn:svc:corpuser:a' }, { owner: 'urn:svc:corpuser:b' }] });
    const several = eventsOf(model, 'log', { format: 'entity-change-event' }, change({ type: 'create', value: owners }));
    expect((await all(requestsOf({ format: 'entity-change-event', batch: 1 }, several))).map(({ id, place }) => [id, place])).to.deep.equal([
      ['log/e1-7/1/1', undefined],
      ['log/e1-7/1/2', { seq: 7, count: 1 }],
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
