/**
 * Warnings: in the warning header, and in the extensions of a GraphQL answer.
 */
import type { Names } from '../../model/names.ts';
import type { Context } from '../types.ts';

/** Adds a sentence to the warnings of the answer. */
export function warn(context: Context, names: Names, sentence: string): void {
  const warnings = context.state.warnings ?? [];
  if (warnings.includes(sentence)) return;
  context.state.warnings = [...warnings, sentence];
  context.set(names.headers.warning, headerText(context.state.warnings.join('; ')));
}

const MOST_CHARACTERS = 2000;

/** Makes a text fit for a header: percent-encodes what is not plain, and cuts it. Half of a surrogate pair cannot be encoded. */
export function headerText(text: string): string {
  return encodeURI(text.slice(0, MOST_CHARACTERS).replace(/\p{Surrogate}/gu, '\ufffd'))
    .replaceAll('%20', ' ')
    .slice(0, MOST_CHARACTERS);
}
