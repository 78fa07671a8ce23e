import type { Condition } from '../../api/counts.ts';
import type { EntityView } from '../../api/entity.ts';
import { EntitySearch } from '../../search/entity-search.tsx';
import { typeSettings } from '../../settings.ts';

/** The assets of a domain, the contents of a container, what a person owns, what carries a tag or a term. */
export function AssetsTab({ entity }: { readonly entity: EntityView }) {
  const listed = typeSettings(entity.entityType)?.listed;
  return listed ? <EntitySearch label={listed.title} anyOf={assetFilters(entity)} none={listed.none} /> : null;
}

/** The search for what the page of the entity lists. */
export function assetFilters({ urn, entityType }: EntityView): Condition[][] {
  return (typeSettings(entityType)?.listed?.fields ?? []).map((field) => [{ field, values: [urn] }]);
}
