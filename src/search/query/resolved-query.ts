/**
 * Resolves the names in a search: gives its text and filter with fields of the model, and of the structured properties that they name.
 */
import { type Fields, fieldsOf, type NamedField } from '../../model/fields.ts';
import { SCHEMA_FIELD_TYPE } from '../../model/known-names.ts';
import { foreignName } from '../../model/names.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, parseUrn } from '../../model/urn.ts';
import { expanded, type Remark } from '../filter/expand.ts';
import { type ClosedFields, fieldsIn, type PropertyFinder, type PropertyMatch, type SeenColumns } from '../filter/property-fields.ts';
import { type Pattern, plainText, propertyField } from '../filter/query-ast.ts';
import { readQuery } from '../filter/query-string.ts';
import { type Criterion, criteriaOf, EVERYTHING, type Filter } from '../filter/tree.ts';
import { filterOf, marked, searchText } from './input.ts';
import { boxQuery, firstWords, isDeclaredQuery, withKnownFields } from './text-box.ts';

export interface ResolvedQuery {
  /** The fields of the model and of the named properties, under every name that the search uses. */
  readonly fields: Fields;
  /** The words that must all occur. If empty: everything matches. */
  readonly words: string;
  /** Are phrases, and words in parentheses, all that the rest of the text has? */
  readonly phrases: boolean;
  /** The rest of the text, as a filter. */
  readonly typed: Filter;
  readonly filter: Filter;
  readonly within: Filter;
  readonly unknown: readonly Remark[];
  /** What is seen of columns, if not all. */
  readonly columns: SeenColumns | undefined;
  /** The names of property fields in answers. */
  readonly shown: ReadonlyMap<string, string>;
}

/** A name in a request, and where it is there, as a JSON pointer. */
export type NameInRequest<Name> = readonly [name: Name, at: string];

interface QueryToResolve {
  readonly input: string;
  readonly inputName?: string | undefined;
  readonly filter: Filter;
  readonly within?: Filter | undefined;
  /** Names of facets and sort fields, with the field of the request that has them. */
  readonly names?: readonly NameInRequest<string>[];
  /** Do the words of the input only narrow the result, so that nothing is ranked? */
  readonly onlyFilter?: boolean;
  /** Take the text as words, whatever it looks like? */
  readonly plain?: boolean;
  /** Include facets of properties that are offered as filters? */
  readonly offered?: boolean;
}

/** @throws Refusal malformed for a text with mistakes, and for a soft-deleted property; forbidden for a field that is closed to the reader */
export async function resolvedQuery(model: Model, properties: PropertyFinder, asking: QueryToResolve): Promise<ResolvedQuery> {
  const { input, inputName = asking.onlyFilter ? 'query' : 'input', plain = false, within = EVERYTHING } = asking;
  const query = asking.onlyFilter ? readQuery(input, inputName) : boxQuery(input, inputName, plain);
  const patterns: NameInRequest<Pattern>[] = [
    ...[...fieldsIn(query)].map((pattern): NameInRequest<Pattern> => [pattern, `/${inputName}`]),
    ...[...criteriaOf(asking.filter), ...criteriaOf(within)].flatMap((each): NameInRequest<Pattern>[] =>
      properties.closed && isAboutOthers(model, properties.closed, each) ? [] : [[[withoutKeyword(each.field)], '/filter']],
    ),
    ...(asking.names ?? []).map(([name, at]): NameInRequest<Pattern> => [[withoutKeyword(name)], at]),
  ];
  const columns = await properties.closed?.columns();
  const { fields, shown } = await withProperties(
    await openFields(fieldsOf(model), properties, patterns, columns),
    properties,
    patterns,
    asking.offered ?? false,
  );
  const filter = expanded(model, fields, asking.filter);
  const around = expanded(model, fields, within);
  const narrowing = { filter: filter.filter, within: around.filter };
  if (asking.onlyFilter) {
    const typed = expanded(model, fields, filterOf(fields, query));
    return { fields, words: '', phrases: false, typed: typed.filter, ...narrowing, unknown: unknownIn(typed, filter, around), columns, shown };
  }
  const meant = isDeclaredQuery(input) ? { query, remarks: [] } : withKnownFields(model, fields, query);
  const text = searchText(fields, meant.query);
  const typed = expanded(model, fields, text.filter);
  const { words, remarks } = firstWords(input, text.words);
  const unknown = [...meant.remarks, ...remarks, ...foreignIn(model, input), ...unknownIn(typed, filter, around)];
  return { fields, words, phrases: isOnlyPhrases(text.filter), typed: typed.filter, ...narrowing, unknown, columns, shown };
}

