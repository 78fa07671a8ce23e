/**
 * Browsing: folders and entities directly under a path (docs/semantics.md 11).
 */
import { compareNames } from '../../model/natural-order.ts';
import type { EntityTypeSpec, Model } from '../../model/types.ts';
import { folderAbove, folderName, levelField, pathDigest } from '../document/browse-paths.ts';
import { NAME_FIELDS, nameValues } from '../document/source-values.ts';
import type { SearchEngine } from '../engine/client.ts';
import { multiSearch } from '../engine/multi.ts';
import { joined } from '../filter/clause.ts';
import type { Remark } from '../filter/expand.ts';
import type { PropertyFinder } from '../filter/property-fields.ts';
import { both, type Filter } from '../filter/tree.ts';
import { makeLookup } from './lookup.ts';
import { resolvedQuery } from './resolved-query.ts';
import { scoped } from './scope.ts';

export interface BrowseRequest {
  readonly types: readonly EntityTypeSpec[];
  /** The search field of the paths. */
  readonly field: string;
  /** The segments of the path; none: the root. */
  readonly path: readonly string[];
  /** Text and query language that narrow the result. If absent: everything. */
  readonly input?: string;
  readonly filter: Filter;
  readonly start: number;
  readonly count: number;
}

interface BrowseGroup {
  readonly name: string;
  /** How many entities are in the folder and below it. */
  readonly count: number;
  /** Does it contain folders? */
  readonly deeper: boolean;
}

export interface BrowseResult {
  readonly groups: readonly BrowseGroup[];
  readonly entities: readonly { readonly urn: string; readonly paths: readonly string[] }[];
  readonly totalGroups: number;
  /** How many entities are at the path and below it. */
  readonly totalEntities: number;
  readonly unknown: readonly Remark[];
}

const EVERY_GROUP = 1_000_000;
const PAGE = 250;
const NOTHING = { groups: [], entities: [], totalGroups: 0, totalEntities: 0 };

/** A page of folders first, then entities. */
export async function browse(engine: SearchEngine, model: Model, properties: PropertyFinder, request: BrowseRequest): Promise<BrowseResult> {
  const { field, path, start, count } = request;
  const { fields, typed, filter, unknown, columns } = await resolvedQuery(model, properties, {
    input: request.input ?? '',
    inputName: 'query',
    onlyFilter: true,
    filter: request.filter,
  });
  const lookup = makeLookup(engine, fields);
  if (!(await lookup.has(`bi_${field}`))) return { ...NOTHING, unknown };
  const digest = pathDigest(path);
  const base = await scoped(request, lookup, fields, both(typed, filter), columns);
  if (base === false) return { ...NOTHING, unknown };

  const levels = [levelField(field, path.length + 1), levelField(field, path.length + 2)];
  const there = await Promise.all(levels.map((level) => lookup.has(level)));
  const facets = levels.filter((level, at) => there[at] && levels.indexOf(level) === at);
  const below = {
    q: '*',
    filter_by: joined('&&', [base, `bi_${field}:=${digest}`]),
    per_page: 0,
    ...(facets.length > 0 ? { facet_by: facets.join(','), max_facet_values: EVERY_GROUP } : {}),
  };
  const here = { q: '*', filter_by: joined('&&', [base, `ba_${field}:=${digest}`]), sort_by: 's_urn:asc', include_fields: NAME_FIELDS };
  const [under] = await multiSearch(engine, [below]);
  const counts = (level: string | undefined) => under?.facet_counts?.find(({ field_name }) => field_name === level)?.counts ?? [];
  const parents = new Set(counts(levels[1]).map(({ value }) => folderAbove(value)));
  const groups = counts(levels[0])
    .flatMap(({ value, count: size }) => {
      const name = folderName(value, path);
      return name === undefined ? [] : [{ name, count: size, deeper: parents.has(pathDigest([...path, name])) }];
    })
    .sort((a, b) => b.count - a.count || compareNames(a.name, b.name));
  const shown = groups.slice(start, start + count);
  const skip = Math.max(0, start - groups.length);
  const entities = await entitiesFrom(engine, here, skip, Math.min(count - shown.length, (under?.found ?? 0) - skip));
  return {
    groups: shown,
    entities: entities.map((document) => ({
      urn: String(document.urn),
      paths: nameValues(document, field).map(String),
    })),
    totalGroups: groups.length,
    totalEntities: under?.found ?? 0,
    unknown,
  };
}

async function entitiesFrom(engine: SearchEngine, search: Record<string, unknown>, skip: number, take: number): Promise<Record<string, unknown>[]> {
  if (take <= 0) return [];
  const first = Math.floor(skip / PAGE);
  const last = Math.floor((skip + take - 1) / PAGE);
  const pages = Array.from({ length: last - first + 1 }, (_, at) => ({ ...search, per_page: PAGE, page: first + at + 1 }));
  const results = await multiSearch(engine, pages);
  return results.flatMap(({ hits }) => hits.map(({ document }) => document)).slice(skip - first * PAGE, skip - first * PAGE + take);
}
