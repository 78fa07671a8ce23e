/**
 * The queries that the catalog knows about an asset.
 */
import { isRecord } from '../../model/path.ts';
import { recordsIn, textIn } from '../../model/pick.ts';
import type { Urn } from '../../model/urn.ts';
import type { Catalog } from '../catalog.ts';
import type { EntityView } from '../read/read.ts';
import { valueIn } from '../state.ts';
import { isRemoved, readNamed } from './names.ts';

interface KnownQuery {
  readonly urn: string;
  readonly name: string | undefined;
  readonly statement: string;
  /** MANUAL or SYSTEM. */
  readonly source: string | undefined;
  /** URN of who wrote it. */
  readonly by: string | undefined;
  /** URNs of the datasets and columns that it is about. */
  readonly subjects: readonly string[];
}

const MOST_QUERIES = 200;

/** Queries about an entity, and how many there are in all; without soft-deleted ones. `looked`: how many were looked at, and of how many. */
export async function queriesAbout(
  catalog: Pick<Catalog, 'model' | 'read' | 'related'>,
  urn: Urn,
  most = MOST_QUERIES,
): Promise<{ readonly total: number; readonly queries: readonly KnownQuery[]; readonly looked: { readonly shown: number; readonly of: number } }> {
  const { total, related } = await catalog.related(urn, 'INCOMING', ['HasQuerySubject'], 0, most);
  const views = await readNamed(
    catalog,
    related.map((each) => each.urn),
    ['queryProperties', 'querySubjects'],
  );
  const shown = [...views.values()].filter((view) => view.exists && !isRemoved(view));
  const looked = { shown: related.length, of: total };
  return { total: total - (views.size - shown.length), queries: shown.flatMap((view) => queryIn(view) ?? []), looked };
}

function queryIn(view: EntityView): KnownQuery | undefined {
  const valueOf = (name: string): unknown => valueIn(view, name);
  const properties = valueOf('queryProperties');
  if (!isRecord(properties)) return undefined;
  const statement = textIn(properties.statement, 'value');
  if (statement === undefined) return undefined;
  const subjects = recordsIn(valueOf('querySubjects'), 'subjects').flatMap((each) => textIn(each, 'entity') ?? []);
  const source = textIn(properties, 'source');
  return { urn: view.urn.text, name: textIn(properties, 'name'), statement, source, by: textIn(properties.created, 'actor'), subjects };
}
