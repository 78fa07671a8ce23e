/**
 * `POST /aspects?action=getTimeseriesAspectValues` (document 1, endpoint 11; semantics 7).
 */
import { urnFrom } from '../../catalog/read.ts';
import { appliedLimit } from '../../catalog/series.ts';
import { keepPoint, type PointFilter } from '../../catalog/series-filter.ts';
import { malformed, unknownName } from '../../errors.ts';
import { entityTypeNamed } from '../../model/urn.ts';
import type { Handler } from '../context.ts';
import { paramsOf, someText, text, time } from '../params.ts';

interface Params {
  urn: string;
  entity: string;
  aspect: string;
  startTimeMillis?: number;
  endTimeMillis?: number;
  limit?: number;
  latestValue?: boolean;
  filter?: PointFilter;
  sort?: { field: string; order?: 'ASCENDING' | 'DESCENDING' };
}

const CRITERION = {
  type: 'object',
  required: ['field'],
  properties: { field: someText, condition: text, value: {}, values: { type: 'array' }, negated: { type: 'boolean' } },
  additionalProperties: false,
};
const CRITERIA = { type: 'array', items: CRITERION };

const read = paramsOf<Params>('getTimeseriesAspectValues', ['urn', 'entity', 'aspect'], {
  urn: someText,
  entity: someText,
  aspect: someText,
  startTimeMillis: time,
  endTimeMillis: time,
  limit: { type: 'integer' },
  latestValue: { type: 'boolean' },
  filter: {
    type: 'object',
    properties: { or: { type: 'array', items: { type: 'object', properties: { and: CRITERIA }, additionalProperties: false } }, criteria: CRITERIA },
    additionalProperties: false,
  },
  sort: {
    type: 'object',
    required: ['field'],
    properties: { field: someText, order: { enum: ['ASCENDING', 'DESCENDING'] } },
    additionalProperties: false,
  },
});

export const getTimeseriesAspectValues: (body: unknown) => Handler = (body) => async (context, catalog) => {
  const { urn: asked, entity, aspect, startTimeMillis, endTimeMillis, latestValue, filter, sort, ...params } = read(body);
  const urn = urnFrom(catalog.model, asked);
  const type = entityTypeNamed(catalog.model, entity);
  if (!type)
    throw unknownName(`Failed to find entity with name ${entity}`, [{ pointer: '/entity', expected: 'an entity type of the model', got: entity }]);
  if (type !== urn.type)
    throw malformed(`URN entity type does not match: ${asked} is not of type ${type.name}`, [
      { pointer: '/urn', expected: `a URN of type ${type.name}`, got: asked },
    ]);
  if (sort && sort.field !== 'timestampMillis')
    throw malformed(`sort.field: expected timestampMillis, got ${sort.field}`, [
      { pointer: '/sort/field', expected: 'timestampMillis', got: sort.field },
    ]);
  const limit = latestValue ? 1 : appliedLimit(params.limit);
  const points = await catalog.series(urn, {
    aspect,
    from: startTimeMillis,
    to: endTimeMillis,
    limit,
    keep: filter && keepPoint(filter),
    order: sort?.order ?? 'DESCENDING',
  });
  context.body = {
    value: {
      entityName: type.name,
      aspectName: aspect,
      ...(startTimeMillis === undefined ? {} : { startTimeMillis }),
      ...(endTimeMillis === undefined ? {} : { endTimeMillis }),
      limit,
      values: points.map(({ text: value, meta }) => ({ aspect: { value, contentType: 'application/json' }, systemMetadata: meta })),
    },
  };
};
