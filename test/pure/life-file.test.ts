/** What a server remembers of its store beside the data, and when a data folder counts as a copy (docs/operations.md 11). */
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { FORMAT } from '../../src/graph/commit-log.ts';
import { openLifeFile } from '../../src/jobs/store/life-file.ts';
import { STEPS } from '../../src/jobs/store/upgrade.ts';

describe('The memory of a data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'cairn-life-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const seen = (seq: number) => ({ name: 'log', epoch: 'aaaaa', seq });

  it('is empty at first, and then what was noted last, also if that is shorter', () => {
    expect(openLifeFile(folder)).to.include({ before: undefined, copied: false });
    const file = openLifeFile(folder);
    for (const seq of [7, 1_000_000, 42]) file.note(seen(seq));
    const again = openLifeFile(folder);
    expect(again.before).to.include(seen(42));
    expect(again.copied).to.equal(false);
  });

  it('notices a copy, and not a folder that was moved', () => {
    openLifeFile(folder).note(seen(3));
    const [moved, copy] = [`${folder}-moved`, `${folder}-copy`];
    renameSync(folder, moved);
    expect(openLifeFile(moved).copied).to.equal(false);
    cpSync(moved, copy, { recursive: true, preserveTimestamps: true });
    const copied = openLifeFile(copy);
    // A file system that does not know when a file was born shows no copies.
    const knowsBirths = JSON.parse(readFileSync(path.join(copy, 'store.json'), 'utf8')).born !== '0';
    expect(copied.copied).to.equal(knowsBirths);
    copied.note(seen(3));
    expect(openLifeFile(copy).copied, 'once it has its own file').to.equal(false);
    rmSync(copy, { recursive: true });
    renameSync(moved, folder);
  });

  it('is empty if the file is damaged', () => {
    for (const text of ['', '{', '[]', '{"name":"log"}', '{"name":"log","epoch":"a","seq":1.5}']) {
      writeFileSync(path.join(folder, 'store.json'), text);
      expect(openLifeFile(folder).before, text).to.equal(undefined);
    }
  });
});

describe('The upgrade steps', () => {
  it('are as many as the format says', () => expect(STEPS).to.have.length(FORMAT));
});
