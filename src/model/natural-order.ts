/**
 * The order of names as people count: `Steward 2` before `Steward 10`. Everything that sorts by names uses this key.
 */

/** How many digits the length of a number takes in a key. */
const LENGTH = 2;
const LONGEST = 10 ** LENGTH - 1;

/** A text that sorts, by its characters, as the name sorts: each number begins with the count of its digits. */
export function naturalKey(name: string): string {
  return name.replace(/\d+/g, (digits) => {
    const number = digits.replace(/^0+(?=\d)/, '');
    return `${String(Math.min(number.length, LONGEST)).padStart(LENGTH, '0')}${number}`;
  });
}

/** Compares two names: by their keys, then by their characters. */
export function compareNames(one: string, other: string): number {
  const [a, b] = [naturalKey(one), naturalKey(other)];
  if (a !== b) return a < b ? -1 : 1;
  return one === other ? 0 : one < other ? -1 : 1;
}
