/**
 * The core's writing call (docs/semantics.md 3): accept, then commit.
 */
import type { Rights } from '../../access/index.ts';
import { emptyBatch, notOffered, Refusal, refusalOfBatch, tooManyProposals } from '../../errors.ts';
import { valueOf } from '../../model/json.ts';
import { SECRET_VALUE } from '../../model/known-names.ts';
import { isRecord } from '../../model/path.ts';
import type { Model } from '../../model/types.ts';
import { inSlices, makeSlices, type Slices, type Steps, yieldIfDue } from '../../slices.ts';
import type { Secrets } from '../secrets.ts';
import { type AcceptedProposal, acceptSteps, type RequestConditions } from './accept.ts';
import type { Committer } from './committer.ts';
import type { DrawnEdge } from './drawn-edges.ts';
import type { PatchOperation } from './patch/types.ts';
import type { UnitOutcome } from './plan.ts';
import { brings, type Proposal, type ProposalResult, type RawProposal, suppliedKey, type Unit } from './proposal.ts';

export interface WriteRequest {
  readonly proposals: readonly RawProposal[];
  /** How many items were sent, with those that are no proposals. If absent: as many as there are proposals. */
  readonly sent?: number;
  /**
   * Write everything or nothing? Otherwise each proposal succeeds or fails alone. `valid`: everything, but if something is refused, what is valid.
   */
  readonly together: boolean | 'valid';
  /** URN of the user who writes. */
  readonly actor: string;
  /** Conditional headers of the whole request. They apply to each proposal, after its own. */
  readonly conditions?: Readonly<Record<string, string>>;
  /**
   * The request is about entities that are there: who sets property values of another one has mistyped its URN. Otherwise they may be the first
   * that is written of an entity, as any aspect may.
   */
  readonly entityMustExist?: boolean;
  /** Reads what the user may change of what the proposals are about. If absent: everything. */
  readonly rights?: ((proposals: readonly Proposal[]) => Promise<Rights>) | undefined;
  /** Answer only when search shows the write. Single proposals can also ask for this in their headers. */
  readonly untilSearchable?: boolean;
}

export interface WriteParts {
  readonly model: Model;
  readonly committer: Committer;
  readonly strictFields: boolean;
  readonly secrets: Secrets | undefined;
}

/** The result of one proposal: what was written, defaults included, or the refusal. */
export type ItemOutcome = { readonly written: readonly ProposalResult[] } | { readonly refusal: Refusal };

export interface WriteResult {
  /** One item for each proposal. */
  readonly items: readonly ItemOutcome[];
  /** `<aspect>/<pointer>` of fields that the model does not know (kept as sent). */
  readonly unknownFields: readonly string[];
  /** `<key aspect>/<field> of <URN>`: fields of key aspects that contradicted their URNs; Cairn has stored those of the URNs. */
  readonly otherKeys?: readonly string[];
  /** `<aspect>/<search field>` of texts of which search uses only the beginning. */
  readonly cutFields?: readonly string[];
  /** The same for lists and maps of which search uses only the first values. */
  readonly cutLists?: readonly string[];
  /** URNs of columns that column lineage refers to and that the schemas of their datasets do not have. */
  readonly missingColumns?: readonly string[];
  /** Edges of lineage that people drew and that whole values left out. */
  readonly lostEdges?: readonly DrawnEdge[];
  /** The last commit in the log that has what was written. Absent if nothing was committed. */
  readonly seq?: number;
  /** The write is stored, but search did not show it within the time to wait. */
  readonly notSearchable?: boolean;
}

/** A proposal that the model allows, or why it does not. */
type Acceptance = AcceptedProposal | { readonly refusal: Refusal };

/** An accepted proposal, and which item of the request it is. */
interface AcceptedItem {
  readonly proposal: Proposal;
  readonly index: number;
}

/** The same proposals as one unit, and as one each. */
interface UnitsOfRequest {
  readonly whole: readonly Unit[];
  readonly each: readonly Unit[];
}

