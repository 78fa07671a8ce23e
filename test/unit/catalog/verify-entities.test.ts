/** An entity, and a point, held against their own values: what `verify` says is wrong with them. */
import { expect } from 'chai';
import { entityDifferences } from '../../../src/catalog/maintenance/verify/entities.ts';
import { pointDifferences } from '../../../src/catalog/maintenance/verify/nodes.ts';
import type { VerifiedEntity, VerifiedPoint } from '../../../src/graph/verify.ts';
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
  chains: [],
  latest: [KEY],
  lost: [],
  malformed: [],
};

const ENTITIES: readonly [title: string, change: Partial<VerifiedEntity>, differences: readonly [expected: string, got: string][]][] = [
  ['one that is well', {}, []],
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

describe('What is wrong with an entity', () => {
  for (const [title, change, differences] of ENTITIES) {
    it(title, () => {
      const found = entityDifferences(model, { ...WELL, ...change }, false);
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
