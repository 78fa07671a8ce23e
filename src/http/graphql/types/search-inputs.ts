/**
 * Inputs that searches have in common (docs/semantics.md 9.4, 15.3). All of the real server's fields are taken; those that change an answer
 * are acted on.
 */
import { both, type Filter, readFilter } from '../../../catalog/index.ts';
import type { AndFilterInput, SearchAcrossEntitiesInput } from '../../../generated/arguments.ts';
import type { EntityTypeSpec, Model } from '../../../model/types.ts';
import { appliedCount } from '../../request/page.ts';
import { typeOfConstant } from './type-names.ts';

/** The types that constants name; `undefined` where none are named. `OTHER` is no type, and nothing is of it. */
export function typesNamed(model: Model, constants: readonly string[] | null | undefined): EntityTypeSpec[] | undefined {
  if (!constants || constants.length === 0) return undefined;
  return [...new Set(constants)].map((constant) => typeOfConstant(model, constant)).filter((type) => type !== undefined);
}

/** The filter in the shape of the other APIs; what is null is left out. */
export function filterOf(orFilters: readonly AndFilterInput[] | null | undefined): { or: { and: object[] }[] } {
  const or = (orFilters ?? []).map(({ and }) => ({
    and: (and ?? []).map(({ field, value, values, condition, negated }) => ({
      field,
      ...(values ? { values: [...values] } : {}),
      ...(typeof value === 'string' ? { value } : {}),
      ...(condition ? { condition } : {}),
      ...(typeof negated === 'boolean' ? { negated } : {}),
    })),
  }));
  return { or };
}

/**
 * The filter of a search: `orFilters`, and the older `filters` too where both are sent.
 *
 * @throws Refusal malformed
 */
export function filterIn({ filters, orFilters }: Pick<SearchAcrossEntitiesInput, 'filters' | 'orFilters'>): Filter {
  const wide = readFilter(filterOf(orFilters), '/input/orFilters');
  return filters?.length ? both(wide, readFilter(filterOf([{ and: filters }]), '/input/filters')) : wide;
}

const COUNT = 10;

/** The page that is given: what is missing or negative falls back to the default, as on the other APIs (docs/semantics.md 9.1). */
export function pageIn({ start, count }: Pick<SearchAcrossEntitiesInput, 'start' | 'count'>): { start: number; count: number } {
  return { start: Math.max(0, start ?? 0), count: appliedCount(count, COUNT) };
}
