/**
 * Names that are nearly one of a list: a slip of the fingers, or of memory.
 */

/** Of shorter names, one letter makes another word. */
const SHORTEST = 8;
const LONG = 14;

/**
 * The name of a list that somebody meant by another one: it differs by a letter (long names: by two), or is cut off in the middle of a word.
 * Names without `_` are too common to tell.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length < SHORTEST || !name.includes('_') || known.includes(name)) return undefined;
  const most = name.length < LONG ? 1 : 2;
  return known.find((each) => each.includes('_') && (isCutOff(name, each) || distance(name, each) <= most));
}

function isCutOff(name: string, whole: string): boolean {
  return whole.startsWith(name) && whole[name.length] !== '_';
}

/** How many letters to add, remove or change to make one text of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [above, letter] of [...one].entries()) {
    const next = [above + 1];
    for (const [at, each] of [...other].entries())
      next.push(Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (each === letter ? 0 : 1)));
    row = next;
  }
  return row[other.length] ?? 0;
}