/**
 * Writes proposals in their order, in stages: accepts what the model allows, reads the rights, commits, and answers each. With `together`, nothing
 * is written if one is refused, and what is thrown names each refused one: first those that the model refuses, and if there are none, those that do
 * not fit what is stored.
 *
 * @throws Refusal; without `together` only if an engine does not answer
 */
export async function write(parts: WriteParts, request: WriteRequest): Promise<WriteResult> {
  refuseMany(request);
  const slices = makeSlices();
  const accepted = await acceptAll(parts, request, slices);
  if (request.together === true) refuseRefused(accepted);
  const taken = accepted.flatMap((each, index): AcceptedItem[] => ('refusal' in each ? [] : [{ proposal: each.proposal, index }]));
  await yieldIfDue(slices);
  const written = taken.length === 0 ? NOTHING_WRITTEN : await commitAll(parts.committer, request, taken, await unitsOf(request, taken));
  await yieldIfDue(slices);
  return { items: itemsOf(accepted, taken, written), ...notesOf(accepted), ...seqOf(written.outcomes) };
}

async function acceptAll(
  { model, strictFields, secrets }: WriteParts,
  { proposals, sent, conditions: headers = {} }: WriteRequest,
  slices: Slices,
): Promise<readonly Acceptance[]> {
  const conditions = { headers, alone: (sent ?? proposals.length) === 1 };
  const accepted: Acceptance[] = [];
  for (const raw of proposals) {
    accepted.push(await inSlices(tryAccept({ model, strictFields, secrets }, raw, conditions), slices));
    await yieldIfDue(slices);
  }
  return accepted;
}

/** @throws Refusal that names each refused one, if there is one */
function refuseRefused(accepted: readonly Acceptance[]): void {
  const refused = accepted.flatMap((each, index) => ('refusal' in each ? [{ index, refusal: each.refusal }] : []));
  if (refused.length > 0) throw refusalOfBatch(refused, accepted.length);
}

/** Reads what the writer may change. */
async function unitsOf(request: WriteRequest, taken: readonly AcceptedItem[]): Promise<UnitsOfRequest> {
  const proposals = taken.map(({ proposal }) => proposal);
  const supplied = new Map(
    proposals.flatMap((proposal, at) => (brings(proposal) ? [[suppliedKey(proposal.urn.text, proposal.aspect.name), at] as const] : [])),
  );
  const rights = await request.rights?.(proposals);
  const scope = { supplied, born: new Set<string>(), ...(request.entityMustExist && { entityMustExist: true }), ...(rights && { rights }) };
  const base = { request: scope, actor: request.actor };
  return { whole: [{ ...base, at: 0, proposals }], each: proposals.map((proposal, at) => ({ ...base, at, proposals: [proposal] })) };
}

interface CommittedUnits {
  readonly isWhole: boolean;
  readonly outcomes: readonly UnitOutcome[];
}

const NOTHING_WRITTEN: CommittedUnits = { isWhole: false, outcomes: [] };

/** Commits the request as one unit, or each proposal alone. With `valid`, each alone after one is refused as a whole. */
async function commitAll(
  committer: Committer,
  { together }: WriteRequest,
  taken: readonly AcceptedItem[],
  { whole, each }: UnitsOfRequest,
): Promise<CommittedUnits> {
  const isWhole = together === true || (together === 'valid' && taken.length <= MOST_TOGETHER);
  const outcomes = await committer.submit(isWhole ? whole : each);
  const [first] = outcomes;
  // What hinders all for a while is no fault of an item.
  const isFault = first !== undefined && 'refusal' in first && first.refusal.retryAfter === undefined;
  if (!isWhole || together !== 'valid' || !isFault) return { isWhole, outcomes };
  return { isWhole: false, outcomes: await committer.submit(each) };
}

/** @throws Refusal if the request was written as a whole, and is refused */
function itemsOf(accepted: readonly Acceptance[], taken: readonly AcceptedItem[], { isWhole, outcomes }: CommittedUnits): readonly ItemOutcome[] {
  const items: ItemOutcome[] = accepted.map((each) => ('refusal' in each ? each : { written: [] }));
  for (const [index, outcome] of outcomes.entries()) {
    if (!isWhole) items[taken[index]?.index ?? 0] = 'refusal' in outcome ? outcome : { written: outcome.written };
    else if ('refusal' in outcome) throw outcome.refusal;
    else spread(outcome.written, items, taken);
  }
  return items;
}

