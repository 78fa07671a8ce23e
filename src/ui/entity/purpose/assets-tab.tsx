import type { Condition } from '../../api/counts.ts';
import type { EntityView } from '../../api/entity.ts';
import { EntitySearch } from '../../search/entity-search.tsx';

/** The assets of a domain, the contents of a container, what a person owns, what carries a tag or a term. */
export function AssetsTab({ entity }: { readonly entity: EntityView }) {
  const about = assetsOf(entity.entityType);
  if (!about) return null;
  return <EntitySearch label={about.title} anyOf={assetFilters(entity)} none={about.none} />;
}

/** What is listed on the page of a domain, a tag, a person and so on: the entities whose search field names it. */
interface AssetsOf {
  /** The title of the tab. */
  readonly title: string;
  /** Search fields that hold the URN. An entity is listed if one of them does. */
  readonly fields: readonly string[];
  /** Said if there is nothing. */
  readonly none: string;
}

const BY_TYPE: Readonly<Record<string, AssetsOf>> = {
  domain: { title: 'Assets', fields: ['domains', 'parentDomain'], none: 'Nothing is in this domain yet' },
  container: { title: 'Contents', fields: ['container'], none: 'Nothing is in it yet' },
  corpuser: { title: 'Owned assets', fields: ['owners'], none: 'Owns nothing yet' },
  corpGroup: { title: 'Owned assets', fields: ['owners'], none: 'Owns nothing yet' },
  tag: { title: 'Assets', fields: ['tags', 'fieldTags', 'editedFieldTags'], none: 'Nothing carries this tag yet' },
  glossaryTerm: {
    title: 'Assets',
    fields: ['glossaryTerms', 'fieldGlossaryTerms', 'editedFieldGlossaryTerms'],
    none: 'Nothing carries this term yet',
  },
  dataPlatform: { title: 'Assets', fields: ['platform'], none: 'Nothing is on this platform yet' },
  application: { title: 'Assets', fields: ['applications'], none: 'Nothing belongs to this application yet' },
};

export function assetsOf(entityType: string): AssetsOf | undefined {
  return BY_TYPE[entityType];
}

/** The search for what the page of the entity lists. */
export function assetFilters({ urn, entityType }: EntityView): Condition[][] {
  return (BY_TYPE[entityType]?.fields ?? []).map((field) => [{ field, values: [urn] }]);
}
