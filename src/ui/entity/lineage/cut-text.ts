/**
 * Where a long name is cut. Pure.
 */

/** So many characters at its end tell a name from its neighbours: `_2024_eu`. */
const END = 9;

/** A text as people see it: an emoji, or a letter with its accents, is one character. */
const charactersIn = (text: string): string[] => text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];

/** What is before the last part of a name, the start of that part, and its end. */
export function partsOf(name: string): readonly [path: string, start: string, end: string] {
  const last = name.lastIndexOf('.') + 1;
  const characters = charactersIn(name.slice(last));
  return [name.slice(0, last), characters.slice(0, -END).join(''), characters.slice(-END).join('')];
}

/** The start and the end of a text of more than so many characters. */
export function cutText(text: string, most: number): string {
  const characters = charactersIn(text);
  return characters.length > most ? `${characters.slice(0, most - END - 1).join('')}…${characters.slice(-END).join('')}` : text;
}
