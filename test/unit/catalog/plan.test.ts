/** The decision of a commit: units in their order, each whole or not at all, and nothing but a function of what it is given. */
import { expect } from 'chai';
import fc from 'fast-check';
import { MissingReads } from '../../../src/catalog/write/missing-reads.ts';
import { plan, type UnitOutcome } from '../../../src/catalog/write/plan.ts';
import type { Unit } from '../../../src/catalog/write/proposal.ts';
import type { CommitChanges } from '../../../src/graph/changes.ts';
import { description, ownership, schemaMetadata, status, tags, urns } from '../../support/make.ts';
import { makeStore } from '../support/decided.ts';
import { foundNothing } from '../support/found.ts';
import { model } from '../support/model.ts';
import { ACTOR, hardDelete, proposalOf, propose, requestOf, type Said, unitsOf } from '../support/proposals.ts';

const [A, B] = ['a', 'b'].map((name) => urns.dataset(`plan.${name}`)) as [string, string];
const impossible = (urn: string, aspect = 'status') => propose(urn, aspect, status(true), { headers: { 'If-Version-Match': '99' } });

const entity = fc.constantFrom(A, B);
const change: fc.Arbitrary<Said> = fc.oneof(
  fc.tuple(entity, fc.constantFrom('p', 'q')).map(([urn, text]): Said => [urn, 'datasetProperties', description(text)]),
  fc.tuple(entity, fc.subarray([urns.tag('t'), urns.tag('u')])).map(([urn, list]): Said => [urn, 'globalTags', tags(...list)]),
  fc.tuple(entity, fc.boolean()).map(([urn, removed]): Said => [urn, 'status', status(removed), { changeType: 'CREATE' }]),
  entity.map((urn): Said => [urn, 'globalTags', undefined, { changeType: 'DELETE' }]),
  entity.map((urn): Said => [urn]),
);
const list = fc.array(change, { minLength: 1, maxLength: 4 });
/** All of both is there before: what is locked for a refused unit is locked anyway. */
const BEFORE: readonly Said[] = [A, B].map((urn) => [urn, 'datasetProperties', description('first')]);

/** The rows of units that are committed after `BEFORE`. */
async function rowsOf(units: readonly Unit[]): Promise<{ outcomes: UnitOutcome[]; changes: CommitChanges }> {
  const store = makeStore();
  await store.commit(requestOf({ together: true, list: BEFORE }));
  const outcomes = await store.commit(units);
  return { outcomes, changes: store.last() };
}

