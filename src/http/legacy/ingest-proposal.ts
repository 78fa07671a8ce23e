/**
 * `POST /aspects?action=ingestProposal` and `ingestProposalBatch` (docs/semantics.md 3.1, 3.2).
 */
import { type Catalog, type ItemOutcome, isUnread, refuseEmpty, type SentItem } from '../../catalog/index.ts';
import { Refusal } from '../../errors.ts';
import { isRecord } from '../../model/path.ts';
import { makeSlices, mapInSlices, yieldIfDue } from '../../slices.ts';
import { boolean, flag, isTrue, MOST_ITEMS, type Param, paramsOf } from '../request/params.ts';
import { runIn, textIn, writeAll } from '../request/write-items.ts';
import type { Context } from '../types.ts';
import { proposalFrom } from './proposal-params.ts';

const readOne = paramsOf('ingestProposal', { proposal: { type: 'object' } }, { async: flag });
const PROPOSALS: Param<unknown[]> = { type: 'array', maxItems: MOST_ITEMS };
const readBatch = paramsOf('ingestProposalBatch', { proposals: PROPOSALS }, { async: flag, perItem: boolean });

/** One proposal; the answer is the entity's URN, when what was written can be read and searched. */
export async function ingestProposal(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { proposal, async } = readOne(body);
  const sent = await itemFrom(proposal);
  const { items } = await writeAll(context, catalog, [sent], { asynchronous: isTrue(async) });
  const first = items[0];
  context.body = { value: (first && 'written' in first && first.written.at(-1)?.urn.text) || (isUnread(sent) ? sent.urn : sent.entityUrn) };
}

/**
 * Many proposals in one transaction: one bad item refuses all. With `async: true` what is valid is written, and what is refused is kept by its run.
 * With `perItem: true` each stands for itself, and the answer says what became of it: `{value: {written, refused, items: [{urn, aspectName, outcome, status?, code?, message?, details?}]}}`.
 */
export async function ingestProposalBatch(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { proposals, perItem = false, async } = readBatch(body);
  refuseEmpty(proposals, 'proposals');
  const sent = await itemsFrom(proposals);
  const { items } = await writeAll(context, catalog, sent, { asynchronous: isTrue(async), each: perItem });
  if (!perItem) {
    context.body = { value: 'success' };
    return;
  }
  const outcomes = await mapInSlices(items, (item, index) => itemAnswer(sent[index], item));
  const refused = outcomes.filter(({ outcome }) => outcome === 'refused').length;
  context.body = { value: { written: outcomes.length - refused, refused, items: outcomes } };
}

async function itemsFrom(proposals: readonly unknown[]): Promise<SentItem[]> {
  const slices = makeSlices();
  const items: SentItem[] = [];
  for (const proposal of proposals) {
    items.push(await itemFrom(proposal));
    await yieldIfDue(slices);
  }
  return items;
}

async function itemFrom(proposal: unknown): Promise<SentItem> {
  try {
    return await proposalFrom(proposal);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const run = isRecord(proposal) ? runIn(proposal.systemMetadata) : undefined;
    return { refusal: error, run, urn: textIn(proposal, 'entityUrn'), aspect: textIn(proposal, 'aspectName') };
  }
}

function itemAnswer(sent: SentItem | undefined, item: ItemOutcome) {
  const named = !sent || isUnread(sent) ? {} : { urn: sent.entityUrn, aspectName: sent.aspectName };
  if ('refusal' in item) {
    const { rpcStatus: status, code, message, details } = item.refusal;
    return { ...named, outcome: 'refused', status, code, message, details };
  }
  const written = item.written.find(({ added }) => !added);
  return { urn: written?.urn.text, aspectName: written?.aspect.name, outcome: written?.outcome };
}
