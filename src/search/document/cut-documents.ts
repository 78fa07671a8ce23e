/**
 * Finds documents that search uses only in part (truncation.ts).
 */
import type { SearchEngine } from '../engine/client.ts';
import { collectionFields } from '../engine/collections.ts';
import { multiSearch } from '../engine/multi.ts';
import { CUT } from './document.ts';
import { decode, sortCode } from './encode.ts';
import { typeIn } from './open-documents.ts';

const PAGE = 250;

/** The next such documents after a URN, with the names of the fields that are cut. */
export async function cutDocuments(engine: SearchEngine, after: string, count: number): Promise<{ urn: string; fields: string[] }[]> {
  if (!(await collectionFields(engine)).has('cut')) return [];
  const found: { urn: string; fields: string[] }[] = [];
  const from = sortCode(after);
  for (let page = 1; ; page++) {
    const [result] = await multiSearch(engine, [
      { q: '*', filter_by: `cut:=${CUT}`, sort_by: 's_urn:asc', include_fields: 'urn,type,cut', per_page: PAGE, page },
    ]);
    const hits = result?.hits ?? [];
    for (const { document } of hits) {
      const urn = String(document.urn);
      if (sortCode(urn) <= from || typeIn(String(document.type)).variant === 'open') continue;
      const fields = (document.cut as string[]).filter((token) => token !== CUT).map((token) => decode(token) ?? token);
      found.push({ urn, fields });
      if (found.length === count) return found;
    }
    if (hits.length < PAGE) return found;
  }
}
