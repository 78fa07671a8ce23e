/** An entity, and a point, held against their own values: what `verify` says is wrong with them. */
import { expect } from 'chai';
import { entityDifferences, flagsOf, unsoundAspects } from '../../../src/catalog/maintenance/verify/entities.ts';
import { pointDifferences } from '../../../src/catalog/maintenance/verify/nodes.ts';
import type { Chain, Flags, VerifiedEntity, VerifiedPoint } from '../../../src/graph/verify.ts';
import { urns } from '../../support/make.ts';
import { model } from '../support/model.ts';

const urn = urns.tag('t');
const KEY = ['tagKey', '{"name":"t"}', 1] as const;
const REMOVED = ['status', '{"removed":true}', 1] as const;
const WELL: VerifiedEntity = {
  urn,
  type: 'tag',
  labels: ['Entity', 'tag', 'Dirty'],
  removed: null,
  toggled: 0,
  beingDeleted: false,
  forgotten: null,
  chains: [],
  latest: [KEY],
  lost: [],
  malformed: [],
};

const ENTITIES: readonly [title: string, change: Partial<VerifiedEntity>, differences: readonly [expected: string, got: string][]][] = [
  ['one that is well', {}, []],
  ['a key with a field that the model does not know', { latest: [['tagKey', '{"more":1,"name":"t"}', 1]] }, []],
  ['one that is soft-deleted', { removed: true, toggled: 1, latest: [KEY, REMOVED] }, []],
  ['one that was restored', { toggled: 2, latest: [KEY, ['status', '{"removed":false}', 1]] }, []],
  ['a node that is no entity', { type: null, labels: ['Entity'], latest: [] }, []],
  ['an entity of a type that the model has no more', { urn: 'urn:svc:ship:x', type: 'ship', labels: ['Entity', 'ship'] }, []],
  ['a value that is no JSON', { latest: [KEY, ['tagProperties', '{', 1]] }, [['a value that is JSON', '{']]],
  [
    'no key',
    { latest: [['tagProperties', '{}', 1]] },
    [
      ['the key aspect tagKey', 'only tagProperties'],
      ['type none: it does not exist', 'type tag'],
      ['labels Entity', 'labels Entity, tag'],
    ],
  ],
  ['another type', { type: 'dataset' }, [['type tag', 'type dataset']]],
  ['no type', { type: null }, [['type tag', 'type none']]],
  ['another label', { labels: ['Entity', 'dataset'] }, [['labels Entity, tag', 'labels Entity, dataset']]],
  ['another key', { latest: [['tagKey', '{"name":"u"}', 1]] }, [['the key {"name":"t"}', '{"name":"u"}']]],
  ['a soft deletion that the node does not show', { toggled: 1, latest: [KEY, REMOVED] }, [['removed: true, as its status says', 'removed: false']]],
  ['one that only the node shows', { removed: true, toggled: 1 }, [['removed: false, as its status says', 'removed: true']]],
  ['a turn that was not counted', { removed: true, latest: [KEY, REMOVED] }, [['an odd number of times in toggled', '0']]],
  ['a turn too many', { toggled: 1 }, [['an even number of times in toggled', '1']]],
];

const WRONG_KEY = ['tagKey', '{"name":"u"}', 1] as const;
const latest = (name: string, ...seqs: number[]): Chain => ['LATEST', name, null, null, seqs.map((seq, at) => [at, seq, name, null, null, seq])];

/** What the node should say, and the aspects of which nobody knows what they say. */
const REPAIRS: readonly [title: string, change: Partial<VerifiedEntity>, flags: Flags | undefined, unsound: readonly string[]][] = [
  ['one that is well', { chains: [latest('tagKey', 1)] }, undefined, []],
  ['no type', { type: null, labels: ['Entity'] }, { type: 'tag', others: [] }, []],
  ['a key with a field that the model does not know', { latest: [['tagKey', '{"name":"t","more":1}', 1]] }, undefined, []],
  ['another label', { labels: ['Entity', 'tag', 'chart', 'Dirty'] }, { type: 'tag', others: ['chart'] }, []],
  ['a soft deletion that only the node shows', { removed: true }, { type: 'tag', others: [], removed: false }, []],
  ['one that the node does not show', { latest: [KEY, REMOVED] }, { type: 'tag', others: [], removed: true }, []],
  ['a status that cannot be read', { removed: true, latest: [KEY, ['status', '{', 1]] }, undefined, ['status']],
  ['two of them', { removed: true, latest: [KEY, REMOVED, REMOVED] }, undefined, ['status']],
  ['no key', { type: null, latest: [REMOVED] }, undefined, ['tagKey']],
  ['another key', { removed: true, latest: [WRONG_KEY] }, undefined, ['tagKey']],
  ['wrong numbers', { chains: [latest('status', 7, 2, 1)] }, undefined, ['status']],
  ['one that is being deleted', { type: null, beingDeleted: true }, undefined, []],
];

describe('What of an entity can be repaired', () => {
  for (const [title, change, flags, unsound] of REPAIRS) {
    it(title, () => {
      const entity = { ...WELL, ...change };
      expect([flagsOf(model, entity), [...unsoundAspects(model, entity)]]).to.deep.equal([flags, unsound]);
    });
  }
});

describe('What is wrong with an entity', () => {
  for (const [title, change, differences] of ENTITIES) {
    it(title, () => {
      const found = entityDifferences(model, { ...WELL, ...change }, () => false);
      expect(found.map(({ expected, got }) => [expected, got])).to.deep.equal(differences);
      for (const { what } of found) expect(what).to.equal('entity');
    });
  }
});

const dataset = urns.dataset('d');
const POINT: VerifiedPoint = {
  series: `${dataset}|datasetProfile`,
  time: 5,
  rest: '|{partition:"p",type:"PARTITION"}|',
  value: '{"timestampMillis":5,"partitionSpec":{"partition":"p"}}',
  meta: '{"runId":"r"}',
  runId: 'r',
  at: 5,
  urn: dataset,
  exists: true,
};

const POINTS: readonly [title: string, change: Partial<VerifiedPoint>, differences: readonly [what: string, expected: string, got: string][]][] = [
  ['one that is well', {}, []],
  ['one of no run', { meta: '{}', runId: null }, []],
  ['one of an aspect that the model has no more', { series: `${dataset}|nonsense` }, []],
  ['no identity', { rest: null }, [['point', 'a point with its identity', `series ${POINT.series}, time 5, rest null`]]],
  ['no entity', { exists: false }, [['point', 'the entity of the point, at 5', 'none']]],
  ['a value that is no JSON', { value: 'x' }, [['point', 'a value that is JSON, at 5', 'x']]],
  ['metadata that are none', { meta: '[]' }, [['point', 'system metadata that are JSON, at 5', '[]']]],
  ['another time', { time: 6 }, [['point', `the identity that its value says: 5, ${POINT.rest}, at 6`, `6, ${POINT.rest}`]]],
  ['another run', { runId: 'q' }, [['run', 'the point at 5 counted for r', 'counted for q']]],
  ['a run that is not known', { meta: '{"runId":"lost"}', runId: 'lost' }, [['run', 'a record of the run lost', 'none']]],
];

describe('What is wrong with a point', () => {
  for (const [title, change, differences] of POINTS) {
    it(title, () => {
      const found = pointDifferences(model, { ...POINT, ...change }, new Set(['r', 'q']));
      expect(found.map(({ what, expected, got }) => [what, expected, got])).to.deep.equal(differences);
    });
  }
});
