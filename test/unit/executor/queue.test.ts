/** Which requests run next, and which schedules are due (docs/ingestion.md 4). */
import { expect } from 'chai';
import { type ExecutionRequest, type OpenRequest, queueOf, requestsIn } from '../../../src/executor/requests.ts';
import { lastDue, runIdOf, scheduledIn } from '../../../src/executor/schedules.ts';

const request = (urn: string, requestedAt: number, source?: string): ExecutionRequest => ({
  ...{ urn, requestedAt, source, task: 'RUN_INGEST', recipe: '{}', version: undefined, debug: false },
});
const open = (asked: ExecutionRequest, status?: string, isCancelled = false): OpenRequest => ({ request: asked, status, isCancelled });
const urns = (requests: readonly ExecutionRequest[]): string[] => requests.map(({ urn }) => urn);

describe('The queue of runs', () => {
  it('is in the order of the requests', () =>
    expect(urns(queueOf([open(request('b', 2)), open(request('c', 2)), open(request('a', 1))], new Set()).next)).to.deep.equal(['a', 'b', 'c']));

  it('has one run of a source at a time', () => {
    const { next } = queueOf([open(request('a', 1, 's')), open(request('b', 2, 's')), open(request('c', 3, 't'))], new Set());
    expect(urns(next)).to.deep.equal(['a', 'c']);
    expect(urns(queueOf([open(request('a', 1, 's'), 'RUNNING'), open(request('b', 2, 's'))], new Set(['a'])).next)).to.deep.equal([]);
  });

  it('leaves out what was stopped before it began, and tells what runs elsewhere', () => {
    const { next, cancelled, elsewhere } = queueOf(
      [open(request('a', 1), undefined, true), open(request('b', 2), 'RUNNING'), open(request('c', 3), 'RUNNING')],
      new Set(['c']),
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
    expect(urns(requestsIn(entities, 100_000_000))).to.deep.equal(['own']);
  });
});

describe('A schedule', () => {
  const at = (text: string): number => Date.parse(text);
  const nightly = { interval: '0 3 * * *', timezone: 'Europe/Berlin' };

  it('is due in its time zone', () => {
    expect(lastDue(nightly, at('2026-01-10T01:59:00Z'), at('2026-01-10T02:00:00Z'))).to.equal(at('2026-01-10T02:00:00Z'));
    expect(lastDue(nightly, at('2026-01-10T02:00:00Z'), at('2026-01-10T02:01:00Z'))).to.equal(undefined);
    expect(lastDue(nightly, at('2026-07-10T00:59:00Z'), at('2026-07-10T01:00:30Z'))).to.equal(at('2026-07-10T01:00:00Z'));
  });

  it('that was due several times runs once', () =>
    expect(lastDue({ interval: '* * * * *', timezone: 'UTC' }, at('2026-01-10T00:00:30Z'), at('2026-01-10T00:09:30Z'))).to.equal(
      at('2026-01-10T00:09:00Z'),
    ));

  it('that is none is refused', () => {
    expect(() => lastDue({ interval: 'now and then', timezone: 'UTC' }, 0, 1)).to.throw();
    expect(() => lastDue({ interval: '* * * * *', timezone: 'Moon/Crater' }, 0, 1)).to.throw();
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
