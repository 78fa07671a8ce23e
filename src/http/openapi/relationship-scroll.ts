/**
 * Scrolls over relationships: `GET /openapi/v3/relationship/{type}` and `POST /openapi/v3/relationship/scroll`
 * (docs/semantics.md 8.4).
 */
import { type Catalog, directionFrom, type EdgesRequest } from '../../catalog/index.ts';
import { badFilter, tooMany, unknownRelationship } from '../../errors.ts';
import { entityTypeOrRefuse } from '../../model/named.ts';
import { isRecord } from '../../model/path.ts';
import { warnOfRelationships } from '../answer/warn-names.ts';
import { ANY_NUMBER, cursorFrom, cursorText, questionOf } from '../request/cursor.ts';
import { scrollCount } from '../request/page.ts';
import { paramsOf } from '../request/params.ts';
import { decodePart } from '../request/path-params.ts';
import { flagParam, namesParam, textParam } from '../request/query.ts';
import type { Context } from '../types.ts';
import { readJsonBody } from './body.ts';
import { edgeJson } from './edge-json.ts';
import { relationshipTypes } from './relationships.ts';

const MOST = 10_000;
const MOST_URNS = 10_000;
const filter = { type: 'object' };

const read = paramsOf('relationship/scroll', {}, { sourceFilter: filter, destinationFilter: filter, edgeFilter: filter });

/** All edges of one relationship type. */
export async function readRelationshipType(context: Context, catalog: Catalog): Promise<void> {
  const type = decodePart(
    context.path
      .split('/')
      .filter((part) => part !== '')
      .at(-1) ?? '',
  );
  const known = catalog.model.relationshipNames.find((name) => name.toLowerCase() === type.toLowerCase());
  if (known === undefined) throw unknownRelationship(type);
  await sendEdges(context, catalog, { types: [known], sources: undefined, targets: undefined });
}

/**
 * Edges by type, by the types of their ends, and by the URNs of their ends. With `direction=INCOMING`, what is said of the source is meant of
 * the destination, and the other way round.
 */
export async function scrollRelationships(context: Context, catalog: Catalog): Promise<void> {
  const body = read((await readJsonBody(context)).json);
  const named = relationshipTypes(context);
  const filtered = valuesIn(body.edgeFilter, '/edgeFilter', 'relationshipType');
  const types = filtered && named.length > 0 ? named.filter((type) => filtered.includes(type)) : (filtered ?? named);
  const sources = valuesIn(body.sourceFilter, '/sourceFilter', 'urn');
  const targets = valuesIn(body.destinationFilter, '/destinationFilter', 'urn');
  const turned = directionFrom(textParam(context, 'direction') ?? 'OUTGOING') === 'INCOMING';
  // Nothing is of two types at once.
  if (types.length === 0 && filtered) context.body = { results: [] };
  else await sendEdges(context, catalog, { types, ...(turned ? { sources: targets, targets: sources } : { sources, targets }) }, turned);
}

async function sendEdges(
  context: Context,
  catalog: Catalog,
  asked: Pick<EdgesRequest, 'types' | 'sources' | 'targets'>,
  turned = false,
): Promise<void> {
  warnOfRelationships(context, catalog.model, asked.types);
  const count = scrollCount(context, MOST);
  const scrollId = textParam(context, 'scrollId');
  const request = {
    ...asked,
    sourceTypes: typesParam(context, catalog, turned ? 'destinationTypes' : 'sourceTypes'),
    targetTypes: typesParam(context, catalog, turned ? 'sourceTypes' : 'destinationTypes'),
    includeRemoved: flagParam(context, 'includeSoftDelete', true),
  };
  const names = (types: typeof request.sourceTypes) => types?.map(({ name }) => name);
  const question = questionOf(catalog, 'edges', { ...request, sourceTypes: names(request.sourceTypes), targetTypes: names(request.targetTypes) });
  const after = scrollId === undefined ? undefined : cursorFrom(scrollId, question, { id: ANY_NUMBER }).id;
  const found = await catalog.edges({ ...request, after, count: count + 1 });
  const page = found.slice(0, count);
  const last = page.at(-1);
  context.body = {
    ...(found.length > count && last ? { scrollId: cursorText({ id: last.id }, question) } : {}),
    results: page.map(({ type, source, target }) => edgeJson(type, source, target)),
  };
}

function typesParam(context: Context, catalog: Catalog, parameter: string) {
  const names = namesParam(context, parameter);
  if (!names || names.length === 0) return undefined;
  return names.map((name) => entityTypeOrRefuse(catalog.model, name, `/${parameter}`));
}

/**
 * The values of a field that a filter lists: URNs of ends, or relationship types. It is written `{and: [{criteria: [{field, condition, values}]}]}`
 * or `{or: [{and: [...]}]}` as in searches; clients mean the outer list as an OR. `undefined`: it lists none, everything is let through.
 *
 * @throws Refusal malformed for other fields and conditions
 */
function valuesIn(filter: unknown, pointer: string, field: 'urn' | 'relationshipType'): string[] | undefined {
  if (filter === undefined || filter === null) return undefined;
  if (!isRecord(filter)) throw badFilter(pointer, 'an object', filter);
  const groups = filter.and ?? filter.or ?? [];
  if (!Array.isArray(groups)) throw badFilter(pointer, 'a list of criteria', groups);
  const values = groups.flatMap((group: unknown) => {
    const criteria = isRecord(group) ? (group.criteria ?? group.and ?? []) : undefined;
    if (!Array.isArray(criteria)) throw badFilter(pointer, 'a list of criteria', group);
    return criteria.flatMap((criterion) => valuesOf(criterion, pointer, field));
  });
  if (values.length > MOST_URNS) throw tooMany(pointer, `${MOST_URNS} values`, values.length);
  return values.length === 0 ? undefined : values;
}

function valuesOf(criterion: unknown, pointer: string, field: string): string[] {
  if (!isRecord(criterion) || criterion.field !== field)
    throw badFilter(pointer, `the field ${field}`, isRecord(criterion) ? criterion.field : criterion);
  if (criterion.negated === true || ![undefined, 'EQUAL', 'IN'].includes(criterion.condition as string | undefined))
    throw badFilter(pointer, 'the condition EQUAL', criterion.condition);
  const values: unknown = criterion.values ?? [criterion.value];
  if (!Array.isArray(values) || !values.every((value) => typeof value === 'string')) throw badFilter(pointer, 'a list of texts', values);
  return values as string[];
}
