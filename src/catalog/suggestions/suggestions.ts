import { badParameter, noSuchEntity, tooMany } from '../../errors.ts';
import { urnFrom } from '../../model/named.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, parseUrn } from '../../model/urn.ts';
import { changeBatch } from '../bulk/change-batch.ts';
import { checkedChanges } from '../bulk/check-changes.ts';
import { type Difference, differencesIn, differencesOf, type TriedChange } from '../bulk/differences.ts';
import type { Sender, WithSender, Writers } from '../sender.ts';
import { decideOnce, type News, newsIn, requireOpen } from '../write/decision.ts';
import type { RawProposal } from '../write/proposal.ts';
import type { WriteRequest, WriteResult } from '../write/write.ts';
import { type Among, type AudienceParts, makeAudience } from './audience.ts';
import {
  askedDifferences,
  decided,
  digestOf,
  isOfModel,
  OPEN_SUGGESTION,
  orderOf,
  partsOf,
  refuseLong,
  refuseUnfit,
  SUGGESTION_TYPE,
  type Suggestion,
  type SuggestionRequest,
  stored,
} from './suggestion.ts';

/** As clients see it. */
export interface ShownSuggestion extends Suggestion {
  /** What is suggested, without what there is. */
  readonly asked: readonly Difference[];
}

export interface SuggestionList {
  readonly mine: readonly ShownSuggestion[];
  /** `MOST_SHOWN` of them. */
  readonly toDecide: readonly ShownSuggestion[];
  readonly toDecideTotal: number;
  /** What can be suggested about the entity, if it was asked about one. */
  readonly parts: readonly string[];
}

export interface SuggestionPreview {
  /** What accepting it would change now. */
  readonly differences: readonly Difference[];
  /** Has what it is about changed since it was suggested? */
  readonly changed: boolean;
  /** Why the sender could not accept it now. */
  readonly refusal?: string | undefined;
}

export interface SuggestionDecision {
  readonly urn: string;
  readonly accept: boolean;
  readonly note?: string | undefined;
}

/** The calls of one sender. What they are about is seen, or as if it did not exist. */
export interface SuggestionCalls {
  /**
   * Suggests; the same that is there already is replaced.
   *
   * @param among here and below: of these URNs, those that who asks may see; absent: all
   * @throws Refusal malformed; notFound for what is not there
   */
  suggest(by: string, suggested: SuggestionRequest, among?: Among): Promise<ShownSuggestion>;
  /**
   * The newest first: the sender's own, and open ones that the sender may accept, of what the sender owns or nobody does.
   *
   * @param about URN of an entity: only those about it, whoever owns it
   * @param start so many of those to decide are left out
   */
  list(by: string, about?: string, start?: number, among?: Among): Promise<SuggestionList>;
  /** What accepting each would change now; undefined for what is not seen any more. */
  preview(by: string, list: readonly Suggestion[], among?: Among): Promise<(SuggestionPreview | undefined)[]>;
  /** Who suggests may decline, too: it withdraws the suggestion. @throws Refusal forbidden, malformed, notFound */
  decide(by: string, decision: SuggestionDecision, among?: Among): Promise<ShownSuggestion>;
  /** For the core itself, whoever sees them: what has come or been decided since a time, epoch ms. */
  news(since: number): Promise<readonly News[]>;
}

export interface SuggestionParts extends AudienceParts {
  /** All suggestions of the store, by URN. */
  all(): Promise<ReadonlyMap<string, Suggestion>>;
  readonly writers: Writers;
  /** Nothing is written, and nobody judges: it answers what would become of each proposal. */
  rehearse(request: WriteRequest): Promise<WriteResult>;
}

/** How long a suggestion is kept, and then an answer. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** Open ones of one user, and about one entity; and all of the store. */
const [MOST_OF_USER, MOST_ABOUT, MOST] = [25, 25, 1_000];
/** Those that wait for one user, at a time: the newest. */
const MOST_SHOWN = 50;
/** The most characters of a value in a preview. */
const MOST_CHARACTERS = 10_000;

export function suggestionCalls(parts: SuggestionParts): WithSender<SuggestionCalls> {
  const audience = makeAudience(parts);
  const own = { ...parts, audience };
  return {
    suggest: (...request) => suggest(own, ...request),
    list: (...request) => list(own, ...request),
    preview: (...request) => preview(own, ...request),
    decide: (...request) => decide(own, ...request),
    news: async (_, since) => newsIn((await parts.all()).values(), since),
  };
}

