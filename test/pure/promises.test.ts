/**
 * Each promise of SECURITY.md has a test: the comment `// SECURITY.md T1` stands above the test that shows T1.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PROMISE = /^\| ([A-Z]\d+) \|/gm;
const CITATION = /^\s*\/\/ SECURITY\.md ((?:[A-Z]\d+)(?:, [A-Z]\d+)*)\n\s*(?:describe|it)\(/gm;

/** The ids in the tables of the page, in their order. */
function promisesOf(page: string): string[] {
  return [...page.matchAll(PROMISE)].map(([, id = '']) => id);
}

/** The ids that stand above tests. */
function namedBy(tests: string): string[] {
  return [...tests.matchAll(CITATION)].flatMap(([, ids = '']) => ids.split(', '));
}

function testFiles(): string[] {
  const files = readdirSync(path.join(ROOT, 'test'), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.ts')).map((file) => readFileSync(path.join(ROOT, 'test', file), 'utf8'));
}

describe('The promises of SECURITY.md', () => {
  const promises = promisesOf(readFileSync(path.join(ROOT, 'SECURITY.md'), 'utf8'));
  const named = new Set(testFiles().flatMap(namedBy));

  it('have ids of their own', () => {
    expect(promises.length).to.be.above(50);
    expect(promises).to.deep.equal([...new Set(promises)]);
  });

  it('are each named by a test', () => expect(promises.filter((id) => !named.has(id))).to.deep.equal([]));

  it('are named by no test that the page does not have', () => expect([...named].filter((id) => !promises.includes(id))).to.deep.equal([]));

  it('are found in the page and above tests only', () => {
    expect(promisesOf('| id | promise |\n| T1 | x |\n| `T2` | y |\nT3')).to.deep.equal(['T1']);
    expect(namedBy("// SECURITY.md T1, S2\n  it('x')\n// SECURITY.md T3\nconst x = 1;\n")).to.deep.equal(['T1', 'S2']);
  });
});
