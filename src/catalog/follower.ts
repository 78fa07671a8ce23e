/**
 * What the core asks of the search index, which follows the graph.
 */
import type { MarkedPage, Waiting } from '../graph/marks.ts';
import { valuesAt } from '../model/path.ts';
import type { Model } from '../model/types.ts';
import { MOST_OF_A_VALUE, searchedParts } from '../search/searched.ts';
import type { WriteRequest, WriteResult } from './write.ts';

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

export interface IndexFollower extends IndexUpkeep {
  /** There is something new. */
  wake(): void;
  /** Resolves when what is written to these entities by now can be searched; false when that takes too long. */
  indexed(urns: readonly string[]): Promise<boolean>;
}

/** Search fields of long texts, of which only the beginning is searched. */
function cutFields({ items }: WriteResult): string[] {
  const long = items.flatMap((item) => ('written' in item ? item.written.filter(({ now }) => now && now.value.text.length > MOST_OF_A_VALUE) : []));
  const names = long.flatMap(({ aspect, now }) =>
    aspect.searchFields.filter(({ path }) => searchedParts(valuesAt(path, now?.value.json).flat()).cut).map(({ field }) => `${aspect.name}/${field}`),
  );
  return [...new Set(names)];
}

/** Lets the index know of a write, and waits for it where that is asked for. */
export async function followed(model: Model, follower: IndexFollower, request: WriteRequest, written: WriteResult): Promise<WriteResult> {
  follower.wake();
  const cut = cutFields(written);
  const result = cut.length === 0 ? written : { ...written, cutFields: cut };
  const header = model.names.headers.syncIndex.toLowerCase();
  const asked =
    request.untilSearchable ||
    request.proposals.some(({ headers = {} }) =>
      Object.entries(headers).some(([name, value]) => name.toLowerCase() === header && value.toLowerCase() === 'true'),
    );
  if (!asked) return result;
  const urns = result.items.flatMap((item) => ('written' in item ? item.written.map(({ urn }) => urn.text) : []));
  return (await follower.indexed([...new Set(urns)])) ? result : { ...result, notSearchable: true };
}
