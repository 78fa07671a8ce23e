/**
 * Words within words: Chinese, Japanese and Korean have few or no spaces between words, so that `证券代码表` is one. The index has each single
 * character and each two side by side, and a search asks for those of its text. Phrases, fields and filters mean the whole.
 */

const RUN = '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}]';
const HAS_RUN = new RegExp(RUN, 'u');
const PIECES = new RegExp(`${RUN}+|(?:(?!${RUN}).)+`, 'gsu');

/** Does this word have characters of these scripts? */
export function hasRun(word: string): boolean {
  return HAS_RUN.test(word);
}

/** The words within a word, as the index has them beside it. None for other scripts. */
export function innerWords(word: string): string[] {
  if (!hasRun(word)) return [];
  return piecesOf(word).flatMap((piece) => (hasRun(piece) ? [...charactersOf(piece), ...pairsOf(piece)] : [piece]));
}

/** The words by which a search asks for a word: mostly itself. */
export function askedWords(word: string): string[] {
  if (!hasRun(word)) return [word];
  return piecesOf(word).flatMap((piece) => {
    if (!hasRun(piece)) return [piece];
    const pairs = pairsOf(piece);
    return pairs.length > 0 ? pairs : charactersOf(piece);
  });
}

/** Does a word stand within another one of these scripts? */
export function isWithin(word: string, other: string): boolean {
  return word.length < other.length && other.includes(word) && hasRun(other);
}

function piecesOf(word: string): string[] {
  return word.match(PIECES) ?? [];
}

/** The characters of a word without accents. Those of Korean are syllables, which such a word has in their letters. */
function charactersOf(piece: string): string[] {
  return [...piece.normalize('NFC')].map((character) => character.normalize('NFKD'));
}

function pairsOf(piece: string): string[] {
  const characters = charactersOf(piece);
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}
