/**
 * How much a lineage reaches, without listing it (docs/semantics.md 8.3).
 */
import { tooMuchLineage } from '../../errors.ts';
import type { EntityReader } from '../../graph/read.ts';
import { isTypeField, URN_FIELD } from '../../model/fields.ts';
import { SCHEMA_FIELD_TYPE, SCHEMA_METADATA } from '../../model/known-names.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, parseUrn } from '../../model/urn.ts';
import { type Criterion, criteriaOf, EVERYTHING, type Filter, textTest } from '../../search/index.ts';
import { platformOf } from '../write/defaults.ts';
import { datasetsAmong, MOST_SCHEMAS, missingAmong } from '../write/missing-columns.ts';
import { PARENT } from './column-search.ts';
import { DEGREE, DEGREE_CLASSES, filtersByDegree } from './degrees.ts';
import { type LineageSearchParts, type LineageSearchRequest, MOST_SEARCHED, reachOf, searchLineage } from './search.ts';

export interface LineageCountRequest extends Omit<LineageSearchRequest, 'columns' | 'unstored' | 'scroll'> {
  /** Count what is not stored, too, soft-deleted entities included. */
  readonly ghosts: boolean;
  /** Of the columns that are not stored, count only those that the schema of their dataset has? */
  readonly declared: boolean;
}

/**
 * Counts what lies upstream or downstream; columns as themselves. A filter is about what is stored; of what is not stored only the URN is known.
 *
 * @throws Refusal malformed for too much lineage
 */
export async function countLineage(parts: LineageSearchParts & { readonly reader: EntityReader }, request: LineageCountRequest): Promise<number> {
  const { ghosts, declared, ...asked } = request;
  const wanted = { ...asked, columns: true, start: 0, count: 0 };
  if (!ghosts) return (await searchLineage(parts, { ...wanted, unstored: 'NONE' })).total;
  const removed = { ...wanted, includeRemoved: true };
  const byUrn = [...criteriaOf(request.filter)].every(({ field }) => isTypeField(field) || OF_URN.has(field));
  const [everything, stored, found] = await Promise.all([
    reachOf(parts, { ...removed, unstored: 'ALL' }),
    reachOf(parts, { ...removed, unstored: 'NONE' }),
    byUrn ? undefined : searchLineage(parts, { ...removed, unstored: 'NONE' }),
  ]);
  const filters = filtersByDegree(request.filter);
  const holds = (urn: string, degree: number): boolean => {
    const filter = filters[DEGREE_CLASSES.findIndex((each) => each.holds(degree))];
    return filter !== undefined && holdsForUrn(parts.model, filter, urn);
  };
  const isStored = new Set(stored?.reached.map(([urn]) => urn));
  const reached = (everything?.reached ?? []).filter(([urn, degree]) => holds(urn, degree)).map(([urn]) => urn);
  if (reached.length > MOST_SEARCHED) throw tooMuchLineage(request.urn.text, reached.length, MOST_SEARCHED);
  const ofGraph = reached.filter((urn) => !isStored.has(urn));
  const ofStored = found?.total ?? reached.length - ofGraph.length;
  return ofStored + ofGraph.length - (declared ? await countUndeclared(parts, ofGraph) : 0);
}

/** The search field of what an entity comes from. */
const PLATFORM = 'platform';
/** What a URN answers of anything, stored or not. */
const OF_URN: ReadonlySet<string> = new Set([URN_FIELD, PARENT, PLATFORM, DEGREE]);
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

function meets(model: Model, criterion: Criterion, text: string): boolean {
  const { field, condition } = criterion;
  const values = valuesFromUrn(model, field, text);
  if (condition === 'IS_NULL') return values.length === 0;
  return values.some(isTypeField(field) ? textTest({ ...criterion, condition: 'IEQUAL' }) : textTest(criterion));
}

/** The values of a field that a URN says. Those of a column are of its dataset, too. */
function valuesFromUrn(model: Model, field: string, text: string): string[] {
  const urn = parseUrn(model, text);
  if (isProblem(urn)) return [];
  const { type, parts } = urn;
  if (field === URN_FIELD) return [text];
  if (isTypeField(field)) return [type.name, type.graphql];
  const dataset = type.name === SCHEMA_FIELD_TYPE ? parts[0] : undefined;
  if (field === PARENT) return dataset === undefined ? [] : [dataset];
  const holder = dataset === undefined ? urn : parseUrn(model, dataset);
  const platform = field === PLATFORM && !isProblem(holder) ? platformOf(model, holder) : undefined;
  return platform === undefined ? [] : [platform];
}
