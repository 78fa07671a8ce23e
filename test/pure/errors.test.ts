/**
 * The closed list of refusals: what the code can say. The linter checks that nothing else is said (src/errors/closed.grit), and
 * citations.test.ts compares docs/errors.md.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { CODES, type Code } from '../../src/errors.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const codes = Object.keys(CODES) as Code[];

/** Sources of the server, without those of the list itself. */
const SOURCES = (readdirSync(path.join(ROOT, 'src'), { recursive: true }) as string[])
  .filter((file) => /\.tsx?$/.test(file) && !/^(errors|generated|ui)\b/.test(file))
  .map((file) => ({ file, text: read(path.join('src', file)) }));
const LIST = readdirSync(path.join(ROOT, 'src/errors')).map((file) => ({ file, text: read(path.join('src/errors', file)) }));

describe('The list of refusals', () => {
  it('says what codes mean in few words and without a full stop', () => {
    for (const [code, row] of Object.entries(CODES)) if (row[1] !== undefined) expect(row[1], code).to.match(/^.{5,130}[^.]$/);
  });

  it('has plain words as codes', () => {
    for (const code of codes) expect(code).to.match(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it('uses every code in a refusal', () => {
    const makers = LIST.filter(({ file }) => file !== 'codes.ts').map(({ text }) => text);
    expect(codes.filter((code) => !makers.some((text) => text.includes(`'${code}'`)))).to.deep.equal([]);
  });

  it('throws every refusal somewhere', () => {
    const makers = LIST.flatMap(({ text }) => [...text.matchAll(/^export function (\w+)\([\s\S]*?\): Refusal \{/gm)].map(([, name]) => name ?? ''));
    expect(makers.length).to.be.greaterThan(100);
    expect(makers.filter((name) => !SOURCES.some(({ text }) => text.includes(`${name}(`)))).to.deep.equal([]);
  });
});
