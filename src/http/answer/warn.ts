/**
 * Warnings: in the warning header, and in the extensions of a GraphQL answer.
 */
import type { Names } from '../../model/names.ts';
import type { Context } from '../types.ts';
import { headerText } from './header-text.ts';

/** Adds a sentence to the warnings of the answer. */
export function warn(context: Context, names: Names, sentence: string): void {
  const warnings = context.state.warnings ?? [];
  if (warnings.includes(sentence)) return;
  context.state.warnings = [...warnings, sentence];
  context.set(names.headers.warning, headerText(context.state.warnings.join('; ')));
}
