/**
 * How much a lineage reaches, without listing it (docs/semantics.md 8.3).
 */
import { badFilter, tooMuchLineage } from '../../errors.ts';
import type { EntityReader } from '../../graph/read.ts';
import { isTypeField, URN_FIELD } from '../../model/fields.ts';
import { SCHEMA_FIELD_TYPE, SCHEMA_METADATA } from '../../model/known-names.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, parseUrn } from '../../model/urn.ts';
import { type Criterion, EVERYTHING, type Filter } from '../../search/index.ts';
import { datasetsAmong, MOST_SCHEMAS, missingAmong } from '../write/missing-columns.ts';
import { PARENT } from './column-search.ts';
import { DEGREE_CLASSES, filtersByDegree } from './degrees.ts';
import { type LineageSearchParts, type LineageSearchRequest, MOST_SEARCHED, reachOf, searchLineage } from './search.ts';

export interface LineageCountRequest extends Omit<LineageSearchRequest, 'columns' | 'unstored' | 'scroll'> {
  /** Count what is not stored, too, soft-deleted entities included. */
  readonly ghosts: boolean;
  /** Of the columns that are not stored, count only those that the schema of their dataset has? */
  readonly declared: boolean;
}

/**
 * Counts what lies upstream or downstream; columns as themselves.
 *
 * @throws Refusal malformed for a filter that what is not stored cannot meet, and for too much lineage
 */
export async function countLineage(parts: LineageSearchParts & { readonly reader: EntityReader }, request: LineageCountRequest): Promise<number> {
  const { ghosts, declared, ...asked } = request;
  const wanted = { ...asked, columns: true, start: 0, count: 0 };
  if (!ghosts) return (await searchLineage(parts, { ...wanted, unstored: 'NONE' })).total;
  const [everything, stored] = await Promise.all(
    (['ALL', 'NONE'] as const).map((unstored) => reachOf(parts, { ...wanted, includeRemoved: true, unstored })),
  );
  const filters = filtersByDegree(request.filter);
  const holds = (urn: string, degree: number): boolean => {
    const filter = filters[DEGREE_CLASSES.findIndex((each) => each.holds(degree))];
    return filter !== undefined && holdsForUrn(parts.model, filter, urn);
  };
  const reached = (everything?.reached ?? []).filter(([urn, degree]) => holds(urn, degree)).map(([urn]) => urn);
  if (reached.length > MOST_SEARCHED) throw tooMuchLineage(request.urn.text, reached.length, MOST_SEARCHED);
  const isStored = new Set(stored?.reached.map(([urn]) => urn));
  const ofGraph = reached.filter((urn) => !isStored.has(urn));
  return reached.length - (declared ? await countUndeclared(parts, ofGraph) : 0);
}

const NO_SCHEMA = '{"fields":[]}';

/** How many of some URNs are columns that the schema of their dataset does not have. */
async function countUndeclared(
  { model, reader }: { readonly model: Model; readonly reader: EntityReader },
  urns: readonly string[],
): Promise<number> {
  const columns = new Map<string, string[]>();
  for (const urn of urns)
    for (const dataset of datasetsAmong(model, [urn])) {
      const theirs = columns.get(dataset);
      if (theirs) theirs.push(urn);
      else columns.set(dataset, [urn]);
    }
  const datasets = [...columns.keys()];
  let missing = 0;
  for (let at = 0; at < datasets.length; at += MOST_SCHEMAS) {
    const some = datasets.slice(at, at + MOST_SCHEMAS);
    const rows = await reader(some, [SCHEMA_METADATA]);
    const theirs = some.flatMap((dataset) => columns.get(dataset) ?? []);
    missing += missingAmong(model, theirs, (dataset) => rows.get(dataset)?.latest[0]?.value ?? NO_SCHEMA).length;
  }
  return missing;
}

/** Decides a filter by the URN alone. */
function holdsForUrn(model: Model, filter: Filter, urn: string): boolean {
  if (filter === EVERYTHING) return true;
  if (filter.is === 'criterion') return meets(model, filter, urn);
  if (filter.is === 'not') return !holdsForUrn(model, filter.of, urn);
  return filter.is === 'and' ? filter.of.every((each) => holdsForUrn(model, each, urn)) : filter.of.some((each) => holdsForUrn(model, each, urn));
}

function meets(model: Model, { field, condition, values }: Criterion, text: string): boolean {
  if (condition !== 'EQUAL' && condition !== 'IN') throw badFilter('/input/orFilters', 'the condition EQUAL', condition);
  const urn = parseUrn(model, text);
  if (isProblem(urn)) return false;
  const { type, parts } = urn;
  if (field === URN_FIELD) return values.includes(text);
  if (isTypeField(field)) return values.some((value) => [type.name.toLowerCase(), type.graphql.toLowerCase()].includes(value.toLowerCase()));
  if (field === PARENT) return type.name === SCHEMA_FIELD_TYPE && values.includes(parts[0] ?? '');
  throw badFilter('/input/orFilters', 'degree, _entityType, parent or urn, because what is not stored has no other fields', field);
}
