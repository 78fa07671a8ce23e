import type { EntityView } from '../../api/entity.ts';
import { EntitySearch } from '../../search/entity-search.tsx';
import { assetFilters, assetsOf } from './assets-of.ts';

/** The assets of a domain, the contents of a container, what a person owns, what carries a tag or a term. */
export function AssetsTab({ entity }: { readonly entity: EntityView }) {
  const about = assetsOf(entity.entityType);
  if (!about) return null;
  return <EntitySearch label={about.title} anyOf={assetFilters(entity)} none={about.none} />;
}
