/** The sentences of the handbook are short enough to be read aloud (CONTRIBUTING.md). Tables and code do not count. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';

const DOCS = path.join(import.meta.dirname, '../../docs');
/** Pages that teach, beside those in folders. Pages of rules have lists that are longer. */
const TEACHING = ['README.md', 'access.md', 'agents.md', 'changes.md', 'clients.md', 'operations.md', 'privileges.md', 'webhooks.md'];
const MOST_WORDS = 25;

/** The sentences of a page: of its paragraphs and items of lists. A colon or semicolon ends one, too. */
function sentencesOf(page: string): string[] {
  const text = page
    .replaceAll(/^[ \t]*```[\s\S]*?^[ \t]*```/gm, '\n\n')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/^\s*\|.*$/gm, '\n')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`[^`]*`/g, 'Code');
  const blocks = text.split(/\n\s*\n|\n\s*(?:[-*]|\d+\.) |^#.*$/m);
  return blocks.flatMap((block) => block.replaceAll(/\s+/g, ' ').split(/(?<=[.!?:;]) (?=[("*\p{Lu}\d])/u));
}

const wordsOf = (sentence: string): number => sentence.match(/[\p{L}\p{N}'’…/-]+/gu)?.length ?? 0;
const tooLong = (page: string): string[] => sentencesOf(page).filter((sentence) => wordsOf(sentence) > MOST_WORDS);

describe('The sentences of the handbook', () => {
  it(`have at most ${MOST_WORDS} words`, () => {
    const inFolders = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((name) => /[/\\].*\.md$/.test(name));
    for (const name of [...TEACHING, ...inFolders]) expect(tooLong(readFileSync(path.join(DOCS, name), 'utf8')), name).to.deep.equal([]);
  });

  it('are found in paragraphs and lists, and not in code and tables', () => {
    const long = Array.from({ length: 26 }, () => 'word').join(' ');
    for (const page of [`A. ${long}.`, `- ${long}`, `Short.\n\n${long}`]) expect(tooLong(page), page).to.have.length(1);
    for (const page of [`| ${long} |`, `\`${long}\``, `\`\`\`text\n${long}\n\`\`\``, `${long.slice(5)}. A word.`, `# ${long}`])
      expect(tooLong(page), page).to.deep.equal([]);
  });
});
