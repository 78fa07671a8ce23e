/**
 * What the core needs to know of the indexer, and asks of it.
 */

import type { MarkedPage, Waiting } from '../../graph/marks.ts';
import { fieldsOf } from '../../model/fields.ts';
import type { Model } from '../../model/types.ts';
import { firstValues, MOST_OF_A_FIELD, searchValues } from '../../search/index.ts';
import { breathe, makeSlices, mapInSlices, type Slices } from '../../slices.ts';
import type { Written } from '../write/proposal.ts';
import type { WriteRequest, WriteResult } from '../write/write.ts';

export interface IndexUpkeep {
  /** How many entities wait for the indexer, and since when the oldest waits. */
  waiting(): Promise<Waiting>;
  /** Starts to rebuild the whole index. Answers false if a rebuild is already running. */
  rebuild(): Promise<boolean>;
  /** Starts a rebuild if the index has fields of structured properties without values. Answers how many such properties there are. */
  dropUnused(): Promise<{ readonly unused: number; readonly begun: boolean }>;
  /** Marks a page of entities, in the order of their URNs, so that the indexer writes their documents again. */
  mark(after: string, below: string, count: number): Promise<MarkedPage>;
}

export interface IndexStatus extends IndexUpkeep {
  /** Tells the indexer that there is something to do. */
  wake(): void;
  /** Waits until search shows everything that is written to these entities so far. Answers false if that takes too long. */
  indexed(urns: readonly string[]): Promise<boolean>;
  /** The search documents that these entities should have now. An entity is missing in the map if it should have none. */
  documents(urns: readonly string[]): Promise<Map<string, string>>;
}

/** A shorter aspect cannot contain a long text or a long list. */
const SHORTEST_CUT = 2 * MOST_OF_A_FIELD.values;

/** The search fields that are only searched in part: long texts by their beginnings, long lists by their first values. */
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

/** Tells the indexer about a write. Waits until search shows it, if the request asks for that. */
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
