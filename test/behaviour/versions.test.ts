import { expect } from 'chai';
import { api, type Enveloped } from '../support/client.ts';
import { description, ownNames, proposal, status, urns } from '../support/make.ts';
import { readEntity, version, write } from '../support/writes.ts';

const own = ownNames('versions');
const dataset = () => urns.dataset(own());

async function properties(urn: string): Promise<Enveloped> {
  const found = (await readEntity(urn)).aspects.datasetProperties;
  if (!found) throw new Error(`${urn} has no datasetProperties`);
  return found;
}
const meta = async (urn: string) => (await properties(urn)).systemMetadata;

describe('Versions (docs/semantics.md 4.1)', () => {
  it('version 0 is the latest; after A, B, C: 0 is C, 1 is A, 2 is B, and version 3 cannot be read', async () => {
    const urn = dataset();
    for (const text of ['A', 'B', 'C']) await write(urn, 'datasetProperties', description(text));
    expect(await version(urn, 'datasetProperties', 0)).to.deep.equal(description('C'));
    expect(await version(urn, 'datasetProperties', 1)).to.deep.equal(description('A'));
    expect(await version(urn, 'datasetProperties', 2)).to.deep.equal(description('B'));
    for (const number of [3, 4, 1000]) expect(await version(urn, 'datasetProperties', number)).to.equal(undefined);
  });

  it('systemMetadata.version is a string and counts contents: "1" for A, "2" for B, "3" for C', async () => {
    const urn = dataset();
    for (const [index, text] of ['A', 'B', 'C'].entries()) {
      await write(urn, 'datasetProperties', description(text));
      expect((await meta(urn))?.version).to.equal(String(index + 1));
    }
  });

  it('returning to earlier content is a new version', async () => {
    const urn = dataset();
    for (const text of ['A', 'B', 'A']) await write(urn, 'datasetProperties', description(text));
    expect((await meta(urn))?.version).to.equal('3');
    expect(await version(urn, 'datasetProperties', 1)).to.deep.equal(description('A'));
    expect(await version(urn, 'datasetProperties', 2)).to.deep.equal(description('B'));
  });

  it('each aspect has its own version numbers', async () => {
    const urn = dataset();
    for (const text of ['A', 'B']) await write(urn, 'datasetProperties', description(text));
    await write(urn, 'status', status(false));
    const { aspects } = await readEntity(urn);
    expect(aspects.status?.systemMetadata?.version).to.equal('1');
    expect(aspects.datasetKey?.systemMetadata?.version).to.equal('1');
  });

  it('every version is stored', async () => {
    const urn = dataset();
    for (let count = 1; count <= 30; count++) await write(urn, 'datasetProperties', description(`v${count}`));
    for (let count = 1; count < 30; count++) expect(await version(urn, 'datasetProperties', count)).to.deep.equal(description(`v${count}`));
    expect(await version(urn, 'datasetProperties', 30)).to.equal(undefined);
  });

  it('a negative number is 404 or 400', async () => {
    const urn = dataset();
    await write(urn, 'status', status(false));
    expect((await api.aspect(urn, 'status', -1)).status).to.be.oneOf([400, 404]);
  });
});

describe('No-op writes (docs/semantics.md 3.5)', () => {
  it('an equal value makes no new version and does not change created', async () => {
    const urn = dataset();
    await write(urn, 'datasetProperties', description('same'));
    const before = await properties(urn);
    await write(urn, 'datasetProperties', description('same'));
    const after = await properties(urn);
    expect(after.created).to.deep.equal(before.created);
    expect(after.systemMetadata?.version).to.equal('1');
    expect(after.systemMetadata?.aspectModified).to.deep.equal(before.systemMetadata?.aspectModified);
  });

  it('the order of fields has no meaning, and numbers are compared by value', async () => {
    const urn = dataset();
    const one = '{"name":"n","created":{"time":60,"actor":"urn:svc:corpuser:a"},"customProperties":{"a":"1","b":"2"}}';
    const two = '{ "customProperties":{"b":"2","a":"1"},"created":{"actor":"urn:svc:corpuser:a","time":60.0},"name":"n" }';
    await write(urn, 'datasetProperties', one);
    await write(urn, 'datasetProperties', two);
    expect((await meta(urn))?.version).to.equal('1');
  });

  it('the order of a list has a meaning', async () => {
    const urn = dataset();
    await write(urn, 'datasetProperties', { tags: ['a', 'b'] });
    await write(urn, 'datasetProperties', { tags: ['b', 'a'] });
    expect((await meta(urn))?.version).to.equal('2');
  });

  it('changes only lastObserved, runId and lastRunId', async () => {
    const urn = dataset();
    await write(urn, 'datasetProperties', description('x'), { systemMetadata: { lastObserved: 100, runId: 'one', pipelineName: 'first' } });
    await write(urn, 'datasetProperties', description('x'), { systemMetadata: { lastObserved: 200, runId: 'two', pipelineName: 'second' } });
    expect(await meta(urn)).to.include({ lastObserved: 200, runId: 'two', lastRunId: 'one', pipelineName: 'first', version: '1' });
  });
});

