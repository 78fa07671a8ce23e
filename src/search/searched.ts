/**
 * How much of long texts is searched: the beginnings. A text of 16 MB took 8 to 15 s to be made a document of (every word, every three
 * characters, the text in three forms), in which nothing else was done, and a document of 90 MB. Whole values are still found by EQUAL.
 */

/** Characters of one value. */
export const MOST_OF_A_VALUE = 100_000;
/** Characters of all values of one field. */
const MOST_OF_A_FIELD = 1_000_000;

/** The parts of values that are searched, and whether that is less than all. */
export function searchedParts<Scalar>(list: readonly Scalar[]): { values: readonly Scalar[]; cut: boolean } {
  let left = MOST_OF_A_FIELD;
  if (!list.some((each) => typeof each === 'string' && each.length > MOST_OF_A_VALUE) && charactersIn(list) <= left)
    return { values: list, cut: false };
  const values: Scalar[] = [];
  for (const each of list) {
    if (left <= 0) break;
    const part = typeof each === 'string' ? (beginning(each, Math.min(MOST_OF_A_VALUE, left)) as Scalar & string) : each;
    left -= typeof part === 'string' ? part.length : 0;
    values.push(part);
  }
  return { values, cut: true };
}

/** Not in the middle of a character. */
function beginning(text: string, characters: number): string {
  return text.slice(0, characters).replace(/[\ud800-\udbff]$/, '');
}

function charactersIn(list: readonly unknown[]): number {
  return list.reduce((sum: number, each) => sum + (typeof each === 'string' ? each.length : 0), 0);
}
