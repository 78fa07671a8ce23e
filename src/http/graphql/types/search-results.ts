/**
 * What searches answer with: hits, facets, and warnings of fields that the model does not have.
 */
import type { SearchResult } from '../../../catalog/index.ts';
import { type GraphContext, refNamed } from '../operation.ts';

/** Items of `searchResults`; a hit whose URN is of no type of the model any more is left out. */
export function hitsOf({ hits }: SearchResult, { catalog: { model } }: GraphContext): object[] {
  return hits.flatMap(({ urn, matchedFields, unmet, folded }) => {
    const entity = refNamed(model, urn);
    if (!entity) return [];
    return [
      {
        entity,
        matchedFields: matchedFields.map((each) => ({ ...each, entity: refNamed(model, each.value) })),
        extraProperties: [],
        unmetWords: unmet,
        folded,
      },
    ];
  });
}

/** Facets, of which values that are URNs lead to their entities, and entity types are shown as constants. */
export function facetsOf({ facets }: Pick<SearchResult, 'facets'>, { catalog: { model } }: GraphContext): object[] {
  return facets.map(({ field, displayName, values, totalValues }) => ({
    field,
    displayName,
    totalValues,
    entity: field.startsWith('structuredProperties.')
      ? refNamed(model, `${model.names.urnPrefix}structuredProperty:${field.slice('structuredProperties.'.length)}`)
      : null,
    aggregations: values.map(({ value, count }) => {
      const type = field === '_entityType' ? model.entityTypes.get(value) : undefined;
      return { value: type?.graphql ?? value, count, displayName: null, entity: value.startsWith('urn:') ? refNamed(model, value) : null };
    }),
  }));
}
