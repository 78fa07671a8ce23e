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
  undone?: { aspects: number; total: number; kept: number };
}

describe('A bulk change whose server is killed', function () {
  this.timeout(300_000);
  const tag = 'urn:svc:tag:bulk';
  const urns = Array.from({ length: ENTITIES }, (_, at) => urnOf(at));
  let id = '';
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

  const ends = (bulk: string, state: string): Promise<Bulk> =>
    eventually(async () => {
      const now = await ask<Bulk>(`/bulk/${bulk}`);
      expect(now.state).to.equal(state);
      return now;
    }, 120_000);

  before(async () => {
    cairn = await startCairn({ DATA_DIR: dataDir });
  });
  after(endAll);

  it('goes on after the next start, changes each entity once, and counts each once', async () => {
    await write([proposal('tag', tag, 'tagProperties', { name: 'bulk' })]);
    await write(Array.from({ length: ENTITIES }, (_, at) => proposal('dataset', urnOf(at), 'datasetProperties', { name: `t${at}` })));
    ({ id } = await ask<Bulk>('/bulk', { urns, changes: { tags: { add: [tag] } } }));
    const before = await eventually(async () => {
      const bulk = await ask<Bulk>(`/bulk/${id}`);
      expect(bulk.done).to.be.greaterThan(0);
      return bulk;
    });
    await cairn.stop('SIGKILL');
    cairn = await startCairn({ DATA_DIR: dataDir });
    expect(before.done, 'the test needs a change that is not done').to.be.lessThan(ENTITIES);
    expect(await ends(id, 'done')).to.deep.include({ total: ENTITIES, done: ENTITIES, changed: ENTITIES });
    for (const at of [0, ENTITIES / 2, ENTITIES - 1]) {
      const { total } = await ask<{ total: number }>(`/aspects/${encodeURIComponent(urnOf(at))}?aspect=globalTags&start=0&count=10`);
      expect(total).to.equal(1);
    }
  });

  it('is stopped by a restored backup while it is undone, then undoes the rest, counts what was undone before, and lets other changes take their turns', async () => {
    const other = await ask<Bulk>('/bulk', { urns: urns.slice(0, 1), changes: { deprecation: { set: {} } } });
    await ends(other.id, 'done');
    await ask(`/bulk/${id}/undo`, {});
    const before = await eventually(async () => {
      const bulk = await ask<Bulk>(`/bulk/${id}`);
      expect(bulk.undone?.aspects).to.be.greaterThan(0);
      return bulk;
    });
    expect(before.undone).to.deep.include({ total: ENTITIES });
    expect(before.undone?.aspects, 'the test needs an undoing that is not done').to.be.lessThan(ENTITIES);
    await ask(`/bulk/${other.id}/undo`, {});
    await cairn.stop('SIGKILL');
    cairn = await startCairn({ DATA_DIR: dataDir }, ['--restored']);
    for (const each of [other.id, id]) {
      await ends(each, 'stopped');
      await ask(`/bulk/${each}/resume`, {});
    }
    expect((await ends(other.id, 'undone')).undone).to.deep.equal({ aspects: 1, total: 1, kept: 0 });
    expect((await ends(id, 'undone')).undone).to.deep.equal({ aspects: ENTITIES, total: ENTITIES, kept: 0 });
  });
});
