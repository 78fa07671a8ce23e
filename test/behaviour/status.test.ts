import { expect } from 'chai';
import { api } from '../support/client.ts';
import { description, ownership, ownNames, proposal, status, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { edges, readEntity, values, version, write } from '../support/writes.ts';

const own = ownNames('status');

describe('Soft delete (docs/semantics.md 12.1)', () => {
  const urn = urns.dataset(own());
  const owner = urns.user(own());
  before(async () => {
    await write(urn, 'datasetProperties', description('a'));
    await write(urn, 'datasetProperties', description('b'));
    await write(urn, 'ownership', ownership(owner));
    await write(urn, 'datasetProfile', { timestampMillis: 5 });
    await write(urn, 'status', status(true));
  });

  it('a soft-deleted entity can still be read: entity, versions, relationships, timeseries', async () => {
    expect((await values(urn)).datasetProperties).to.deep.equal(description('b'));
    expect(await version(urn, 'datasetProperties', 1)).to.deep.equal(description('a'));
    expect(await edges(owner, 'INCOMING', 'OwnedBy')).to.deep.equal([`OwnedBy ${urn}`]);
    expect((await api.series({ urn, entity: 'dataset', aspect: 'datasetProfile' })).body.value.values).to.have.length(1);
  });

  it('writing other aspects works, and the entity stays soft-deleted', async () => {
    await write(urn, 'globalTags', { tags: [] });
    expect((await values(urn)).status).to.deep.equal({ removed: true });
  });

  it('writing Status with removed false makes it active again; the change is an ordinary version', async () => {
    await write(urn, 'status', status(false));
    expect((await readEntity(urn)).aspects.status).to.deep.include({ value: { removed: false } });
    expect(await version(urn, 'status', 1)).to.deep.equal({ removed: true });
  });

  it('soft-deleting a tag does not change entities that reference it', async () => {
    const [tagged, tag] = [urns.dataset(own()), urns.tag(own())];
    await write(tagged, 'globalTags', { tags: [{ tag }] });
    await write(tag, 'status', status(true));
    expect((await values(tagged)).globalTags).to.deep.equal({ tags: [{ tag }] });
    expect(await edges(tag, 'INCOMING', 'TaggedWith')).to.deep.equal([`TaggedWith ${tagged}`]);
  });

  it('entity types without a status aspect cannot be soft-deleted', async () => {
    expectRefusal(
      await api.ingestProposal(proposal(urns.of('dataHubSecret', own()), 'status', status(true))),
      422,
      'Unknown aspect status for entity dataHubSecret',
    );
  });
});
