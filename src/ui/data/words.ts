/**
 * Turns technical names into words.
 */
import { settings } from '../settings.ts';

/** Names without a sign of where their words begin. */
const JOINED_WORDS = new Map([['DATAOWNER', 'Data owner']]);

/** `dataFlow`, `DATA_FLOW` → `Data flow`. */
export function spaced(whole: string): string {
  const known = JOINED_WORDS.get(whole);
  if (known !== undefined) return known;
  // Some names of the protocol have its own name before the word.
  const name = whole.replace(/^(dataHub(?=[A-Z])|DATA_?HUB_)/, '');
  const words = name === name.toUpperCase() ? name.toLowerCase().replaceAll('_', ' ') : name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return capital(words)
    .replace(/^Ml ?/, 'ML ')
    .replace(/^Er /, 'ER ')
    .replaceAll(/\b(ai|api|sql|url)\b/gi, (short) => short.toUpperCase());
}

/** Begins with a capital. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The words that the model has for types, by their names and by their constants in GraphQL. */
const TYPE_WORDS = new Map(
  Object.entries(settings.types).flatMap(([name, { word, graphql }]) =>
    word === undefined ? [] : [name, graphql].map((key) => [key, word] as const),
  ),
);

/** The name of one entity of a type: `Dataset`, `User`. */
export function typeWord(type: string): string {
  return TYPE_WORDS.get(type) ?? spaced(type);
}

/** Does a folder say where something is? `Default` is that of what has none. */
export function isFolder(name: string): boolean {
  return name !== 'Default';
}

/** What its platform calls an entity, otherwise the name of its type: `Table`, `Chart`. */
export function kindOf(type: string, subType: string | undefined): string {
  if (subType === undefined) return typeWord(type);
  return subType.includes('_') ? spaced(subType) : subType;
}

/** The name of several entities of a type: `Datasets`. */
export function typeWords(type: string, count: number): string {
  const word = typeWord(type);
  if (count === 1) return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return word.endsWith('s') ? `${word}es` : `${word}s`;
}

/** `a tag`, `an application`. */
export function oneOf(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

const names = new Intl.Collator('en', { numeric: true });

/** The order of names as people count: Steward 2 before Steward 10. */
export const compareNames = (a: string, b: string): number => names.compare(a, b);
