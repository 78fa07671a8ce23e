/**
 * Who owns an asset, and in which way: the type as an entity decides (docs/semantics.md 15.6).
 */
import { expect } from 'chai';
import { graphql } from '../support/graphql.ts';
import { ownNames, stamp, urns } from '../support/make.ts';
import { openapi } from '../support/openapi.ts';
import { values, write } from '../support/writes.ts';

const own = ownNames('owning');
const typeOf = (word: string) => urns.of('ownershipType', `__system__${word}`);
const owners = async (urn: string) => ((await values(urn)).ownership?.owners ?? []) as { owner: string; type: string; typeUrn?: string }[];

describe('Ways of owning (docs/semantics.md 15.6)', () => {
  const [eva, business, technical] = [urns.user('eva'), typeOf('business_owner'), typeOf('technical_owner')];
  const asset = async (...entries: { type: string; typeUrn?: string }[]): Promise<string> => {
    const urn = urns.dataset(own());
    await write(urn, 'ownership', { owners: entries.map((each) => ({ owner: eva, ...each })), lastModified: stamp() });
    return urn;
  };
  const left = { type: 'CUSTOM', typeUrn: technical };

  for (const entry of [
    { type: 'CUSTOM', typeUrn: business },
    { type: 'BUSINESS_OWNER', typeUrn: business },
    { type: 'DATAOWNER', typeUrn: business },
    { type: 'BUSINESS_OWNER' },
  ])
    it(`a way written as ${Object.values(entry).join(' with ')} is removed by its type, others stay`, async () => {
      const [one, two] = [await asset(entry, left), await asset(entry, left)];
      await graphql(`mutation { removeOwner(input: { ownerUrn: "${eva}", resourceUrn: "${one}", ownershipTypeUrn: "${business}" }) }`);
      await graphql(
        `mutation { batchRemoveOwners(input: { ownerUrns: ["${eva}"], resources: [{ resourceUrn: "${two}" }], ownershipTypeUrn: "${business}" }) }`,
      );
      for (const urn of [one, two]) expect(await owners(urn)).to.deep.equal([{ owner: eva, ...left }]);
    });

  it('is the same wherever it is read, and where its word alone changes nothing happened', async () => {
    await write(eva, 'corpUserInfo', { active: true });
    const urn = await asset({ type: 'BUSINESS_OWNER', typeUrn: business });
    await write(urn, 'ownership', { owners: [{ owner: eva, type: 'CUSTOM', typeUrn: business }], lastModified: stamp() });
    const { dataset } = await graphql(`{ dataset(urn: "${urn}") { ownership { owners { type ownershipType { urn } } } } }`);
    expect(dataset.ownership.owners).to.deep.equal([{ type: 'BUSINESS_OWNER', ownershipType: { urn: business } }]);
    const { getTimeline: timeline } = await graphql(
      `{ getTimeline(input: { urn: "${urn}", changeCategories: [OWNERSHIP] }) { changeTransactions { changes { operation } } } }`,
    );
    expect(timeline.changeTransactions.flatMap(({ changes }: { changes: object[] }) => changes)).to.have.length(1);
  });

  it('a patch by the word finds what the type as an entity decides, on both sides', async () => {
    const v3 = openapi('v3');
    for (const path of [`/owners/${eva}/BUSINESS_OWNER`, `/owners/${eva}/BUSINESS_OWNER/${business}`]) {
      const urn = await asset({ type: 'CUSTOM', typeUrn: business }, left);
      expect((await v3.patch('dataset', urn, 'ownership', { patch: [{ op: 'remove', path }] })).status).to.equal(200);
      expect(await owners(urn), path).to.deep.equal([{ owner: eva, ...left }]);
    }
    const urn = await asset({ type: 'BUSINESS_OWNER', typeUrn: business });
    const value = { owner: eva, type: 'CUSTOM', typeUrn: business };
    expect(
      (await v3.patch('dataset', urn, 'ownership', { patch: [{ op: 'add', path: `/owners/${eva}/CUSTOM/${business}`, value }] })).status,
    ).to.equal(200);
    expect(await owners(urn)).to.deep.equal([value]);
  });

  it('adding a way that connectors have written as CUSTOM lists it once', async () => {
    await write(eva, 'corpUserInfo', { active: true });
    const urn = await asset({ type: 'CUSTOM', typeUrn: business });
    await graphql(
      `mutation { addOwner(input: { ownerUrn: "${eva}", ownerEntityType: CORP_USER, resourceUrn: "${urn}", ownershipTypeUrn: "${business}" }) }`,
    );
    expect((await owners(urn)).map(({ type, typeUrn }) => [type, typeUrn])).to.deep.equal([['BUSINESS_OWNER', business]]);
  });
});
