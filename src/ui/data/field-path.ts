/**
 * Field paths of a schema: `a.b`, or version 2, `[version=2.0].[type=struct].a.[type=string].b`, with types in brackets.
 */

/** A part of a path: a name, or the content of brackets. */
interface PathPart {
  readonly text: string;
  readonly bracketed: boolean;
  /** Where the part ends in the path. */
  readonly end: number;
}

/** The parts between dots. Dots in brackets do not separate. */
export function partsOf(path: string): PathPart[] {
  const parts: PathPart[] = [];
  let from = 0;
  let depth = 0;
  for (let at = 0; at <= path.length; at++) {
    const char = path[at];
    if (char === '[') depth++;
    else if (char === ']') depth = Math.max(0, depth - 1);
    else if ((char === '.' && depth === 0) || char === undefined) {
      const text = path.slice(from, at);
      if (text !== '') parts.push({ text, bracketed: text.startsWith('[') && text.endsWith(']'), end: at });
      from = at + 1;
    }
  }
  return parts;
}

/** Whether the path is of version 2. */
export function isTyped(path: string): boolean {
  return path.startsWith('[version=2.0]');
}

/** The path as people write it: only the names. A path that has only brackets stays as it is. */
export function simplePath(path: string): string {
  if (!path.includes('[')) return path;
  const names = partsOf(path).filter(({ bracketed }) => !bracketed);
  return names.length === 0 ? path : names.map(({ text }) => text).join('.');
}

const QUOTED = /(?<=^|\.)(?:"([^"]*)"|`([^`]*)`)(?=\.|$)/g;

/** What is written about columns, by the path of the column: also under other spellings of it, which come after its own. */
export function byColumn<Entry>(paths: readonly string[], entries: readonly (readonly [path: string, entry: Entry])[]): Map<string, Entry[]> {
  const found = new Map<string, Entry[]>(paths.map((path) => [path, []]));
  for (const [path, entry] of entries) found.get(path)?.push(entry);
  const others = entries.filter(([path]) => !found.has(path));
  if (others.length === 0) return found;
  const indexes = [spelledOf, lettersOf].map((key) => ({ key, meant: grouped(paths, key) }));
  for (const [path, entry] of others) {
    const meant = indexes.map(({ key, meant: index }) => index.get(key(path))).find((each) => each !== undefined) ?? [];
    if (meant.length === 1) found.get(meant[0] ?? '')?.push(entry);
  }
  return found;
}

function grouped(paths: readonly string[], key: (path: string) => string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const path of paths) {
    const same = found.get(key(path));
    if (same) same.push(path);
    else found.set(key(path), [path]);
  }
  return found;
}

function spelledOf(path: string): string {
  return simplePath(path).replaceAll(QUOTED, (_, double: string | undefined, single: string | undefined) => double ?? single ?? '');
}

function lettersOf(path: string): string {
  return spelledOf(path).toLowerCase();
}

/** Whether the path is in the key part of a schema of keys and values. */
export function inKey(path: string): boolean {
  return /\[key=true\]/i.test(path);
}
