/**
 * What facets and their values are called.
 */
import type { Property } from '../api/properties.ts';
import { TYPE_FIELD } from '../api/search.ts';
import { isUrn } from '../api/urn.ts';
import { spaced, typeWord } from '../data/words.ts';
import { useName } from '../parts/use-name.ts';

const TITLES: Readonly<Record<string, string>> = {
  [TYPE_FIELD]: 'Type',
  owners: 'Owner',
  tags: 'Tag',
  glossaryTerms: 'Glossary term',
  domains: 'Domain',
  origin: 'Environment',
  typeNames: 'Sub type',
  name: 'Name',
  description: 'Description',
  fieldPaths: 'Column',
  fieldTags: 'Tag of a column',
  fieldGlossaryTerms: 'Term of a column',
  incompleteForms: 'Open form',
  completedForms: 'Complete form',
  verifiedForms: 'Verified form',
  rowCount: 'Rows',
  sizeInBytes: 'Size in bytes',
  totalSqlQueries: 'Queries',
  hasOwners: 'Has an owner',
  hasFailingAssertions: 'Has a failing check',
  hasActiveIncidents: 'Has an open incident',
};

/** @param given the title that the server gives it */
export function facetTitle(field: string, given: string | undefined, properties: readonly Property[]): string {
  const property = properties.find(({ id }) => field === `structuredProperties.${id}`);
  return property?.name ?? TITLES[field] ?? given ?? spaced(field);
}

/** A value, where it needs no look-up. */
export function valueWord(field: string, value: string): string {
  if (field === TYPE_FIELD) return typeWord(value);
  if (value === 'true') return 'Yes';
  if (value === 'false') return 'No';
  return field === 'origin' ? spaced(value) : value;
}

export function FacetName({ field, value }: { readonly field: string; readonly value: string }) {
  return isUrn(value) ? <UrnName urn={value} /> : <span>{valueWord(field, value)}</span>;
}

function UrnName({ urn }: { readonly urn: string }) {
  return <>{useName(urn)}</>;
}
