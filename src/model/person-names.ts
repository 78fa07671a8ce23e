/**
 * The names that people have and choose. What nobody sees in a name, or what turns the order of its letters, makes one person look like another.
 */

/** Control and format characters (U+202E, zero-width ones, tags), fillers, ends of lines, and what is no character yet. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]/u;
const ALL_UNSEEN = new RegExp(UNSEEN, 'gu');
/** Scripts in which a joiner changes what one sees, and emoji. */
const JOINED =
  /(?<=[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}])[\u200c\u200d](?=\p{L})|(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)(\ufe0f|\ufe0f?\u200d(?=\p{Extended_Pictographic}))/gu;
const FULL_NAME_MOST = 500;

/** Why this cannot be the name of a new user; undefined if it can. */
export function userNameProblem(name: string): string | undefined {
  return UNSEEN.test(name) ? 'has a character that is not seen, or turns the order of letters' : undefined;
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

/** The same for all names that one takes for each other because of case, width, accents written in two ways, or what is not seen. */
export function lookOf(name: string): string {
  const seen = name.normalize('NFKC').replaceAll(ALL_UNSEEN, '');
  return seen.toUpperCase().toLowerCase().normalize('NFKC');
}
