/**
 * Queries `autoComplete` and `autoCompleteForMultiple` (docs/semantics.md 10, 15.3).
 */
import { badParameter } from '../../../errors.ts';
import type { AutoCompleteInput, AutoCompleteMultipleInput } from '../../../generated/arguments.ts';
import type { EntityTypeSpec } from '../../../model/types.ts';
import { appliedCount } from '../../request/page.ts';
import { costing, SEARCH, SUGGEST } from '../cost.ts';
import { type GraphContext, type Resolve, type Resolvers, refNamed } from '../operation.ts';
import { filterIn, typesNamed } from '../types/search-inputs.ts';
import { inView } from '../types/views.ts';

type CompletionInput = AutoCompleteInput & AutoCompleteMultipleInput;

const LIMIT = 5;
const MOST = 100;

/** @throws Refusal malformed for an empty query */
async function suggested(context: GraphContext, types: readonly EntityTypeSpec[], input: CompletionInput) {
  const { catalog, notes, budget } = context;
  const { query, field, limit } = input;
  if (query.trim() === '') throw badParameter('/input/query', 'the beginning of a name', query);
  const asked = { types, query, ...(field ? { field } : {}), filter: filterIn(input), limit: appliedCount(limit, LIMIT, MOST) };
  const request = await inView(context, input.viewUrn, asked);
  if (request.types.length === 0) return { suggestions: [], entities: [], details: [], corrected: [] };
  const { suggestions, corrected, unknown } = await budget.list(() => catalog.suggest({ ...request, viewer: context.actor }), SUGGEST);
  notes.searched = true;
  notes.unknown.push(...unknown);
  return {
    suggestions: suggestions.map(({ text }) => text),
    entities: suggestions.map(({ urn }) => refNamed(catalog.model, urn)).filter((ref) => ref !== null),
    details: suggestions.map(({ urn, platform, path }) => ({
      entity: refNamed(catalog.model, urn),
      platform: platform === undefined ? null : refNamed(catalog.model, platform),
      path,
    })),
    corrected,
  };
}

const one: Resolve<{ input: CompletionInput }> = async (_, { input }, context) => {
  const types = typesNamed(context.catalog.model, input.type ? [input.type] : undefined) ?? context.catalog.searchable;
  return { query: input.query, ...(await suggested(context, types, input)) };
};

/** Suggestions for each type. Types without suggestions are left out. */
const several: Resolve<{ input: CompletionInput }> = async (_, { input }, context) => {
  const types = typesNamed(context.catalog.model, input.types) ?? context.catalog.searchable;
  const found = await Promise.all(types.map(async (type) => ({ type: type.graphql, ...(await suggested(context, [type], input)) })));
  return { query: input.query, suggestions: found.filter(({ suggestions }) => suggestions.length > 0) };
};

export const autoComplete: Resolvers = { Query: { autoComplete: costing(SUGGEST, one), autoCompleteForMultiple: costing(SEARCH, several) } };
