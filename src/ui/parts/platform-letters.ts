/**
 * The letters and the colour of a platform, from its name. Pure.
 */

/** `Sn` for snowflake, `Dl` for delta-lake. */
export function lettersOf(platform: string): string {
  const [first = '', second = ''] = platform.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
  const [one = '?', two = ''] = second === '' ? [...first] : [[...first][0] ?? '', [...second][0] ?? ''];
  return one.toUpperCase() + two.toLowerCase();
}

/** Steps between two hues that eyes tell apart. */
const STEP = 15;

/** An angle on the circle of colours: a name always has the same. */
export function hueOf(name: string): number {
  let hash = 13;
  for (const letter of name) hash = (hash * 97 + (letter.codePointAt(0) ?? 0)) % 9973;
  return (hash % (360 / STEP)) * STEP;
}
