/**
 * Changes a batch of entities: what becomes of each aspect of each.
 */
import { noSuchEntity, Refusal } from '../../errors.ts';
import type { BulkOrder, BulkRefusal } from '../../graph/bulk.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, parseUrn, type Urn } from '../../model/urn.ts';
import { makeSlices, yieldIfDue } from '../../slices.ts';
import type { EntityView } from '../read/read.ts';
import { valueIn } from '../state.ts';
import type { RawProposal } from '../write/proposal.ts';
import type { ItemOutcome, WriteRequest, WriteResult } from '../write/write.ts';
import { type BulkEdit, bulkAspects, bulkColumnEdits, bulkEdits, columnEntities } from './bulk-edits.ts';
import type { TriedChange } from './differences.ts';

/** Hard deletions in one transaction. The writes of others wait for its end. */
const HARD_DELETIONS = 50;
/** The most characters of a message in the report. */
const MOST_CHARACTERS = 500;

export interface ChangeParts {
  readonly model: Model;
  read(urns: readonly Urn[], aspects: readonly string[] | undefined): Promise<EntityView[]>;
  write(request: WriteRequest): Promise<WriteResult>;
}

/** Of entities, or of aspects. */
export interface BulkCounts {
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
}

/** What became of a batch, in entities. */
export interface BatchOutcome extends BulkCounts {
  readonly refusals: readonly BulkRefusal[];
  /** By aspect; the key aspect stands for the whole entity. */
  readonly aspects: ReadonlyMap<string, BulkCounts>;
  /** The entities that change, with the aspects. */
  readonly changes: readonly { readonly urn: string; readonly aspects: readonly string[] }[];
  /** What changes of each, with the values before and after. */
  readonly tried: readonly TriedChange[];
}

interface PlannedEdit extends BulkEdit {
  /** The entity that the request names. */
  readonly view: EntityView;
  /** The one that is written: it, or that of a column. */
  readonly written: EntityView;
}

/**
 * Changes some entities, in stages: reads them, plans the edits of each, writes, and counts what became of it. Each aspect of each entity is changed
 * or refused for itself.
 *
 * @param own the order of each of them, where they differ
 */
export async function changeBatch(
  { model, read, write }: ChangeParts,
  urns: readonly string[],
  order: BulkOrder,
  own?: readonly BulkOrder[],
): Promise<BatchOutcome> {
  const orders = new Map(own?.map((each, at) => [urns[at] ?? '', each]));
  const orderOf = ({ urn }: Pick<EntityView, 'urn'>): BulkOrder => orders.get(urn.text) ?? order;
  const aspects = [...new Set([order, ...(own ?? [])].flatMap((each) => bulkAspects(model, each)))];
  const refusals: BulkRefusal[] = [];
  const views = await read(parsedUrns(model, urns, refusals), aspects);
  const there = thoseThere(views, order, refusals);
  const edits = await planned({ model, read: (columns) => read(columns, aspects) }, there, orderOf, refusals);
  const items = await writeEdits(write, edits, order);
  return counted(urns, edits, items, orderOf, refusals);
}

function parsedUrns(model: Model, urns: readonly string[], refusals: BulkRefusal[]): Urn[] {
  return urns.flatMap((text) => {
    const urn = parseUrn(model, text);
    if (!isProblem(urn)) return [urn];
    refusals.push({ urn: text, code: 'bad-urn', message: `The URN ${urn.problem}` });
    return [];
  });
}

/** The entities that exist. What is gone after this look is refused by the commit (`onlyWith`). */
function thoseThere(views: readonly EntityView[], { changes }: BulkOrder, refusals: BulkRefusal[]): EntityView[] {
  if (changes.deletion !== 'hard')
    for (const { urn, exists } of views) if (!exists) refusals.push(refusalOf(urn.text, undefined, noSuchEntity(urn.text)));
  return views.filter(({ exists }) => exists);
}

async function writeEdits(
  write: ChangeParts['write'],
  edits: readonly PlannedEdit[],
  { changes, createdBy }: BulkOrder,
): Promise<readonly ItemOutcome[]> {
  const proposals = edits.map(({ proposal }) => proposal);
  if (changes.deletion === 'hard') return deleteAll(write, proposals, createdBy);
  return (await write({ proposals, together: false, actor: createdBy })).items;
}

