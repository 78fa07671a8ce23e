/**
 * What others guess first: the passwords that leaked most often, what keys lie side by side, and the names of the user.
 */

/** What is typed along a row of keys or counted, both ways. */
const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
].flatMap((run) => [run, [...run].reverse().join('')]);
/** A part of up to four characters that is all there is. */
const REPEATED = /^(.{1,4}?)\1+$/su;
/** Signs in place of letters. */
const SIGNS: Readonly<Record<string, string>> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', '5': 's', $: 's', '7': 't' };
/** A shorter word before digits may be a part of something that nobody guesses. */
const FEWEST_OF_WORD = 8;

/**
 * Is it among what somebody guesses first? Capitals, signs in place of letters, and digits and signs at the end make no difference.
 *
 * @param names the name and the addresses of the user
 */
export async function isGuessedFirst(password: string, names: readonly string[]): Promise<boolean> {
  const plain = folded(password);
  const { COMMON_PASSWORDS: common } = await import('./common-passwords.ts');
  const own = new Set(names.flatMap((name) => [name, name.split('@')[0] ?? '']).map(folded));
  return REPEATED.test(plain) || RUNS.some((run) => run.includes(plain)) || spellingsOf(plain).some((each) => common.has(each) || own.has(each));
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}

/** What it stands for. */
function spellingsOf(plain: string): string[] {
  const word = plain.replace(/[^\p{L}]+$/u, '');
  return [plain, ...(word.length >= FEWEST_OF_WORD ? [word] : [])].flatMap((each) => [each, [...each].map((sign) => SIGNS[sign] ?? sign).join('')]);
}
