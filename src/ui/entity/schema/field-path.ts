/**
 * Field paths of a schema: `a.b`, and the second form, `[version=2.0].[type=struct].a.[type=string].b`, whose brackets tell types.
 */

/** A part of a path: a name, or what stands in brackets. */
export interface PathPart {
  readonly text: string;
  readonly bracketed: boolean;
  /** Where the part ends in the path. */
  readonly end: number;
}

/** The parts between dots; dots inside of brackets do not count. */
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

/** Is this the second form? */
export function isTyped(path: string): boolean {
  return path.startsWith('[version=2.0]');
}

/** The path as people write it: names only. A path of brackets alone stays as it is. */
export function simplePath(path: string): string {
  if (!path.includes('[')) return path;
  const names = partsOf(path).filter(({ bracketed }) => !bracketed);
  return names.length === 0 ? path : names.map(({ text }) => text).join('.');
}

/** Does the path lie in the key part of a schema of keys and values? */
export function inKey(path: string): boolean {
  return /\[key=true\]/i.test(path);
}
