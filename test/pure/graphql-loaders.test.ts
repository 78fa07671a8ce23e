/**
 * Reads of one GraphQL request are batched: no query costs a read for each entity.
 */
import { expect } from 'chai';
import type { Catalog } from '../../src/catalog/index.ts';
import { makeBudget } from '../../src/http/graphql/budget.ts';
import { makeLoaders } from '../../src/http/graphql/loaders.ts';
import { isProblem, parseUrn, type Urn } from '../../src/model/urn.ts';
import { model } from '../unit/support/model.ts';

const parsed = (text: string): Urn => {
  const urn = parseUrn(model, text);
  if (isProblem(urn)) throw new Error(urn.problem);
  return urn;
};
const tag = (name: string): Urn => parsed(`urn:svc:tag:${name}`);
const dataset = (name: string): Urn => parsed(`urn:svc:dataset:(urn:svc:dataPlatform:hive,${name},PROD)`);

describe('The loaders of a GraphQL request', () => {
  it('call the core once for everything requested at the same time, and never twice for the same', async () => {
    const calls: string[] = [];
    const read: Catalog['read'] = async (urns, aspects) => {
      calls.push(`${urns.map(({ text }) => text.split(':').at(-1)).join()} ${aspects?.join()}`);
      return urns.map((urn) => ({ urn, exists: true, aspects: [] }));
    };
    const loaders = makeLoaders({ read } as Catalog, makeBudget());
    const all = () =>
      Promise.all([
        loaders.exists(tag('a')),
        loaders.value(tag('a'), 'tagProperties'),
        loaders.value(tag('b'), 'tagProperties'),
        loaders.exists(tag('a')),
      ]);
    expect(await all()).to.deep.equal([true, undefined, undefined, true]);
    await all();
    expect(calls).to.deep.equal(['a,b tagKey,tagProperties']);
    loaders.forget();
    await all();
    expect(calls).to.have.length(2);
  });

  it('read the latest points of many entities at once', async () => {
    const calls: number[] = [];
    const latestPoints: Catalog['latestPoints'] = async (asked) => {
      calls.push(asked.length);
      return asked.map(({ urn, aspects }) =>
        aspects.map((aspect) => ({ aspect, point: { text: JSON.stringify({ of: urn.text }), meta: {} } })),
      ) as never;
    };
    const loaders = makeLoaders({ latestPoints } as Catalog, makeBudget());
    const [a, b] = [dataset('a'), dataset('b')];
    const all = () => Promise.all([a, b, a].map((urn) => loaders.latestPoint(urn, 'datasetProfile')));
    expect(await all()).to.deep.equal([{ of: a.text }, { of: b.text }, { of: a.text }]);
    expect(await loaders.latestPoint(a, 'chartUsageStatistics')).to.equal(undefined);
    expect(calls).to.deep.equal([2, 1]);
  });
});
