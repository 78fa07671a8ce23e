/**
 * Names of the entities that an answer mentions, as people read them.
 */
import { type Catalog, names } from '../../../catalog/index.ts';

export interface Shown {
  readonly urn: string;
  readonly name: string;
  readonly type: string;
}

/** Reads the names of some URNs at once. */
export async function shownNames(catalog: Catalog, urns: readonly string[]): Promise<(urn: string) => Shown> {
  const nameOf = await names(catalog, urns);
  return (text) => {
    const { urn, name, type } = nameOf(text);
    return { urn, name, type };
  };
}