describe('The decision of a commit', () => {
  it('is a function of its input: the same input gives the same decision', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(list, { maxLength: 3 }), async (lists) => {
        const units = () => lists.flatMap((each) => requestOf({ together: true, list: each }));
        expect((await rowsOf(units())).changes).to.deep.equal((await rowsOf(units())).changes);
      }),
      { numRuns: 50 },
    );
  });

  it('a refused unit leaves no trace', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(list, { minLength: 1, maxLength: 3 }), list, fc.nat(3), async (lists, lost, nth) => {
        const units = () => lists.flatMap((each) => requestOf({ together: true, list: each }));
        const place = Math.min(nth, lists.length);
        // It begins with what would change much, and ends with what cannot be.
        const refused = unitsOf([...lost.map(proposalOf), impossible(A)], true);
        const whole = await rowsOf([...units().slice(0, place), ...refused, ...units().slice(place)]);
        expect(whole.outcomes[place]).to.have.property('refusal');
        expect(whole.changes).to.deep.equal((await rowsOf(units())).changes);
      }),
      { numRuns: 80 },
    );
  });

  it('writes nothing of a refused unit, and everything of the others', async () => {
    const store = makeStore();
    const outcomes = await store.commit([
      ...unitsOf([propose(A, 'globalTags', tags())]),
      ...unitsOf([propose(A, 'ownership', ownership(ACTOR)), impossible(A)], true),
      ...unitsOf([propose(A, 'status', status(false))]),
    ]);
    expect(outcomes.map((each) => ('refusal' in each ? each.refusal.rpcStatus : 'written'))).to.deep.equal(['written', 422, 'written']);
    expect([store.latest(A, 'globalTags')?.seq, store.latest(A, 'ownership'), store.latest(A, 'status')?.seq]).to.deep.equal([1, undefined, 1]);
  });

  it('each proposal sees the effects of those before it', async () => {
    const store = makeStore();
    const append = (text: string) =>
      propose(A, 'datasetProperties', [{ op: 'add', path: `/customProperties/${text}`, value: text }], { changeType: 'PATCH' });
    await store.commit(unitsOf([append('x'), append('y'), append('z')]));
    expect(store.value(A, 'datasetProperties')).to.deep.equal({ customProperties: { x: 'x', y: 'y', z: 'z' }, tags: [] });
    expect(store.latest(A, 'datasetProperties')?.seq).to.equal(3);
  });

  it('versions of one aspect in one commit are written in layers, with each aspect once per layer', async () => {
    const store = makeStore();
    await store.commit(unitsOf(['p', 'q', 'r'].flatMap((text) => [A, B].map((urn) => propose(urn, 'datasetProperties', description(text))))));
    const { firstVersions, versions } = store.last();
    expect(firstVersions.filter(({ name }) => name === 'datasetProperties')).to.have.length(2);
    expect(versions.map((layer) => layer.map(({ id, seq }) => [id, seq]))).to.deep.equal([
      firstVersions.filter(({ name }) => name === 'datasetProperties').map(({ id }) => [id, 2]),
      firstVersions.filter(({ name }) => name === 'datasetProperties').map(({ id }) => [id, 3]),
    ]);
  });

  it('a default is written if the proposal that replaces it is refused', async () => {
    const store = makeStore();
    const mine = propose(A, 'browsePathsV2', { path: [{ id: 'mine' }] }, { headers: { 'If-Version-Match': '5' } });
    await store.commit(unitsOf([propose(A, 'status', status(false)), mine]));
    expect(store.value(A, 'browsePathsV2')).to.deep.equal({ path: [{ id: 'plan' }] });
  });

  it('after a deletion in a unit, an entity that is written again gets its defaults', async () => {
    const store = makeStore();
    await store.write(propose(A, 'browsePathsV2', { path: [{ id: 'mine' }] }), hardDelete(A), propose(A, 'status', status(false)));
    expect(store.value(A, 'browsePathsV2')).to.deep.equal({ path: [{ id: 'plan' }] });
  });

  it('reports everything that rules miss at once, for all units', async () => {
    const properties = ['p', 'q'].map((name) => urns.of('structuredProperty', name));
    const units = unitsOf(properties.map((propertyUrn) => propose(A, 'structuredProperties', { properties: [{ propertyUrn, values: [] }] })));
    const lock = [{ urn: A, aspects: [] }];
    const found = {
      ...foundNothing({ lock }),
      entities: new Map([[A, { id: 0, names: new Set(['datasetKey']), aspects: new Map(), lost: [], lived: false }]]),
    };
    const asked = { urns: new Set([A]), known: () => false, versionSets: new Set<string>(), reborn: new Set<string>(), above: new Map() };
    const parts = { model, strictFields: false, retention: undefined };
    const lacking: unknown = await plan(parts, units, found, asked, { now: 1, id: 'attempt' }).catch((error: unknown) => error);
    expect(lacking).to.be.instanceOf(MissingReads);
    expect((lacking as MissingReads).missing.entities.map(({ urn }) => urn)).to.deep.equal(properties);
  });

  it('reports missing columns beside the lineage that names them', async () => {
    const store = makeStore();
    await store.write(propose(A, 'schemaMetadata', schemaMetadata(['x'])));
    const lineage = (name: string) => ({
      upstreams: [],
      fineGrainedLineages: [
        { upstreamType: 'FIELD_SET', downstreamType: 'FIELD', upstreams: [urns.column(A, name)], downstreams: [urns.column(B, 'unknown schema')] },
      ],
    });
    const missing = async (name: string) =>
      (await store.write(propose(B, 'upstreamLineage', lineage(name)))).flatMap((each) => each.missingColumns ?? []);
    expect(await missing('x')).to.deep.equal([]);
    expect(await missing('y')).to.deep.equal([urns.column(A, 'y')]);
  });
});