interface OwnParts extends SuggestionParts {
  readonly audience: ReturnType<typeof makeAudience>;
}

async function suggest(parts: OwnParts, sender: Sender, by: string, suggested: SuggestionRequest, among?: Among): Promise<ShownSuggestion> {
  const { model, rehearse, audience } = parts;
  const { existing, pathOf } = audience;
  const { reason } = suggested;
  const urn = urnFrom(model, suggested.urn, '/input/urn');
  refuseUnfit(model, urn, suggested);
  if (!(await existing(among)([urn]))[0]) throw noSuchEntity(urn.text);
  const column = suggested.column === undefined ? undefined : await pathOf(urn, suggested.column, among);
  const changes = await checkedChanges(model, existing(among), suggested.changes, column !== undefined, '/input/changes');
  const id = `${model.names.urnPrefix}${SUGGESTION_TYPE}:${digestOf([by, urn.text, column, changes])}`;
  const others = (await current(parts)).filter((each) => each.urn !== id);
  const open = others.filter(({ state }) => state === 'OPEN');
  const refuseMore = (what: string, most: number, { length }: readonly Suggestion[]): void => {
    if (length >= most) throw tooMany('/input', `${most} ${what}`, length + 1);
  };
  refuseMore(
    'open suggestions of a user',
    MOST_OF_USER,
    open.filter(({ user }) => user === by),
  );
  refuseMore(
    'open suggestions about an asset',
    MOST_ABOUT,
    open.filter(({ resource }) => resource === urn.text),
  );
  refuseMore('suggestions', MOST, others);
  const now = Date.now();
  const what = { urn: id, user: by, resource: urn.text, column, changes, reason, createdAt: now };
  const { tried } = await made(parts, what, by, rehearse);
  if (tried.length === 0) throw badParameter('/input/changes', 'something that is not so already');
  return save(parts, sender, by, { ...what, basis: basisOf(model, tried), state: 'OPEN', expiresAt: now + KEPT_MS });
}

async function list(parts: OwnParts, sender: Sender, by: string, about?: string, start = 0, among?: Among): Promise<SuggestionList> {
  const { model, audience } = parts;
  const { seen, mayChange, waitingFor } = audience;
  const entity = about === undefined ? undefined : urnFrom(model, about);
  const all = (await current(parts)).filter(({ resource }) => entity === undefined || resource === entity.text);
  const open = all.filter(({ user, state }) => user !== by && state === 'OPEN');
  const waiting = await mayChange(sender, entity === undefined ? await waitingFor(by, open) : open);
  const [mine, toDecide] = [
    await seen(
      all.filter(({ user }) => user === by),
      among,
    ),
    await seen(waiting, among),
  ];
  return {
    mine: mine.map((each) => shown(model, each)),
    toDecide: toDecide.slice(start, start + MOST_SHOWN).map((each) => shown(model, each)),
    toDecideTotal: toDecide.length,
    parts: entity ? partsOf(model, entity.type) : [],
  };
}

async function preview(
  { model, read, writers, audience }: OwnParts,
  sender: Sender,
  by: string,
  list: readonly Suggestion[],
  among?: Among,
): Promise<(SuggestionPreview | undefined)[]> {
  const previews = new Map<string, SuggestionPreview>();
  for (const round of roundsOf(list)) {
    const orders = round.map((each) => orderOf(each, by));
    const [first] = orders;
    if (!first) continue;
    const resources = round.map(({ resource }) => resource);
    const { tried, refusals } = await changeBatch({ model, read, write: (request) => writers.rehearsed(sender, request) }, resources, first, orders);
    for (const { urn, resource, basis } of round) {
      const own = tried.filter(({ of }) => of === resource);
      const refusal = refusals.find((each) => each.urn === resource)?.message;
      const { differences } = differencesOf(model, refusal === undefined ? own : [], MOST_CHARACTERS);
      previews.set(urn, { differences, changed: refusal === undefined && basisOf(model, own) !== basis, refusal });
    }
  }
  const shownOnes = new Set((await audience.seen(list, among)).map(({ urn }) => urn));
  return list.map(({ urn }) => (shownOnes.has(urn) ? previews.get(urn) : undefined));
}

