/** docs/privileges.md has each privilege once, under the kind of policy that grants it. */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { ENTITY_PRIVILEGES, PLATFORM_PRIVILEGES } from '../../src/access/privileges.ts';

describe('docs/privileges.md', () => {
  const page = readFileSync(new URL('../../docs/privileges.md', import.meta.url), 'utf8');
  const [, ofAssets = '', ofCatalog = ''] = /^## Of assets([\s\S]*)^## Of the whole catalog([\s\S]*)/m.exec(page) ?? [];
  const named = (part: string): string[] => [...part.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name).sort();

  it('lists every privilege of assets', () => {
    expect(named(ofAssets)).to.deep.equal([...ENTITY_PRIVILEGES].sort());
  });

  it('lists every privilege of the whole catalog', () => {
    expect(named(ofCatalog)).to.deep.equal([...PLATFORM_PRIVILEGES].sort());
  });
});
