import { expect } from 'chai';
import type { UnitOutcome } from '../../src/catalog/write/plan.ts';
import type { ProposalResult } from '../../src/catalog/write/proposal.ts';
import { makeRecentEntities } from '../../src/catalog/write/recent-entities.ts';
import type { LoggedType } from '../../src/graph/log-entries.ts';
import { valueOf } from '../../src/model/json.ts';
import { isProblem, parseUrn } from '../../src/model/urn.ts';
import { model } from '../unit/support/model.ts';

const TABLE = 'urn:svc:dataset:(urn:svc:dataPlatform:hive,fresh,PROD)';

function written(aspectName: string, type: LoggedType, value: object): ProposalResult {
  const urn = parseUrn(model, TABLE);
  if (isProblem(urn)) throw new Error(urn.problem);
  const aspect = urn.type.aspects.get(aspectName);
  if (!aspect) throw new Error(aspectName);
  const gone = type === 'delete';
  const state = { seq: 1, value: valueOf(value), at: 1, by: 'urn:svc:corpuser:a', firstAt: 1, firstBy: 'urn:svc:corpuser:a', meta: {} };
  return { urn, aspect, outcome: gone ? 'deleted' : 'changed', now: gone ? undefined : state, added: false, logged: { type } };
}

const born = written('datasetKey', 'create', { name: 'fresh' });
const described = (description: string, type: LoggedType = 'update') => written('datasetProperties', type, { name: 'fresh', description });
const outcome = (...each: ProposalResult[]): UnitOutcome => ({ written: each });
const commit = (seq: number, server = 'this one') => ({
  seq,
  at: 1,
  changed: 1,
  server,
  entries: [{ urn: TABLE, aspect: 'datasetProperties', type: 'update' as const, actor: 'urn:svc:corpuser:a' }],
});

describe('Entities that this server has just created', () => {
  function known(recent: ReturnType<typeof makeRecentEntities>, ...seqs: number[]): unknown {
    const entity = recent.knownIn(seqs.map((seq) => commit(seq))).get(TABLE);
    return entity && Object.fromEntries(entity.latest.map(([name, value]) => [name, JSON.parse(value)]));
  }

  it('are known with what all commits have written, also after the indexer has come to some of them', () => {
    const recent = makeRecentEntities();
    recent.note(1, [outcome(born, described('first', 'create'))]);
    expect(known(recent, 1)).to.deep.equal({ datasetKey: { name: 'fresh' }, datasetProperties: { name: 'fresh', description: 'first' } });
    recent.note(2, [outcome(described('second'))]);
    recent.note(3, [outcome(described('third'))]);
    expect(known(recent, 2, 3)).to.deep.include({ datasetProperties: { name: 'fresh', description: 'third' } });
    recent.note(4, [outcome(written('datasetProperties', 'delete', {}))]);
    expect(known(recent, 4)).to.deep.equal({ datasetKey: { name: 'fresh' } });
  });

  for (const [what, last] of [
    ['another server, or another part of this one, has changed them', undefined],
    ['they have points', written('operation', 'point', {})],
    ['they are deleted', written('datasetKey', 'delete', {})],
  ] as const)
    it(`are read from the graph if ${what}`, () => {
      const recent = makeRecentEntities();
      recent.note(1, [outcome(born)]);
      if (last) recent.note(2, [outcome(last)]);
      expect(known(recent, 1, 2)).to.equal(undefined);
      recent.note(3, [outcome(described('later'))]);
      expect(known(recent, 3)).to.equal(undefined);
    });

  it('are read from the graph if a commit is not noted yet, also when it is noted later', () => {
    const recent = makeRecentEntities();
    expect(known(recent, 1)).to.equal(undefined);
    recent.note(1, [outcome(born)]);
    expect(known(recent, 2)).to.equal(undefined);
    recent.note(2, [outcome(described('late'))]);
    expect(known(recent, 3)).to.equal(undefined);
  });

  it('are read from the graph if they began before', () => {
    const recent = makeRecentEntities();
    recent.note(1, [outcome(described('old'))]);
    expect(known(recent, 1)).to.equal(undefined);
  });

  it('are read from the graph if another server wrote the index for a time', () => {
    const recent = makeRecentEntities();
    recent.note(1, [outcome(born)]);
    // Commit 2 is of another server, and its documents were written by another one.
    recent.note(3, [outcome(described('later'))]);
    expect(known(recent, 3)).to.equal(undefined);
  });

  it('are no longer kept when too much waits', () => {
    const recent = makeRecentEntities();
    recent.note(1, [outcome(born, described('x'.repeat(9_000_000), 'create'))]);
    expect(known(recent, 1)).to.have.property('datasetProperties');
    expect(known(recent, 1)).to.equal(undefined);
  });
});
