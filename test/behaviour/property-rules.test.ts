/**
 * Rules of structured properties that hold wherever a write comes from (docs/semantics.md 14): the badge, rollbacks of runs, creations that
 * are dropped, and values while definitions come and go.
 */
import { expect } from 'chai';
import { type Answer, api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { act, valueOf } from '../support/legacy.ts';
import { deletion, ownNames, proposal, urns } from '../support/make.ts';
import { openapi } from '../support/openapi.ts';
import { expectRefusal } from '../support/refusals.ts';
import { erase, values, version, write } from '../support/writes.ts';

const own = ownNames('proprules');
const v3 = openapi('v3');
const dataType = (name: string): string => urns.of('dataType', `svc.${name}`);
const within = (runId: string) => ({ systemMetadata: { runId, lastObserved: 1 } });

const definition = (urn: string, more: Record<string, unknown> = {}) => ({
  qualifiedName: urn.slice(urn.lastIndexOf(':') + 1),
  valueType: dataType('string'),
  entityTypes: [urns.of('entityType', 'svc.dataset')],
  ...more,
});
const entry = (propertyUrn: string, ...texts: string[]) => ({ propertyUrn, values: texts.map((string) => ({ string })) });

async function define(more: Record<string, unknown> = {}, writing: Record<string, unknown> = {}): Promise<string> {
  const urn = urns.of('structuredProperty', own('p'));
  await write(urn, 'propertyDefinition', definition(urn, more), writing);
  return urn;
}

async function datasetWith(...properties: unknown[]): Promise<string> {
  const urn = urns.dataset(own('d'));
  await write(urn, 'datasetProperties', { description: 'x' });
  if (properties.length > 0) await write(urn, 'structuredProperties', { properties });
  return urn;
}

const shown = async (urn: string) => (await values(urn)).structuredProperties?.properties;

describe('At most one property is shown as a badge (docs/semantics.md 14.7)', () => {
  const settings = (urn: string, value: object) => api.ingestProposal(proposal(urn, 'structuredPropertySettings', value));
  const badge = (urn: string) => settings(urn, { showAsAssetBadge: true });
  const isShown = async (urn: string) => (await values(urn)).structuredPropertySettings?.showAsAssetBadge === true;

  it('on every API; after the setting or the property is removed, another one can be shown', async () => {
    const [a, b] = [await define(), await define()];
    expect((await badge(a)).status).to.equal(200);
    expect((await badge(a)).status).to.equal(200);
    expectRefusal(await badge(b), 422, `more than one property shown as an asset badge; ${a} already is one`);
    const refused = await v3.post('structuredProperty', b, 'structuredPropertySettings', { value: { showAsAssetBadge: true } });
    expect(refused.status).to.equal(400);
    const mutation = `mutation { updateStructuredProperty(input: {urn: "${b}", settings: {showAsAssetBadge: true}}) { urn } }`;
    expect((await api.send('POST', '/api/graphql', { json: { query: mutation } })).text).to.include('more than one property');
    await write(a, 'structuredPropertySettings', { showAsAssetBadge: false });
    expect((await badge(b)).status).to.equal(200);
    expectRefusal(await badge(a), 422, b);
    await erase(b, 'structuredPropertySettings');
    expect((await badge(a)).status).to.equal(200);
    await erase(a, 'structuredPropertyKey');
    expect((await badge(b)).status).to.equal(200);
    await erase(b, 'structuredPropertyKey');
  });

  it('also within one batch, which may move the badge to another property', async () => {
    const [a, b] = [await define(), await define()];
    const both = [a, b].map((urn) => proposal(urn, 'structuredPropertySettings', { showAsAssetBadge: true }));
    expectRefusal(await api.ingestProposalBatch(both), 422, 'more than one property');
    expect(await isShown(a)).to.equal(false);
    await write(a, 'structuredPropertySettings', { showAsAssetBadge: true });
    const change = [proposal(a, 'structuredPropertySettings', { showAsAssetBadge: false }), both[1]];
    expect((await api.ingestProposalBatch(change)).status).to.equal(200);
    expect([await isShown(a), await isShown(b)]).to.deep.equal([false, true]);
    await erase(b, 'structuredPropertyKey');
  });

  it('one of many concurrent requests wins', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => define()));
    const answers = await Promise.all(all.map(badge));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    for (const urn of all) await erase(urn, 'structuredPropertyKey');
  });

  it('a hidden property is shown nowhere', async () => {
    const urn = await define();
    for (const show of ['showInSearchFilters', 'showInAssetSummary', 'showAsAssetBadge', 'showInColumnsTable'])
      expectRefusal(await settings(urn, { isHidden: true, [show]: true }), 422, 'Cannot have property isHidden = true');
    expect((await settings(urn, { isHidden: true })).status).to.equal(200);
  });
});

