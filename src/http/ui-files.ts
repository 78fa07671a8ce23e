/**
 * What the build has made for browsers (`src/build/ui.ts`): the files of `dist/ui/`, and the names under which the pages load them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../errors.ts';
import { type Asset, asset } from './answer/asset.ts';

const FOLDER = path.join(import.meta.dirname, '../../dist/ui');
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.txt': 'text/plain' };

/** @throws StartError if the pages are not built */
function read<Value>(work: () => Value): Value {
  try {
    return work();
  } catch {
    throw new StartError(`${FOLDER} is missing: build it with npm run build`);
  }
}

/** The text of a page that the build has left for the server to fill. */
export function uiText(name: string): string {
  return read(() => readFileSync(path.join(FOLDER, name), 'utf8'));
}

/** The names of files, with their hashes, by what they are for. */
export function uiNames(): (purpose: string) => string {
  const names = JSON.parse(uiText('files.json')) as Record<string, string>;
  return (purpose) => {
    const name = names[purpose];
    if (name === undefined) throw new Error(`The build makes no ${purpose} for browsers`);
    return name;
  };
}

/** All files by name. */
export function uiAssets(): Map<string, Asset> {
  const names = read(() => readdirSync(FOLDER)).filter((name) => path.extname(name) in TYPES);
  const bytes = (name: string): Buffer => readFileSync(path.join(FOLDER, name));
  return new Map(
    names.map((name) => [name, asset(TYPES[path.extname(name)] ?? '', bytes(name), { br: bytes(`${name}.br`), gzip: bytes(`${name}.gz`) })]),
  );
}
