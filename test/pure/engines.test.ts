/** What Cairn decides about its local engines (docs/operations.md 5). */
import { expect } from 'chai';
import { causeIn } from '../../src/engines/child-log.ts';
import { type Space, spaceOf } from '../../src/engines/disk.ts';

describe('The reserve of the disk', () => {
  const MB = 1_048_576;
  const RESERVE = 256 * MB;
  const cases: [mb: number, files: number | undefined, before: Space, now: Space][] = [
    [256, undefined, 'enough', 'enough'],
    [255, undefined, 'enough', 'short'],
    [300, undefined, 'short', 'short'],
    [320, undefined, 'short', 'enough'],
    [64, undefined, 'short', 'short'],
    [63, undefined, 'short', 'full'],
    [319, undefined, 'full', 'short'],
    [320, undefined, 'full', 'enough'],
    [9_000, 1_000, 'enough', 'enough'],
    [9_000, 999, 'enough', 'short'],
    [9_000, 0, 'enough', 'full'],
  ];
  for (const [mb, files, before, now] of cases) {
    it(`${mb} MB and ${files ?? 'any number of'} files left, ${before} before: ${now}`, () =>
      expect(spaceOf({ bytes: mb * MB, files }, RESERVE, before)).to.equal(now));
  }

  it('of 0 is not looked at', () => expect(spaceOf({ bytes: 0, files: 0 }, 0, 'enough')).to.equal('enough'));
});

describe('The cause in the log of an engine', () => {
  it('of Neo4j is the last "Caused by", or the last error', () => {
    const panic = '2026-11-23 18:17:09.895+0000 ERROR [o.n.m.DatabaseHealth] Database panic: a critical error';
    const space = 'Caused by: java.io.IOException: No space left on device';
    expect(causeIn(`${panic}\njava.lang.Exception: x\n\tat a.b.C\n${space}\n\tat d.e.F\n`)).to.equal('java.io.IOException: No space left on device');
    expect(causeIn(`2026-11-23 18:17:09.895+0000 INFO  Started.\n${panic}\n`)).to.equal('[o.n.m.DatabaseHealth] Database panic: a critical error');
  });

  it('of Typesense is the last error', () => {
    const lines =
      'I20261123 18:04:35.945169 15903 store.h:298] ok\nE20261123 18:17:10.1 5 node.cpp:9] append [24, 24] failed\nE20261123 18:17\nI20261123 x] y\n';
    expect(causeIn(lines)).to.equal('append [24, 24] failed');
  });

  it('is none in a log without errors', () => expect(causeIn('2026-11-23 18:04:52.846+0000 INFO  Started.\n')).to.equal(undefined));
});
