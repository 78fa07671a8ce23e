/** MERGE: the new value of an aspect is made from the stored one, inside the commit. */
import { expect } from 'chai';
import type { Merge } from '../../../src/catalog/write/proposal.ts';
import { isProblem, parseUrn, type Urn } from '../../../src/model/urn.ts';
import { description, status, urns } from '../../support/make.ts';
import { makeStore } from '../support/decided.ts';
import { model } from '../support/model.ts';
import { propose } from '../support/proposals.ts';

const ASPECT = 'datasetProperties';
const urn = urns.dataset('a.b');
const other = urns.dataset('a.c');

function parsed(text: string): Urn {
  const read = parseUrn(model, text);
  if (isProblem(read)) throw new Error(read.problem);
  return read;
}

const merging = (make: Merge['make'], sees: Merge['sees'] = [], on = urn) =>
  propose(on, ASPECT, undefined, { changeType: 'MERGE', merge: { sees, make } });

/** Appends a letter, and counts how often. */
const append = (letter: string): Merge['make'] => {
  return (base) => ({
    json: description(`${base?.json.description ?? ''}${letter}`),
    lastObserved: (base?.lastObserved ?? 0) + 1,
    observed: { times: Number(base?.observed?.times ?? 0) + 1 },
  });
};
const metaOf = (text: string | undefined) => JSON.parse(text ?? '{}');

describe('A MERGE', () => {
  it('creates the entity and the aspect, with defaults', async () => {
    const store = makeStore();
    await store.write(merging(append('a')));
    expect(store.value(urn, ASPECT)).to.deep.equal(description('a'));
    expect(store.latest(urn, 'datasetKey')).to.not.equal(undefined);
    expect(metaOf(store.latest(urn, ASPECT)?.meta)).to.deep.include({ lastObserved: 1, observed: { times: 1 } });
  });

  it('sees what earlier proposals of its commit have made', async () => {
    const store = makeStore();
    await store.write(merging(append('a')), merging(append('b')), merging(append('c')));
    expect(store.value(urn, ASPECT)).to.deep.equal(description('abc'));
    expect(metaOf(store.latest(urn, ASPECT)?.meta).observed).to.deep.equal({ times: 3 });
  });

  it('makes no version of an equal value, but keeps what it observed', async () => {
    const store = makeStore();
    await store.write(merging(append('a')));
    await store.write(merging((base) => ({ json: base?.json, lastObserved: 7, observed: { times: 9 } })));
    expect(store.latest(urn, ASPECT)).to.include({ seq: 1 });
    expect(metaOf(store.latest(urn, ASPECT)?.meta)).to.deep.include({ lastObserved: 7, observed: { times: 9 } });
  });

  it('leaves everything as it is if it makes nothing', async () => {
    const store = makeStore();
    await store.write(merging(() => undefined));
    expect(store.latest(urn, 'datasetKey')).to.equal(undefined);
    await store.write(propose(urn, ASPECT, description('sent')));
    const [written] = await store.write(merging(() => undefined));
    expect(written).to.include({ outcome: 'unchanged' });
    expect(store.value(urn, ASPECT)).to.deep.equal(description('sent'));
  });

  it('forgets what it observed when somebody else changes the value', async () => {
    const store = makeStore();
    await store.write(merging(append('a')));
    await store.write(propose(urn, ASPECT, description('sent')));
    await store.write(merging((base) => ({ json: description(String(base?.observed)), lastObserved: 1, observed: {} })));
    expect(store.value(urn, ASPECT)).to.deep.equal(description('undefined'));
  });

  it('sees the aspects of other entities that it names, as stored and as changed in its commit', async () => {
    const store = makeStore();
    const look = merging(
      (_, see) => ({ json: description(JSON.stringify(see(other, 'status'))), lastObserved: 1, observed: {} }),
      [{ urn: parsed(other), aspect: 'status' }],
    );
    await store.write(propose(other, 'status', status(true)));
    await store.write(look);
    expect(store.value(urn, ASPECT)).to.deep.equal(description('{"removed":true}'));
    await store.write(propose(other, 'status', status(false)), look);
    expect(store.value(urn, ASPECT)).to.deep.equal(description('{"removed":false}'));
  });

  it('is refused if its value breaks the schema', async () => {
    const store = makeStore();
    const refusal = await store.refusal(merging(() => ({ json: { description: 1 }, lastObserved: 1, observed: {} })));
    expect(refusal.details?.[0]?.pointer).to.equal('/description');
  });
});
