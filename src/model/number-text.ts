/**
 * Texts that stand for numbers.
 */
import { MOST_DIGITS } from './weigh-json.ts';

/** Each digit has one place only: otherwise a text of many digits and a letter would be tried in as many ways as it has pairs of digits. */
const NUMBER = /^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i;

/** The number that a text stands for; NaN if it is none, or longer than any number. */
export function numberIn(text: string): number {
  return text.length <= MOST_DIGITS && NUMBER.test(text) ? Number(text) : Number.NaN;
}