function seqOf(outcomes: readonly UnitOutcome[]): Pick<WriteResult, 'seq'> {
  const seq = outcomes.reduce((newest, outcome) => ('refusal' in outcome ? newest : Math.max(newest, outcome.seq ?? 0)), 0);
  return seq > 0 ? { seq } : {};
}

function notesOf(accepted: readonly Acceptance[]): Pick<WriteResult, 'unknownFields' | 'otherKeys'> {
  const known = accepted.flatMap((each) => ('refusal' in each ? [] : [each]));
  const otherKeys = [...new Set(known.flatMap((each) => each.otherKeys))];
  return { unknownFields: [...new Set(known.flatMap((each) => each.unknownFields))], ...(otherKeys.length > 0 && { otherKeys }) };
}

/** Assigns the results of a unit to its proposals. Defaults go to the proposal that follows them. */
function spread(written: readonly ProposalResult[], items: ItemOutcome[], taken: readonly AcceptedItem[]): void {
  let at = 0;
  let mine: ProposalResult[] = [];
  for (const each of written) {
    mine.push(each);
    const proposal = taken[at];
    if (each.added || !proposal) continue;
    items[proposal.index] = { written: mine };
    mine = [];
    at++;
  }
}

function* tryAccept(
  { model, strictFields, secrets }: Omit<WriteParts, 'committer'>,
  raw: RawProposal,
  conditions: RequestConditions,
): Steps<Acceptance> {
  try {
    const accepted = yield* acceptSteps(model, strictFields, raw, conditions);
    return { ...accepted, proposal: sealed(accepted.proposal, secrets) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

/**
 * Most proposals that are written together. The transaction must end within the time limit of the graph, and all other writes wait
 * meanwhile. Batches that may be split are limited only by the size of the request.
 */
const MOST_TOGETHER = 10_000;

/**
 * Refuses too many proposals before any work is done.
 *
 * @throws Refusal tooLarge
 */
function refuseMany({ proposals, together }: WriteRequest): void {
  if (together !== true || proposals.length <= MOST_TOGETHER) return;
  throw tooManyProposals(proposals.length, MOST_TOGETHER);
}

/** @throws Refusal malformed if a batch is empty */
export function refuseEmpty(items: readonly unknown[], name: string): void {
  if (items.length === 0) throw emptyBatch(name);
}

const SECRET_FIELD = 'value';

/**
 * The proposal with the value of a secret sealed (docs/semantics.md 15.7), whichever API brings it. What this server has sealed for this secret
 * stays as it is.
 *
 * @throws Refusal not-offered for the value of a secret without a key, and for a patch that would copy a value from elsewhere
 */
function sealed(proposal: Proposal, secrets: Secrets | undefined): Proposal {
  if (proposal.aspect.name !== SECRET_VALUE) return proposal;
  const seal = (text: unknown): unknown => {
    if (typeof text !== 'string') return text;
    if (!secrets) throw notOffered(SECRET_VALUE, 'it has no key to encrypt secrets with; the setting SECRETS_KEY gives it one');
    return secrets.open(proposal.urn.text, text) === undefined ? secrets.seal(proposal.urn.text, text) : text;
  };
  const whole = (json: unknown): unknown => (isRecord(json) && SECRET_FIELD in json ? { ...json, [SECRET_FIELD]: seal(json[SECRET_FIELD]) } : json);
  const operation = (each: PatchOperation): PatchOperation => {
    if (each.path === '') return { ...each, value: whole(each.value) };
    if (each.path !== `/${SECRET_FIELD}` || each.op === 'remove' || each.op === 'test') return each;
    if (each.op === 'move' || each.op === 'copy') throw notOffered(SECRET_VALUE, 'values of secrets are not copied from other fields');
    return { ...each, value: seal(each.value) };
  };
  const { value, patch } = proposal;
  return {
    ...proposal,
    value: value && valueOf(whole(value.json)),
    patch: patch && { ...patch, operations: patch.operations.map(operation) },
  };
}
