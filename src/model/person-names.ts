/**
 * The names that people have and choose. What nobody sees in a name, or what turns the order of its letters, makes one person look like another.
 */

/**
 * Control and format characters (U+202E, zero-width ones, tags), fillers, ends of lines, halves of characters, and what is no character yet. The last
 * three look empty, although Unicode counts them as symbols or marks: a pattern of Braille without dots, a note without a head, a filler of Khitan.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u{16fe4}]/u;
const ALL_UNSEEN = new RegExp(UNSEEN, 'gu');
/** Scripts in which a joiner changes what one sees, and emoji. */
const JOINED =
  /(?<=[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}])[\u200c\u200d](?=\p{L})|(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)(\ufe0f|\ufe0f?\u200d(?=\p{Extended_Pictographic}))/gu;
const FULL_NAME_MOST = 500;

/** A character that is written as in an address. Pages and clients show what it stands for: `mike%20` looks like `mike`. */
const ENCODED = /%[\da-f]{2}/i;
/** An encoded name may be encoded once more. */
const MOST_DECODED = 5;

/** Why this cannot be the name of a new user; undefined if it can. */
export function userNameProblem(name: string): string | undefined {
  return UNSEEN.test(name) || UNSEEN.test(decoded(name)) ? 'has a character that is not seen, or turns the order of letters' : undefined;
}

/** Why nobody can come in by this name as a new user. Connectors may write more: they encode what separates the parts of a URN. */
export function newcomerNameProblem(name: string): string | undefined {
  if (/[\s(),]/.test(name)) return 'has a blank or one of ( ) ,';
  return ENCODED.test(name) ? 'has a character that is encoded as in an address, such as %20' : userNameProblem(name);
}

/** What an encoded name stands for; what stands for nothing stays. */
function decoded(name: string): string {
  let text = name;
  for (let time = 0; time < MOST_DECODED && ENCODED.test(text); time++) text = text.replaceAll(/(?:%[\da-f]{2})+/gi, decodedOnce);
  return text;
}

function decodedOnce(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

/** Why this cannot be the full name of a person, or another one that is shown; undefined if it can. */
export function shownNameProblem(name: string): string | undefined {
  if (name.length > FULL_NAME_MOST) return `has more than ${FULL_NAME_MOST} characters`;
  return userNameProblem(name.replaceAll(JOINED, ''));
}

/** A name that others show, without what nobody sees in it. */
export function withoutUnseen(name: string): string {
  return shownNameProblem(name) === undefined ? name : name.replaceAll(ALL_UNSEEN, '').slice(0, FULL_NAME_MOST);
}

/**
 * The same for all names that one takes for each other because of case, width, accents written in two ways, what is encoded, or what is not seen,
 * such as blanks at the ends.
 */
export function lookOf(name: string): string {
  const seen = decoded(name).normalize('NFKC').replaceAll(ALL_UNSEEN, '').trim().replaceAll(/\s+/g, ' ');
  return seen.toUpperCase().toLowerCase().normalize('NFKC');
}
