/** What Cairn says when it cannot start (docs/operations.md 1); stop.test.ts has how it starts when it can. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { endAll, recordedEngines, refusalOf, runNode, runs, startingCairn, throwAwayFolder } from '../support/process.ts';
import { emptyEngines } from '../support/shared-engines.ts';

describe('A failed start says why in one line of level fatal, with exit code 1', () => {
  after(endAll);

  it('a full disk', async () => {
    const said = await refusalOf(runNode('main.js', [], { PORT: '0', DATA_DIR: throwAwayFolder(), DISK_RESERVE_MB: '999999999999' }));
    expect(said).to.match(/the disk of DATA_DIR has only \d+ MB left.*Free some space, or set another DATA_DIR/);
  });

  it('a Typesense that refuses the key [long]', async () => {
    const { TYPESENSE_URL: url = '' } = await emptyEngines();
    const settings = { NEO4J_URI: 'bolt://127.0.0.1:9', TYPESENSE_URL: url, TYPESENSE_API_KEY: 'guessed' };
    const said = await refusalOf(runNode('main.js', [], { ...settings, PORT: '0', DATA_DIR: throwAwayFolder() }));
    expect(said).to.equal(`Typesense at ${url} refuses the key: correct TYPESENSE_API_KEY`);
  });

  it('an address that this machine does not have [long]', async () => {
    const said = await refusalOf(runNode('main.js', [], { HOST: '192.0.2.1', ALLOW_OPEN: 'true', PORT: '0', DATA_DIR: throwAwayFolder() }));
    expect(said).to.match(/192\.0\.2\.1 cannot be opened .*choose another HOST or PORT/);
  });

  it('a DATA_DIR without write access [long]', async () => {
    const file = path.join(throwAwayFolder(), 'file');
    writeFileSync(file, '');
    const said = await refusalOf(runNode('main.js', [], { PORT: '0', DATA_DIR: path.join(file, 'data') }));
    expect(said).to.match(/DATA_DIR=\S+\/file\/data cannot be written .*set another DATA_DIR/);
  });

  it('no java on the PATH [long]', async () => {
    const said = await refusalOf(runNode('main.js', [], { PORT: '0', DATA_DIR: throwAwayFolder(), PATH: throwAwayFolder() }));
    expect(said).to.match(/To download Java 21.*python3 with pip.* or install Java 17 or later \(.*install.*\), or set JAVA_HOME .*or set NEO4J_URI/);
  });

  it('a downloaded Java that does not run here [long]', async function () {
    if (process.platform !== 'linux' || process.arch !== 'x64') return this.skip();
    const cache = throwAwayFolder();
    const bin = path.join(cache, 'java-21.0.8.2', 'runtime', 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(path.join(bin, 'java'), '#!/bin/sh\necho no such library >&2\nexit 127\n', { mode: 0o755 });
    const typesense = { TYPESENSE_URL: 'http://127.0.0.1:9', TYPESENSE_API_KEY: 'k' };
    const said = await refusalOf(
      runNode('main.js', [], { ...typesense, PORT: '0', DATA_DIR: throwAwayFolder(), CACHE_DIR: cache, PATH: throwAwayFolder() }),
    );
    expect(said).to.match(/^The Java 21\S+ in \S+ does not run on this machine \(no such library\): install Java 17 or later/);
  });

  it('no mvn on the PATH and no Neo4j in the cache [long]', async () => {
    const typesense = { TYPESENSE_URL: 'http://127.0.0.1:9', TYPESENSE_API_KEY: 'k' };
    const bin = throwAwayFolder();
    writeFileSync(path.join(bin, 'java'), '#!/bin/sh\necho \'openjdk version "17.0.1"\'\n', { mode: 0o755 });
    const said = await refusalOf(
      runNode('main.js', [], { ...typesense, PORT: '0', DATA_DIR: throwAwayFolder(), CACHE_DIR: throwAwayFolder(), PATH: bin }),
    );
    expect(said).to.match(/To download Neo4j, Cairn needs Maven \(mvn\): install it \(.*install.* maven\), or set NEO4J_HOME/);
  });

  it('no python3 with pip and no Typesense in the cache [long]', async () => {
    const folders = { DATA_DIR: throwAwayFolder(), CACHE_DIR: throwAwayFolder(), PATH: throwAwayFolder() };
    const said = await refusalOf(runNode('main.js', [], { ...folders, PORT: '0', NEO4J_URI: 'bolt://127.0.0.1:9' }));
    expect(said).to.match(
      /To download Typesense [\d.]+, Cairn needs python3 with pip: install them \(.*install.*pip.*\), or put typesense-server on the PATH/,
    );
  });

  it('all that is missing, at once', async () => {
    const folders = { DATA_DIR: throwAwayFolder(), CACHE_DIR: throwAwayFolder(), PATH: throwAwayFolder() };
    const said = await refusalOf(runNode('main.js', [], { ...folders, PORT: '0' }));
    expect(said).to.match(/^To download Java .* And: To download Typesense [\d.]+, Cairn needs python3 with pip/);
  });

  it('a Neo4j that refuses the credentials', async () => {
    const { NEO4J_URI: uri = '' } = await emptyEngines();
    const typesense = { TYPESENSE_URL: 'http://127.0.0.1:9', TYPESENSE_API_KEY: 'k' };
    const said = await refusalOf(runNode('main.js', [], { ...typesense, PORT: '0', NEO4J_URI: uri, NEO4J_PASSWORD: 'guessed' }));
    expect(said).to.contain(`Neo4j at ${uri} refuses to let Cairn in: correct NEO4J_USERNAME and NEO4J_PASSWORD`);
  });
});

describe('An aborted start', () => {
  after(endAll);

  it('SIGTERM while the engines start also ends them, with exit code 0', async () => {
    // Typesense is its own: that of Neo4j is tried in the long tests.
    const { NEO4J_URI = '', NEO4J_PASSWORD = '' } = await emptyEngines();
    const cairn = await startingCairn({ NEO4J_URI, NEO4J_PASSWORD });
    await cairn.event('engine.starting');
    const engines = Object.values(recordedEngines(cairn.dataDir));
    expect(await cairn.stop('SIGTERM')).to.deep.equal({ code: 0, signal: null });
    expect(engines.filter(runs)).to.deep.equal([]);
    expect(recordedEngines(cairn.dataDir)).to.deep.equal({});
  });
});
