/**
 * Passwords: what Cairn demands of them, and their hashes (argon2id). Each hash takes 19 MB and some 20 ms of a core beside the event loop, so
 * only a few are made at a time.
 */
import { hash, verify } from '@node-rs/argon2';
import { passwordIsGuessed, passwordNeeds, tooMuchAtOnce } from '../../errors.ts';

/** The least that OWASP advises for argon2id: 19 MiB, two passes. */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const [FEWEST, MOST] = [8, 1_000];
const MOST_UNDER_WAY = 2;
const MOST_WAITING = 50;

let underWay = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting.length >= MOST_WAITING) throw tooMuchAtOnce(`${MOST_WAITING} passwords`);
  if (underWay >= MOST_UNDER_WAY) await new Promise<void>((resolve) => waiting.push(resolve));
  else underWay++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else underWay--;
  }
}

/**
 * @param names the name and the addresses of the user
 * @throws Refusal malformed for a password that is too short, too long, or easily guessed; tooManyRequests
 */
export async function hashPassword(password: string, names: readonly string[]): Promise<string> {
  if ([...password].length < FEWEST || password.length > MOST) throw passwordNeeds(FEWEST, MOST);
  if (await isGuessedFirst(password, names)) throw passwordIsGuessed();
  return inTurn(() => hash(password.normalize('NFKC'), COST));
}

let nobody: Promise<string> | undefined;

/**
 * Is it the password of this hash? Takes as long where there is none.
 *
 * @throws Refusal tooManyRequests
 */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  nobody ??= hash('nobody', COST);
  const known = stored !== undefined && stored !== '';
  const against = known ? stored : await nobody;
  const same = await inTurn(() => verify(against, password.slice(0, MOST + 1).normalize('NFKC')));
  return known && same && password.length <= MOST;
}

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
