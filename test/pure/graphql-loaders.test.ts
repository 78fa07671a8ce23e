/**
 * Reads of one GraphQL request are batched: no query costs a read for each entity.
 */
import { expect } from 'chai';
import type { Catalog } from '../../src/catalog/index.ts';
import { makeBudget } from '../../src/http/graphql/budget.ts';
import { makeLoaders } from '../../src/http/graphql/loaders.ts';
import { loadModel } from '../../src/model/load.ts';
import { isProblem, parseUrn, type Urn } from '../../src/model/urn.ts';

const model = loadModel('svc', undefined);
const tag = (name: string): Urn => {
  const urn = parseUrn(model, `urn:svc:tag:${name}`);
  if (isProblem(urn)) throw new Error(urn.problem);
  return urn;
};

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
});
