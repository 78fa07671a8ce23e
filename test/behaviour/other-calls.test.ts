import { expect } from 'chai';
import type { Answer } from '../support/client.ts';
import { act } from '../support/legacy.ts';
import { ownNames, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';

const own = ownNames('calls');

function expectEmpty(answer: Answer): void {
  expect(answer.status, answer.text).to.equal(200);
  expect(answer.text).to.equal('');
}

describe('Other calls that real clients make (docs/semantics.md 18)', () => {
  it('setWritable: the server is writable, and refuses a read-only mode', async () => {
    expectEmpty(await act('entities', 'setWritable', { value: true }));
    expectRefusal(await act('entities', 'setWritable', { value: false }), 400, 'always writable');
    expectRefusal(await act('entities', 'setWritable', {}), 400, '/value');
  });

  it('applyRetention works for all entities, for one entity and for one aspect', async () => {
    const urn = urns.dataset(own());
    for (const params of [{}, { start: 0, count: 10, attemptWithVersion: 0 }, { urn }, { urn, aspectName: 'ownership' }, { aspectName: 'status' }])
      expectEmpty(await act('entities', 'applyRetention', params));
    expectRefusal(await act('entities', 'applyRetention', { urn: 'nothing' }), 400, 'nothing');
    expectRefusal(await act('entities', 'applyRetention', { aspectName: 'warpCore' }), [400, 422], 'warpCore');
    expectRefusal(await act('entities', 'applyRetention', { count: 'x' }), 400, '/count');
  });

  it('producePlatformEvent does not pretend to accept events', async () => {
    const payload = { value: '{}', contentType: 'application/json' };
    const event = { header: { timestampMillis: 1 }, name: 'entityChangeEvent', payload };
    expectRefusal(await act('platform', 'producePlatformEvent', { name: 'entityChangeEvent', event }), 501, 'does not support platform events');
    expectRefusal(
      await act('platform', 'producePlatformEvent', { name: 'entityChangeEvent', key: own(), event }),
      501,
      'does not support platform events',
    );
    expectRefusal(await act('platform', 'producePlatformEvent', { event }), 400, '/name');
    expectRefusal(await act('platform', 'producePlatformEvent', { name: 'x', event: {} }), 400, '/event/payload');
    expectRefusal(await act('platform', 'launch', {}), 400, 'producePlatformEvent');
  });
});
