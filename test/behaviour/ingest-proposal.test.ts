import { expect } from 'chai';
import { api } from '../support/client.ts';
import { deletion, description, ownNames, proposal, status, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { readEntity, values, version, write } from '../support/writes.ts';

const own = ownNames('ingest');
const dataset = () => urns.dataset(own());
const serialized = (value: unknown) => ({ value: JSON.stringify(value), contentType: 'application/json' });

describe('POST /aspects?action=ingestProposal (docs/semantics.md 3.1, 3.2)', () => {
  it('writes an aspect that entitiesV2 and aspects return immediately', async () => {
    const urn = dataset();
    await write(urn, 'datasetProperties', description('x'));
    expect((await values(urn)).datasetProperties).to.deep.equal(description('x'));
    expect(await version(urn, 'datasetProperties', 0)).to.deep.equal(description('x'));
  });

  it('answers 200 with the URN of the entity as value', async () => {
    const urn = dataset();
    const answer = await write(urn, 'status', status(false));
    expect(answer.body).to.deep.equal({ value: urn });
    expect(answer.headers.get('content-type')).to.match(/^application\/json/);
    expect(answer.headers.get(api.names.errorHeader)).to.equal(null);
    expect((await write(urn, 'status', status(false))).body, 'the answer to a no-op is the same').to.deep.equal({ value: urn });
  });

  it('a missing protocol header is not an error', async () => {
    const answer = await api.send('POST', '/aspects?action=ingestProposal', {
      json: { proposal: proposal(dataset(), 'status', status(false)) },
      headers: { [api.names.protocolHeader]: '' },
    });
    expect(answer.status).to.equal(200);
  });

  it('an explicit null for an optional parameter counts as absent', async () => {
    const urn = dataset();
    const nulls = { entityKeyAspect: null, systemMetadata: null, headers: null, auditHeader: null };
    const answer = await api.send('POST', '/aspects?action=ingestProposal', {
      json: { proposal: { ...proposal(urn, 'status', status(false)), ...nulls }, async: null },
    });
    expect(answer.status, answer.text).to.equal(200);
  });

  it('entityKeyAspect replaces the URN, and the server builds the URN', async () => {
    const name = own();
    const { entityUrn: _, ...rest } = proposal('', 'status', status(false), { entityType: 'dataset' });
    const answer = await api.ingestProposal({ ...rest, entityKeyAspect: serialized({ platform: urns.platform('hive'), name, origin: 'PROD' }) });
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.body.value).to.equal(urns.dataset(name));
    expect((await values(urns.dataset(name))).status).to.deep.equal({ removed: false });
  });

  it('both entityUrn and entityKeyAspect, or neither, is an error', async () => {
    const urn = dataset();
    const { entityUrn: _, ...none } = proposal(urn, 'status', status(false));
    const key = serialized({ platform: urns.platform('hive'), name: 'x', origin: 'PROD' });
    for (const wrong of [none, { ...none, entityUrn: urn, entityKeyAspect: key }])
      expectRefusal(await api.ingestProposal(wrong), [400, 422], 'entityKeyAspect');
  });

  it('a DELETE ignores its aspect value', async () => {
    const urn = urns.dataset(own());
    for (const [value, contentType] of [
      ['', 'application/json'],
      ['{', 'text/plain'],
    ]) {
      await write(urn, 'status', { removed: false });
      const answer = await api.ingestProposal(deletion(urn, 'status', { aspect: { value, contentType } }));
      expect(answer.status, answer.text).to.equal(200);
      expect(await values(urn)).not.to.have.property('status');
    }
  });

  it('the case of the content type of an aspect does not matter', async () => {
    const aspect = { value: '{"removed":false}', contentType: 'Application/JSON' };
    expect((await api.ingestProposal(proposal(urns.dataset(own()), 'status', '', { aspect }))).status).to.equal(200);
  });

  it('auditHeader is accepted and ignored', async () => {
    const urn = dataset();
    await write(urn, 'status', status(false), { auditHeader: { time: 1, actor: urns.user('somebody') } });
    expect((await readEntity(urn)).aspects.status?.created.actor).to.equal(api.names.systemActor);
  });

  for (const async of ['true', 'false', true, false]) {
    it(`async ${JSON.stringify(async)} is accepted, and the aspect is readable after the answer`, async () => {
      const urn = dataset();
      const answer = await api.send('POST', '/aspects?action=ingestProposal', { json: { proposal: proposal(urn, 'status', status(true)), async } });
      expect(answer.status, answer.text).to.equal(200);
      expect((await values(urn)).status).to.deep.equal({ removed: true });
    });
  }

  it('a body of 16 MB is accepted [long]', async () => {
    const urn = dataset();
    const long = 'x'.repeat(16_000_000);
    await write(urn, 'datasetProperties', description(long));
    expect((await values(urn)).datasetProperties).to.deep.equal(description(long));
  });

  it('texts in every script are returned as they were sent', async () => {
    const urn = dataset();
    const text = 'Ελληνικά, 漢字, עברית, 🦆, "quotes", back\\slash, tab\t, line\nbreak, \u2028, \u0000, \ud800';
    await write(urn, 'datasetProperties', description(text));
    expect((await values(urn)).datasetProperties).to.deep.equal(description(text));
  });

  it('writing an aspect creates its entity; a status alone is enough', async () => {
    const urn = urns.tag(own());
    expect(await version(urn, 'tagKey', 0)).to.equal(undefined);
    await write(urn, 'status', status(false));
    expect(await version(urn, 'tagKey', 0)).to.be.an('object');
  });
});

describe('The actor of a write (docs/semantics.md 4.2)', () => {
  it('is the configured default without authentication, or the user in the actor header', async () => {
    const urn = dataset();
    await write(urn, 'status', status(false));
    expect((await readEntity(urn)).aspects.status?.created.actor).to.equal(api.names.systemActor);
    const named = await api.ingestProposal(proposal(urn, 'status', status(true)), { [api.names.actorHeader]: urns.user('jdoe') });
    expect(named.status).to.equal(200);
    expect((await readEntity(urn)).aspects.status?.created.actor).to.equal(urns.user('jdoe'));
  });

  it('that is not a user is refused', async () => {
    for (const actor of ['jdoe', urns.tag('x'), urns.dataset('x')]) {
      expectRefusal(
        await api.ingestProposal(proposal(dataset(), 'status', status(true)), { [api.names.actorHeader]: actor }),
        400,
        api.names.actorHeader,
      );
    }
  });
});
