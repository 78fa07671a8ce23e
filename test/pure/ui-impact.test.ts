/**
 * How the page of an impact groups what is affected, and writes it down.
 */
import { expect } from 'chai';
import type { AffectedAsset } from '../../src/ui/api/impact.ts';
import { csvOf, grouped, markdownOf, summary } from '../../src/ui/entity/impact/groups.ts';

const one = (name: string, more: Partial<AffectedAsset> = {}): AffectedAsset => ({
  urn: `urn:svc:dataset:(urn:svc:dataPlatform:hive,${name},PROD)`,
  type: 'dataset',
  name,
  exists: true,
  removed: false,
  platform: 'hive',
  kind: 'Table',
  degree: 1,
  path: [],
  owners: [],
  columns: 'unknown',
  ...more,
});
const nameOf = (urn: string): string => urn.toUpperCase();

describe('The impact of a change on the pages', () => {
  const all = [
    one('a', { owners: ['x', 'y'] }),
    one('b', { owners: ['x'], degree: 2 }),
    one('c', { type: 'dashboard', kind: 'Dashboard', degree: 10 }),
  ];
  const keys = (way: 'type' | 'owner' | 'hops'): [string, number][] => grouped(all, way, nameOf).map(({ key, affected }) => [key, affected.length]);

  it('is grouped by type, by owner, by hops', () => {
    expect(keys('type')).to.deep.equal([
      ['Tables', 2],
      ['Dashboard', 1],
    ]);
    expect(keys('owner')).to.deep.equal([
      ['X', 2],
      ['Nobody', 1],
      ['Y', 1],
    ]);
    expect(keys('hops')).to.deep.equal([
      ['1 hop', 1],
      ['2 hops', 1],
      ['10 hops', 1],
    ]);
  });

  it('says first what is sure, then what may be affected', () => {
    const some = { takes: 3, unknown: 12, none: 1 };
    expect(summary(some, true, 2)).to.equal(
      '3 assets of 2 owners would be affected, 12 more may be. 1 asset downstream would not, because they take other columns.',
    );
    expect(summary({ ...some, takes: 0, none: 0 }, true, 0)).to.equal(
      '12 assets may be affected: the catalog does not know which columns they take.',
    );
    expect(summary({ takes: 1_000, unknown: 2_000, none: 0 }, false, undefined)).to.equal('3,000 assets would be affected.');
    expect(summary({ takes: 0, unknown: 0, none: 0 }, false, 0)).to.equal('');
  });

  it('is written as CSV that no spreadsheet takes as a formula', () => {
    const text = csvOf([one('=cmd()', { columns: [{ column: 'say "hi"', from: 'x', degree: 1 }], owners: ['o'] })], nameOf);
    expect(text.split('\r\n')).to.deep.equal([
      '"Name","Type","Platform","Hops","Owners","Columns","URN"',
      `"'=cmd()","Table","hive","1","O","say ""hi""","${one('=cmd()').urn}"`,
      '',
    ]);
  });

  it('is written as Markdown in which names stay names', () => {
    expect(markdownOf('What depends on x', grouped([one('a_b', { owners: ['o'] })], 'type', nameOf), nameOf)).to.equal(
      '# What depends on x\n\n## Table (1)\n\n- a\\_b (Table, O)\n',
    );
  });
});
