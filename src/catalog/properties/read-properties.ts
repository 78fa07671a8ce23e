/**
 * Reads the present state of properties.
 */
import type { EntityReader } from '../../graph/read.ts';
import { stateOf } from '../write/draft.ts';
import { PROPERTY_ASPECTS, type Property, propertyFrom } from './properties.ts';

/** Properties by URN, in the spelling of the model. Properties without a definition are missing. */
export async function readProperties(reader: EntityReader, urns: readonly string[]): Promise<Map<string, Property>> {
  if (urns.length === 0) return new Map();
  const rows = await reader(urns, PROPERTY_ASPECTS);
  const properties = new Map<string, Property>();
  for (const urn of urns) {
    const latest = rows.get(urn)?.latest ?? [];
    const property = propertyFrom(urn, (name) => {
      const stored = latest.find((each) => each.name === name);
      return stored && stateOf(stored);
    });
    if (property) properties.set(urn, property);
  }
  return properties;
}
