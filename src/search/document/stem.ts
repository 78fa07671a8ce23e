/**
 * The stem of an English word, so that `cities` and `enrolled` find `city` and `enroll`, and the other way round. Only inflections are
 * removed: a stem that unites more words would find `customs` for `customer`.
 */

/** Irregular plurals that names of tables have. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    people: 'person',
    children: 'child',
    men: 'man',
    women: 'woman',
    feet: 'foot',
    teeth: 'tooth',
    mice: 'mouse',
    geese: 'goose',
    indices: 'index',
    indexes: 'index',
    matrices: 'matrix',
    vertices: 'vertex',
    criteria: 'criterion',
    analyses: 'analysis',
    // These are no plurals.
    news: 'news',
    series: 'series',
    species: 'species',
  }),
);

const SINGULARS = new Set(IRREGULAR.values());

const PLAIN = /^[a-z]{4,40}$/;
const VOWEL = /[aeiouy]/;
/** A short syllable at the end, which loses its `e` before an ending: `rat` of `rated`. */
const SHORT_END = /^[^aeiou]*[aeiouy][^aeiouwxy]$/;

/** @param word in lower case. A word that is not plain English letters is its own stem. */
export function stem(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (!PLAIN.test(word)) return word;
  const base = withoutParticiple(withoutPlural(word));
  if (base.length > 4 && base.endsWith('ie')) return `${base.slice(0, -2)}y`;
  return base.length > 4 && base.endsWith('e') ? base.slice(0, -1) : base;
}

function withoutPlural(word: string): string {
  if (!word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}${word.length > 4 ? 'y' : 'ie'}`;
  if (/(?:ch|sh|ss|x|z)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

function withoutParticiple(word: string): string {
  const rest = word.endsWith('ed') ? word.slice(0, -2) : word.endsWith('ing') ? word.slice(0, -3) : undefined;
  if (rest === undefined || rest.length < 3 || word.endsWith('eed') || !VOWEL.test(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest) || SHORT_END.test(rest)) return `${rest}e`;
  if (/([^aeioulsz])\1$/.test(rest)) return rest.slice(0, -1);
  return rest.endsWith('i') ? `${rest.slice(0, -1)}y` : rest;
}

/**
 * The form of a word by which a query asks for it, so that the forms that the index has (`indexedForms`) find all its inflections. Mostly
 * the stem; a stem that lost an `e` keeps it: `stat` would find `status` for `state` by its beginning. After `ses` the `e` may belong to
 * the ending: `statuses`.
 */
export function askedForm(word: string): string {
  const base = stem(word);
  const noun = `${base}e`;
  return word === noun || (word === `${noun}s` && !word.endsWith('ses')) ? noun : base;
}

/** The forms under which the index has a word beside the word itself: its stem, and the stem with the `e` that it lost. */
export function indexedForms(word: string): string[] {
  const base = stem(word);
  if (base === word) return [];
  const noun = `${base}e`;
  return [`${noun}s`, `${noun}d`, `${base}ing`].includes(word) ? [base, noun] : [base];
}

/** Letters that all inflections of a word begin with. */
export function sharedBeginning(word: string): string {
  const base = stem(word);
  return SINGULARS.has(base) ? base.slice(0, 1) : base.slice(0, Math.max(1, base.length - 1));
}

/** Are these inflections of one word? The forms of a word begin with the same letter. */
export function isInflected(word: string, other: string): boolean {
  return word.charCodeAt(0) === other.charCodeAt(0) && stem(word) === stem(other);
}
