/** The scripts and files of the repository that no program of Cairn reads. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';

const ROOT = path.join(import.meta.dirname, '../..');
const GOOD = 'Refuse tag colours that are not #rrggbb';

describe('.ci/subjects', () => {
  let folder: string;
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: folder, encoding: 'utf8' });
  const commit = (...subjects: string[]): void => {
    for (const subject of subjects) git('commit', '--quiet', '--allow-empty', '--allow-empty-message', '--message', subject);
  };
  const check = (...args: string[]) => spawnSync('.ci/subjects', args, { cwd: folder, encoding: 'utf8' });

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'cairn-subjects-'));
    mkdirSync(path.join(folder, '.ci'));
    copyFileSync(path.join(ROOT, '.ci/subjects'), path.join(folder, '.ci/subjects'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('checks the commits since the base, and only these', () => {
    git('init', '--quiet', '--initial-branch=main');
    commit('wip');
    git('checkout', '--quiet', '-b', 'change');
    commit(GOOD, 'Read “smart” signs as one character each, up to the 69 that fit in it');
    expect(check()).to.include({ status: 0, stdout: '' });

    const bad = [
      'refuse tag colours',
      'Refuse tag colours.',
      'Fix search',
      `Refuse ${'x'.repeat(60)} too`,
      'fixup! Refuse tag colours',
      'Clean various stuff up',
    ];
    commit(...bad);
    const { status, stdout } = check();
    expect(status).to.equal(1);
    for (const subject of bad) expect(stdout).to.include(`${subject}: `);
    expect(stdout).not.to.include(GOOD);
    expect(check(git('rev-parse', 'HEAD~1').trim()).stdout.trim().split('\n')).to.have.length(1);
  });

  it('checks the last commit if the base is not there, as in a shallow clone, and nothing without git history', () => {
    expect(check()).to.include({ status: 0 });
    git('init', '--quiet', '--initial-branch=other');
    expect(check()).to.include({ status: 0 });
    commit('wip', GOOD);
    expect(check()).to.include({ status: 0, stdout: '' });
    expect(check('0'.repeat(40))).to.include({ status: 0, stdout: '' });
    commit('wip');
    expect(check()).to.include({ status: 1 });
  });
});

describe('.ci/release-notes', () => {
  it('refuses a version that package.json does not have', () => {
    const { status, stderr } = spawnSync('.ci/release-notes', ['99.0.0'], { cwd: ROOT, encoding: 'utf8' });
    expect([status, stderr]).to.deep.equal([1, 'package.json has another version than 99.0.0\n']);
  });
});

describe('.github', () => {
  it('runs only scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
    const files = readdirSync(path.join(ROOT, '.github/workflows')).map((name) => path.join('.github/workflows', name));
    for (const file of files) {
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      expect(parse(text), file).to.include.keys('name', 'on', 'jobs');
      for (const [, name = ''] of text.matchAll(/npm run ([\w:-]+)/g)) expect(scripts, file).to.have.property(name);
      for (const [script] of text.matchAll(/\.ci\/[\w-]+/g))
        expect(readdirSync(path.join(ROOT, '.ci')), file).to.include(script.slice('.ci/'.length));
    }
  });
});
