/**
 * Words of questions that say nothing about the data: articles, pronouns, prepositions, auxiliary verbs, question words, and polite phrases to
 * whoever searches.
 */
const WORDS = `
a about above across after again against all along also am among an and another any are as at away be because been before being below
between both but by can could did do does doing done down during each either else ever every few find for from further get give given gave
had has have having he her here hers him his how i if in into is it its itself just kindly let like list lot many may me might mine more most
much must my near neither no nor not of off often on once one only onto or other our ours out over own per please same shall she should show
since so some such tell than that the their theirs them then there these they this those through to too toward towards under until up upon us
very was we were what whats when where whether which while who whom whose why will with within without would you your yours`;

const STOP_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));

/** What an apostrophe shortens at the end of a word: `what's`, `driver's`, `don't`. */
const SHORTENED = /(?<=\p{L})['’](?:s|t|d|m|ll|re|ve)(?![\p{L}\p{N}])/giu;

/** A text without what apostrophes shorten in it. */
export function withoutShortened(text: string): string {
  return text.replace(SHORTENED, '');
}

/** The words of a text that are no stop words; the whole text if all are. */
export function countingWords(text: string): string {
  const words = withoutShortened(text).split(/\s+/);
  const counting = words.filter((word) => !isStopWord(word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')));
  return counting.length === 0 || counting.length === words.length ? text : counting.join(' ');
}

/** @param word in lower case */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}
