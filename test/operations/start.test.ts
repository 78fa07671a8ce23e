/** How Cairn starts, and what it says when it cannot (docs/operations.md 1). */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import {
  endAll,
  freePort,
  type RunningCairn,
  recordedEngines,
  refusalOf,
  runNode,
  runs,
  startingCairn,
  throwAwayFolder,
} from '../support/process.ts';
import { emptyEngines } from '../support/shared-engines.ts';

describe('A failed start says why in one line of level fatal, with exit code 1', () => {
  after(endAll);

  it('a full disk', async () => {
    const said = await refusalOf(runNode('main.js', [], { PORT: '0', DATA_DIR: throwAwayFolder(), DISK_RESERVE_MB: '999999999999' }));
    expect(said).to.match(/the disk of DATA_DIR has only \d+ MB left.*Free some space, or set another DATA_DIR/);
  });

  it('a Typesense that refuses the key', async () => {
    const { TYPESENSE_URL: url = '' } = await emptyEngines();
    const settings = { NEO4J_URI: 'bolt://127.0.0.1:9', TYPESENSE_URL: url, TYPESENSE_API_KEY: 'guessed' };
    const said = await refusalOf(runNode('main.js', [], { ...settings, PORT: '0', DATA_DIR: throwAwayFolder() }));
    expect(said).to.equal(`Typesense at ${url} refuses the key: correct TYPESENSE_API_KEY`);
  });

  it('an address that this machine does not have', async () => {
    const said = await refusalOf(runNode('main.js', [], { HOST: '192.0.2.1', ALLOW_OPEN: 'true', PORT: '0', DATA_DIR: throwAwayFolder() }));
    expect(said).to.match(/192\.0\.2\.1 cannot be opened .*choose another HOST or PORT/);
  });

  it('a DATA_DIR without write access', async () => {
    const file = path.join(throwAwayFolder(), 'file');
    writeFileSync(file, '');
    const said = await refusalOf(runNode('main.js', [], { PORT: '0', DATA_DIR: path.join(file, 'data') }));
    expect(said).to.match(/DATA_DIR=\S+\/file\/data cannot be written .*set another DATA_DIR/);
  });

  it('no java on the PATH', async () => {
    const said = await refusalOf(runNode('main.js', [], { PORT: '0', DATA_DIR: throwAwayFolder(), PATH: throwAwayFolder() }));
    expect(said).to.match(/Neo4j needs Java 17 or later: install it, set JAVA_HOME .*or set NEO4J_URI/);
  });

  it('no mvn on the PATH and no Neo4j in the cache', async () => {
    const typesense = { TYPESENSE_URL: 'http://127.0.0.1:9', TYPESENSE_API_KEY: 'k' };
    const bin = throwAwayFolder();
    writeFileSync(path.join(bin, 'java'), '#!/bin/sh\necho \'openjdk version "17.0.1"\'\n', { mode: 0o755 });
    const said = await refusalOf(
      runNode('main.js', [], { ...typesense, PORT: '0', DATA_DIR: throwAwayFolder(), CACHE_DIR: throwAwayFolder(), PATH: bin }),
    );
    expect(said).to.match(/To download Neo4j, Cairn needs Maven \(mvn\): install it, or set NEO4J_HOME/);
  });

  it('no python3 with pip and no Typesense in the cache', async () => {
    const folders = { DATA_DIR: throwAwayFolder(), CACHE_DIR: throwAwayFolder(), PATH: throwAwayFolder() };
    const said = await refusalOf(runNode('main.js', [], { ...folders, PORT: '0', NEO4J_URI: 'bolt://127.0.0.1:9' }));
    expect(said).to.match(/To download Typesense, Cairn needs python3 with pip: install them, or put typesense-server on the PATH/);
  });

  it('a Neo4j that refuses the credentials', async () => {
    const { NEO4J_URI: uri = '' } = await emptyEngines();
    const typesense = { TYPESENSE_URL: 'http://127.0.0.1:9', TYPESENSE_API_KEY: 'k' };
    const said = await refusalOf(runNode('main.js', [], { ...typesense, PORT: '0', NEO4J_URI: uri, NEO4J_PASSWORD: 'guessed' }));
    expect(said).to.contain(`Neo4j at ${uri} refuses to let Cairn in: correct NEO4J_USERNAME and NEO4J_PASSWORD`);
  });
});

