/**
 * What the core needs to know about the indexer, and what it asks the indexer to do.
 */
import { fieldsOf } from '../../model/fields.ts';
import type { Model } from '../../model/types.ts';
import { type Documents, firstValues, MOST_OF_A_FIELD, searchValues } from '../../search/index.ts';
import { makeSlices, mapInSlices, type Slices, yieldIfDue } from '../../slices.ts';
import type { ProposalResult } from '../write/proposal.ts';
import type { WriteRequest, WriteResult } from '../write/write.ts';
import type { IndexState } from './snapshot.ts';

interface ReindexedPage {
  readonly count: number;
  /** The last URN of the page. Absent if there are no more. */
  readonly last: string | undefined;
  /** The commit that makes the indexer build the documents again; 0 if the page is empty. */
  readonly seq: number;
}

export interface IndexUpkeep {
  state(): Promise<IndexState>;
  /** A number that changes when another node of the search engine answers: the state that was read before is not that node's. */
  node(): number;
  /** The time of the oldest commit that search does not show, epoch ms. */
  oldest(state: IndexState): Promise<number | undefined>;
  /** Starts to rebuild the whole index. Answers false if a rebuild is already running. */
  rebuild(): Promise<boolean>;
  /** Starts a rebuild if the index has fields of structured properties without values. Answers how many such properties there are. */
  dropUnused(): Promise<{ readonly unused: number; readonly begun: boolean }>;
  /** Makes the indexer build the documents of a page of entities again, in the order of their URNs. Appends a commit for that. */
  reindex(after: string, below: string, count: number): Promise<ReindexedPage>;
}

export interface IndexStatus extends IndexUpkeep {
  /** Tells the indexer that there is something to do. */
  wake(): void;
  /** Waits until search shows a commit. Answers false if that takes longer than `ms`. */
  reached(seq: number, ms: number): Promise<boolean>;
  /** Waits until search shows a commit that wrote these entities. Answers false if that takes too long, or if Typesense refuses one of them. */
  indexed(seq: number, urns: readonly string[]): Promise<boolean>;
  /** Which of these entities have writes that search does not show, or did not show in this state. */
  pending(urns: readonly string[], shown?: IndexState): Promise<Set<string>>;
  /** Makes the indexer build the documents of these entities again. Appends a commit for that, and answers its number. */
  reindexThese(urns: readonly string[]): Promise<number>;
  /** The documents that these entities should have now, for who verifies the index. An entity is missing in the map if it should have none. */
  documents(urns: readonly string[]): Promise<Map<string, Documents>>;
}

/** A shorter aspect cannot contain a long text or a long list. */
const SHORTEST_CUT = 2 * MOST_OF_A_FIELD.values;

/** The search fields that are only searched in part: long texts by their beginnings, long lists by their first values. */
async function cutFields(model: Model, written: readonly ProposalResult[], slices: Slices): Promise<Pick<WriteResult, 'cutFields' | 'cutLists'>> {
  const [cutTexts, cutLists] = [new Set<string>(), new Set<string>()];
  for (const { urn, aspect, now } of written) {
    await yieldIfDue(slices);
    if (!now || now.value.text.length < SHORTEST_CUT) continue;
    for (const spec of aspect.searchFields) {
      const list = searchValues(model, spec, now.value.json, fieldsOf(urn.type));
      if (firstValues(list).cut) (list.length > MOST_OF_A_FIELD.values ? cutLists : cutTexts).add(`${aspect.name}/${spec.field}`);
      await yieldIfDue(slices);
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
  const lost = all.flatMap((each) => each.lostEdges ?? []);
  const found = { ...(missing.length > 0 && { missingColumns: missing }), ...(lost.length > 0 && { lostEdges: lost }) };
  const result = { ...written, ...(await cutFields(model, all, slices)), ...found };
  const header = model.names.headers.syncIndex.toLowerCase();
  const asked =
    request.untilSearchable ||
    request.proposals.some(({ headers = {} }) =>
      Object.entries(headers).some(([name, value]) => name.toLowerCase() === header && value.toLowerCase() === 'true'),
    );
  if (!asked) return result;
  if (written.seq === undefined) return result;
  return (await indexStatus.indexed(written.seq, [...new Set(all.map(({ urn }) => urn.text))])) ? result : { ...result, notSearchable: true };
}