describe('created (docs/semantics.md 4.2)', () => {
  it('is the time and the actor of the write that made the version', async () => {
    const urn = dataset();
    const from = Date.now();
    await api.ingestProposal(proposal(urn, 'datasetProperties', description('a')), { [api.names.actorHeader]: urns.user('one') });
    const first = (await properties(urn)).created;
    await api.ingestProposal(proposal(urn, 'datasetProperties', description('b')), { [api.names.actorHeader]: urns.user('two') });
    const second = (await properties(urn)).created;
    expect(first.actor).to.equal(urns.user('one'));
    expect(second.actor).to.equal(urns.user('two'));
    expect(first.time).to.be.within(from, second.time);
    expect(second.time).to.be.within(first.time, Date.now());
  });
});

describe('System metadata (docs/semantics.md 4.3)', () => {
  it('runId and lastRunId are no-run-id-provided by default, lastObserved is now', async () => {
    const urn = dataset();
    const from = Date.now();
    await write(urn, 'datasetProperties', description('a'));
    const found = await meta(urn);
    expect(found).to.include({ runId: 'no-run-id-provided', lastRunId: 'no-run-id-provided' });
    expect(found?.lastObserved).to.be.within(from, Date.now());
  });

  it('lastObserved 0 is now', async () => {
    const urn = dataset();
    await write(urn, 'datasetProperties', description('a'), { systemMetadata: { lastObserved: 0 } });
    expect((await meta(urn))?.lastObserved).to.be.greaterThan(1_600_000_000_000);
  });

  it('what a client sends as system metadata is returned with the aspect', async () => {
    const urn = dataset();
    const said = {
      lastObserved: 1_700_000_000_000,
      runId: 'run-1',
      pipelineName: 'nightly',
      registryName: 'r',
      registryVersion: '0.1',
      properties: { a: 'b' },
    };
    await write(urn, 'datasetProperties', description('a'), { systemMetadata: said });
    expect(await meta(urn)).to.deep.include(said);
  });

  it('runId is the run that wrote the aspect last, lastRunId the run before it', async () => {
    const urn = dataset();
    for (const [text, runId] of [
      ['a', 'one'],
      ['b', 'two'],
      ['b', 'three'],
    ] as const)
      await write(urn, 'datasetProperties', description(text), { systemMetadata: { runId } });
    expect(await meta(urn)).to.include({ runId: 'three', lastRunId: 'two' });
  });

  it('aspectCreated is the stamp of the first write, aspectModified of the last change', async () => {
    const urn = dataset();
    const stamps = [];
    for (const text of ['a', 'b', 'b']) {
      await write(urn, 'datasetProperties', description(text));
      stamps.push((await properties(urn)).created);
    }
    expect(await meta(urn)).to.deep.include({ aspectCreated: stamps[0], aspectModified: stamps[1] });
    expect(stamps[2]).to.deep.equal(stamps[1]);
  });

  it('a client cannot set the version', async () => {
    const urn = dataset();
    await write(urn, 'datasetProperties', description('a'), { systemMetadata: { version: '77', aspectCreated: { time: 1, actor: urns.user('x') } } });
    expect(await meta(urn)).to.include({ version: '1' });
    expect((await meta(urn))?.aspectCreated).not.to.deep.include({ time: 1 });
  });

  it('the defaults of a first write have the same system metadata', async () => {
    const urn = dataset();
    await write(urn, 'datasetProperties', description('a'), { systemMetadata: { runId: 'run-7', lastObserved: 5 } });
    for (const { name, systemMetadata } of Object.values((await readEntity(urn)).aspects))
      expect(systemMetadata, name).to.include({ runId: 'run-7', lastObserved: 5 });
  });
});
