/**
 * The columns of each statement of `cypher/`, from its last RETURN: `src/graph/` types its rows with them, so that a row type that differs
 * from its statement does not compile. `test/plans/plans.test.ts` compares them with what Neo4j says.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, '../../cypher');
const AFTER_COLUMNS = /\s(?:ORDER BY|SKIP|LIMIT)\s/;

/** Names of the columns of a statement, in their order; none if it returns nothing. */
export function columnsOf(text: string): string[] {
  const [, returned] = /^RETURN (?:DISTINCT )?(?![\s\S]*^RETURN )([\s\S]*)$/m.exec(text) ?? [];
  if (returned === undefined) return [];
  let flat = returned.replace(/'[^']*'/g, '');
  for (let before = ''; before !== flat; ) {
    before = flat;
    flat = flat.replace(/\([^()[\]{}]*\)|\[[^()[\]{}]*\]|\{[^()[\]{}]*\}/g, '');
  }
  const [columns = ''] = `${flat} `.split(AFTER_COLUMNS);
  return columns.split(',').map((column) => /(\w+)\s*$/.exec(column)?.[1] ?? '');
}

/** The text of `src/generated/statements.ts`. */
export function statementTypes(): string {
  const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.cypher'))
    .map((file) => file.slice(0, -'.cypher'.length).split(path.sep).join('/'))
    .sort();
  const rows = names.map((name) => {
    const columns = columnsOf(readFileSync(path.join(FOLDER, `${name}.cypher`), 'utf8')).map((column) => `'${column}'`);
    return `  '${name}': [${columns.join(', ')}];\n`;
  });
  return `/** The columns of each statement of cypher/, in their order. */
export interface Columns {\n${rows.join('')}}

export const STATEMENTS: readonly (keyof Columns)[] = ${JSON.stringify(names)};
`;
}
