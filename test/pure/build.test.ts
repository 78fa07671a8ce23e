/** A build: when one is made, and what is left of one that fails. Its steps are stubs here, in a repository of its own. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';

const ROOT = path.join(import.meta.dirname, '../..');
const COPIED = ['src/build/run.ts', 'src/build/digest.ts', 'src/build/place.ts', 'src/engines/lock.ts', 'src/engines/identity.ts', 'src/run-from.ts'];
const SOURCES = ['src/main.ts', 'openapi/model/a.yaml', 'cypher/read/a.cypher', 'docs/a.md', 'package-lock.json', 'tsconfig.json'];
const STEPS = {
  generate: '',
  server: `const into = process.argv[2] + '/';
    mkdirSync(into + 'commands');
    writeFileSync(into + 'commands/load.js', '');
    writeFileSync(into + 'main.js', 'whole');`,
  ui: `mkdirSync(process.argv[2] + '/ui');
    writeFileSync(process.argv[2] + '/ui/index.html', '');`,
};

describe('A build', function () {
  this.timeout(60_000);
  let folder: string;
  const at = (name: string): string => path.join(folder, name);

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'build-'));
    for (const name of COPIED) cpSync(path.join(ROOT, name), at(name));
    for (const name of SOURCES) {
      mkdirSync(path.dirname(at(name)), { recursive: true });
      writeFileSync(at(name), '{}');
    }
    writeFileSync(at('package.json'), '{"type": "module"}');
    symlinkSync(path.join(ROOT, 'node_modules'), at('node_modules'));
    for (const [name, text] of Object.entries(STEPS)) step(name, text);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function step(name: string, text: string): void {
    writeFileSync(at(`src/build/${name}.ts`), `import { mkdirSync, writeFileSync } from 'node:fs';\n${text}\n`);
  }

  function build(...options: string[]): { readonly code: number | null; readonly said: string } {
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'src/build/run.ts', '--unchecked', ...options], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { code: status, said: stderr };
  }

  it('is made if a source has changed, and otherwise not', async () => {
    expect(build('--if-changed').said).to.match(/Built in \d+ s/);
    expect(readFileSync(at('dist/main.js'), 'utf8')).to.equal('whole');
    expect(build('--if-changed')).to.deep.equal({ code: 0, said: '' });
    const { digestOfSources } = (await import(at('src/build/digest.ts'))) as { digestOfSources(): string };
    for (const name of SOURCES) {
      const before = digestOfSources();
      appendFileSync(at(name), ' ');
      expect(digestOfSources(), name).to.not.equal(before);
    }
    expect(build('--if-changed').said).to.match(/Built in/);
  });

  it('that fails waits for its other steps, says which one failed, and leaves the last build as it was', () => {
    build();
    step('server', 'process.exit(3);');
    step('ui', `await new Promise((resolve) => setTimeout(resolve, 300));\n${STEPS.ui}`);
    const { code, said } = build();
    expect([code, said.trim().split('\n').at(-1)]).to.deep.equal([1, 'server.ts ended with 3']);
    expect(said).to.not.match(/ENOENT|ENOTEMPTY/);
    expect(readFileSync(at('dist/main.js'), 'utf8')).to.equal('whole');
    expect(readdirSync(at('dist')).filter((name) => name.startsWith('.build-'))).to.deep.equal([]);
    expect(build('--if-changed').code).to.equal(1);
  });

  it('that cannot write says so in one sentence', () => {
    writeFileSync(at('dist'), '');
    const { code, said } = build('--if-changed');
    expect([code, said.trim().split('\n').length]).to.deep.equal([1, 1]);
    expect(said).to.match(/Cairn cannot build itself \(.*\): give it write access to .*dist/);
    expect(existsSync(at('dist'))).to.equal(true);
  });
});
