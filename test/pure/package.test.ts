/**
 * The package as npm makes it: it has every file that its pages link to, and one program with every command.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { COMMANDS, commandsPage, inOwnWords } from '../../src/command-list.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');

describe('The package', function () {
  this.timeout(60_000);

  it('has every file that its pages link to', () => {
    const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [{ files } = { files: [] }] = JSON.parse(listed) as { files: { path: string }[] }[];
    const packed = new Set(files.map((each) => each.path));
    const dead = [...packed]
      .filter((name) => name.endsWith('.md'))
      .flatMap((name) =>
        [...read(name).matchAll(/\]\(([^)\s#]+)[^)\s]*\)/g)]
          .map(([, link = '']) => link)
          .filter((link) => !/^[a-z]+:/.test(link))
          .map((link) => path.posix.join(path.posix.dirname(name), link))
          .filter((target) => !packed.has(target) && ![...packed].some((each) => each.startsWith(`${target.replace(/\/$/, '')}/`)))
          .map((target) => `${name} → ${target}`),
      );
    expect(dead).to.deep.equal([]);
  });

  it('has a command for each program of commands/, which is a script of the repository, too', () => {
    const { scripts, bin } = JSON.parse(read('package.json')) as { scripts: Record<string, string>; bin: object };
    const programs = readdirSync(path.join(ROOT, 'src/commands')).filter((name) => read(path.join('src/commands', name)).startsWith('#!'));
    expect(Object.keys(COMMANDS)).to.have.members(programs.map((name) => path.parse(name).name));
    for (const name of Object.keys(COMMANDS)) {
      expect(scripts[name]).to.equal(`node dist/commands/${name}.js`);
      expect(commandsPage()).to.include(`  cairn ${name} `);
    }
    expect(bin).to.deep.equal({ cairn: 'dist/cairn.js' });
  });

  it('needs only packages that are not in its bundle, so that it installs on every Node that it runs on', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    const text = ['main.js', ...readdirSync(path.join(ROOT, 'dist')).filter((name) => /^(server|chunk)-/.test(name))]
      .filter((name) => existsSync(path.join(ROOT, 'dist', name)))
      .map((name) => read(path.join('dist', name)))
      .join('\n');
    for (const name of Object.keys(dependencies)) expect(text, name).to.match(new RegExp(`(from|import)\\s*\\(?\\s*"${name}"`));
  });

  it('says its commands in its own words', () => {
    const usage = 'npm run load -- <file | -> [-- --all]; npm run verify; npm start -- --demo';
    expect(inOwnWords(usage, '/usr/bin/cairn')).to.equal('cairn load <file | -> [--all]; cairn verify; cairn --demo');
    expect(inOwnWords(usage, '/work/dist/commands/load.js')).to.equal(usage);
  });
});
