import { readdirSync, readFileSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { endAll, engineOf, recordedEngines, throwAwayFolder } from '../support/process.ts';
import {
  type Addresses,
  commands,
  type EnginesProcess,
  endEngines,
  JAVA_17,
  makeCollection,
  NO_NEO4J,
  NO_TYPESENSE,
  runEngines,
  typesense,
} from '../support/run-engines.ts';
import { refusedEngines } from './support/refused-engines.ts';

describe('Local engines', function () {
  this.timeout(300_000);
  after(async () => {
    await endEngines();
    await endAll();
  });

  describe('if something is missing, one sentence says what to install or set', () => {
    const cases: [string, Record<string, string>, Record<string, string>, RegExp][] = [
      [
        'no Java',
        NO_TYPESENSE,
        {},
        /To download Java .*python3 with pip: install them \(.*\), or install Java 17 or later \(.*\), or set JAVA_HOME.*NEO4J_URI/,
      ],
      [
        'a Java that is too old',
        NO_TYPESENSE,
        { java: 'echo \'java version "1.8.0_202"\' >&2' },
        /To download Java .*or install Java 17 or later.*JAVA_HOME.*NEO4J_URI/,
      ],
      ['a wrong JAVA_HOME', { ...NO_TYPESENSE, JAVA_HOME: '/nowhere' }, {}, /JAVA_HOME=\/nowhere has no bin\/java/],
      ['no Maven', NO_TYPESENSE, { java: JAVA_17 }, /Maven \(mvn\): install it \(.*maven.*\), or set NEO4J_HOME.*NEO4J_URI/],
      [
        'a failing Maven',
        NO_TYPESENSE,
        { java: JAVA_17, mvn: 'echo "[INFO] x"; echo "[ERROR] no route to host"; exit 1' },
        /mvn could not download.*no route to host.*NEO4J_HOME/,
      ],
      ['a NEO4J_HOME without Neo4j', { ...NO_TYPESENSE, NEO4J_HOME: os.tmpdir() }, { java: JAVA_17 }, /NEO4J_HOME=.* contains no Neo4j 5/],
      ['no Python', NO_NEO4J, {}, /python3 with pip: install them.*TYPESENSE_URL/],
      ['a Python without pip', NO_NEO4J, { python3: 'echo "/usr/bin/python3: No module named pip" >&2; exit 1' }, /python3 with pip: install them/],
      [
        'a failing pip',
        NO_NEO4J,
        { python3: 'echo "ERROR: No matching distribution" >&2; exit 1' },
        /pip could not download.*No matching distribution.*TYPESENSE_URL/,
      ],
      ['an external Typesense without its key', { ...NO_NEO4J, TYPESENSE_URL: 'http://127.0.0.1:1' }, {}, /TYPESENSE_API_KEY is not/],
      ['a data directory that cannot be written', { ...NO_NEO4J, DATA_DIR: '/dev/null/data' }, {}, /DATA_DIR=\/dev\/null\/data cannot be written/],
      ['a cache that cannot be written', { ...NO_NEO4J, CACHE_DIR: '/dev/null/cache' }, {}, /CACHE_DIR=\/dev\/null\/cache cannot be written/],
    ];
    for (const [what, settings, scripts, sentence] of cases) {
      it(what, async () => {
        const said = await refusedEngines({ ...settings, PATH: commands(scripts) });
        expect(said).to.match(sentence).and.not.include('\n');
      });
    }
  });

  it('if an engine fails to start, the error names its log and ends with the last lines', async () => {
    const scripts = { 'typesense-server': 'echo "the disk is on fire"; exit 3' };
    const dataDir = throwAwayFolder();
    const engines = runEngines({ ...NO_NEO4J, DATA_DIR: dataDir, PATH: commands(scripts) });
    expect(await engines.end).to.equal(1);
    expect(engines.stderr()).to.match(/exit code 3.*logs\/typesense\.log.*\nthe disk is on fire/);
    expect(recordedEngines(dataDir)).to.deep.equal({});
  });

  describe('in a folder of any name', () => {
    let around: string;
    let dataDir: string;
    let engines: EnginesProcess;
    let addresses: Addresses;
    before(() => {
      around = throwAwayFolder();
      dataDir = path.join(around, `mit Raum "ü" 'q' #%41 $x`);
      engines = runEngines({ ...NO_NEO4J, DATA_DIR: dataDir });
    });

    it('only one Cairn can use it; the second reports which process has it', async () => {
      await engines.event('engine.starting');
      expect(await refusedEngines({ ...NO_NEO4J, DATA_DIR: dataDir })).to.contain(`is used by another Cairn (process ${engines.child.pid})`);
      addresses = await engines.up();
    });

    it('only this user can read keys and passwords, and no list of processes shows them', async () => {
      expect(statSync(path.join(dataDir, 'secrets', 'typesense')).mode & 0o777).to.equal(0o600);
      const typesensePid = engineOf(dataDir, 'Typesense');
      expect(readFileSync(`/proc/${typesensePid}/cmdline`, 'utf8')).not.to.contain(addresses.typesense.apiKey);
      expect((await fetch(`${addresses.typesense.url}/collections`)).status).to.equal(401);
      expect((await typesense(addresses, '/collections')).status).to.equal(200);
    });

    it('an engine that dies is restarted on the same port, with its data', async () => {
      await makeCollection(addresses);
      const before = engineOf(dataDir, 'Typesense');
      process.kill(before, 'SIGKILL');
      const died = await engines.event('engine.died');
      expect(died).to.include({ engine: 'Typesense', pid: before, reason: 'signal SIGKILL', delayMs: 500 });
      await eventually(async () => {
        expect((await typesense(addresses, '/collections/kept')).status).to.equal(200);
      });
      expect(recordedEngines(dataDir).Typesense).not.to.equal(before);
    });

    it('Ctrl-C on the terminal reaches Cairn, which stops its engines itself and leaves the folder to the next; twice does no harm', async () => {
      const died = engines.log.filter(({ event }) => event === 'engine.died').length;
      process.kill(-(engines.child.pid as number), 'SIGINT');
      expect(await engines.end).to.equal(0);
      expect(engines.log.map(({ event }) => event)).to.include.members(['engine.stopping', 'engine.stopped', 'test.stopped']);
      expect(engines.log.filter(({ event }) => event === 'engine.died')).to.have.length(died);
      expect(recordedEngines(dataDir)).to.deep.equal({});
      expect(readdirSync(path.join(dataDir, 'lock'))).to.deep.equal([]);
      expect(readdirSync(around)).to.deep.equal([path.basename(dataDir)]);
      expect(readdirSync(path.join(dataDir, 'typesense'))).to.include.members(['db', 'state']);
    });
  });
});