describe('A rollback follows the rules (docs/semantics.md 12.4, 14.3, 14.4)', () => {
  const rollback = (runId: string) =>
    valueOf<{ unsafeEntities: { urn: string }[]; aspectsReverted: number }>('runs', 'rollback', { runId, safe: false });

  it('values of immutable properties stay, others are removed', async () => {
    const run = own('run');
    const [fixed, free] = [await define({ immutable: true }), await define()];
    const [one, two] = [await datasetWith(), await datasetWith()];
    await write(one, 'structuredProperties', { properties: [entry(fixed, 'a')] }, within(run));
    await write(two, 'structuredProperties', { properties: [entry(free, 'a')] }, within(run));
    const done = await rollback(run);
    expect(done.unsafeEntities).to.deep.equal([{ urn: one }]);
    expect(done.aspectsReverted).to.equal(1);
    expect(await shown(one)).to.deep.equal([entry(fixed, 'a')]);
    expect(await shown(two)).to.equal(undefined);
  });

  it('the definition of a soft-deleted property stays as it is', async () => {
    const run = own('run');
    const urn = await define();
    await write(urn, 'propertyDefinition', definition(urn, { displayName: 'New' }), within(run));
    await write(urn, 'status', { removed: true });
    expect((await rollback(run)).unsafeEntities).to.deep.equal([{ urn }]);
    expect((await values(urn)).propertyDefinition?.displayName).to.equal('New');
    await write(urn, 'status', { removed: false });
    expect((await rollback(run)).unsafeEntities).to.deep.equal([]);
    expect((await values(urn)).propertyDefinition).not.to.have.property('displayName');
  });

  it('a definition does not return to a version that existing values violate', async () => {
    const run = own('run');
    const urn = await define();
    await write(urn, 'propertyDefinition', definition(urn, { cardinality: 'MULTIPLE' }), within(run));
    const dataset = await datasetWith(entry(urn, 'a', 'b'));
    expect((await rollback(run)).unsafeEntities).to.deep.equal([{ urn }]);
    expect(await shown(dataset)).to.deep.equal([entry(urn, 'a', 'b')]);
  });
});

describe('No answer contains what a client may not see (docs/semantics.md 14.3)', () => {
  it('the answer to a skipped creation shows no values of soft-deleted properties', async () => {
    const [property, other] = [await define(), await define()];
    const dataset = await datasetWith(entry(property, 'secret'), entry(other, 'open'));
    await write(property, 'status', { removed: true });
    const answer = await v3.send(
      'POST',
      `/dataset/${encodeURIComponent(dataset)}/structuredProperties`,
      { createIfNotExists: true },
      {
        json: { value: { properties: [] }, headers: { 'If-None-Match': '*' } },
      },
    );
    expect(answer.status).to.equal(200);
    expect(answer.text).to.include('open').and.not.to.include('secret');
    for (const read of [await v3.aspect('dataset', dataset, 'structuredProperties', { version: 1 }), await v3.entity('dataset', dataset)])
      expect(read.text).to.include('open').and.not.to.include('secret');
    expect(JSON.stringify(await version(dataset, 'structuredProperties', 0))).not.to.include('secret');
  });

  it('the description of a run shows none either', async () => {
    const run = own('run');
    const [property, dataset] = [await define(), await datasetWith()];
    await write(dataset, 'structuredProperties', { properties: [entry(property, 'secret')] }, within(run));
    const described = () => valueOf<unknown[]>('runs', 'describe', { runId: run, includeAspect: true });
    expect(JSON.stringify(await described())).to.include('secret');
    await write(property, 'status', { removed: true });
    expect(JSON.stringify(await described())).not.to.include('secret');
  });
});

