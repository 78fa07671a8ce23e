/**
 * Fields of structured properties that no document has a value in any more: they stay in a collection until it is built anew
 * (docs/semantics.md 14.8).
 */
import { code } from '../document/encode.ts';
import { propertyFieldIn } from '../filter/property-fields.ts';
import type { SearchEngine } from './client.ts';
import { collectionFields } from './collections.ts';
import { multiSearch } from './multi.ts';

/** The names of those fields in the present collection. */
export async function unusedProperties(engine: SearchEngine): Promise<string[]> {
  const fields = await collectionFields(engine);
  const properties = [...new Set([...fields].flatMap((name) => propertyFieldIn(name) ?? []))];
  const counts = await multiSearch(
    engine,
    properties.map((name) => ({ q: '*', filter_by: `exists:=${code(name)}`, per_page: 0 })),
  );
  return properties.filter((_, at) => counts[at]?.found === 0);
}