/** @param refusals those before the write */
async function counted(
  urns: readonly string[],
  edits: readonly PlannedEdit[],
  items: readonly ItemOutcome[],
  orderOf: (view: EntityView) => BulkOrder,
  refusals: BulkRefusal[],
): Promise<BatchOutcome> {
  const aspects = new Map<string, { -readonly [Part in keyof BulkCounts]: number }>();
  const changed = new Map<string, string[]>();
  const tried: TriedChange[] = [];
  const slices = makeSlices();
  for (const [index, item] of items.entries()) {
    await yieldIfDue(slices);
    const edit = edits[index];
    if (!edit) continue;
    const { aspectName = '' } = edit.proposal;
    const urn = edit.view.urn.text;
    const outcome = outcomeOf(item, orderOf(edit.view).run);
    const counts = aspects.get(aspectName) ?? { changed: 0, unchanged: 0, refused: 0 };
    counts[outcome]++;
    aspects.set(aspectName, counts);
    if (outcome === 'changed') {
      changed.set(urn, [...new Set([...(changed.get(urn) ?? []), aspectName])]);
      tried.push(triedOf(edit, aspectName, item));
    }
    if ('refusal' in item) {
      const gone = item.refusal.code === 'no-such-entity';
      if (!gone || refusals.at(-1)?.urn !== urn) refusals.push(refusalOf(urn, gone ? undefined : aspectName, item.refusal));
    }
  }
  const refused = new Set(refusals.map(({ urn }) => urn));
  return {
    changed: changed.size,
    unchanged: urns.length - new Set([...changed.keys(), ...refused]).size,
    refused: refused.size,
    refusals,
    aspects,
    changes: [...changed].map(([urn, list]) => ({ urn, aspects: list })),
    tried,
  };
}

/** The edits of each entity. One that cannot have the change is refused for itself. */
async function planned(
  { model, read }: { readonly model: Model; read(columns: readonly Urn[]): Promise<EntityView[]> },
  views: readonly EntityView[],
  orderOf: (view: EntityView) => BulkOrder,
  refusals: BulkRefusal[],
): Promise<PlannedEdit[]> {
  const columns = views.flatMap((view) => columnEntities(model, view, orderOf(view)));
  const own = new Map((columns.length > 0 ? await read(columns) : []).map((view) => [view.urn.text, view]));
  return views.flatMap((view) => {
    const order = orderOf(view);
    try {
      const edits: BulkEdit[] = order.columns
        ? bulkColumnEdits(model, view, own, order)
        : bulkEdits(model, view, order).map((proposal) => ({ proposal }));
      return edits.map((edit) => ({ ...edit, view, written: own.get(edit.proposal.entityUrn ?? '') ?? view }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.push(refusalOf(view.urn.text, undefined, error));
      return [];
    }
  });
}

function triedOf({ view, written, column }: PlannedEdit, aspect: string, item: ItemOutcome): TriedChange {
  const before = valueIn(written, aspect);
  const now = 'written' in item ? item.written.find(({ added }) => !added)?.now : undefined;
  return { of: view.urn.text, urn: written.urn, column: written === view ? undefined : column, aspect, before, after: now?.value.json };
}

/** A hard deletion shares its transaction with no other write, but several can share one. If they are too much together, each gets its own. */
async function deleteAll(write: ChangeParts['write'], proposals: readonly RawProposal[], actor: string): Promise<ItemOutcome[]> {
  const items: ItemOutcome[] = [];
  for (let at = 0; at < proposals.length; at += HARD_DELETIONS) {
    const some = { proposals: proposals.slice(at, at + HARD_DELETIONS), actor };
    const done = await write({ ...some, together: true }).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.retryAfter !== undefined) throw error;
      return write({ ...some, together: false });
    });
    items.push(...done.items);
  }
  return items;
}

/** If this batch was written before, but not counted, its content comes from the run. @throws Refusal if an engine does not answer */
function outcomeOf(item: ItemOutcome, run: string): 'changed' | 'unchanged' | 'refused' {
  if ('refusal' in item) {
    if (item.refusal.retryAfter !== undefined) throw item.refusal;
    return 'refused';
  }
  const written = item.written.find(({ added }) => !added);
  if (!written || written.outcome === 'dropped') return 'unchanged';
  return written.outcome === 'unchanged' && written.now?.run !== run ? 'unchanged' : 'changed';
}

function refusalOf(urn: string, aspect: string | undefined, { code, message }: Refusal): BulkRefusal {
  const text = message.length > MOST_CHARACTERS ? `${message.slice(0, MOST_CHARACTERS)}…` : message;
  return { urn, ...(aspect !== undefined && { aspect }), code, message: text };
}
