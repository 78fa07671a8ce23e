/**
 * What a reader of `src/` can rely on: a function is not long, a type is a noun, and the name of a type has one meaning. Each list of exceptions
 * may only become shorter: whoever corrects one of them removes its line.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';

const SRC = path.join(import.meta.dirname, '../../src');
const MOST_LINES = 100;
const MOST_MEANINGS = 2;

/** Functions of more than 100 lines. */
const LONG_FUNCTIONS = [
  'access/rights.ts: makeRights',
  'catalog/access/restricted-edges.ts: restrictedEdges',
  'catalog/bulk/bulk.ts: makeBulk',
  'catalog/suggestions/suggestions.ts: suggestionCalls',
  'http/shares.ts: makeShares',
];

/** Names of types that more than two files declare, and how many do. */
const AMBIGUOUS: Readonly<Record<string, number>> = {
  ActionsProps: 3,
  Affected: 3,
  Answer: 7,
  Asked: 11,
  Change: 5,
  ChoiceProps: 3,
  Core: 3,
  Counts: 3,
  Criterion: 3,
  Delivery: 3,
  Difference: 3,
  Field: 7,
  Form: 7,
  Found: 4,
  Input: 4,
  Item: 3,
  Kind: 4,
  Known: 4,
  Line: 5,
  Moved: 3,
  Named: 5,
  Neighbours: 3,
  Page: 4,
  Part: 7,
  Parts: 4,
  Patch: 3,
  Place: 6,
  RowProps: 5,
  Subject: 3,
  Suggested: 3,
  Suggestion: 3,
  Value: 3,
  Values: 6,
  Way: 3,
};

/** Past participles that are names of types, and how many files declare each. */
const PARTICIPLES: Readonly<Record<string, number>> = {
  Affected: 3,
  Answered: 1,
  Asked: 11,
  Built: 1,
  Chosen: 1,
  Closed: 1,
  Cut: 1,
  Decided: 1,
  Detailed: 1,
  Failed: 1,
  Fielded: 1,
  Followed: 1,
  Found: 4,
  Held: 1,
  Hidden: 1,
  IsHidden: 1,
  Kept: 1,
  Known: 4,
  Loaded: 1,
  Made: 1,
  Moved: 3,
  Named: 5,
  Narrowed: 1,
  Nested: 1,
  Ordered: 1,
  Packed: 1,
  Prepared: 1,
  Proposed: 1,
  Ranked: 1,
  Reached: 1,
  Recognised: 1,
  Recorded: 1,
  Refused: 1,
  Related: 1,
  Resolved: 1,
  Said: 1,
  Seeded: 1,
  Seen: 1,
  Sent: 2,
  Split: 1,
  Started: 1,
  Stored: 2,
  Suggested: 3,
  Taken: 1,
  Typed: 1,
  Wanted: 2,
  WaysAsked: 1,
  Written: 1,
};

/** Those that do not end in `ed`. `Read` is none: a read is a thing. */
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

/** What is worse than the list says. */
function excess(now: ReadonlyMap<string, number>, listed: Readonly<Record<string, number>>, atMost: number): string[] {
  return [...now].flatMap(([name, is]) => {
    const may = listed[name] ?? atMost;
    return is > may ? [`${name}: ${is} declarations, at most ${may}: find a name that says more`] : [];
  });
}

describe('The source', () => {
  const { functions, types } = declarations();
  const counts = new Map([...types].map(([name, files]) => [name, files.length]));

  it('has no other long functions than these', () => {
    const long = [...functions].filter(([name, lines]) => lines > MOST_LINES && !LONG_FUNCTIONS.includes(name));
    expect(long).to.deep.equal([]);
  });

  it('declares no name of a type more than twice, but for these', () => {
    expect(excess(counts, AMBIGUOUS, MOST_MEANINGS)).to.deep.equal([]);
  });

  it('names types with nouns, but for these', () => {
    const participles = new Map([...counts].filter(([name]) => isParticiple(name)));
    expect(excess(participles, PARTICIPLES, 0)).to.deep.equal([]);
  });
});
