/**
 * The filter of a search across lineage: the field `degree` with the values `1`, `2`, `3+` (semantics 8.3).
 */
import { malformed } from '../../errors.ts';
import type { JsonSchema } from '../../model/types.ts';
import { someText, text } from './params.ts';

interface Criterion {
  field: string;
  condition?: string;
  value?: string;
  values?: string[];
  negated?: boolean;
}

export interface LineageFilter {
  or?: { and?: Criterion[] }[];
  criteria?: Criterion[];
}

const CRITERIA: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['field'],
    properties: { field: someText, condition: text, value: text, values: { type: 'array', items: text }, negated: { type: 'boolean' } },
    additionalProperties: false,
  },
};

export const FILTER: JsonSchema = {
  type: 'object',
  properties: {
    or: { type: 'array', items: { type: 'object', properties: { and: CRITERIA }, additionalProperties: false } },
    criteria: CRITERIA,
  },
  additionalProperties: false,
};

/** Degrees as they are filtered and counted. */
export const DEGREES = [
  { degree: 1, label: '1', holds: (degree: number): boolean => degree === 1 },
  { degree: 2, label: '2', holds: (degree: number): boolean => degree === 2 },
  { degree: 3, label: '3+', holds: (degree: number): boolean => degree >= 3 },
] as const;

/**
 * The degrees that a filter lets through, 3 standing for 3 and more; `undefined`: all.
 *
 * @throws Refusal malformed for what is not about degrees
 */
export function degreesFrom({ or, criteria }: LineageFilter): number[] | undefined {
  const groups = [...(or ?? []).map(({ and = [] }) => and), ...(criteria ? [criteria] : [])].filter((group) => group.length > 0);
  if (groups.length === 0) return undefined;
  for (const criterion of groups.flat()) check(criterion);
  return DEGREES.filter(({ label }) => groups.some((group) => group.every((criterion) => lets(criterion, label)))).map(({ degree }) => degree);
}

function lets({ value, values, negated = false }: Criterion, label: string): boolean {
  return (values ?? (value === undefined ? [] : [value])).includes(label) !== negated;
}

function check({ field, condition = 'EQUAL', value, values }: Criterion): void {
  if (field !== 'degree')
    throw malformed(`filter: only degree is served here, got ${field}`, [{ pointer: '/filter', expected: 'degree', got: field }]);
  if (condition !== 'EQUAL' && condition !== 'IN')
    throw malformed(`filter: degree takes the condition EQUAL, got ${condition}`, [{ pointer: '/filter', expected: 'EQUAL', got: condition }]);
  for (const each of values ?? (value === undefined ? [] : [value])) {
    if (!DEGREES.some(({ label }) => label === each))
      throw malformed(`filter: degree is 1, 2 or 3+, got ${each}`, [{ pointer: '/filter', expected: '1, 2 or 3+', got: each }]);
  }
}
