/**
 * Which values fit the value type of a property (docs/semantics.md 14.4, point 6); the same for values and for those that a definition
 * allows.
 */
import { numberIn } from '../../../model/number-text.ts';
import type { Model } from '../../../model/types.ts';
import { isProblem, looksLikeUrn, parseUrn } from '../../../model/urn.ts';
import type { PropertyDefinition, PropertyValue } from '../../properties/properties.ts';
import { takenBy } from './taken-values.ts';

const MOST_TEXT_BYTES = 32_766;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** Most names that a message lists. */
export const MOST_SHOWN = 50;

/** What was expected instead of the value; `undefined` if the value fits its type. A text with a number counts as that number. */
export function typeProblem(model: Model, definition: PropertyDefinition, value: PropertyValue): string | undefined {
  const type = definition.valueType.slice(definition.valueType.lastIndexOf(':') + 1);
  const { word } = model.names;
  if (type === `${word}.number`) return 'double' in value || Number.isFinite(numberIn(value.string)) ? undefined : 'a number';
  if (!('string' in value)) return `a {string} of type ${type}`;
  if (type === `${word}.string` && Buffer.byteLength(value.string) > MOST_TEXT_BYTES) return `at most ${MOST_TEXT_BYTES} bytes long`;
  if (type === `${word}.date`) return isDate(value.string) ? undefined : 'a date of the form YYYY-MM-DD';
  return type === `${word}.urn` ? urnProblem(model, takenBy(definition).urnTypes, value.string) : undefined;
}

export function listed(names: readonly string[]): string {
  return names.slice(0, MOST_SHOWN).join(', ') + (names.length > MOST_SHOWN ? ', …' : '');
}

function isDate(text: string): boolean {
  return DATE.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
}

function urnProblem(model: Model, types: ReadonlySet<string>, text: string): string | undefined {
  const urn = parseUrn(model, text);
  if (isProblem(urn)) return types.size === 0 && looksLikeUrn(model, text) ? undefined : 'a URN';
  return types.size === 0 || types.has(urn.type.name.toLowerCase()) ? undefined : `a URN of type ${listed([...types]).replaceAll(', ', ' or ')}`;
}
