/**
 * Names of the entities that an answer mentions, as people read them.
 */
import { type Catalog, names } from '../../../catalog/index.ts';

export interface NamedEntity {
  readonly urn: string;
  readonly name: string;
  readonly type: string;
}

/** Reads the names of some URNs at once. */
export async function readNames(catalog: Catalog, urns: readonly string[]): Promise<(urn: string) => NamedEntity> {
  const nameOf = await names(catalog, urns);
  return (text) => {
    const { urn, name, type } = nameOf(text);
    return { urn, name, type };
  };
}
