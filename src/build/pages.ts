/**
 * The parts of docs/ that the code knows: the build writes them between `<!-- <name>: npm run build -->` and `<!-- end -->`, and a test
 * fails if a page is stale.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { codesPage } from '../errors.ts';
import { HELP } from '../help.ts';

export const DOCS = path.join(import.meta.dirname, '../../docs');

/** The settings, as `--help` prints them. */
function settings(): string {
  const [, list = ''] = /Settings, from the environment:\n([\s\S]*?)\n\n/.exec(HELP) ?? [];
  return `\`\`\`text\n${list}\n\`\`\``;
}

/** Pages of docs/, the name of the part in each, and what the part says. */
const PARTS = { 'errors.md': ['errors', codesPage], 'operations.md': ['settings', settings] } as const;

/** Each page that has such a part: its file, its text, and the text that it should have. */
export function pages(): { file: string; text: string; expected: string }[] {
  return Object.entries(PARTS).map(([name, [part, make]]) => {
    const file = path.join(DOCS, name);
    const text = readFileSync(file, 'utf8');
    const mark = `<!-- ${part}: npm run build -->`;
    const from = text.indexOf(mark) + mark.length;
    const until = text.indexOf('<!-- end -->', from);
    if (from < mark.length || until < 0) throw new Error(`${file} does not have the part ${mark}`);
    return { file, text, expected: `${text.slice(0, from)}\n\n${make()}\n\n${text.slice(until)}` };
  });
}
