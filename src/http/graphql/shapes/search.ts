/**
 * The rule `@search`: a search whose filter the rule knows. Lists of all entities of a type, and what belongs to an entity.
 */
import { getNamedType } from 'graphql';
import { cursorText, searchPosition, searchQuestion } from '../../request/cursor.ts';
import { type GraphContext, type Resolve, refNamed } from '../operation.ts';
import { requestOf, runSearch, type SearchInput, type SortCriterion } from '../operations/search.ts';
import type { CriterionInput } from '../types/search-inputs.ts';
import { facetsOf, hitsOf } from '../types/search-results.ts';
import { listField, type RuleParts, texts } from './rule-parts.ts';
import { entitySource, firstOf } from './sources.ts';

type Input = SearchInput & { readonly scrollId?: string | null; readonly sort?: SortCriterion | null } & Readonly<Record<string, unknown>>;
interface Args extends Readonly<Record<string, unknown>> {
  readonly input?: Input | null;
}

/** Lists are narrowed to what has all words, so that their totals count. */
const PLAIN = { skipAggregates: true, skipHighlighting: true, allWords: true };

/**
 * `of`: entity types. `by`: the search field that names the parent. `where`: input field=search field. `only`: criteria as `field=value`, of
 * which `{actor}` is who asks.
 */
export function searchRule({ schema, field, args, model }: RuleParts): Resolve<never> {
  const result = getNamedType(field.type).name;
  const answer = ANSWERS[result] ?? listed(listField(schema, result));
  const constants = texts(args.of).flatMap((name) => model.entityTypes.get(name)?.graphql ?? []);
  const at = entitySource(typeof args.at === 'string' ? args.at : 'urn');
  const where = texts(args.where).map((each) => each.split('=') as [string, string]);
  const only = texts(args.only);
  const resolve: Resolve<Args> = async (parent, asked, context) => {
    const input = (asked.input ?? asked) as Input;
    const filters: CriterionInput[] = [...(input.filters ?? []), ...only.map((each) => criterionOf(each.replace('{actor}', context.actor)))];
    if (typeof args.by === 'string') {
      const values = typeof args.at === 'string' ? await firstOf([at], parent, context) : [(parent as { urn: string }).urn];
      if (values.length === 0) return answer(context, { ...input, types: [], count: 0 }, true);
      filters.push({ field: args.by, values: values.flat().map(String) });
    }
    for (const [from, to] of where) {
      const value = input[from];
      if (value === undefined || value === null) {
        if (to.endsWith('!')) filters.push({ field: to.slice(0, -1), condition: 'EXISTS', negated: true });
      } else filters.push({ field: to.replace(/!$/, ''), values: [value].flat().map(String) });
    }
    const sortInput = input.sortInput ?? (input.sort ? { sortCriterion: input.sort } : null);
    return answer(context, { ...input, ...(constants.length > 0 ? { types: constants, type: null } : {}), filters, sortInput }, false);
  };
  return resolve as Resolve<never>;
}

/** `state=ACTIVE`, `!removed=true`, `!hasParentNode` (not stored). */
function criterionOf(text: string): CriterionInput {
  const [, name = '', value] = /^!?([^=]*)(?:=(.*))?$/.exec(text) ?? [];
  const negated = text.startsWith('!');
  return value === undefined ? { field: name, condition: 'EXISTS', negated } : { field: name, values: [value], negated };
}

/** @param none nothing can be found, so nothing is searched */
type Answer = (context: GraphContext, input: Input, none: boolean) => Promise<object>;

const searched: Answer = async (context, input, none) => {
  const request = requestOf(context, input);
  if (none) return { start: request.start, count: 0, total: 0, searchResults: [], facets: [], suggestions: [] };
  const found = await runSearch(context, request);
  const page = { start: request.start, count: request.count, total: found.total };
  return { ...page, searchResults: hitsOf(found, context), facets: facetsOf(found, context), suggestions: [] };
};

const scrolled: Answer = async (context, input, none) => {
  if (none) return { nextScrollId: null, count: 0, total: 0, searchResults: [], facets: [] };
  const asked = requestOf(context, input);
  const question = searchQuestion(context.catalog, asked);
  const found = await runSearch(context, { ...asked, scroll: searchPosition(input.scrollId, question) });
  return {
    nextScrollId: found.next ? cursorText(found.next, question) : null,
    count: asked.count,
    total: found.total,
    searchResults: hitsOf(found, context),
    facets: facetsOf(found, context),
  };
};

function listed(into: string): Answer {
  return async (context, input, none) => {
    const request = requestOf(context, { ...input, searchFlags: PLAIN });
    if (none) return { start: request.start, count: 0, total: 0, [into]: [] };
    const { total, hits } = await runSearch(context, request);
    const refs = hits.map(({ urn }) => refNamed(context.catalog.model, urn)).filter((ref) => ref !== null);
    return { start: request.start, count: refs.length, total, [into]: refs };
  };
}

const ANSWERS: Readonly<Record<string, Answer>> = { SearchResults: searched, ScrollResults: scrolled };
