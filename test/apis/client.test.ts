/**
 * `packages/client` as its README shows it; test/long packs it, and checks the types of the example.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { throwAwayFolder } from '../support/process.ts';
import { sharedCairn } from '../support/shared.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const PACKAGE = path.join(ROOT, 'packages/client');
const run = promisify(execFile);

const README = readFileSync(path.join(PACKAGE, 'README.md'), 'utf8');
const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(README) ?? [];
const [, output] = /```text\n([\s\S]*?)```/.exec(README) ?? [];

describe('packages/client', () => {
  it('does what the example of its README prints', async () => {
    const file = path.join(throwAwayFolder(), 'example.mts');
    writeFileSync(file, example.replace("'cairn-client'", JSON.stringify(path.join(PACKAGE, 'index.ts'))));
    const ran = await run(process.execPath, ['--import', 'tsx', file], { cwd: ROOT, env: { ...process.env, CAIRN_URL: sharedCairn().url } });
    expect(ran.stdout).to.equal(output);
  });
});
