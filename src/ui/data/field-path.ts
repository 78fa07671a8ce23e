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

/** Whether the path is in the key part of a schema of keys and values. */
export function inKey(path: string): boolean {
  return /\[key=true\]/i.test(path);
}
