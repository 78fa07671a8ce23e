/**
 * How the pages ask for what has a value. What is below a domain, a container or a group is in it, too: on its page, in its number and where
 * it narrows a search.
 */
import type { FacetFilterInput } from '../../generated/queries.ts';
import { typeSettings } from '../settings.ts';
import { isUrn, typeOfUrn } from './urn.ts';

/** May there be others of its type below it? */
export function isNesting(value: string): boolean {
  return isUrn(value) && typeSettings(typeOfUrn(value))?.nests === true;
}

/** Has any of these values, or what is below one of them. */
export function filterOf(field: string, values: readonly string[]): FacetFilterInput {
  return { field, values, condition: values.some(isNesting) ? 'DESCENDANTS_INCL' : 'EQUAL' };
}
