/**
 * Reads the operator's file of synonyms: on each line words that mean the same, with commas between them.
 */
import { readFileSync } from 'node:fs';
import { messageOf, StartError } from '../../errors.ts';
import { wordsOf } from '../document/words.ts';

const LINE = 'client, customer, cust';
const LONGEST = 1_000_000;

/**
 * Empty lines and lines that begin with # are skipped.
 *
 * @throws StartError naming file and line
 */
export function readSynonymsFile(file: string, text: string): string[][] {
  if (text.length > LONGEST) throw new StartError(`SYNONYMS_FILE=${file} has more than ${LONGEST} characters`);
  return text.split(/\r?\n/).flatMap((line, at) => {
    if (line.trim() === '' || line.trim().startsWith('#')) return [];
    const words = line.split(',').map((each) => each.trim());
    const wrong = words.find((word) => wordsOf(word).length !== 1);
    if (words.length < 2 || wrong !== undefined)
      throw new StartError(
        `SYNONYMS_FILE=${file}, line ${at + 1}: expected single words with commas between, such as ${LINE}${wrong ? `; got ${wrong}` : ''}`,
      );
    return [words];
  });
}

/** @throws StartError if the file cannot be read, or has a line that is no list of words */
export function openSynonymsFile(file: string | undefined): string[][] {
  if (file === undefined) return [];
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartError(`SYNONYMS_FILE=${file} cannot be read: ${messageOf(error)}`);
  }
  return readSynonymsFile(file, text);
}
