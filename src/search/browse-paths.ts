/**
 * What is indexed of browse paths (semantics 11), of each path and field `f`:
 * `bi_<f>` digests of the path and of all paths above it; `ba_<f>` digest of the folder that it is in;
 * `b<n>_<f>` for each level n the folder there, as digest of the folder above and code of its name.
 */
import type { NamedField } from '../model/fields.ts';
import type { Scalar } from './document.ts';
import { code, decode, digest } from './encode.ts';
import type { Entry } from './physical.ts';

/** Folders below this level are kept together; the digest of the folder above tells them apart. */
const DEEPEST = 24;
const UNIT = '\u241f';

/** Is the last segment the entity itself (`browsePaths`), or is all of it folders (`browsePathsV2`)? */
function isBrowse({ types }: NamedField): 'named' | 'folders' | undefined {
  if (types.has('browsePath')) return 'named';
  return types.has('browsePathV2') ? 'folders' : undefined;
}

/** `/a/b/` → [a, b]; `␟a␟b` likewise. A folder has a name: separators at the ends and side by side are tolerated. */
export function segments(path: string): string[] {
  return path.split(path.includes(UNIT) ? UNIT : '/').filter((part) => part !== '');
}

export function pathDigest(parts: readonly string[]): string {
  return digest(parts.join(UNIT));
}

export function levelField(field: string, level: number): string {
  return `b${Math.min(level, DEEPEST)}_${field}`;
}

/** The folder of a level's token, when it lies in this one. */
export function folderName(token: string, above: readonly string[]): string | undefined {
  const space = token.indexOf(' ');
  return token.slice(0, space) === pathDigest(above) ? decode(token.slice(space + 1)) : undefined;
}

export function browseEntries(field: NamedField, list: readonly Scalar[]): Entry[] {
  const kind = isBrowse(field);
  if (!kind) return [];
  const within = new Set<string>();
  const at = new Set<string>();
  const levels = new Map<string, Set<string>>();
  for (const path of list) {
    const parts = segments(String(path));
    for (let length = 0; length <= parts.length; length++) within.add(pathDigest(parts.slice(0, length)));
    const folders = kind === 'named' ? parts.slice(0, -1) : parts;
    at.add(pathDigest(folders));
    for (const [index, folder] of folders.entries()) {
      const name = levelField(field.name, index + 1);
      levels.set(name, (levels.get(name) ?? new Set()).add(`${pathDigest(folders.slice(0, index))} ${code(folder)}`));
    }
  }
  return [[`bi_${field.name}`, [...within]], [`ba_${field.name}`, [...at]], ...[...levels].map(([name, tokens]) => [name, [...tokens]] as const)];
}
