/**
 * What is indexed of browse paths (docs/semantics.md 11), of each path and field `f`:
 * `bi_<f>` digests of the path and of all paths above it; `ba_<f>` digest of the folder that it is in;
 * `b<n>_<f>` for each level n the folder there, as digest of the folder above and code of its name, side by side in one token.
 */
import type { NamedField } from '../../model/fields.ts';
import type { Steps } from '../../slices.ts';
import { codeText, DIGEST, decodeText, digest, digestsOfBeginnings, inWords, withoutWords } from './encode.ts';
import type { IndexField } from './index-fields.ts';
import type { Scalar } from './types.ts';

/** Folders below this level share a level; the digest of the folder above distinguishes them. */
const DEEPEST = 24;
const UNIT = '\u241f';

/**
 * Is this a field of paths? `named`: the last segment is the entity itself (`browsePaths`); `folders`: all segments are folders
 * (`browsePathsV2`).
 */
function isBrowse({ types }: NamedField): 'named' | 'folders' | undefined {
  if (types.has('browsePath')) return 'named';
  return types.has('browsePathV2') ? 'folders' : undefined;
}

/** `/a/b/` → [a, b]; `␟a␟b` likewise. Empty segments are ignored. */
export function segments(path: string): string[] {
  return path.split(path.includes(UNIT) ? UNIT : '/').filter((part) => part !== '');
}

export function pathDigest(parts: readonly string[]): string {
  return digest(parts.join(UNIT));
}

export function levelField(field: string, level: number): string {
  return `b${Math.min(level, DEEPEST)}_${field}`;
}

/** The name of the folder in a level's token, if that folder is in `above`. `undefined` also if the name is too long to be read back. */
export function folderName(token: string, above: readonly string[]): string | undefined {
  return folderAbove(token) === pathDigest(above) ? decodeText((withoutWords(token) ?? '').slice(DIGEST)) : undefined;
}

/** The digest of the folder that contains the folder of a level's token. */
export function folderAbove(token: string): string | undefined {
  return withoutWords(token)?.slice(0, DIGEST);
}

/** @param isName is a text the name of the entity? A path that ends otherwise may be a folder: the entity is there, too */
export function* browseEntries(field: NamedField, list: readonly Scalar[], isName: (text: string) => boolean): Steps<IndexField[]> {
  const kind = isBrowse(field);
  if (!kind) return [];
  const within = new Set<string>();
  const at = new Set<string>();
  const levels = new Map<string, Set<string>>();
  for (const path of list) {
    const parts = segments(String(path));
    const digests = digestsOfBeginnings(parts, UNIT);
    for (const each of digests) within.add(each);
    const folders = kind === 'named' ? parts.slice(0, -1) : parts;
    at.add(digests[folders.length] ?? '');
    if (!isName(parts.at(-1) ?? '')) at.add(digests[parts.length] ?? '');
    for (const [index, folder] of folders.entries()) {
      const name = levelField(field.name, index + 1);
      const tokens = levels.get(name) ?? new Set();
      levels.set(name, tokens.add(inWords(`${digests[index]}${codeText(folder)}`)));
    }
    yield;
  }
  return [[`bi_${field.name}`, [...within]], [`ba_${field.name}`, [...at]], ...[...levels].map(([name, tokens]) => [name, [...tokens]] as const)];
}