describe('While Cairn starts', () => {
  let cairn: RunningCairn;
  before(async () => {
    cairn = await startingCairn();
  });
  after(endAll);

  it('GET /health/live is 200 as soon as the process serves', async () => {
    expect((await fetch(`${cairn.url}/health/live`)).status).to.equal(200);
  });

  it('GET /health is 503 with Retry-After and an empty body', async () => {
    const health = await fetch(`${cairn.url}/health`);
    expect(health.status).to.equal(503);
    expect(health.headers.get('retry-after')).to.match(/^\d+$/);
    expect(await health.text()).to.equal('');
  });

  it('GET /health/detailed says which parts are ready', async () => {
    const health = await fetch(`${cairn.url}/health/detailed`);
    expect(health.status).to.equal(503);
    const said = (await health.json()) as { engines: { name: string; state: string }[]; timestamp: number };
    expect(said).to.include({ ready: false, bootstrapped: false });
    expect(said.engines.map(({ name }) => name)).to.deep.equal(['neo4j', 'typesense']);
    expect(said.timestamp).to.be.closeTo(Date.now(), 60_000);
  });

  it('requests that need an engine get 503 with Retry-After and a reason', async () => {
    const answer = await fetch(`${cairn.url}/entitiesV2/urn%3Asvc%3Acorpuser%3Aalice`);
    expect(answer.status).to.equal(503);
    expect(answer.headers.get('retry-after')).to.match(/^\d+$/);
    expect(await answer.json())
      .to.have.property('message')
      .that.contains('Cairn is starting');
  });

  it('another one says why it does not start: a port in use', async () => {
    const { port } = new URL(cairn.url);
    // It is told before the model is loaded.
    const said = await refusalOf(runNode('main.js', [], { PORT: port, DATA_DIR: throwAwayFolder(), MODEL_DIR: '/nowhere' }));
    expect(said).to.contain(`Port ${port} on 127.0.0.1 is in use by another program: choose another PORT`);
  });

  it('another one says why it does not start: a DATA_DIR in use, also before the model is loaded', async () => {
    const said = await refusalOf(runNode('main.js', [], { PORT: '0', DATA_DIR: cairn.dataDir, MODEL_DIR: '/nowhere' }));
    expect(said).to.contain(`DATA_DIR=${cairn.dataDir} is used by another Cairn (process ${cairn.child.pid})`);
  });

  it('finally GET /health is 200, and /health/detailed shows both engines as local and up', async () => {
    await cairn.event('server.ready');
    expect((await fetch(`${cairn.url}/health`)).status).to.equal(200);
    expect(await (await fetch(`${cairn.url}/health/detailed`)).json()).to.deep.include({
      ready: true,
      bootstrapped: true,
      engines: [
        { name: 'neo4j', managed: true, state: 'up' },
        { name: 'typesense', managed: true, state: 'up' },
      ],
    });
  });

  it('searches are answered, although nothing may be indexed yet', async () => {
    const asked = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"entity": "dataset", "input": "orders"}' };
    const answer = await fetch(`${cairn.url}/entities?action=search`, asked);
    expect(answer.status, await answer.text()).to.equal(200);
  });

  it('without a terminal, every printed line is JSON with level, event and a sentence', () => {
    for (const line of cairn.stdout().trimEnd().split('\n')) expect(JSON.parse(line)).to.include.keys('level', 'event', 'msg');
    expect(cairn.stderr()).to.equal('');
  });
});

describe('An aborted start', () => {
  after(endAll);

  it('SIGTERM while the engines start also ends them, with exit code 0', async () => {
    const cairn = await startingCairn({ PORT: String(await freePort()) });
    await cairn.event('engine.starting');
    const engines = Object.values(recordedEngines(cairn.dataDir));
    expect(await cairn.stop('SIGTERM')).to.deep.equal({ code: 0, signal: null });
    expect(engines.filter(runs)).to.deep.equal([]);
    expect(recordedEngines(cairn.dataDir)).to.deep.equal({});
  });
});
