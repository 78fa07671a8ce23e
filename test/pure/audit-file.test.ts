/** The audit file (SECURITY.md): lines in their order, a bounded number of files, and a disk that takes no more. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { openAuditFile } from '../../src/http/audit-file.ts';

describe('The audit file', () => {
  let folder: string;
  let full: string | undefined;
  const said: [event: string, fields: object | undefined][] = [];
  const log = (event: string, fields?: object): void => void said.push([event, fields]);
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'cairn-audit-'));
    said.length = 0;
    full = undefined;
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const place = (name: string): string => path.join(folder, 'audit', name);

  it('contains each line once, in order; no other user can read it', async () => {
    const file = openAuditFile(folder, log, () => full);
    const lines = Array.from({ length: 1000 }, (_, index) => `{"line":${index}}`);
    for (const line of lines.slice(0, 500)) file.add(line);
    await file.close();
    for (const line of lines.slice(500)) file.add(line);
    await file.close();
    expect(readFileSync(place('audit.jsonl'), 'utf8')).to.equal(`${lines.join('\n')}\n`);
    expect(statSync(place('audit.jsonl')).mode & 0o777).to.equal(0o600);
    expect(statSync(place('')).mode & 0o777).to.equal(0o700);
    expect(said).to.deep.equal([]);
  });

  it('is rotated at 20 MB, and the oldest of ten is deleted', async () => {
    const first = openAuditFile(folder, log, () => full);
    first.add('new');
    await first.close();
    for (let number = 1; number < 10; number++) writeFileSync(place(`audit.${number}.jsonl`), `was ${number}\n`);
    writeFileSync(place('audit.jsonl'), 'x'.repeat(19_999_990));
    const file = openAuditFile(folder, log, () => full);
    file.add('a line that has no room');
    await file.close();
    expect(readFileSync(place('audit.jsonl'), 'utf8')).to.equal('a line that has no room\n');
    expect(statSync(place('audit.1.jsonl')).size).to.equal(19_999_990);
    expect(readFileSync(place('audit.9.jsonl'), 'utf8')).to.equal('was 8\n');
    expect(readdirSync(place(''))).to.have.length(10);
  });

  it('leaves the last bytes of the disk to the engines', async () => {
    const file = openAuditFile(folder, log, () => full);
    full = 'only 60 MB left';
    for (const line of ['one', 'two']) file.add(line);
    await file.close();
    full = undefined;
    file.add('three');
    await file.close();
    expect(readFileSync(place('audit.jsonl'), 'utf8')).to.equal('three\n');
    expect(said).to.deep.equal([
      ['audit.line', { line: 'one' }],
      ['audit.line', { line: 'two' }],
      ['audit.lost', { lines: 2, file: place('audit.jsonl'), reason: 'only 60 MB left' }],
    ]);
  });

  it('of requests that fail while the disk is full, the log has one a minute; of all others each', async () => {
    const file = openAuditFile(folder, log, () => full);
    full = 'only 60 MB left';
    for (const line of ['one', 'two', 'three']) {
      file.add(line, true);
      file.add(`denied ${line}`);
      await file.close();
    }
    expect(said.filter(([event]) => event === 'audit.line').map(([, fields]) => fields)).to.deep.equal(
      ['one', 'denied one', 'denied two', 'denied three'].map((line) => ({ line })),
    );
  });

  // SECURITY.md U4
  it('if it cannot be written, logs this once with the number of missing lines, and blocks nobody', async () => {
    writeFileSync(place('').replace(/\/$/, ''), 'a file where the folder would be');
    const file = openAuditFile(folder, log, () => full);
    for (let batch = 0; batch < 3; batch++) {
      file.add('one');
      file.add('two');
      await file.close();
    }
    const lost = said.filter(([event]) => event === 'audit.lost');
    expect(lost).to.have.length(1);
    expect(lost[0]?.[1]).to.include({ lines: 2 });
    const lines = said.filter(([event]) => event === 'audit.line').map(([, fields]) => fields);
    expect(lines).to.deep.equal([1, 2, 3].flatMap(() => [{ line: 'one' }, { line: 'two' }]));
  });

  it('is made again when somebody removes its folder', async () => {
    const file = openAuditFile(folder, log, () => full);
    for (const line of ['one', 'two']) {
      file.add(line);
      await file.close();
      expect(readFileSync(place('audit.jsonl'), 'utf8')).to.equal(`${line}\n`);
      rmSync(place(''), { recursive: true });
    }
    expect(said).to.deep.equal([]);
  });

  it('keeps a limited number of lines in memory if the disk is slow', async () => {
    const file = openAuditFile(folder, log, () => full);
    for (let line = 0; line < 10; line++) file.add('y'.repeat(1_000_000));
    expect(said.map(([event]) => event)).to.deep.equal(['audit.line', 'audit.lost', 'audit.line']);
    await file.close();
    expect(statSync(place('audit.jsonl')).size).to.equal(8 * 1_000_001);
  });
});
