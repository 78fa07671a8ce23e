/**
 * What a search narrows to that needs work: its filters in words.
 */
import { CARED_FOR } from '../api/home.ts';
import type { SearchAsk } from '../api/search.ts';
import { DAY_MS } from '../data/days.ts';
import { plural, typeWords } from '../data/words.ts';

const STALE_DAYS = 30;

export interface Lack {
  /** The parameter of the address, and its value when somebody chooses it. */
  readonly name: string;
  value(now: number): string;
  /** Behind the name of a type: `without an owner`. */
  readonly words: string;
}

export const LACKS: readonly Lack[] = [
  { name: 'is.hasDescription', value: () => 'false', words: 'without a description' },
  { name: 'is.hasOwners', value: () => 'false', words: 'without an owner' },
  { name: 'is.hasDomain', value: () => 'false', words: 'without a domain' },
  { name: 'is.hasFailingAssertions', value: () => 'true', words: 'with a failing check' },
  { name: 'is.hasActiveIncidents', value: () => 'true', words: 'with an open incident' },
  // A whole day: the same link for everybody who makes it today.
  {
    name: 'to.lastOperationTime',
    value: (now) => String((Math.floor(now / DAY_MS) - STALE_DAYS) * DAY_MS),
    words: 'whose data is stale',
  },
];

/** Whether the address has this filter. A time counts as stale, whatever it is. */
export function isChosen({ name, value }: Lack, query: URLSearchParams): boolean {
  return name.startsWith('to.') ? query.has(name) : query.getAll(name).includes(value(0));
}

/** What has a filter in words. @param name of the parameter: `is.hasOwners` */
export function lackOf(name: string, value: string): Lack | undefined {
  return LACKS.find((each) => each.name === name && (name.startsWith('to.') || each.value(0) === value));
}

/** Whether these are the types that people look after, all of them. */
export function areAssets(types: readonly string[]): boolean {
  return types.length === CARED_FOR.length && CARED_FOR.every((type) => types.includes(type));
}

const MOST_TYPES = 3;
const MOST_NAMED = 2;
export const EVERYTHING = 'Everything in the catalog';

/** Filters that the title has room to name: at most two values, of one each. */
export function namedFilters(ask: SearchAsk): { readonly field: string; readonly value: string }[] {
  const others = otherFilters(ask);
  const named = others.flatMap(({ field, values = [], from, to }) => {
    const [value] = values;
    return value !== undefined && values.length === 1 && from === undefined && to === undefined ? [{ field, value }] : [];
  });
  return named.length === others.length && named.length <= MOST_NAMED ? named : [];
}

/** What narrows besides what a type lacks. */
function otherFilters({ filters }: SearchAsk) {
  return filters.filter(({ field, values = [], to }) => {
    const left = values.filter((value) => !lackOf(`is.${field}`, value));
    return left.length > 0 || (to !== undefined && !lackOf(`to.${field}`, to));
  });
}

/** What a search without words shows: `Datasets without an owner`. */
export function titleOf(ask: SearchAsk, query: URLSearchParams): string {
  const { types } = ask;
  const lacks = LACKS.filter((each) => isChosen(each, query));
  const others = otherFilters(ask);
  if (types.length + lacks.length + others.length === 0) return EVERYTHING;
  const what =
    types.length === 0 || areAssets(types)
      ? 'Assets'
      : types.length > MOST_TYPES
        ? `Assets of ${types.length} types`
        : types.map((type) => typeWords(type, 2)).join(', ');
  const narrowed = others.length > 0 && namedFilters(ask).length === 0 ? `, narrowed by ${plural(others.length, 'filter')}` : '';
  return [what, lacks.map(({ words }) => words).join(' and ')].filter((part) => part !== '').join(' ') + narrowed;
}
