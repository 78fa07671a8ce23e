/**
 * Who owns an asset, and in which way: the type as an entity decides (docs/semantics.md 15.6).
 */
import { expect } from 'chai';
import { graphql } from '../support/graphql.ts';
import { ownNames, stamp, urns } from '../support/make.ts';
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

  it('adding a way that connectors have written as CUSTOM lists it once', async () => {
    await write(eva, 'corpUserInfo', { active: true });
    const urn = await asset({ type: 'CUSTOM', typeUrn: business });
    await graphql(
      `mutation { addOwner(input: { ownerUrn: "${eva}", ownerEntityType: CORP_USER, resourceUrn: "${urn}", ownershipTypeUrn: "${business}" }) }`,
    );
    expect((await owners(urn)).map(({ type, typeUrn }) => [type, typeUrn])).to.deep.equal([['BUSINESS_OWNER', business]]);
  });
});
