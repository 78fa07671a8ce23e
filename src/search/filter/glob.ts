/**
 * Matches wildcard patterns. It backtracks only to the last star, so a hostile pattern costs at most its length times the length of the
 * value. (A regular expression of the same pattern can take years.)
 */

/** In a pattern these stand for any characters, and for one character. */
export const ANY = '\u0001';
export const ONE = '\u0002';

/** Does the whole value match the pattern? Case counts: lower-case both to ignore it. */
export function matchesGlob(pattern: string, value: string): boolean {
  const [wanted, got] = [[...pattern], [...value]];
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let here = 0; here < got.length; ) {
    if (at < wanted.length && wanted[at] === ANY) {
      star = at++;
      resume = here;
    } else if (at < wanted.length && (wanted[at] === ONE || wanted[at] === got[here])) {
      at++;
      here++;
    } else if (star >= 0) {
      at = star + 1;
      here = ++resume;
    } else return false;
  }
  while (wanted[at] === ANY) at++;
  return at === wanted.length;
}
