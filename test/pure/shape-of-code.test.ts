/**
 * What a reader of `src/` can rely on: a function is not long, a type is a noun, and the name of a type has one meaning.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';

const SRC = path.join(import.meta.dirname, '../../src');
const MOST_LINES = 100;
const MOST_MEANINGS = 2;

/** Longer functions. The list may only become shorter: whoever shortens one removes its line. */
const LONG_FUNCTIONS = ['http/shares.ts: makeShares'];

/** Participles that do not end in `ed`. `Read` is none: a read is a thing. */
const IRREGULAR = new Set(
  'Begun Broken Built Chosen Cut Drawn Fed Found Given Gone Held Hidden Kept Known Left Lost Made Meant Put Said Seen Sent Shown Spent Split Taken Told Written'.split(
    ' ',
  ),
);
const NOUNS_IN_ED = new Set(['Feed', 'Need', 'Seed']);

interface Declarations {
  /** `<file>: <function>` → its lines. */
  readonly functions: Map<string, number>;
  /** The name of a type → the files that declare it. */
  readonly types: Map<string, string[]>;
}

function declarations(): Declarations {
  const found: Declarations = { functions: new Map(), types: new Map() };
  for (const file of readdirSync(SRC, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file) || file.startsWith('generated')) continue;
    const source = ts.createSourceFile(file, readFileSync(path.join(SRC, file), 'utf8'), ts.ScriptTarget.Latest, true);
    note(found, source, source);
  }
  return found;
}

function note(found: Declarations, source: ts.SourceFile, node: ts.Node): void {
  if (ts.isFunctionLike(node) && 'body' in node && node.body) {
    const lines = lineOf(source, node.getEnd()) - lineOf(source, node.getStart()) + 1;
    found.functions.set(`${source.fileName}: ${functionName(node)}`, lines);
  }
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) {
    const name = node.name.text;
    found.types.set(name, [...(found.types.get(name) ?? []), source.fileName]);
  }
  ts.forEachChild(node, (child) => note(found, source, child));
}

function lineOf(source: ts.SourceFile, at: number): number {
  return source.getLineAndCharacterOfPosition(at).line;
}

/** A function that a call gets, as `memo` does, has the name of what the call makes. */
function functionName(node: ts.SignatureDeclaration): string {
  const named = [node, node.parent, node.parent.parent].find((each) => 'name' in each && each.name !== undefined) as { name: ts.Node } | undefined;
  return named?.name.getText() ?? `line ${lineOf(node.getSourceFile(), node.getStart()) + 1}`;
}

function isParticiple(name: string): boolean {
  const last = /[A-Z][a-z]*$/.exec(name)?.[0] ?? '';
  return IRREGULAR.has(last) || (last.endsWith('ed') && !NOUNS_IN_ED.has(last));
}

describe('The source', () => {
  const { functions, types } = declarations();

  it('has no other long functions than these', () => {
    const long = [...functions].filter(([name, lines]) => lines > MOST_LINES && !LONG_FUNCTIONS.includes(name));
    expect(long).to.deep.equal([]);
  });

  it('declares no name of a type more than twice', () => {
    expect(
      [...types].filter(([, files]) => files.length > MOST_MEANINGS),
      'find names that say more',
    ).to.deep.equal([]);
  });

  it('names types with nouns, not with participles', () => {
    expect([...types].filter(([name]) => isParticiple(name))).to.deep.equal([]);
  });
});
