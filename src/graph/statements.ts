/**
 * Reads the statements of `cypher/`, once at start. The build writes down their names and columns (`src/build/statements.ts`).
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../errors.ts';
import { type Columns, STATEMENTS } from '../generated/statements.ts';

const FOLDER = path.join(import.meta.dirname, '../../cypher');

export type Statement = keyof Columns;
/** The statements whose columns are the members of a row. */
export type StatementOf<Row> = {
  [Name in Statement]: [keyof Row, Columns[Name][number]] extends [Columns[Name][number], keyof Row] ? Name : never;
}[Statement];

const texts = new Map<Statement, string>();

/** Reads all statements. @throws StartError naming a file that is missing */
export function loadStatements(): void {
  for (const name of STATEMENTS) {
    const file = path.join(FOLDER, `${name}.cypher`);
    if (!existsSync(file)) throw new StartError(`cypher/${name}.cypher is missing`);
    texts.set(name, inOneMap(withParts(withoutHead(readFileSync(file, 'utf8')))));
  }
}

/** Removes comments: a shorter text is cheaper to compare in the plan cache. */
function withoutHead(text: string): string {
  return text.replace(/^\/\/.*\n/gm, '').trim();
}

/** Fills `«name»` by `cypher/parts/`, which has what several statements say alike. */
function withParts(text: string): string {
  return text.replace(/«(\w+)»/g, (hole, name: string) => {
    const file = path.join(FOLDER, 'parts', `${name}.part`);
    return existsSync(file) ? withParts(withoutHead(readFileSync(file, 'utf8'))) : hole;
  });
}

/**
 * Parameters are sent as one map, `$p`. Neo4j keeps a plan for each size of each list among the parameters (1, 2 to 10, 11 to 100, 101 to
 * 1,000), and each plan costs 100 ms of a young Neo4j; lists in a map share one.
 */
function inOneMap(text: string): string {
  return text.replace(/\$(?=\w)/g, '$p.');
}

/** The text of a statement, with `«name»` for what depends on the request. Its parameters are in a map `p`. */
export function unfilled(name: Statement): string {
  const text = texts.get(name);
  if (text === undefined) throw new Error(`statement ${name} was asked for before loadStatements()`);
  return text;
}

/** What is left out of a statement if all parameters are null of which it asks whether they are. */
export const OPTIONAL = /«\?([^»]*)»/g;
const IS_NULL = /\$p\.(\w+) IS NULL/g;

/**
 * The text of a statement.
 *
 * @param parts fills `«name»`. It may only contain names of the checked model.
 * @param params decide which texts in `«? text»` are left out; an absent one is null
 */
export function statement(name: Statement, parts: Readonly<Record<string, string>> = {}, params: Readonly<Record<string, unknown>> = {}): string {
  const isNull = ([, param = '']: RegExpExecArray): boolean => (params[param] ?? null) === null;
  const needed = unfilled(name).replace(OPTIONAL, (_, text: string) => ([...text.matchAll(IS_NULL)].every(isNull) ? '' : text));
  return needed.replace(/«(\w+)»/g, (_, part: string) => {
    const filled = parts[part];
    if (filled === undefined) throw new Error(`statement ${name} needs ${part}`);
    return filled;
  });
}

/** The statements of `cypher/schema/`, each by the name of the index or constraint that it makes. */
export function schemaStatements(): [index: string, make: Statement][] {
  return [...texts.keys()].filter((name) => name.startsWith('schema/')).map((name) => [/^CREATE \w+ (\w+)/.exec(statement(name))?.[1] ?? '', name]);
}

const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

/** Relationship names of the model in the form of a pattern: `A|B`. */
export function typeNames(types: readonly string[]): string {
  for (const type of types) if (!NAME.test(type)) throw new Error(`${type} is not a relationship name`);
  return types.map((type) => `\`${type}\``).join('|');
}

/** A pattern of edges with these relationship names of the model: `-[r:A|B]->`. */
export function edgePattern(types: readonly string[], direction: 'OUTGOING' | 'INCOMING'): string {
  const { left, right } = arrow(direction);
  return `${left}[r:${typeNames(types)}]${right}`;
}

/** The same in both directions: `-[r:A|B]-`. */
export function bothWays(types: readonly string[]): string {
  return `-[r:${typeNames(types)}]-`;
}

/** The arrow of a pattern, before and after its edge. */
export function arrow(direction: 'OUTGOING' | 'INCOMING'): { readonly left: string; readonly right: string } {
  return direction === 'OUTGOING' ? { left: '-', right: '->' } : { left: '<-', right: '-' };
}
