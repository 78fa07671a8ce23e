/**
 * What the siblings of an asset say of it: a dbt model and the table that it makes are two entities about one thing.
 */
import { OWNERSHIP } from '../../model/known-names.ts';
import { recordsIn, textIn } from '../../model/pick.ts';
import type { Urn } from '../../model/urn.ts';
import type { Catalog } from '../calls.ts';
import { valueIn } from '../state.ts';
import { type EntityName, isRemoved, named, readNamed } from './names.ts';
import { describingAspects, descriptionIn } from './texts.ts';

export interface Sibling extends EntityName {
  readonly description: string | undefined;
  /** URNs of its owners. */
  readonly owners: readonly string[];
}

const SIBLING_OF = ['SiblingOf'];
/** A thing has few of them. In each direction so many are looked at. */
const MOST_SIBLINGS = 50;

/** The siblings of an entity, whichever of the two names the other; soft-deleted ones left out. `looked`: at how many, of how many. */
export async function siblingsOf(
  catalog: Pick<Catalog, 'model' | 'read' | 'related'>,
  urn: Urn,
): Promise<{ readonly siblings: readonly Sibling[]; readonly looked: { readonly shown: number; readonly of: number } }> {
  const pages = await Promise.all([
    catalog.related(urn, 'OUTGOING', SIBLING_OF, 0, MOST_SIBLINGS),
    catalog.related(urn, 'INCOMING', SIBLING_OF, 0, MOST_SIBLINGS),
  ]);
  const urns = [...new Set(pages.flatMap(({ related }) => related.map((each) => each.urn)))].filter((text) => text !== urn.text);
  const views = await readNamed(catalog, urns, [...describingAspects(urn.type), OWNERSHIP]);
  const siblings = [...views.values()].flatMap((view) => {
    if (!view.exists || isRemoved(view)) return [];
    const owners = recordsIn(valueIn(view, OWNERSHIP), 'owners').flatMap((entry) => textIn(entry, 'owner') ?? []);
    return [{ ...named(view), description: descriptionIn(view), owners: [...new Set(owners)] }];
  });
  const sum = (of: (page: (typeof pages)[number]) => number): number => pages.reduce((all, page) => all + of(page), 0);
  return { siblings, looked: { shown: sum(({ related }) => related.length), of: sum(({ total }) => total) } };
}
