import { expect } from 'chai';
import { api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { search, where, writeSearchable } from '../support/find.ts';
import { description, ownNames, proposal, urns } from '../support/make.ts';
import { write } from '../support/writes.ts';

const own = ownNames('index');
const named = (urn: string, text: string) => search({ filter: where({ field: 'urn', values: [urn] }, { field: 'description', values: [text] }) });

interface Detailed {
  index: { seq: number; behind: number; waiting: number; oldestMs: number; building: boolean };
}

describe('The search index follows the graph (docs/architecture.md 4)', () => {
  it('search finds a write after about a second', async () => {
    const urn = urns.dataset(own());
    await write(urn, 'datasetProperties', description('soon'));
    await eventually(async () => expect((await named(urn, 'soon')).numEntities).to.equal(1));
  });

  it('search finds a write with the sync header, in the request or in the proposal, as soon as it returns', async () => {
    const urn = urns.dataset(own());
    for (const text of ['a', 'b', 'c', 'd', 'e']) {
      await writeSearchable(urn, 'datasetProperties', description(text));
      expect((await named(urn, text)).entities).to.deep.equal([urn]);
    }
    await write(urn, 'datasetProperties', description('f'), { headers: { 'X-Svc-Sync-Index-Update': 'true' } });
    expect((await named(urn, 'f')).entities).to.deep.equal([urn]);
    expect((await named(urn, 'e')).entities).to.deep.equal([]);
  });

  it('removed values are no longer found, nor are values of a deleted aspect', async () => {
    const urn = urns.dataset(own());
    const word = own();
    await writeSearchable(urn, 'editableDatasetProperties', { description: word });
    expect((await search({ input: word })).entities).to.deep.equal([urn]);
    const deletion = { entityType: 'dataset', entityUrn: urn, changeType: 'DELETE', aspectName: 'editableDatasetProperties' };
    expect((await api.ingestProposal(deletion, { 'X-Svc-Sync-Index-Update': 'true' })).status).to.equal(200);
    expect((await search({ input: word })).entities).to.deep.equal([]);
  });

  it('search uses the newest point of a timeseries', async () => {
    const urn = urns.dataset(own());
    const rows = (value: number) => search({ filter: where({ field: 'urn', values: [urn] }, { field: 'rowCount', values: [String(value)] }) });
    await writeSearchable(urn, 'datasetProfile', { timestampMillis: 2, rowCount: 20 });
    await writeSearchable(urn, 'datasetProfile', { timestampMillis: 1, rowCount: 10 });
    expect([(await rows(20)).numEntities, (await rows(10)).numEntities]).to.deep.equal([1, 0]);
  });

  it('search uses the beginning of a long text, and the answer to the write says so; EQUAL compares the whole text', async () => {
    const urn = urns.dataset(own());
    const [first, last] = [own('first').replaceAll('_', ''), own('last').replaceAll('_', '')];
    const text = `${first} ${'some words, again and again, '.repeat(10_000)}${last}`;
    const answer = await api.ingestProposal(proposal(urn, 'datasetProperties', description(text)), { 'X-Svc-Sync-Index-Update': 'true' });
    expect(answer.headers.get('X-Svc-Warning')).to.include('datasetProperties/description');
    const found = async (params: object): Promise<number> => (await search(params as Record<string, unknown>)).numEntities;
    const described = (condition: string, value: string) => found({ filter: where({ field: 'description', condition, values: [value] }) });
    expect([await found({ input: first }), await found({ input: last }), await found({ input: `description:${first}` })]).to.deep.equal([1, 0, 1]);
    expect([await described('EQUAL', text), await described('IEQUAL', text.toUpperCase()), await described('EQUAL', `${text} `)]).to.deep.equal([
      1, 1, 0,
    ]);
    expect([await described('START_WITH', `${first} some`), await described('CONTAIN', first), await described('CONTAIN', last)]).to.deep.equal([
      1, 1, 0,
    ]);
  });

  it('search finds a text of 15 MB as soon as its write returns [long]', async () => {
    const urn = urns.dataset(own());
    const word = own('large').replaceAll('_', '');
    const large = description(`${word} ${'lorem ipsum dolor 0123456789 '.repeat(520_000)}`);
    const answer = await api.ingestProposal(proposal(urn, 'datasetProperties', large), { 'X-Svc-Sync-Index-Update': 'true' });
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.headers.get('X-Svc-Warning')).to.equal('Only the beginning of long texts is searched: datasetProperties/description');
    expect((await search({ input: word })).entities).to.deep.equal([urn]);
  });

  for (const [more, size] of Object.entries({ '': 12_000, ' [long]': 100_000 }))
    it(`of ${size} entries of a map, search uses the first; the write says so, an operator can list the entity, and other writes are not delayed${more}`, async () => {
      const [wide, other] = [urns.dataset(own()), urns.dataset(own())];
      const entries = Object.fromEntries(Array.from({ length: size }, (_, n) => [`k${n}`, `v${n}`]));
      const answer = await api.ingestProposal(proposal(wide, 'datasetProperties', { customProperties: entries }));
      expect(answer.headers.get('X-Svc-Warning')).to.equal('Only the first values of long lists are searched: datasetProperties/customProperties');
      await writeSearchable(other, 'datasetProperties', description('beside'));
      expect((await named(other, 'beside')).entities).to.deep.equal([other]);
      const has = async (entry: string) => (await search({ filter: where({ field: 'customProperties', values: [entry] }) })).entities;
      await eventually(async () => expect(await has('k9=v9')).to.deep.equal([wide]));
      expect(await has(`k${size - 1}=v${size - 1}`)).to.deep.equal([]);
      const { body } = await api.send<{ value: { problems: object[] } }>('POST', '/operations?action=indexProblems', { json: {} });
      const reason = 'Only a part is searched of customProperties';
      expect(body.value.problems).to.deep.include({ urn: wide, problem: 'cut', reason });
      await writeSearchable(wide, 'datasetProperties', description('short'));
      expect(JSON.stringify((await api.send('POST', '/operations?action=indexProblems', { json: {} })).body)).to.not.include(wide);
    });

  it('each search result says how many writes it does not show yet', async () => {
    const platform = own();
    const all = Array.from({ length: 100 }, (_, n) => urns.dataset(`t${n}`, platform));
    const filter = where({ field: 'platform', values: [urns.platform(platform)] });
    const written = api.ingestProposalBatch(all.map((urn) => proposal(urn, 'datasetProperties', description('behind'))));
    expect((await written).status).to.equal(200);
    await eventually(async () => {
      const answer = await api.send<{ value: { numEntities: number } }>('POST', '/entities?action=search', {
        json: { input: '*', entity: 'dataset', filter, start: 0, count: 0 },
      });
      const { numEntities } = answer.body.value;
      const lag = Number(answer.headers.get('X-Svc-Index-Lag') ?? 0);
      expect(numEntities + lag, 'found, and told to be missing').to.be.at.least(all.length);
      expect(numEntities).to.equal(all.length);
    });
  });

  it('a write names its commit; a search that names it shows it, and says where it is', async () => {
    const word = own();
    const urn = urns.dataset(`${word}.t`);
    const written = await api.ingestProposal(proposal(urn, 'datasetProperties', description(word)));
    const seq = Number(written.headers.get('X-Svc-Seq'));
    expect(seq).to.be.above(0);
    const again = await api.ingestProposal(proposal(urn, 'datasetProperties', description(word)));
    expect(Number(again.headers.get('X-Svc-Seq')), 'of a write that changes nothing').to.be.at.least(seq);
    const filter = where({ field: 'description', values: [word] });
    const answer = await api.send<{ value: { numEntities: number } }>('POST', '/entities?action=search', {
      json: { input: '*', entity: 'dataset', filter },
      headers: { 'X-Svc-Seq': String(seq) },
    });
    expect(answer.body.value.numEntities).to.equal(1);
    const [, shown, time, behind] = /^seq=(\d+), time=(\d+), behind=(\d+)$/.exec(answer.headers.get('X-Svc-Index-State') ?? '') ?? [];
    expect(Number(shown)).to.be.at.least(seq);
    expect(Number(time)).to.be.within(Date.now() - 600_000, Date.now());
    expect(Number(behind)).to.be.at.least(0);
    const query = `{ searchAcrossEntities(input: { types: [DATASET], query: "${word}" }) { total } }`;
    const graph = await api.send<{ extensions: { indexState: { seq: number } } }>('POST', '/api/graphql', { json: { query } });
    expect(graph.body.extensions.indexState.seq).to.be.at.least(seq);
  });

  it('a commit that is no number is refused', async () => {
    const bad = await api.send('POST', '/entities?action=search', { json: { input: '*', entity: 'dataset' }, headers: { 'X-Svc-Seq': 'last' } });
    expect([bad.status, bad.text]).to.have.property('0', 400);
    expect(bad.text).to.include('X-Svc-Seq');
  });

  it('a commit that this store does not have is waited for, and told [long]', async () => {
    const far = await api.send('GET', '/config', { headers: { 'X-Svc-Seq': '999999999' } });
    expect(far.status).to.equal(200);
    const read = await api.send('GET', `/entitiesV2/${encodeURIComponent(urns.dataset(own()))}`, { headers: { 'X-Svc-Seq': '999999999' } });
    expect(read.headers.get('X-Svc-Warning')).to.include('does not have commit 999999999');
  });

  it('after many concurrent writers have returned, search finds everything', async () => {
    const word = own();
    const all = Array.from({ length: 40 }, (_, n) => urns.dataset(`${word}.t${n}`));
    await Promise.all(
      all.map((urn) => api.ingestProposal(proposal(urn, 'datasetProperties', description(word)), { 'X-Svc-Sync-Index-Update': 'true' })),
    );
    expect((await search({ filter: where({ field: 'description', values: [word] }) })).numEntities).to.equal(40);
  });

  it('/health/detailed and /metrics say how many entities wait, and for how long the oldest', async () => {
    await eventually(async () => {
      const { body } = await api.send<Detailed>('GET', '/health/detailed');
      expect(body.index).to.include({ waiting: 0, behind: 0, oldestMs: 0, building: false });
      expect(body.index.seq).to.be.above(0);
    });
    const { text } = await api.send('GET', '/metrics');
    expect(text)
      .to.match(/^cairn_index_waiting \d+$/m)
      .and.match(/^cairn_index_oldest_seconds [\d.]+$/m)
      .and.match(/^cairn_index_seq \d+$/m)
      .and.match(/^cairn_index_behind \d+$/m);
  });

  it('restoreIndices rewrites the documents of entities', async () => {
    const urn = urns.dataset(own());
    await writeSearchable(urn, 'datasetProperties', description('again'));
    for (const resource of ['operations', 'aspects']) {
      const answer = await api.send<{ value: { rowsMigrated: number } }>('POST', `/${resource}?action=restoreIndices`, { json: { urn } });
      expect(answer.body.value, answer.text).to.deep.equal({ rowsMigrated: 1 });
    }
    await eventually(async () => expect((await named(urn, 'again')).entities).to.deep.equal([urn]));
  });

  it('connections to the search engine are reused [long]', async () => {
    const open = async () => Number(/^cairn_process_open_fds (\d+)/m.exec((await api.send('GET', '/metrics')).text)?.[1]);
    const before = await open();
    for (let at = 0; at < 60; at++) await writeSearchable(urns.tag(own()), 'tagProperties', { name: 'kept' });
    expect(await open()).to.be.below(before + 30);
  });
});
