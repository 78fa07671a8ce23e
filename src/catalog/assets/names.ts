/**
 * Names of entities in lists: one read for all of them.
 */
import { STATUS } from '../../model/known-names.ts';
import { isProblem, knownUrns, parseUrn } from '../../model/urn.ts';
import type { Catalog } from '../catalog.ts';
import type { EntityView } from '../read/read.ts';
import { saysRemoved, valueIn } from '../state.ts';
import { keyName, nameIn, namingAspects } from './texts.ts';

export interface EntityName {
  readonly urn: string;
  /** The entity type; empty for a URN that the model does not know. */
  readonly type: string;
  readonly name: string;
  readonly exists: boolean;
  readonly removed: boolean;
}

/** Is the entity soft-deleted? */
export function isRemoved(view: Pick<EntityView, 'aspects'>): boolean {
  return saysRemoved(valueIn(view, STATUS));
}

/** Reads entities with their names and further aspects, by URN. */
export async function readNamed(
  catalog: Pick<Catalog, 'model' | 'read'>,
  urns: readonly string[],
  aspects: readonly string[] = [],
): Promise<Map<string, EntityView>> {
  const read = knownUrns(catalog.model, urns);
  if (read.length === 0) return new Map();
  const naming = new Set(read.flatMap(({ type }) => namingAspects(type)));
  const views = await catalog.read(read, [STATUS, ...naming, ...aspects]);
  return new Map(views.map((view) => [view.urn.text, view]));
}

/** Names by URN. A URN that nobody has written is called by its own text. */
export async function names(catalog: Pick<Catalog, 'model' | 'read'>, urns: readonly string[]): Promise<(urn: string) => EntityName> {
  const views = await readNamed(catalog, urns);
  return (text) => {
    const view = views.get(text);
    if (view) return named(view);
    const urn = parseUrn(catalog.model, text);
    return isProblem(urn)
      ? { urn: text, type: '', name: text, exists: false, removed: false }
      : { urn: urn.text, type: urn.type.name, name: keyName(urn), exists: false, removed: false };
  };
}

/** The name of an entity that was read with `readNamed`. */
export function named(view: EntityView): EntityName {
  return { urn: view.urn.text, type: view.urn.type.name, name: nameIn(view), exists: view.exists, removed: isRemoved(view) };
}
