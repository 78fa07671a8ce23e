/**
 * Filters over timeseries points (semantics 7, 9.4): on the top-level fields of the aspect.
 */
import { malformed } from '../errors.ts';
import { isRecord } from '../model/path.ts';

export interface PointCriterion {
  field: string;
  condition?: string;
  value?: unknown;
  values?: unknown[];
  negated?: boolean;
}
export interface PointFilter {
  or?: { and?: PointCriterion[] }[];
  criteria?: PointCriterion[];
}

type Test = (value: unknown, wanted: readonly string[]) => boolean;

const lower = (value: unknown): string => String(value).toLowerCase();
const compare =
  (holds: (difference: number) => boolean): Test =>
  (value, [wanted = '']) =>
    holds(typeof value === 'number' ? value - numberOf(wanted) : String(value) < wanted ? -1 : Number(String(value) > wanted));
const anyOf =
  (test: (value: string, wanted: string) => boolean): Test =>
  (value, wanted) =>
    wanted.some((each) => test(lower(value), each.toLowerCase()));
const equal: Test = (value, wanted) => wanted.some((each) => (typeof value === 'number' ? value === numberOf(each) : String(value) === each));

const TESTS: Record<string, Test> = {
  EQUAL: equal,
  IN: equal,
  IEQUAL: anyOf((value, wanted) => value === wanted),
  CONTAIN: anyOf((value, wanted) => value.includes(wanted)),
  START_WITH: anyOf((value, wanted) => value.startsWith(wanted)),
  END_WITH: anyOf((value, wanted) => value.endsWith(wanted)),
  GREATER_THAN: compare((difference) => difference > 0),
  GREATER_THAN_OR_EQUAL_TO: compare((difference) => difference >= 0),
  LESS_THAN: compare((difference) => difference < 0),
  LESS_THAN_OR_EQUAL_TO: compare((difference) => difference <= 0),
};
const PRESENCE = new Set(['EXISTS', 'IS_NULL']);

function numberOf(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || Number.isNaN(number))
    throw malformed(`filter: expected a number, got ${text}`, [{ pointer: '/filter', expected: 'a number', got: text }]);
  return number;
}

/**
 * @throws Refusal malformed for a condition that is none, and later for a text where a number is needed
 */
export function keepPoint(filter: PointFilter): (point: Record<string, unknown>) => boolean {
  const groups = [...(filter.or ?? []).map(({ and = [] }) => and), ...(filter.criteria ? [filter.criteria] : [])];
  for (const { condition } of groups.flat()) {
    if (condition !== undefined && !Object.hasOwn(TESTS, condition) && !PRESENCE.has(condition)) {
      const known = [...Object.keys(TESTS), ...PRESENCE].join(', ');
      throw malformed(`filter.condition: expected one of ${known}, got ${condition}`, [
        { pointer: '/filter', expected: `one of ${known}`, got: condition },
      ]);
    }
  }
  return (point) => groups.length === 0 || groups.some((group) => group.every((criterion) => holds(criterion, point)));
}

function holds({ field, condition = 'EQUAL', value, values, negated = false }: PointCriterion, point: Record<string, unknown>): boolean {
  const found = valuesOf(point, field.replace(/\.keyword$/, ''));
  if (PRESENCE.has(condition)) return (found.length > 0 === (condition === 'EXISTS')) !== negated;
  const wanted = (values ?? (value === undefined ? [] : [value])).map(String);
  if (wanted.length === 0) return true;
  return found.some((each) => TESTS[condition]?.(each, wanted) === true) !== negated;
}

function valuesOf(point: Record<string, unknown>, field: string): unknown[] {
  const value =
    field === 'partition' && isRecord(point.partitionSpec) ? point.partitionSpec.partition : Object.hasOwn(point, field) ? point[field] : undefined;
  return value === undefined ? [] : [value].flat();
}