async function decide(
  parts: OwnParts,
  sender: Sender,
  by: string,
  { urn: named, accept, note }: SuggestionDecision,
  among?: Among,
): Promise<ShownSuggestion> {
  const { model, writers, audience } = parts;
  const { seen, mayChange } = audience;
  const urn = urnFrom(model, named, '/input/urn').text;
  const suggestion = (await current(parts)).find((each) => each.urn === urn);
  // Whether there is such a suggestion is told to those only whom it may be shown to.
  if (!suggestion || (await seen([suggestion], among)).length === 0) throw noSuchEntity(urn);
  const may = (await mayChange(sender, [suggestion])).length > 0;
  if (!may && suggestion.user !== by) throw noSuchEntity(urn);
  requireOpen(OPEN_SUGGESTION, suggestion.state);
  refuseLong('/input/note', note);
  if (!accept && suggestion.user !== by && !note?.trim()) throw badParameter('/input/note', 'a sentence that says why not', note);
  const now = Date.now();
  // What was withdrawn needs no answer.
  const expiresAt = !accept && suggestion.user === by ? now : now + KEPT_MS;
  const answer: Suggestion = { ...suggestion, state: accept ? 'ACCEPTED' : 'DECLINED', decidedBy: by, decidedAt: now, note, expiresAt };
  const decision = decided(answer);
  const write = async (): Promise<void> => {
    if (!accept || !(await accepted(parts, sender, suggestion, decision, by)))
      await writers.written(sender, { proposals: [decision], together: true, actor: by });
  };
  await decideOnce(OPEN_SUGGESTION, write, async () => (await parts.all()).get(urn)?.state);
  return asStored(parts, answer);
}

async function current({ model, all }: SuggestionParts): Promise<Suggestion[]> {
  const now = Date.now();
  // The model may have lost the type of what one is about, or the part that it changes.
  const known = [...(await all()).values()].filter(
    (each) => each.expiresAt > now && !isProblem(parseUrn(model, each.resource)) && isOfModel(model, each),
  );
  return known.sort((one, other) => other.createdAt - one.createdAt);
}

function shown(model: Model, suggestion: Suggestion): ShownSuggestion {
  return { ...suggestion, asked: askedDifferences(model, suggestion) };
}

/** With the times of the commit. */
async function asStored({ model, all }: SuggestionParts, written: Suggestion): Promise<ShownSuggestion> {
  return shown(model, (await all()).get(written.urn) ?? written);
}

async function save(parts: SuggestionParts, sender: Sender, by: string, suggestion: Suggestion): Promise<ShownSuggestion> {
  await parts.writers.written(sender, { proposals: [stored(suggestion)], together: true, actor: by });
  return asStored(parts, suggestion);
}

/** Makes its changes by a write, all or none. @throws Refusal */
function made(
  { model, read }: SuggestionParts,
  suggestion: Pick<Suggestion, 'urn' | 'resource' | 'column' | 'changes'>,
  by: string,
  write: SuggestionParts['rehearse'],
): ReturnType<typeof changeBatch> {
  return changeBatch({ model, read, write: (request) => write({ ...request, together: true }) }, [suggestion.resource], orderOf(suggestion, by));
}

/** Makes its changes in one write with the decision. @returns false if there is nothing to write but the decision @throws Refusal */
async function accepted(parts: SuggestionParts, sender: Sender, suggestion: Suggestion, decision: RawProposal, by: string): Promise<boolean> {
  const properties = { suggestedBy: suggestion.user, ...(suggestion.reason !== undefined && { reason: suggestion.reason }) };
  let wrote = false;
  const { refusals } = await made(parts, suggestion, by, async ({ proposals, ...request }) => {
    if (proposals.length === 0) return { items: [], unknownFields: [] };
    wrote = true;
    const own = proposals.map((each) => ({ ...each, systemMetadata: { ...each.systemMetadata, properties } }));
    return parts.writers.judged(sender, { ...request, proposals: [...own, decision] });
  });
  if (refusals.length > 0) throw noSuchEntity(suggestion.resource);
  return wrote;
}

/** Each asset once in a round: what is tried together would see what another suggestion changes of the same asset. */
function roundsOf(list: readonly Suggestion[]): Suggestion[][] {
  const rounds: Suggestion[][] = [];
  const before = new Map<string, number>();
  for (const each of list) {
    const at = before.get(each.resource) ?? 0;
    before.set(each.resource, at + 1);
    rounds[at] = [...(rounds[at] ?? []), each];
  }
  return rounds;
}

function basisOf(model: Model, tried: readonly TriedChange[]): string {
  return digestOf(tried.flatMap((each) => differencesIn(model, each)));
}
