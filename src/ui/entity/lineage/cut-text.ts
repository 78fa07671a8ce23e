/**
 * Where a long name is cut. Pure.
 */

/** So many characters at its end tell a name from its neighbours: `_2024_eu`. */
const END = 9;

/** What is before the last part of a name, the start of that part, and its end. */
export function partsOf(name: string): readonly [path: string, start: string, end: string] {
  const last = name.lastIndexOf('.') + 1;
  const end = Math.max(last, name.length - END);
  return [name.slice(0, last), name.slice(last, end), name.slice(end)];
}

/** The start and the end of a text of more than so many characters. */
export function cutText(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - END - 1)}…${text.slice(-END)}` : text;
}