/** Somebody searches for a name that no entity here can have. */
function foreignIn({ names }: Model, input: string): Remark[] {
  const problem = input
    .split(/[\s"]+/)
    .map((word) => foreignName(names, word))
    .find((each) => each !== undefined);
  return problem === undefined ? [] : [{ note: `A name in the text ${problem}` }];
}

function unknownIn(...parts: readonly { readonly unknown: readonly Remark[] }[]): Remark[] {
  return parts.flatMap(({ unknown }) => unknown);
}

function isOnlyPhrases(filter: Filter): boolean {
  if (filter.is === 'criterion') return ['PHRASE', 'WORD'].includes(filter.condition) && filter.field === '';
  return filter.is === 'and' && filter.of.length > 0 && filter.of.every(isOnlyPhrases);
}

export function withoutKeyword(field: string): string {
  return field.endsWith('.keyword') ? field.slice(0, -'.keyword'.length) : field;
}

/** Is it a condition of whole URNs that are no columns, on a field that has such URNs? */
function isAboutOthers(model: Model, closed: ClosedFields, { field, condition, values }: Criterion): boolean {
  return (
    closed.others().has(withoutKeyword(field)) &&
    (condition === 'EQUAL' || condition === 'IN') &&
    values.every((value) => {
      const urn = parseUrn(model, value);
      return !isProblem(urn) && urn.type.name !== SCHEMA_FIELD_TYPE;
    })
  );
}

/** The fields that the reader may ask for. @throws Refusal forbidden if a pattern is the name of another */
async function openFields(
  known: Fields,
  { closed }: PropertyFinder,
  patterns: readonly NameInRequest<Pattern>[],
  columns: SeenColumns | undefined,
): Promise<Fields> {
  if (!closed) return known;
  const shut = closed.fields(columns);
  const named = patterns.map(([pattern]) => plainText(pattern)).find((name) => name !== undefined && shut.has(name));
  if (named !== undefined) throw await closed.refusal(named);
  return new Map([...known].filter(([name]) => !shut.has(name) || closed.others().has(name)));
}

/** Adds the fields of properties: a name stands for the fields of all properties that it matches. */
async function withProperties(known: Fields, properties: PropertyFinder, patterns: readonly NameInRequest<Pattern>[], offered: boolean) {
  const names = new Map(patterns.toReversed().flatMap((each) => (propertyField(each[0]) ? [[marked(each[0]), each] as const] : [])));
  if (names.size === 0 && !offered) return { fields: known, shown: new Map<string, string>() };
  const fields = new Map(known);
  const shown = new Map<string, string>();
  const add = (name: string, matches: readonly PropertyMatch[]): void => {
    const [first] = matches;
    if (!first) return;
    for (const { field, shown: text } of matches) {
      fields.set(field.name, { ...field, shown: text });
      shown.set(field.name, text);
    }
    fields.set(name, { ...first.field, name, standsFor: matches.map(({ field }) => field.name) });
  };
  const wanted = [...names.values()].flatMap(([pattern, at]) => {
    const field = propertyField(pattern);
    return field ? [{ ...field, at }] : [];
  });
  const [found, always] = await Promise.all([wanted.length === 0 ? [] : properties.named(wanted), offered ? properties.offered() : []]);
  for (const match of always) add(match.shown, [match]);
  for (const [at, name] of [...names.keys()].entries()) add(name, found[at] ?? []);
  return { fields: fields as ReadonlyMap<string, NamedField>, shown };
}
