/** `GET /changes`: every change in the order of its commits (docs/semantics.md 21). */
import { expect } from 'chai';
import { type Change, type ChangesPage, commitOf } from '../support/changes.ts';
import { api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { deletion, description, ownership, ownNames, proposal, status, upstreams, urns } from '../support/make.ts';
import { sharedCairn } from '../support/shared.ts';

const own = ownNames('changes');

const page = async (query: string): Promise<ChangesPage> => {
  const answer = await api.send<ChangesPage>('GET', `/changes?${query}`);
  expect(answer.status, answer.text).to.equal(200);
  return answer.body;
};
const newest = async (): Promise<number> => (await page('')).newest;
const of = (urn: string): string => `urns=${encodeURIComponent(urn)}`;
const said = ({ aspect, change, before, version }: Change): unknown[] => [change, aspect, before, version];

describe('GET /changes (docs/semantics.md 21)', () => {
  it('returns each change of an entity in order, with versions, actor and run, and with the commit that the answer to the write names', async () => {
    const from = await newest();
    const urn = urns.dataset(own());
    const first = await api.ingestProposal(proposal(urn, 'datasetProperties', description('one'), { systemMetadata: { runId: 'changes-run' } }));
    await api.ingestProposal(proposal(urn, 'datasetProperties', description('one')));
    const second = await api.ingestProposal(proposal(urn, 'datasetProperties', description('two')));
    const { changes, next } = await page(`after=${from}&${of(urn)}`);
    expect(changes.map(said)).to.deep.equal([
      ['create', 'datasetKey', undefined, 1],
      ['create', 'dataPlatformInstance', undefined, 1],
      ['create', 'browsePathsV2', undefined, 1],
      ['create', 'browsePaths', undefined, 1],
      ['create', 'datasetProperties', undefined, 1],
      ['update', 'datasetProperties', 1, 2],
    ]);
    expect([changes[4]?.runId, changes[5]?.runId]).to.deep.equal(['changes-run', undefined]);
    expect(changes.map(({ seq }) => seq)).to.deep.equal([
      ...Array(5).fill(Number(first.headers.get('X-Svc-Seq'))),
      Number(second.headers.get('X-Svc-Seq')),
    ]);
    for (const { actor, time, urn: of } of changes) {
      expect([actor, of]).to.deep.equal([urns.user('__svc_system'), urn]);
      expect(time).to.be.within(Date.now() - 600_000, Date.now());
    }
    expect((await page(`after=${next}&${of(urn)}`)).changes).to.deep.equal([]);
  });

  it('returns only the changes by the users that are asked for', async () => {
    const [mine, urn] = [urns.user(own()), urns.dataset(own())];
    await api.ingestProposal(proposal(urn, 'status', status(false)));
    await api.send('POST', '/aspects?action=ingestProposal', {
      json: { proposal: proposal(urn, 'status', status(true)) },
      headers: { 'X-Svc-Actor': mine },
    });
    const by = `actors=${encodeURIComponent(mine)}`;
    const { changes } = await page(`after=0&${by}&${of(urn)}`);
    expect(changes.map(({ actor, version }) => [actor, version])).to.deep.equal([[mine, 2]]);
    expect((await api.send('GET', '/changes?actors=anna')).status).to.equal(400);
  });

  it('waits no longer because others write what the filter leaves out [long]', async () => {
    const from = await newest();
    let answered = false;
    const asked = page(`after=${from}&wait=1&${of(urns.dataset(own()))}`).finally(() => {
      answered = true;
    });
    while (!answered) await api.ingestProposal(proposal(urns.dataset(own()), 'status', status(false)));
    const { changes, next } = await asked;
    expect(changes).to.deep.equal([]);
    expect(commitOf(next), 'it does not look through them again').to.be.greaterThan(from);
  });

  it('returns the newest changes first, in pages of any size, down to the beginning of the log', async () => {
    const all = Array.from({ length: 5 }, () => urns.dataset(own()));
    const from = await newest();
    await api.ingestProposalBatch(all.map((urn) => proposal(urn, 'status', status(false))));
    await api.ingestProposal(proposal(all[0] ?? '', 'status', status(true)));
    const some = all.map(of).join('&');
    const forward = (await page(`after=${from}&limit=1000&${some}`)).changes;
    const back: Change[] = [];
    let next = '';
    for (; next !== '0'; ) {
      const answer = await page(`order=newest&limit=4&after=${next}&${some}`);
      back.push(...answer.changes);
      next = answer.next;
    }
    expect(back).to.have.length(26);
    expect(back.toReversed()).to.deep.equal(forward);
    expect((await page(`order=newest&after=0&${some}`)).changes).to.deep.equal([]);
    const values = await page(`order=newest&limit=1&values=true&${some}`);
    expect(values.changes.map(({ value }) => value)).to.deep.equal([status(true)]);
    for (const query of ['order=sideways', 'order=newest&wait=1', 'changes=whatever']) {
      expect((await api.send('GET', `/changes?${query}`)).status, query).to.equal(400);
    }
  });

  it('returns only the kinds of changes that are asked for', async () => {
    const from = await newest();
    const urn = urns.dataset(own());
    await api.ingestProposal(proposal(urn, 'status', status(false)));
    await api.ingestProposal(proposal(urn, 'status', status(true)));
    await api.ingestProposal(proposal(urn, 'datasetProfile', { timestampMillis: Date.now(), rowCount: 1 }));
    expect((await page(`after=${from}&changes=update,delete&${of(urn)}`)).changes.map(said)).to.deep.equal([['update', 'status', 1, 2]]);
    expect((await page(`after=${from}&changes=point&${of(urn)}`)).changes.map(({ change }) => change)).to.deep.equal(['point']);
  });

  it('returns the same changes in pages of any size, and continues after the id of a change', async () => {
    const from = await newest();
    const all = Array.from({ length: 5 }, () => urns.dataset(own()));
    await api.ingestProposalBatch(all.map((urn) => proposal(urn, 'status', status(false))));
    const whole = (await page(`after=${from}&limit=1000`)).changes.filter(({ urn }) => all.includes(urn));
    expect(whole).to.have.length(25);
    const single: Change[] = [];
    for (let after = String(from); ; ) {
      const { changes, next } = await page(`after=${after}&limit=3`);
      single.push(...changes.filter(({ urn }) => all.includes(urn)));
      if (changes.length === 0) break;
      after = next;
    }
    expect(single).to.deep.equal(whole);
    const { changes } = await page(`after=${whole[6]?.id}&limit=1000`);
    expect(changes.find(({ urn }) => all.includes(urn))).to.deep.equal(whole[7]);
  });

  it('returns the values of the versions before and after, or null if they are no longer stored', async () => {
    const from = await newest();
    const urn = urns.dataset(own());
    await api.ingestProposal(proposal(urn, 'datasetProperties', description('one')));
    await api.ingestProposal(proposal(urn, 'datasetProperties', description('two')));
    const query = `after=${from}&values=true&aspects=datasetProperties&${of(urn)}`;
    expect((await page(query)).changes.map(({ value, beforeValue }) => [value, beforeValue])).to.deep.equal([
      [description('one'), undefined],
      [description('two'), description('one')],
    ]);
    await api.ingestProposal(deletion(urn, 'datasetProperties'));
    await api.ingestProposal(proposal(urn, 'datasetProperties', description('again')));
    expect((await page(query)).changes.map(({ change, value, beforeValue }) => [change, value, beforeValue])).to.deep.equal([
      ['create', null, undefined],
      ['update', null, null],
      ['delete', undefined, null],
      ['create', description('again'), undefined],
    ]);
  });

  it('holds only as many values as fit in one answer; the next answers have the others', async () => {
    const from = await newest();
    const urn = urns.dataset(own());
    const texts = ['a', 'b'].map((letter) => letter.repeat(3_000_000));
    for (const text of texts) await api.ingestProposal(proposal(urn, 'datasetProperties', description(text)));
    const query = `values=true&aspects=datasetProperties&${of(urn)}`;
    const sizes: number[] = [];
    const read: unknown[] = [];
    for (let after = String(from); read.length < texts.length; ) {
      const { changes, next } = await page(`after=${after}&${query}`);
      expect(changes).to.not.be.empty;
      sizes.push(changes.length);
      read.push(...changes.map(({ value }) => (value as { description: string }).description));
      after = next;
    }
    expect(sizes).to.deep.equal([1, 1]);
    expect(read).to.deep.equal(texts);
  });

  it('has soft and hard deletions, restated aspects and points', async () => {
    const urn = urns.dataset(own());
    await api.ingestProposal(proposal(urn, 'status', status(false)));
    const from = await newest();
    await api.ingestProposal(proposal(urn, 'status', status(true)));
    await api.ingestProposal(proposal(urn, 'status', status(true), { changeType: 'RESTATE' }));
    await api.ingestProposal(proposal(urn, 'datasetProfile', { timestampMillis: 1234, rowCount: 1 }));
    await api.send('POST', '/entities?action=delete', { json: { urn } });
    const { changes } = await page(`after=${from}&${of(urn)}`);
    expect(changes.map(({ change, aspect, wholeEntity, timestampMillis }) => [change, aspect, wholeEntity, timestampMillis])).to.deep.equal([
      ['update', 'status', undefined, undefined],
      ['restate', 'status', undefined, undefined],
      ['point', 'datasetProfile', undefined, 1234],
      ['delete', 'datasetKey', true, undefined],
    ]);
  });

  it('has a write of an equal value as `restate` if it brings edges back that were removed', async () => {
    const [urn, up, gone] = [urns.dataset(own()), urns.dataset(own()), urns.dataset(own())];
    const kept = upstreams(up, gone);
    await api.ingestProposalBatch([proposal(gone, 'status', status(false)), proposal(urn, 'upstreamLineage', kept)]);
    const again = async (): Promise<unknown> => {
      const from = await newest();
      for (let round = 0; round < 2; round++) await api.ingestProposal(proposal(urn, 'upstreamLineage', kept));
      return (await page(`after=${from}&${of(urn)}`)).changes.map(({ change, aspect, before, version }) => [change, aspect, before, version]);
    };
    expect(await again()).to.deep.equal([]);
    await api.send('DELETE', `/relationships?urn=${encodeURIComponent(urn)}`);
    expect(await again()).to.deep.equal([['restate', 'upstreamLineage', 1, 1]]);
    await api.send('POST', '/entities?action=delete', { json: { urn: gone } });
    expect(await again()).to.deep.equal([['restate', 'upstreamLineage', 1, 1]]);
  });

  it('leaves out changes of other types, aspects and URNs than the request names', async () => {
    const from = await newest();
    const [dataset, tag] = [urns.dataset(own()), urns.tag(own())];
    await api.ingestProposalBatch([
      proposal(dataset, 'ownership', ownership(urns.user(own()))),
      proposal(dataset, 'status', status(false)),
      proposal(tag, 'tagProperties', { name: 'one' }),
    ]);
    const mine = async (query: string) =>
      (await page(`after=${from}&limit=1000&${query}`)).changes.filter(({ urn }) => [dataset, tag].includes(urn)).map(({ aspect }) => aspect);
    expect(await mine('types=TAG')).to.deep.equal(['tagKey', 'tagProperties']);
    expect(await mine('aspects=ownership,status')).to.deep.equal(['ownership', 'status']);
    expect(await mine(`types=dataset&aspects=ownership&${of(tag)}`)).to.deep.equal([]);
  });

  it('waits for the first change as long as the request allows', async () => {
    const urn = urns.dataset(own());
    const waiting = page(`after=${await newest()}&wait=30&${of(urn)}`);
    await api.ingestProposal(proposal(urn, 'status', status(false)));
    expect((await waiting).changes[0]).to.include({ urn, change: 'create' });
  });

  it('is a stream of events if the client accepts one, from a place or from the last id', async () => {
    const urn = urns.dataset(own());
    const from = await newest();
    await api.ingestProposal(proposal(urn, 'status', status(false)));
    const events = async (query: string, headers: Record<string, string>, count: number): Promise<{ id: string; data: Change }[]> => {
      const stop = new AbortController();
      const answer = await fetch(`${sharedCairn().url}/changes?${query}`, {
        headers: { Accept: 'text/event-stream', ...headers },
        signal: stop.signal,
      });
      expect(answer.headers.get('content-type')).to.match(/^text\/event-stream/);
      const found: { id: string; data: Change }[] = [];
      let text = '';
      const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
      const decoder = new TextDecoder();
      while (found.length < count) {
        text += decoder.decode((await reader.read()).value, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) {
          const [, id, data] = /^id: (.+)\nevent: change\ndata: (.+)$/.exec(block) ?? [];
          if (id !== undefined && data !== undefined) found.push({ id, data: JSON.parse(data) as Change });
        }
      }
      stop.abort();
      return found;
    };
    const first = await events(`after=${from}&${of(urn)}`, {}, 4);
    expect(first.every(({ id, data }) => id === data.id)).to.equal(true);
    await api.ingestProposal(proposal(urn, 'status', status(true)));
    const further = await events(of(urn), { 'Last-Event-ID': first[3]?.id ?? '' }, 2);
    expect(further.map(({ data }) => data.aspect)).to.deep.equal(['status', 'status']);
  });

  it('answers a place that the log does not have with 410, and says how to start again', async () => {
    const answer = await api.send<{ code: string }>('GET', '/changes?after=999999999');
    expect(answer.status).to.equal(410);
    expect(answer.body.code).to.equal('log-cut');
    expect(answer.text).to.include('Start again');
    const stream = await api.send('GET', '/changes?after=999999999', { headers: { Accept: 'text/event-stream' } });
    expect(stream.status).to.equal(410);
  });

  for (const query of [
    'after=x',
    'after=1.2.3',
    'after=-1',
    'limit=0',
    'limit=1001',
    'wait=31',
    'wait=soon',
    'values=perhaps',
    'types=nothing',
    'aspects=nothing',
  ]) {
    it(`refuses ${query}`, async () => {
      const answer = await api.send('GET', `/changes?${query}`);
      expect(answer.status, answer.text).to.be.within(400, 422);
      expect(answer.text).to.include(query.split('=')[0]);
    });
  }

  it('lets one caller wait with 50 polls and streams, refuses more with 429, and counts those that have ended no longer', async () => {
    const over = new AbortController();
    const { url } = sharedCairn();
    const query = `/changes?after=${await newest()}&${of(urns.dataset(own()))}&wait=`;
    const poll = async (seconds: number): Promise<Response | undefined> =>
      fetch(`${url}${query}${seconds}`, { signal: over.signal }).catch(() => undefined);
    // Some answer at once, because there is no room for them; the others wait.
    const polls = Array.from({ length: 60 }, () => poll(30));
    const refused = await Promise.race(polls);
    expect([refused?.status, refused?.headers.get('Retry-After')]).to.deep.equal([429, '2']);
    expect(await refused?.json()).to.include({ code: 'too-much-at-once' });
    expect((await page(`after=${await newest()}`)).changes, 'what does not wait is answered').to.deep.equal([]);
    over.abort();
    await Promise.all(polls);
    await eventually(async () => expect((await fetch(`${url}${query}1`)).status).to.equal(200));
  });

  it('refuses an invalid URN', async () => {
    const answer = await api.send('GET', '/changes?urns=nothing');
    expect([answer.status, answer.text.includes('Invalid urn')]).to.deep.equal([400, true]);
  });
});