describe('A patch sees no values of soft-deleted properties (docs/semantics.md 14.3)', () => {
  const patched = (operations: unknown[]) => ({ patch: operations, arrayPrimaryKeys: { properties: ['propertyUrn'] } });
  const apis: [string, number, (urn: string, operations: unknown[]) => Promise<Answer>][] = [
    ['v2', 400, (urn, operations) => openapi('v2').patch('dataset', urn, 'structuredProperties', patched(operations))],
    ['v3', 400, (urn, operations) => v3.patch('dataset', urn, 'structuredProperties', patched(operations))],
    ['proposals', 422, (urn, operations) => api.ingestProposal(proposal(urn, 'structuredProperties', patched(operations), { changeType: 'PATCH' }))],
  ];
  for (const [name, status, patch] of apis) {
    it(`${name}: values cannot be set, tested or moved; they can be removed, and otherwise stay${name === 'proposals' ? '' : ' [long]'}`, async () => {
      const [hidden, open, third] = [await define(), await define(), await define()];
      const all = [entry(hidden, 'secret'), entry(open, 'open'), entry(third, 'x')];
      const dataset = await datasetWith(...all);
      await write(hidden, 'status', { removed: true });
      const at = `/properties/${hidden}`;
      const values = `${at}/values`;
      const refused: [string, unknown[]][] = [
        ['Cannot apply a soft deleted', [{ op: 'add', path: at, value: entry(hidden, 'secret') }]],
        [
          'Cannot apply a soft deleted',
          [
            { op: 'remove', path: at },
            { op: 'add', path: at, value: entry(hidden, 'secret') },
          ],
        ],
        ['Cannot apply a soft deleted', [{ op: 'replace', path: '/properties', value: all }]],
        ['Cairn cannot apply the operation', [{ op: 'copy', from: values, path: `/properties/${open}/values` }]],
        ['Cairn cannot apply the operation', [{ op: 'move', from: values, path: `/properties/${open}/values` }]],
        ['Cairn cannot apply the operation', [{ op: 'test', path: values, value: [{ string: 'secret' }] }]],
      ];
      for (const [reason, operations] of refused) {
        const answer = await patch(dataset, operations);
        expect(answer.status, `${JSON.stringify(operations)}: ${answer.text}`).to.equal(status);
        expect(answer.text).to.include(reason);
      }
      // A number can be the key of no property.
      expect((await patch(dataset, [{ op: 'remove', path: '/properties/1' }])).status).to.equal(400);
      expect((await patch(dataset, [{ op: 'remove', path: `/properties/${third}` }])).status).to.equal(200);
      expect((await patch(dataset, [{ op: 'add', path: `/properties/${open}`, value: entry(open, 'other') }])).status).to.equal(200);
      await erase(hidden, 'status');
      expect(await shown(dataset)).to.deep.equal([entry(hidden, 'secret'), entry(open, 'other')]);
      await write(hidden, 'status', { removed: true });
      expect((await patch(dataset, [{ op: 'remove', path: at }])).status).to.equal(200);
      await erase(hidden, 'status');
      expect(await shown(dataset)).to.deep.equal([entry(open, 'other')]);
    });
  }
});

describe('Definitions and values at the same time (issue: no value is left behind)', () => {
  it('deleting a definition while values are written leaves no value', async () => {
    const datasets = await Promise.all(Array.from({ length: 6 }, () => datasetWith()));
    const property = await define();
    const set = (dataset: string, at: number) =>
      api.ingestProposal(proposal(dataset, 'structuredProperties', { properties: [entry(property, `v${at}`)] }));
    const answers = await Promise.all([
      ...datasets.slice(0, 3).map(set),
      api.ingestProposal(deletion(property, 'structuredPropertyKey')),
      ...datasets.slice(3).map(set),
    ]);
    for (const { status } of answers) expect(status).to.be.oneOf([200, 422]);
    for (const dataset of datasets) expect((await shown(dataset)) ?? []).to.deep.equal([]);
    await write(property, 'propertyDefinition', definition(property));
    await eventually(async () => {
      for (const dataset of datasets) expect(((await shown(dataset)) ?? []) as unknown[]).to.deep.equal([]);
    });
  });
});

describe('Batches with perItem', () => {
  it('an integer that would be rounded only refuses its own item', async () => {
    const [good, bad] = [urns.dataset(own()), urns.dataset(own())];
    const text = JSON.stringify({
      perItem: true,
      proposals: [proposal(bad, 'status', { removed: false }, { systemMetadata: { lastObserved: 1 } }), proposal(good, 'status', { removed: false })],
    }).replace('"lastObserved":1', '"lastObserved":12345678901234567890');
    const { status, body } = await api.send<{ value: { refused: number; items: { outcome: string; message?: string }[] } }>(
      'POST',
      '/aspects?action=ingestProposalBatch',
      { text },
    );
    expect(status).to.equal(200);
    expect(body.value.items.map(({ outcome }) => outcome)).to.deep.equal(['refused', 'changed']);
    expect(body.value.items[0]?.message).to.include('/proposal/systemMetadata/lastObserved :: expected integer');
    expectRefusal(await act('aspects', 'ingestProposalBatch', JSON.parse('{"proposals": []}')), 400, 'proposals: expected at least one item');
  });
});
