/**
 * The directive `@search`: a search whose filter it knows. Lists of all entities of a type, and what belongs to an entity.
 */
import { type GraphQLSchema, getNamedType, getNullableType, isListType, isObjectType } from 'graphql';
import type { FacetFilterInput, SortCriterion } from '../../../generated/arguments.ts';
import { type GraphContext, type Resolve, refNamed } from '../operation.ts';
import { scrolled } from '../operations/scroll.ts';
import { requestOf, runSearch, type SearchInput, searched } from '../operations/search.ts';
import type { DirectiveParts } from './merge.ts';
import { entitySource, firstOf } from './places.ts';

type Input = SearchInput & { readonly scrollId?: string | null; readonly sort?: SortCriterion | null } & Readonly<Record<string, unknown>>;
interface Args extends Readonly<Record<string, unknown>> {
  readonly input?: Input | null;
}

interface SearchArgs {
  /** Entity types. */
  readonly of?: readonly string[];
  /** The search field that names the parent, or the values at a place of it. */
  readonly by?: string;
  readonly at?: string;
  /** Fields of the input and the search fields that they narrow; `orNone`: without the input, and of true, the field must not be stored. */
  readonly where?: readonly { readonly input: string; readonly field: string; readonly orNone?: boolean }[];
  /** Fixed criteria. The value `{actor}` is who asks. */
  readonly only?: readonly FacetFilterInput[];
}

export function searchDirective({ schema, field, args, model }: DirectiveParts): Resolve<never> {
  const result = getNamedType(field.type).name;
  const answer = ANSWERS[result] ?? listed(listField(schema, result));
  const { of = [], by, at, where = [], only = [] } = args as SearchArgs;
  const constants = of.flatMap((name) => model.entityTypes.get(name)?.graphql ?? []);
  const place = at === undefined ? undefined : entitySource(at);
  const resolve: Resolve<Args> = async (parent, asked, context) => {
    const input = (asked.input ?? asked) as Input;
    const filters: FacetFilterInput[] = [...(input.filters ?? []), ...only.map((each) => ofActor(each, context))];
    if (by !== undefined) {
      const values = place ? await firstOf([place], parent, context) : [(parent as { urn: string }).urn];
      if (values.length === 0) return answer(context, { ...input, types: [], count: 0 }, true);
      filters.push({ field: by, values: values.flat().map(String) });
    }
    for (const { input: from, field: name, orNone } of where) {
      const values = [input[from] ?? []].flat();
      if (values[0] === true || (values.length === 0 && orNone)) filters.push({ field: name, condition: 'EXISTS', negated: true });
      else if (values.length > 0 && values[0] !== false) filters.push({ field: name, values: values.map(String) });
    }
    const sortInput = input.sortInput ?? (input.sort ? { sortCriterion: input.sort } : null);
    return answer(context, { ...input, ...(constants.length > 0 ? { types: constants, type: null } : {}), filters, sortInput }, false);
  };
  return resolve as Resolve<never>;
}

function ofActor(criterion: FacetFilterInput, { actor }: GraphContext): FacetFilterInput {
  return criterion.values ? { ...criterion, values: criterion.values.map((value) => value.replace('{actor}', actor)) } : criterion;
}

/** @param none nothing can be found, so nothing is searched */
type SearchResolver = (context: GraphContext, input: Input, none: boolean) => Promise<object>;

/** A list of entities, as the field `into` of the answer, narrowed to what has all words, so that the total counts. */
export function listed(into: string): SearchResolver {
  return async (context, input, none) => {
    const request = requestOf(context, { ...input, searchFlags: { skipAggregates: true, skipHighlighting: true, allWords: true } });
    if (none) return { start: request.start, count: 0, total: 0, [into]: [] };
    const { total, hits } = await runSearch(context, request);
    const refs = hits.map(({ urn }) => refNamed(context.catalog.model, urn)).filter((ref) => ref !== null);
    return { start: request.start, count: refs.length, total, [into]: refs };
  };
}

/** The field of a result that has its items: the only list. */
function listField(schema: GraphQLSchema, name: string): string {
  const type = schema.getType(name);
  const only = isObjectType(type) ? Object.values(type.getFields()).find((each) => isListType(getNullableType(each.type))) : undefined;
  if (only) return only.name;
  throw new Error(`openapi/graphql: ${name} has no list`);
}

const ANSWERS: Readonly<Record<string, SearchResolver>> = {
  SearchResults: async (context, input, none) => searched(context, requestOf(context, input), none),
  ScrollResults: async (context, input, none) => scrolled(context, requestOf(context, input), input.scrollId, none),
};
