/** A start whose Typesense is not ready for a long time (docs/operations.md 5). */
import { realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { makeClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { proposal, status, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import { endAll, type RunningCairn, recordedEngines, startCairn, throwAwayFolder } from '../support/process.ts';

describe('A start while Typesense takes long to read its documents', () => {
  after(endAll);

  it('does not wait: what needs no search is served; searches get 503 until they are complete (docs/operations.md 5)', async () => {
    const dataDir = throwAwayFolder();
    const first = await startCairn({ DATA_DIR: dataDir });
    const kept = urns.dataset('kept');
    await makeClient(() => first.url, SVC).ingestProposal(proposal(kept, 'status', status(false)));
    await eventually(async () => expect((await search(first, 'kept')).body.value.metadata.urns).to.deep.equal([kept]));
    const binary = realpathSync(`/proc/${recordedEngines(dataDir).Typesense}/exe`);
    expect((await first.stop('SIGTERM')).code).to.equal(0);

    const bin = throwAwayFolder();
    const go = path.join(bin, 'go');
    const slow = `#!/bin/sh\nwhile [ ! -e ${go} ]; do sleep 0.2; done\nexec ${binary} "$@"\n`;
    writeFileSync(path.join(bin, 'typesense-server'), slow, { mode: 0o755 });
    const next = await startCairn({ DATA_DIR: dataDir, PATH: `${bin}:${process.env.PATH}` });
    const client = makeClient(() => next.url, SVC);
    expect(next.log.map(({ event }) => event)).to.include('engine.late');
    expect((await client.send('GET', '/health')).status).to.equal(503);
    expect((await client.send('GET', '/health/detailed')).body).to.deep.include({
      ready: false,
      bootstrapped: true,
      engines: [
        { name: 'neo4j', managed: true, state: 'up' },
        { name: 'typesense', managed: true, state: 'starting' },
      ],
    });
    const added = urns.dataset('kept.too');
    expect((await client.ingestProposal(proposal(added, 'status', status(false)))).status).to.equal(200);
    expect((await client.entity(kept)).status).to.equal(200);
    const refused = await search(next, 'kept');
    expect(refused.status).to.equal(503);
    expect(refused.headers.get('retry-after')).to.match(/^\d+$/);

    writeFileSync(go, '');
    await eventually(async () => expect((await search(next, 'kept')).body.value.metadata.urns).to.have.members([kept, added]));
    await eventually(async () => expect((await client.send('GET', '/health')).status).to.equal(200));
  });

  const search = ({ url }: RunningCairn, input: string) =>
    makeClient(() => url, SVC).send<{ value: { metadata: { urns: string[] } } }>('POST', '/entities?action=search', {
      json: { entity: 'dataset', input, start: 0, count: 10 },
    });
});
