/**
 * What refers to a column beside lineage: keys, assertions, queries.
 */
import { columnUrn } from '../../model/column-urn.ts';
import { isProblem, parseUrn, type Urn } from '../../model/urn.ts';
import type { Catalog } from '../catalog.ts';
import { isRemoved, readNamed } from './names.ts';

/** Relationships whose source uses a column. */
const USES_COLUMN = ['ForeignKeyTo', 'Asserts', 'HasQuerySubject'];
/** More are read as relationships of the column. */
const MOST_REFERENCES = 200;

/** What refers to a column, without what is soft-deleted. */
export async function columnReferences(catalog: Pick<Catalog, 'model' | 'read' | 'related'>, urn: Urn, column: string) {
  const of = parseUrn(catalog.model, columnUrn(catalog.model, urn.text, column));
  if (isProblem(of)) return { total: 0, related: [] };
  const { total, related } = await catalog.related(of, 'INCOMING', USES_COLUMN, 0, MOST_REFERENCES);
  const views = await readNamed(
    catalog,
    related.map((each) => each.urn),
  );
  const shown = related.filter((each) => {
    const view = views.get(each.urn);
    return !view || !isRemoved(view);
  });
  return { total: total - (related.length - shown.length), related: shown };
}
