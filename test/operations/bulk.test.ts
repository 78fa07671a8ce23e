/** A bulk change survives the end of its server (docs/semantics.md 23.4). */
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { endAll, type RunningCairn, startCairn, throwAwayFolder } from '../support/process.ts';

const ENTITIES = 1_200;
const urnOf = (at: number): string => `urn:svc:dataset:(urn:svc:dataPlatform:hive,bulk.t${at},PROD)`;

interface Bulk {
  id: string;
  state: string;
  total: number;
  done: number;
  changed: number;
}

describe('A bulk change whose server is killed', function () {
  this.timeout(300_000);
  const dataDir = throwAwayFolder();
  let cairn: RunningCairn;

  const ask = async <Body>(where: string, json?: unknown): Promise<Body> => {
    const answer = await fetch(`${cairn.url}${where}`, {
      method: json === undefined ? 'GET' : 'POST',
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const text = await answer.text();
    expect(answer.status, text).to.equal(200);
    return (text === '' ? undefined : JSON.parse(text)) as Body;
  };
  const write = (proposals: object[]): Promise<unknown> => ask('/aspects?action=ingestProposalBatch', { proposals });
  const proposal = (entityType: string, entityUrn: string, aspectName: string, value: object): object => ({
    entityType,
    entityUrn,
    aspectName,
    changeType: 'UPSERT',
    aspect: { value: JSON.stringify(value), contentType: 'application/json' },
  });

  before(async () => {
    cairn = await startCairn({ DATA_DIR: dataDir });
  });
  after(endAll);

  it('goes on after the next start, changes each entity once, and counts each once', async () => {
    const tag = 'urn:svc:tag:bulk';
    await write([proposal('tag', tag, 'tagProperties', { name: 'bulk' })]);
    await write(Array.from({ length: ENTITIES }, (_, at) => proposal('dataset', urnOf(at), 'datasetProperties', { name: `t${at}` })));
    const urns = Array.from({ length: ENTITIES }, (_, at) => urnOf(at));
    const { id } = await ask<Bulk>('/bulk', { urns, changes: { tags: { add: [tag] } } });
    const before = await eventually(async () => {
      const bulk = await ask<Bulk>(`/bulk/${id}`);
      expect(bulk.done).to.be.greaterThan(0);
      return bulk;
    }, 60_000);
    await cairn.stop('SIGKILL');
    cairn = await startCairn({ DATA_DIR: dataDir });
    expect(before.done, 'the test needs a change that is not done').to.be.lessThan(ENTITIES);
    const after = await eventually(async () => {
      const bulk = await ask<Bulk>(`/bulk/${id}`);
      expect(bulk.state).to.equal('done');
      return bulk;
    }, 120_000);
    expect(after).to.deep.include({ total: ENTITIES, done: ENTITIES, changed: ENTITIES });
    for (const at of [0, ENTITIES / 2, ENTITIES - 1]) {
      const { total } = await ask<{ total: number }>(`/aspects/${encodeURIComponent(urnOf(at))}?aspect=globalTags&start=0&count=10`);
      expect(total).to.equal(1);
    }
  });
});
