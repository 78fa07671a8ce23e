/** Local engines that meet another program on their port, or one that was left running. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { endAll, engineOf, runs, throwAwayFolder } from '../support/process.ts';
import { cypher, endEngines, makeCollection, runEngines, typesense } from '../support/run-engines.ts';

const NO_NEO4J = { NEO4J_URI: 'bolt://127.0.0.1:1' };
const NO_TYPESENSE = { TYPESENSE_URL: 'http://127.0.0.1:1', TYPESENSE_API_KEY: 'none' };

describe('Local engines', function () {
  this.timeout(300_000);
  after(async () => {
    await endEngines();
    await endAll();
  });

  it('an engine whose port another program takes while it starts gets another port', async () => {
    const dataDir = throwAwayFolder();
    const engines = runEngines({ ...NO_TYPESENSE, DATA_DIR: dataDir });
    const { port } = (await engines.event('engine.starting')) as unknown as { port: number };
    const other = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
    const addresses = await engines.up();
    expect(await engines.event('engine.port-taken')).to.include({ engine: 'Neo4j', port });
    expect(addresses.neo4j.uri).not.to.equal(`bolt://127.0.0.1:${port}`);
    expect(await cypher(addresses, 'RETURN 1')).to.deep.equal([1]);
    engines.child.kill('SIGTERM');
    expect(await engines.end).to.equal(0);
    await new Promise((resolve) => other.close(resolve));
  });

  it('a restart waits if another program has taken the port, and says so', async () => {
    const dataDir = throwAwayFolder();
    const engines = runEngines({ ...NO_NEO4J, DATA_DIR: dataDir });
    const addresses = await engines.up();
    process.kill(engineOf(dataDir, 'Typesense'), 'SIGKILL');
    await engines.event('engine.died');
    const port = Number(new URL(addresses.typesense.url).port);
    const other = createServer().listen(port, '127.0.0.1');
    const said = await engines.event('engine.restart-failed');
    expect(said.reason).to.equal(`port ${port} is in use by another program`);
    await new Promise((resolve) => other.close(resolve));
    await eventually(async () => {
      expect((await typesense(addresses, '/health')).status).to.equal(200);
    });
    engines.child.kill('SIGTERM');
    expect(await engines.end).to.equal(0);
  });

  it('an engine that was left running and is not ready, or was started in another way, is ended first', async () => {
    const settings = { ...NO_NEO4J, DATA_DIR: throwAwayFolder() };
    for (const spoil of ['hang', 'launch'] as const) {
      const killed = runEngines(settings);
      const first = await killed.up();
      if (spoil === 'hang') await makeCollection(first);
      const pid = engineOf(settings.DATA_DIR, 'Typesense');
      killed.child.kill('SIGKILL');
      await killed.end;
      const file = path.join(settings.DATA_DIR, 'run', 'Typesense.json');
      if (spoil === 'launch') writeFileSync(file, readFileSync(file, 'utf8').replace(/"launch":"./, '"launch":"-'));
      else process.kill(pid, 'SIGSTOP');
      const next = runEngines(settings);
      const orphan = await next.event('engine.orphan');
      expect(orphan.pid).to.equal(pid);
      if (spoil === 'hang') process.kill(pid, 'SIGCONT');
      const after = await next.up();
      expect(runs(pid)).to.equal(false);
      expect((await typesense(after, '/collections/kept')).status).to.equal(200);
      next.child.kill('SIGTERM');
      expect(await next.end).to.equal(0);
    }
  });
});
