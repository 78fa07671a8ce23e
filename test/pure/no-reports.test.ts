/** What `npm ci` runs: no package of the lock file may report to a third party (SECURITY.md). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';

const ROOT = path.join(import.meta.dirname, '../..');

interface Locked {
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
  readonly link?: boolean;
}

describe('The lock file', () => {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> };

  it('replaces a package that reports its installation by an empty one', () => {
    const reporters = Object.entries(packages).filter(([name]) => name.endsWith('node_modules/@scarf/scarf'));
    expect(reporters).to.deep.equal([['node_modules/@scarf/scarf', { resolved: 'packages/no-reports', link: true }]]);
    const own = JSON.parse(readFileSync(path.join(ROOT, 'packages/no-reports/package.json'), 'utf8')) as object;
    expect(own).not.to.have.any.keys('scripts', 'main', 'bin', 'dependencies');
  });

  it('runs the install scripts of these packages only: read a new one before you add it here', () => {
    const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(scripted.map(([name]) => name.replace(/^.*node_modules\//, '')).sort()).to.deep.equal(['cpu-features', 'esbuild', 'protobufjs', 'ssh2']);
  });
});
