/**
 * Runs and batches: what a request leaves is what its proposals leave one by one (docs/semantics.md 3.5, 4.3, 12.4).
 */
import { expect } from 'chai';
import { api, encode, type Proposal } from '../support/client.ts';
import { act, valueOf } from '../support/legacy.ts';
import { deletion, description, ownNames, proposal, status, urns } from '../support/make.ts';
import { readEntity, write } from '../support/writes.ts';

const own = ownNames('batchruns');
const within = (runId: string) => ({ systemMetadata: { runId } });
const described = (urn: string, text: string, runId: string): Proposal => proposal(urn, 'datasetProperties', description(text), within(runId));

async function batch(...proposals: Proposal[]): Promise<void> {
  const answer = await api.ingestProposalBatch(proposals);
  expect(answer.status, answer.text).to.equal(200);
}

async function olderVersion(urn: string, aspect: string, version: number): Promise<Record<string, unknown>> {
  const path = `/openapi/v3/entity/dataset/${encode(urn)}/${aspect}?version=${version}&systemMetadata=true`;
  const answer = await api.send<{ systemMetadata: Record<string, unknown> }>('GET', path);
  expect(answer.status, answer.text).to.equal(200);
  return answer.body.systemMetadata;
}

describe('Runs that write in one batch', () => {
  it('a write that changes nothing, before one that does, leaves its run on the older version', async () => {
    const [urn, one, two, three] = [urns.dataset(own()), own(), own(), own()];
    await write(urn, 'datasetProperties', description('a'), within(one));
    await batch(described(urn, 'a', two), described(urn, 'b', three));
    expect((await readEntity(urn)).aspects.datasetProperties?.systemMetadata).to.include({ runId: three, lastRunId: two });
    expect(await olderVersion(urn, 'datasetProperties', 1)).to.include({ runId: two, lastRunId: one });
    await valueOf('runs', 'rollback', { runId: three });
    expect((await readEntity(urn)).aspects.datasetProperties?.systemMetadata).to.include({ version: '1', runId: two, lastRunId: one });
  });

  it('a run counts as a writer even if a later proposal replaces everything that it wrote', async () => {
    const [urn, touched, written, pointed] = [urns.dataset(own()), own(), own(), own()];
    await write(urn, 'datasetProperties', description('a'));
    await batch(
      described(urn, 'a', touched),
      deletion(urn, 'datasetProperties'),
      proposal(urn, 'status', status(true), within(written)),
      deletion(urn, 'status'),
      proposal(urn, 'datasetProfile', { timestampMillis: 1, rowCount: 1 }, within(pointed)),
      deletion(urn, 'datasetProfile'),
    );
    for (const runId of [touched, written, pointed]) {
      const answer = await act('runs', 'describe', { runId, start: 0, count: 10 });
      expect(answer.status, answer.text).to.equal(200);
      expect(answer.body.value).to.deep.equal([]);
    }
  });

  it('a run is rolled back even if another run touches the same aspects at the same time', async () => {
    const [run, other] = [own(), own()];
    const made = Array.from({ length: 40 }, () => urns.dataset(own()));
    await batch(...made.map((urn) => proposal(urn, 'datasetProperties', description('a'))));
    await batch(...made.map((urn) => described(urn, 'b', run)));
    const [undone] = await Promise.all([
      act('runs', 'rollback', { runId: run }),
      ...made.map((urn) => api.ingestProposal(described(urn, 'b', other))),
    ]);
    expect(undone.status, undone.text).to.equal(200);
    for (const urn of made) {
      const { value, systemMetadata } = (await readEntity(urn)).aspects.datasetProperties ?? {};
      // The other one came before the rollback and changed nothing, or after it and wrote the content anew.
      expect([value?.description, systemMetadata?.version, systemMetadata?.runId], urn).to.be.deep.oneOf([
        ['a', '1', 'no-run-id-provided'],
        ['b', '2', other],
      ]);
    }
  });
});
