/**
 * The folders of the pages are layers: each imports only from those above it in the table of `src/README.md`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';

const SRC = path.join(import.meta.dirname, '../../src');
const UI = path.join(SRC, 'ui');

/** The folder of a file below `src/ui`, or the file itself if it is in none. */
const folderOf = (file: string): string => path.relative(UI, file).split(path.sep)[0] ?? '';

/** The folders and files that the table names, the lowest first. */
function layers(): string[] {
  const table = readFileSync(path.join(SRC, 'README.md'), 'utf8').split('### `ui/`')[1]?.split('| --- | --- |')[1]?.split('\n\n')[0] ?? '';
  return [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+?)\/?`/g)].map(([, name = '']) => name));
}

describe('The folders of the pages', () => {
  const order = layers();
  const files = readdirSync(UI, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));

  it('are all in the table of src/README.md', () => {
    expect(new Set(files.map((file) => folderOf(path.join(UI, file))))).to.deep.equal(new Set(order));
  });

  it('import only from folders above them there, types too', () => {
    const upwards = files.flatMap((file) => {
      const from = path.join(UI, file);
      return [...readFileSync(from, 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g)]
        .map(([, to = '']) => path.resolve(path.dirname(from), to))
        .filter((to) => to.startsWith(UI + path.sep) && order.indexOf(folderOf(to)) > order.indexOf(folderOf(from)))
        .map((to) => `${file} imports ${path.relative(UI, to)}`);
    });
    expect(upwards).to.deep.equal([]);
  });
});
