/**
 * `packages/client` as users get it: packed, and the example of its README compiled and run.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { endAll, type RunningCairn, startCairn, throwAwayFolder } from '../support/process.ts';
import { emptyEngines } from '../support/shared-engines.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const MODULES = path.join(ROOT, 'node_modules');
const run = promisify(execFile);

const README = readFileSync(path.join(ROOT, 'packages/client/README.md'), 'utf8');
const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(README) ?? [];
const [, output] = /```text\n([\s\S]*?)```/.exec(README) ?? [];

const COMPILER = [
  '--strict',
  '--noUncheckedIndexedAccess',
  '--target',
  'ES2023',
  '--module',
  'NodeNext',
  '--types',
  'node',
  '--skipLibCheck',
  'false',
];

describe('packages/client', () => {
  let cairn: RunningCairn;
  before(async () => {
    cairn = await startCairn(await emptyEngines());
  });
  after(endAll);

  it('is packed with the types of the API, and the example of its README compiles and works', async () => {
    const folder = throwAwayFolder();
    const installed = path.join(folder, 'node_modules/cairn-client');
    mkdirSync(installed, { recursive: true });
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: path.join(ROOT, 'packages/client') });
    await run('tar', ['-xzf', path.join(folder, stdout.trim().split('\n').at(-1) ?? ''), '--strip-components=1', '-C', installed]);
    // What `npm install` would add, without a registry.
    for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types'])
      symlinkSync(path.join(MODULES, name), path.join(folder, 'node_modules', name));
    writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(path.join(folder, 'example.ts'), example);

    const compiled = run(process.execPath, [path.join(MODULES, 'typescript/bin/tsc'), ...COMPILER, 'example.ts'], { cwd: folder });
    expect(
      await compiled.then(
        ({ stdout: said }) => said,
        (failure: { stdout: string }) => failure.stdout,
      ),
    ).to.equal('');
    const ran = await run(process.execPath, ['example.js'], { cwd: folder, env: { ...process.env, CAIRN_URL: cairn.url } });
    expect(ran.stdout).to.equal(output);
  });
});
