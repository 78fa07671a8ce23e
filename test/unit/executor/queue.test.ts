/** Which requests run next, and which schedules are due (docs/ingestion.md 4). */
import { expect } from 'chai';
import { wrongIn } from '../../../src/catalog/schedule.ts';
import { type ExecutionRequest, type OpenRequest, queueOf, requestsIn } from '../../../src/executor/requests.ts';
import { dueTimes, runIdOf, scheduledIn } from '../../../src/executor/schedules.ts';

const request = (urn: string, requestedAt: number, source?: string): ExecutionRequest => ({
  ...{ urn, requestedAt, source, task: 'RUN_INGEST', recipe: '{}', version: undefined, debug: false },
});
const open = (asked: ExecutionRequest, status?: string, isCancelled = false): OpenRequest => ({ request: asked, status, isCancelled });
const urns = (requests: readonly ExecutionRequest[]): string[] => requests.map(({ urn }) => urn);

describe('The queue of runs', () => {
  it('is in the order of the requests', () =>
    expect(urns(queueOf([open(request('b', 2)), open(request('c', 2)), open(request('a', 1))], new Set(), 9).next)).to.deep.equal(['a', 'b', 'c']));

  it('has one run of a source at a time', () => {
    const { next } = queueOf([open(request('a', 1, 's')), open(request('b', 2, 's')), open(request('c', 3, 't'))], new Set(), 9);
    expect(urns(next)).to.deep.equal(['a', 'c']);
    expect(urns(queueOf([open(request('a', 1, 's'), 'RUNNING'), open(request('b', 2, 's'))], new Set(['a']), 9).next)).to.deep.equal([]);
  });

  it('leaves out what was stopped before it began, and tells what runs elsewhere', () => {
    const { next, cancelled, elsewhere } = queueOf(
      [open(request('a', 1), undefined, true), open(request('b', 2), 'RUNNING'), open(request('c', 3), 'RUNNING')],
      new Set(['c']),
      9,
    );
    expect([urns(next), urns(cancelled), urns(elsewhere)]).to.deep.equal([[], ['a'], ['b']]);
  });

  it('has only what the executor of Cairn is asked for, and nothing of days ago', () => {
    const input = { task: 'RUN_INGEST', args: { recipe: '{"source":{}}' }, executorId: 'default', source: { type: 'x' }, requestedAt: 100_000_000 };
    const entities = [
      ['own', input],
      ['other', { ...input, executorId: 'remote' }],
      ['old', { ...input, requestedAt: 1 }],
      ['unknown', { ...input, task: 'DANCE' }],
      ['gone', undefined],
    ] as const;
    expect(urns(requestsIn(entities, 100_000_000, 0))).to.deep.equal(['own']);
  });

  it('knows a run that takes days, but begins nothing that has waited for one', () => {
    const [day, limit] = [24 * 3_600_000, 7 * 24 * 3_600_000];
    const input = { task: 'RUN_INGEST', args: { recipe: '{}' }, executorId: 'default', source: { type: 'x' }, requestedAt: 0 };
    expect(requestsIn([['long', input]], 2 * day, limit)).to.have.length(1);
    expect(requestsIn([['long', input]], 9 * day, limit)).to.deep.equal([]);
    const { next, elsewhere } = queueOf([open(request('a', 0, 's')), open(request('b', 0, 't'), 'RUNNING')], new Set(), 2 * day);
    expect([urns(next), urns(elsewhere)]).to.deep.equal([[], ['b']]);
    expect(urns(queueOf([open(request('b', 0, 's'), 'RUNNING'), open(request('c', 2 * day, 's'))], new Set(['b']), 2 * day).next)).to.deep.equal([]);
  });
});

describe('A schedule', () => {
  const at = (text: string): number => Date.parse(text);
  const nightly = { interval: '0 3 * * *', timezone: 'Europe/Berlin' };

  it('is due in its time zone', () => {
    expect(dueTimes(nightly, at('2026-01-10T01:59:00Z'), at('2026-01-10T02:00:00Z'))).to.deep.equal({
      last: at('2026-01-10T02:00:00Z'),
      next: at('2026-01-11T02:00:00Z'),
    });
    expect(dueTimes(nightly, at('2026-01-10T02:00:00Z'), at('2026-01-10T02:01:00Z')).last).to.equal(undefined);
    expect(dueTimes(nightly, at('2026-07-10T00:59:00Z'), at('2026-07-10T01:00:30Z')).last).to.equal(at('2026-07-10T01:00:00Z'));
  });

  it('that was due several times runs once', () =>
    expect(dueTimes({ interval: '* * * * *', timezone: 'UTC' }, at('2026-01-10T00:00:30Z'), at('2026-01-10T00:09:30Z')).last).to.equal(
      at('2026-01-10T00:09:00Z'),
    ));

  it('that is none is refused', () => {
    expect(() => dueTimes({ interval: 'now and then', timezone: 'UTC' }, 0, 1)).to.throw();
    expect(() => dueTimes({ interval: '* * * * *', timezone: 'Moon/Crater' }, 0, 1)).to.throw();
    const now = at('2026-01-10T00:00:00Z');
    for (const [interval, timezone, wrong] of [
      ['0 3 * * *', 'UTC', undefined],
      ['@daily', 'Europe/Paris', undefined],
      ['now and then', 'UTC', 'interval'],
      ['99 * * * *', 'UTC', 'interval'],
      ['0 0 30 2 *', 'UTC', 'interval'],
      ['2020-01-01T00:00:00', 'UTC', 'interval'],
      ['0 3 * * *', 'Moon/Crater', 'timezone'],
    ] as const)
      expect(wrongIn({ interval, timezone }, now), `${interval} ${timezone}`).to.equal(wrong);
  });

  it('gives a run the same id on each server', () => {
    expect(runIdOf('s', 1)).to.equal(runIdOf('s', 1));
    expect(runIdOf('s', 1)).not.to.equal(runIdOf('s', 2));
    expect(runIdOf('s', 1)).to.match(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
  });

  it('counts for sources of the executor of Cairn', () => {
    const info = { name: 'n', type: 'postgres', config: { recipe: '{}' }, schedule: { interval: '0 3 * * *', timezone: 'UTC' } };
    const found = scheduledIn([
      ['a', info],
      ['b', { ...info, config: { recipe: '{}', executorId: 'remote' } }],
      ['c', { ...info, schedule: undefined }],
    ]);
    expect(found.map(({ urn }) => urn)).to.deep.equal(['a']);
  });
});
