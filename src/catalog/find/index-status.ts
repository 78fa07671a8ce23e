/**
 * What the core asks of the search index, which follows the graph.
 */
import type { MarkedPage, Waiting } from '../../graph/marks.ts';
import { fieldsOf } from '../../model/fields.ts';
import type { Model } from '../../model/types.ts';
import { firstValues, MOST_OF_A_FIELD, searchValues } from '../../search/index.ts';
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
function cutFields({ items }: WriteResult): Pick<WriteResult, 'cutFields' | 'cutLists'> {
  const written = items.flatMap((item) => ('written' in item ? item.written : []));
  const cut = written.flatMap(({ urn, aspect, now }) => {
    if (!now || now.value.text.length < SHORTEST_CUT) return [];
    return aspect.searchFields.flatMap((spec) => {
      const list = searchValues(spec, now.value.json, fieldsOf(urn.type));
      return firstValues(list).cut ? [{ name: `${aspect.name}/${spec.field}`, many: list.length > MOST_OF_A_FIELD.values }] : [];
    });
  });
  const names = (lists: boolean): string[] => [...new Set(cut.flatMap(({ name, many }) => (many === lists ? [name] : [])))];
  const [cutTexts, cutLists] = [names(false), names(true)];
  return { ...(cutTexts.length > 0 && { cutFields: cutTexts }), ...(cutLists.length > 0 && { cutLists }) };
}

/** Lets the index know of a write, and waits for it where that is asked for. */
export async function withIndexStatus(model: Model, indexStatus: IndexStatus, request: WriteRequest, written: WriteResult): Promise<WriteResult> {
  indexStatus.wake();
  const missing = [...new Set(written.items.flatMap((item) => ('written' in item ? item.written.flatMap((each) => each.missingColumns ?? []) : [])))];
  const result = { ...written, ...cutFields(written), ...(missing.length > 0 ? { missingColumns: missing } : {}) };
  const header = model.names.headers.syncIndex.toLowerCase();
  const asked =
    request.untilSearchable ||
    request.proposals.some(({ headers = {} }) =>
      Object.entries(headers).some(([name, value]) => name.toLowerCase() === header && value.toLowerCase() === 'true'),
    );
  if (!asked) return result;
  const urns = result.items.flatMap((item) => ('written' in item ? item.written.map(({ urn }) => urn.text) : []));
  return (await indexStatus.indexed([...new Set(urns)])) ? result : { ...result, notSearchable: true };
}
