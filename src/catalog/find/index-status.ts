/**
 * What the core asks of the search index, which follows the graph.
 */

import type { MarkedPage, Waiting } from '../../graph/marks.ts';
import { fieldsOf } from '../../model/fields.ts';
import type { Model } from '../../model/types.ts';
import { firstValues, MOST_OF_A_FIELD, searchValues } from '../../search/index.ts';
import { breathe, makeSlices, mapInSlices, type Slices } from '../../slices.ts';
import type { Written } from '../write/proposal.ts';
import type { WriteRequest, WriteResult } from '../write/write.ts';

export interface IndexUpkeep {
  /** Entities that wait to be indexed, and since when the oldest does. */
  waiting(): Promise<Waiting>;
  /** Begins to build the whole index anew; false where that is under way already. */
  rebuild(): Promise<boolean>;
  /** The same, if there are fields of structured properties without values; says how many properties these are of. */
  dropUnused(): Promise<{ readonly unused: number; readonly begun: boolean }>;
  /** Marks a page of entities, in the order of their URNs, to be indexed anew. */
  mark(after: string, below: string, count: number): Promise<MarkedPage>;
}

export interface IndexStatus extends IndexUpkeep {
  /** There is something new. */
  wake(): void;
  /** Resolves when what is written to these entities by now can be searched; false when that takes too long. */
  indexed(urns: readonly string[]): Promise<boolean>;
  /** The documents that these entities are to have by now; absent: none. */
  documents(urns: readonly string[]): Promise<Map<string, string>>;
}

/** A shorter aspect has neither a long text nor a long list. */
const SHORTEST_CUT = 2 * MOST_OF_A_FIELD.values;

/** Search fields of which only a part is searched: the beginnings of long texts, the first values of long lists. */
async function cutFields(written: readonly Written[], slices: Slices): Promise<Pick<WriteResult, 'cutFields' | 'cutLists'>> {
  const [cutTexts, cutLists] = [new Set<string>(), new Set<string>()];
  for (const { urn, aspect, now } of written) {
    await breathe(slices);
    if (!now || now.value.text.length < SHORTEST_CUT) continue;
    for (const spec of aspect.searchFields) {
      const list = searchValues(spec, now.value.json, fieldsOf(urn.type));
      if (firstValues(list).cut) (list.length > MOST_OF_A_FIELD.values ? cutLists : cutTexts).add(`${aspect.name}/${spec.field}`);
      await breathe(slices);
    }
  }
  return { ...(cutTexts.size > 0 && { cutFields: [...cutTexts] }), ...(cutLists.size > 0 && { cutLists: [...cutLists] }) };
}

/** Lets the index know of a write, and waits for it where that is asked for. */
export async function withIndexStatus(model: Model, indexStatus: IndexStatus, request: WriteRequest, written: WriteResult): Promise<WriteResult> {
  indexStatus.wake();
  const slices = makeSlices();
  const all = (await mapInSlices(written.items, (item) => ('written' in item ? item.written : []), slices)).flat();
  const missing = [...new Set(all.flatMap((each) => each.missingColumns ?? []))];
  const result = { ...written, ...(await cutFields(all, slices)), ...(missing.length > 0 ? { missingColumns: missing } : {}) };
  const header = model.names.headers.syncIndex.toLowerCase();
  const asked =
    request.untilSearchable ||
    request.proposals.some(({ headers = {} }) =>
      Object.entries(headers).some(([name, value]) => name.toLowerCase() === header && value.toLowerCase() === 'true'),
    );
  if (!asked) return result;
  return (await indexStatus.indexed([...new Set(all.map(({ urn }) => urn.text))])) ? result : { ...result, notSearchable: true };
}
