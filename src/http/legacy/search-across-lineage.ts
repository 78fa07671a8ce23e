/**
 * `POST /entities?action=searchAcrossLineage` (semantics 8.3): stored entities upstream or downstream, found by type and degree.
 */
import type { LineageDirection, LineagePage } from '../../catalog/lineage.ts';
import { urnFrom } from '../../catalog/read.ts';
import { malformed } from '../../errors.ts';
import type { Handler } from '../context.ts';
import { DEGREES, degreesFrom, FILTER, type LineageFilter } from './lineage-filter.ts';
import { paramsOf, someText, text, time } from './params.ts';
import { entityTypesNamed, MOST_HOPS, MOST_REACHED } from './read-lineage.ts';

interface Params {
  urn: string;
  direction: LineageDirection;
  entities?: string[];
  input?: string;
  maxHops?: number;
  filter?: LineageFilter;
  sort?: { field: string; order?: string };
  start?: number;
  count?: number;
  startTimeMillis?: number;
  endTimeMillis?: number;
}

const read = paramsOf<Params>('searchAcrossLineage', ['urn', 'direction'], {
  urn: someText,
  direction: { enum: ['UPSTREAM', 'DOWNSTREAM'] },
  entities: { type: 'array', items: someText },
  input: text,
  maxHops: { type: 'integer', minimum: 1, maximum: MOST_HOPS },
  filter: FILTER,
  sort: {
    type: 'object',
    required: ['field'],
    properties: { field: someText, order: { enum: ['ASCENDING', 'DESCENDING'] } },
    additionalProperties: false,
  },
  start: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  count: { type: 'integer', minimum: 0, maximum: MOST_REACHED },
  startTimeMillis: time,
  endTimeMillis: time,
});

/** Items come by degree; each has one shortest way in `paths`. Edges without a stamp lie in every window of time. */
export const searchAcrossLineage: (body: unknown) => Handler = (body) => async (context, catalog) => {
  const { urn, direction, entities = [], input = '', maxHops, filter, sort, start = 0, count = 10, startTimeMillis, endTimeMillis } = read(body);
  if (input !== '' && input !== '*')
    throw malformed(`input: only * is served here, got ${input}; a search by text goes through the search engine`, [
      { pointer: '/input', expected: '*', got: input },
    ]);
  if (sort && (sort.field !== 'degree' || sort.order === 'DESCENDING'))
    throw malformed(`sort: only degree, ASCENDING, is served here, got ${sort.field}`, [
      { pointer: '/sort', expected: 'degree, ASCENDING', got: sort.field },
    ]);
  const degrees = filter && degreesFrom(filter);
  const page = await catalog.lineage({
    urn: urnFrom(catalog.model, urn),
    direction,
    start,
    count,
    hops: mostHops(maxHops, degrees),
    degrees,
    entityTypes: entities.length === 0 ? undefined : entityTypesNamed(catalog.model, entities, '/entities'),
    existing: true,
    from: startTimeMillis,
    to: endTimeMillis,
  });
  context.body = { value: answer(page, start, count) };
};

/** Nobody needs to walk further than the degrees that are wanted. */
function mostHops(maxHops: number | undefined, degrees: readonly number[] | undefined): number | undefined {
  if (degrees === undefined || degrees.includes(3)) return maxHops;
  return Math.min(maxHops ?? MOST_HOPS, Math.max(1, ...degrees));
}

function answer({ total, filtered, degrees, reached }: LineagePage, from: number, pageSize: number) {
  const counts = DEGREES.map(
    ({ label, holds }) => [label, degrees.filter(({ degree }) => holds(degree)).reduce((sum, { count }) => sum + count, 0)] as const,
  );
  return {
    from,
    pageSize,
    numEntities: total,
    metadata: {
      urns: reached.map(({ urn }) => urn),
      matches: reached.map(() => ({ matchedFields: [] })),
      searchResultMetadatas: [{ name: 'degree', aggregations: Object.fromEntries(counts.filter(([, number]) => number > 0)) }],
      filtered,
    },
    entities: reached.map(({ urn, degree, path, relationships }) => ({
      entity: urn,
      degree,
      degrees: [degree],
      paths: [path],
      relationships,
      matchedFields: [],
    })),
  };
}
