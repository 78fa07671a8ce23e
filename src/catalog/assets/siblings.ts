/**
 * What the siblings of an asset say of it: a dbt model and the table that it makes are two entities about one thing.
 */
import { DOMAINS, GLOBAL_TAGS, GLOSSARY_TERMS, OWNERSHIP, SIBLING_OF } from '../../model/known-names.ts';
import { recordsIn, textIn, textsIn } from '../../model/pick.ts';
import type { Urn } from '../../model/urn.ts';
import type { Catalog } from '../calls.ts';
import type { EntityView } from '../read/read.ts';
import { valueIn } from '../state.ts';
import { type EntityName, isRemoved, named, readNamed } from './names.ts';
import { describingAspects, descriptionIn } from './texts.ts';

export interface Sibling extends EntityName {
  readonly description: string | undefined;
  /** URNs of its owners. */
  readonly owners: readonly string[];
  /** URNs by the name of the part: `tags`, `terms`, `domains`. */
  readonly links: Readonly<Record<string, readonly string[]>>;
}

/** A thing has few of them. In each direction so many are looked at. */
const MOST_SIBLINGS = 50;

/** What else a sibling says, as the descriptions of assets call it. */
const SAID = [
  { name: 'tags', aspect: GLOBAL_TAGS, list: 'tags', key: 'tag' },
  { name: 'terms', aspect: GLOSSARY_TERMS, list: 'terms', key: 'urn' },
  { name: 'domains', aspect: DOMAINS, list: 'domains', key: undefined },
] as const;

function linksOf(view: EntityView): Sibling['links'] {
  return Object.fromEntries(
    SAID.map(({ name, aspect, list, key }) => {
      const json = valueIn(view, aspect);
      return [name, key === undefined ? textsIn(json, list) : recordsIn(json, list).flatMap((each) => textIn(each, key) ?? [])];
    }),
  );
}

/** The siblings of an entity, whichever of the two names the other; soft-deleted ones left out. `looked`: at how many, of how many. */
export async function siblingsOf(
  catalog: Pick<Catalog, 'model' | 'read' | 'related'>,
  urn: Urn,
): Promise<{ readonly siblings: readonly Sibling[]; readonly looked: { readonly shown: number; readonly of: number } }> {
  const pages = await Promise.all([
    catalog.related(urn, 'OUTGOING', [SIBLING_OF], 0, MOST_SIBLINGS),
    catalog.related(urn, 'INCOMING', [SIBLING_OF], 0, MOST_SIBLINGS),
  ]);
  const urns = [...new Set(pages.flatMap(({ related }) => related.map((each) => each.urn)))].filter((text) => text !== urn.text);
  const views = await readNamed(catalog, urns, [...describingAspects(urn.type), OWNERSHIP, ...SAID.map(({ aspect }) => aspect)]);
  const siblings = [...views.values()].flatMap((view) => {
    if (!view.exists || isRemoved(view)) return [];
    const owners = recordsIn(valueIn(view, OWNERSHIP), 'owners').flatMap((entry) => textIn(entry, 'owner') ?? []);
    return [{ ...named(view), description: descriptionIn(view), owners: [...new Set(owners)], links: linksOf(view) }];
  });
  const sum = (of: (page: (typeof pages)[number]) => number): number => pages.reduce((all, page) => all + of(page), 0);
  return { siblings, looked: { shown: sum(({ related }) => related.length), of: sum(({ total }) => total) } };
}
