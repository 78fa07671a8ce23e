/** The process of a run: what it gets, what limits it, how it ends. A small program in Python stands where the client stands. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { identityOf } from '../../src/engines/identity.ts';
import { runChild } from '../../src/executor/child.ts';
import { GUARD } from '../../src/executor/runner.ts';
import { eventually } from '../support/eventually.ts';

describe('The process of a run', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'cairn-child-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  async function run(program: string, more: { over?: AbortSignal; memory?: number } = {}): Promise<{ code: number | undefined; output: string }> {
    let output = '';
    const { over = new AbortController().signal, memory = 2 ** 31 } = more;
    const code = await runChild({
      ...{ python: 'python3', folder, program, memory, over, args: ['one'], env: { OWN: 'yes' } },
      onOutput: (text) => {
        output += text;
      },
    });
    return { code, output };
  }

  // SECURITY.md I2
  it('has none of the variables of Cairn', async () => {
    process.env.CAIRN_TEST_SECRET = 'hunter2';
    try {
      const { code, output } = await run('print(sorted(os.environ), sys.argv[2], os.environ["HOME"] == os.getcwd())');
      expect(code).to.equal(0);
      expect(output.trim()).to.match(/^\['DATAHUB_TELEMETRY_ENABLED', 'HOME', 'LANG', 'LC_ALL', 'OWN', 'PATH', 'TMPDIR'\] one True$/);
    } finally {
      delete process.env.CAIRN_TEST_SECRET;
    }
  });

  // SECURITY.md I3
  it('gets no more memory than it may have', async () => {
    const { code, output } = await run('x = bytearray(2 ** 30)', { memory: 512 * 1024 ** 2 });
    expect(code).to.equal(1);
    expect(output).to.include('MemoryError');
  });

  it('ends when it is told to, with all that it has started', async () => {
    const over = new AbortController();
    let pid = 0;
    const code = await runChild({
      ...{ python: 'python3', folder, memory: 2 ** 31, over: over.signal, args: [], env: {} },
      program: 'import subprocess\nprint(subprocess.Popen(["sleep", "600"]).pid, flush=True)\nsignal.pause()',
      onOutput: (text) => {
        // Its last output may be empty.
        pid ||= Number(text);
        over.abort();
      },
    });
    expect(code).to.equal(undefined);
    expect(pid).to.be.greaterThan(0);
    await eventually(async () => expect(identityOf(pid)).to.equal(undefined));
  });

  it('ends with Cairn, however that ends', async () => {
    const child = spawn('python3', ['-I', '-c', `${GUARD}\nprint('ready', flush=True)\nsignal.pause()`, String(2 ** 31)], { detached: true });
    await once(child.stdout, 'data');
    child.stdin.end();
    expect(await once(child, 'exit')).to.deep.equal([null, 'SIGKILL']);
  });
});
