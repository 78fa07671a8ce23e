/**
 * Writes the items of a request by its word (docs/semantics.md 3.7): all or nothing; with `async` what is valid, and what was refused is kept by its
 * run.
 */
import { Refusal, type RefusedItem, refusalOfBatch } from '../../errors.ts';
import { mapInSlices } from '../../slices.ts';
import { ofFewRuns, type Refusals, type RefusedThing, runOf } from '../maintenance/refusals.ts';
import type { RawProposal } from './proposal.ts';
import type { ItemOutcome, WriteRequest, WriteResult } from './write.ts';

/** An item that cannot be read as a proposal. */
export type Unread = RefusedThing & { readonly refusal: Refusal };
export type SentItem = RawProposal | Unread;

export interface ItemsRequest extends Omit<WriteRequest, 'proposals' | 'sent' | 'together'> {
  readonly items: readonly SentItem[];
  /** Write what is valid? */
  readonly asynchronous: boolean;
  /** Does the answer say of each item what became of it, also where nothing is valid? */
  readonly each?: boolean;
}

export interface ItemsResult extends WriteResult {
  readonly refused: readonly RefusedItem[];
  /** The runs that what was refused is kept under. */
  readonly runs: readonly string[];
  /** Were more runs named than a request may name? What names the others is kept under no run. */
  readonly moreRuns?: boolean;
}

/** @throws Refusal if one item is refused; where each stands for itself, only if all are */
export async function writeItems(
  catalog: { write(request: WriteRequest): Promise<WriteResult>; readonly refusals: Pick<Refusals, 'keep'> },
  { items, asynchronous, each = false, ...request }: ItemsRequest,
): Promise<ItemsResult> {
  const unread = items.flatMap((item, index) => (isUnread(item) ? [{ index, refusal: item.refusal }] : []));
  if (unread.length > 0 && !asynchronous && !each) throw refusalOfBatch(unread, items.length);
  const proposals = items.filter((item): item is RawProposal => !isUnread(item));
  const together = each ? false : asynchronous ? 'valid' : true;
  const written =
    proposals.length === 0 ? { items: [], unknownFields: [] } : await catalog.write({ ...request, proposals, sent: items.length, together });
  let next = 0;
  const outcomes = await mapInSlices(
    items,
    (item): ItemOutcome => (isUnread(item) ? { refusal: item.refusal } : (written.items[next++] ?? { written: [] })),
  );
  const refused = outcomes.flatMap((outcome, index) => ('refusal' in outcome ? [{ index, refusal: outcome.refusal }] : []));
  // What hinders all for a while is no fault of an item: the client sends all of it again.
  const hindered = asynchronous && !each && refused.find(({ refusal }) => refusal.retryAfter !== undefined);
  if (hindered) throw hindered.refusal;
  const isNothingValid = refused.length === items.length;
  // Who may write nothing keeps nothing.
  const told = asynchronous ? refused.filter(({ refusal }) => !isNothingValid || refusal.kind !== 'forbidden') : [];
  const { things, more } = ofFewRuns(told.map(({ index, refusal }) => thingOf(items[index] as SentItem, refusal)));
  if (things.length > 0) await catalog.refusals.keep(things, request.actor);
  if (refused.length > 0 && isNothingValid && !each) throw refusalOfBatch(refused, items.length);
  const runs = [...new Set(things.map(({ run }) => runOf(run)))];
  return { ...written, items: outcomes, refused, runs, ...(more && { moreRuns: true }) };
}

export function isUnread(item: SentItem): item is Unread {
  return 'refusal' in item;
}

/** Reads an item; one that cannot be read becomes `unread`. */
export function readItem(read: () => RawProposal, unread: Omit<RefusedThing, 'refusal'>): SentItem {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) return { ...unread, refusal: error };
    throw error;
  }
}

function thingOf(item: SentItem, refusal: Refusal): RefusedThing {
  if (isUnread(item)) return item;
  return { refusal, urn: item.entityUrn, aspect: item.aspectName, run: item.systemMetadata?.runId, value: item.value?.text };
}
