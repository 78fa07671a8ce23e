/**
 * The button that opens the filter builder.
 */
import { useState } from 'preact/hooks';
import type { Facet } from '../api/search.ts';
import { Button } from '../parts/button.tsx';
import { BuilderDialog } from './builder-dialog.tsx';
import { facetTitle } from './facet-name.tsx';

/** Fields without a facet that people ask for. */
const OTHERS = ['name', 'description', 'fieldPaths', 'fieldTags', 'fieldGlossaryTerms', 'rowCount', 'sizeInBytes', 'totalSqlQueries'];
const FLAGS = ['hasOwners', 'hasFailingAssertions', 'hasActiveIncidents'];

interface FilterBuilderProps {
  readonly facets: readonly Facet[];
  readonly titleOf: (facet: Facet) => string;
}

/** A button, and the dialog that it opens. */
export function FilterBuilder({ facets, titleOf }: FilterBuilderProps) {
  const [open, show] = useState(false);
  const fields = [
    ...facets.map((facet) => ({ field: facet.field, title: titleOf(facet), values: facet.values.map(({ value }) => value) })),
    ...OTHERS.filter((field) => !facets.some((facet) => facet.field === field)).map((field) => ({
      field,
      title: facetTitle(field, undefined, []),
      values: [],
    })),
    ...FLAGS.map((field) => ({ field, title: facetTitle(field, undefined, []), values: ['true', 'false'] })),
  ];
  return (
    <>
      <Button label="And, or, not…" onClick={() => show(true)} />
      {open && <BuilderDialog fields={fields} onClose={() => show(false)} />}
    </>
  );
}
