/**
 * `POST /aspects?action=ingestProposal` and `ingestProposalBatch` (docs/semantics.md 3.1, 3.2).
 */
import { type Catalog, type ItemOutcome, type RawProposal, refuseEmpty } from '../../catalog/index.ts';
import { Refusal, refusalOfBatch } from '../../errors.ts';
import { makeSlices, mapInSlices, yieldIfDue } from '../../slices.ts';
import { warnOfWrite } from '../answer/warn-of-write.ts';
import { boolean, flag, MOST_ITEMS, type Param, paramsOf } from '../request/params.ts';
import { writer } from '../request/writer.ts';
import type { Context } from '../types.ts';
import { proposalFrom } from './proposal-params.ts';

const readOne = paramsOf('ingestProposal', { proposal: { type: 'object' } }, { async: flag });
const PROPOSALS: Param<unknown[]> = { type: 'array', maxItems: MOST_ITEMS };
const readBatch = paramsOf('ingestProposalBatch', { proposals: PROPOSALS }, { async: flag, perItem: boolean });

/** One proposal; the answer is the entity's URN, when what was written can be read and searched. */
export async function ingestProposal(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const raw = await proposalFrom(readOne(body).proposal);
  const { items, ...notes } = await catalog.write({ proposals: [raw], together: true, ...writer(context, catalog) });
  warnOfWrite(context, catalog, notes);
  const first = items[0];
  context.body = { value: (first && 'written' in first && first.written.at(-1)?.urn.text) || raw.entityUrn };
}

/**
 * Many proposals in one transaction: one bad item refuses all. With `perItem: true` each stands for itself, and the answer says
 * what became of it: `{value: {written, refused, items: [{urn, aspectName, outcome, status?, code?, message?, details?}]}}`.
 */
export async function ingestProposalBatch(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { proposals, perItem = false } = readBatch(body);
  refuseEmpty(proposals, 'proposals');
  const decoded = await decodedOf(proposals);
  const wrong = perItem ? [] : decoded.flatMap((each, index) => (each instanceof Refusal ? [{ index, refusal: each }] : []));
  if (wrong.length > 0) throw refusalOfBatch(wrong, decoded.length);
  const raws = decoded.filter((each): each is RawProposal => !(each instanceof Refusal));
  const { items, ...notes } = await catalog.write({ proposals: raws, together: !perItem, ...writer(context, catalog) });
  warnOfWrite(context, catalog, notes);
  if (!perItem) {
    context.body = { value: 'success' };
    return;
  }
  let next = 0;
  const outcomes = await mapInSlices(decoded, (each) =>
    itemAnswer(each, each instanceof Refusal ? { refusal: each } : (items[next++] as ItemOutcome)),
  );
  const refused = outcomes.filter(({ outcome }) => outcome === 'refused').length;
  context.body = { value: { written: outcomes.length - refused, refused, items: outcomes } };
}

async function decodedOf(proposals: readonly unknown[]): Promise<(RawProposal | Refusal)[]> {
  const slices = makeSlices();
  const decoded: (RawProposal | Refusal)[] = [];
  for (const proposal of proposals) {
    decoded.push(await tryProposal(proposal));
    await yieldIfDue(slices);
  }
  return decoded;
}

async function tryProposal(proposal: unknown): Promise<RawProposal | Refusal> {
  try {
    return await proposalFrom(proposal);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function itemAnswer(raw: RawProposal | Refusal, item: ItemOutcome) {
  const named = raw instanceof Refusal ? {} : { urn: raw.entityUrn, aspectName: raw.aspectName };
  if ('refusal' in item) {
    const { rpcStatus: status, code, message, details } = item.refusal;
    return { ...named, outcome: 'refused', status, code, message, details };
  }
  const written = item.written.find(({ added }) => !added);
  return { urn: written?.urn.text, aspectName: written?.aspect.name, outcome: written?.outcome };
}
