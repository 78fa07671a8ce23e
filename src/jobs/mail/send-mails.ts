/**
 * Tells people by mail what changed in what they follow and what waits for them, as it happens or once a day. One server at a time does so: the
 * one that has the lease. What is to be told is saved together with the place in the log before it is sent, so nothing is lost or told twice when a server ends; a
 * mail that a crash interrupted is sent again with the same id.
 */
import { randomBytes } from 'node:crypto';
import { nameIn, namingAspects } from '../../catalog/assets/texts.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import type { ChangesPage } from '../../catalog/changes/types.ts';
import { valueIn } from '../../catalog/state.ts';
import { Refusal } from '../../errors.ts';
import { readHead } from '../../graph/commit-log.ts';
import type { Graph } from '../../graph/driver.ts';
import { type Mailbox, type Mailboxes, type NotedChange, readMailboxes, saveMailboxes, type ToldDecisions } from '../../graph/mailboxes.ts';
import type { Log } from '../../log.ts';
import { textIn } from '../../model/pick.ts';
import { knownUrns, type Urn } from '../../model/urn.ts';
import { makeLease } from '../lease.ts';
import { type Loop, startLoop } from '../loop.ts';
import { newDecisions } from './decisions.ts';
import { concerning, FOLLOWING, type Follower, followersAmong, readFollowers } from './followers.ts';
import type { LeaveMails } from './leave-mails.ts';
import { letterOf, noted, urnsIn } from './letter.ts';
import { type MailSettings, openPost, type Post } from './post.ts';

interface MailingParts {
  readonly graph: Graph;
  readonly catalog: Catalog;
  readonly log: Log;
  readonly mail: MailSettings;
  readonly leave: LeaveMails;
  /** Without tokens all people are the same user, who is told of everything. */
  readonly open: boolean;
}

const LEASE = 'mail';
/** Points of timeseries and repairs are no changes of a person: the inbox has none either. */
const OF_NOBODY: ReadonlySet<string> = new Set(['point', 'restate']);
const IDLE_MS = 1_000;
const PAGE = 200;
/** How long to wait for a change, ms. */
const WAIT_MS = 5_000;
const DAY_MS = 86_400_000;
/** Changes that one mail tells; it counts further ones. */
const MOST_TOLD = 100;
/** Pause after the first failure, ms. It doubles with each further one. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** The place is saved at least so often while nobody is told of anything, in commits. */
const SAVE_COMMITS = 1_000;

interface State {
  readonly token: number;
  place: NonNullable<Mailboxes['place']>;
  savedSeq: number;
  told: ToldDecisions;
  readonly boxes: Map<string, Mailbox>;
  followers: Map<string, Follower>;
}

/** What the stages of a step work with. */
interface Mailing extends MailingParts {
  readonly post: Post;
  /** Cairn stops. */
  readonly over: AbortSignal;
  /** Does this server have the lease? */
  readonly held: () => boolean;
}

export function startMailing(parts: MailingParts): Loop {
  const { graph, log } = parts;
  const lease = makeLease(graph, LEASE, () => log('mail.yielded'));
  const post = openPost(parts.mail);
  const over = new AbortController();
  const mailing: Mailing = { ...parts, post, held: lease.held, over: over.signal };
  let state: State | undefined;

  async function step(): Promise<boolean> {
    const token = await lease.hold();
    if (token === undefined) {
      state = undefined;
      return false;
    }
    if (state?.token !== token) state = await readState(mailing, token);
    return (await sendDue(mailing, state)) && noteChanges(mailing, state);
  }

  const loop = startLoop('mail', step, IDLE_MS, log);
  return {
    wake: loop.wake,
    async stop() {
      over.abort();
      await loop.stop();
      post.close();
      await lease.resign();
    },
  };
}

/** Must this server leave the mails to others? */
function isOver({ over, held }: Mailing): boolean {
  return over.aborted || !held();
}

async function readState({ graph, catalog }: Mailing, token: number): Promise<State> {
  const { place, boxes } = await readMailboxes(graph);
  const head = await readHead(graph);
  const from = place ?? { epoch: head.epoch, seq: head.seq };
  const told = place?.told ?? { from: Date.now(), keys: [] };
  if (!place?.told) await saveMailboxes(graph, [], { ...from, told });
  return { token, told, place: from, savedSeq: from.seq, boxes: new Map(boxes), followers: await readFollowers(catalog) };
}

async function save({ graph }: Mailing, state: State, changed: readonly Mailbox[]): Promise<void> {
  await saveMailboxes(graph, changed, { ...state.place, told: state.told });
  state.savedSeq = state.place.seq;
  for (const box of changed) state.boxes.set(box.person, box);
}

/** Sends the mails that are due. Answers false if this server may not go on. */
async function sendDue(mailing: Mailing, state: State): Promise<boolean> {
  for (const box of [...state.boxes.values()]) {
    if (isOver(mailing)) return false;
    if (box.waiting.length > 0 && dueAt(box, state.followers.get(box.person)) <= Date.now()) await empty(mailing, state, box);
  }
  return true;
}

/** Sends what waits in a mailbox, or drops it if nobody wants it any more. */
async function empty(mailing: Mailing, state: State, box: Mailbox): Promise<void> {
  const { catalog, leave, log, post } = mailing;
  const follower = state.followers.get(box.person);
  const to = follower && (await addressOf(catalog, follower.person));
  if (!to) return save(mailing, state, [emptied(box)]);
  const sending = box.sending ?? { id: randomBytes(12).toString('hex'), count: box.waiting.length, more: box.more };
  const begun: Mailbox = { ...box, sending };
  if (!box.sending) await save(mailing, state, [begun]);
  const letter = await letterFor(mailing, follower.person, box.waiting.slice(0, sending.count), sending.more);
  const { error, never } = await post.send({ id: sending.id, to, leave: await leave.query(box.person), ...letter });
  if (error !== undefined && !never) {
    if (box.failures === 0) log('mail.failing', { person: box.person, reason: error });
    return save(mailing, state, [failed(begun, error)]);
  }
  if (never) log('mail.refused', { person: box.person, reason: error ?? '' });
  const waiting = box.waiting.slice(sending.count);
  const left = waiting.length > 0 ? { waiting, more: box.more - sending.more, since: Date.now() } : {};
  return save(mailing, state, [{ ...emptied(box), ...left, sentAt: Date.now() }]);
}

async function letterFor({ catalog, mail }: Mailing, person: Urn, waiting: readonly NotedChange[], more: number) {
  const names = await namesOf(catalog, person, urnsIn(waiting));
  return letterOf({ waiting, more }, mail.base, (urn) => names.get(urn) ?? urn);
}

/** Notes the next changes for those whom they concern. */
async function noteChanges(mailing: Mailing, state: State): Promise<boolean> {
  const begun = Date.now();
  const page = await nextChanges(mailing, state);
  if (!page || isOver(mailing)) return page !== undefined;
  const moved = page.changes.filter(({ aspect }) => aspect === FOLLOWING).map(({ urn }) => urn);
  if (moved.length > 0) await readFollowersAgain(mailing, state, moved);
  const told = page.changes.filter(({ aspect, type }) => aspect !== FOLLOWING && !OF_NOBODY.has(type));
  const changed = await boxesWith(mailing, state, told);
  const { epoch = state.place.epoch, seq, count } = page.next;
  state.place = { epoch, seq, ...(count !== undefined && { count }) };
  if (changed.length > 0 || seq - state.savedSeq >= SAVE_COMMITS) await save(mailing, state, changed);
  // Who wanted mail when it began is known now.
  if (page.changes.length < PAGE) await noteDecisions(mailing, state, begun);
  return true;
}

/** The next changes. Undefined if the log does not go back so far, or is of another life of the store: then they begin at its end. */
async function nextChanges(mailing: Mailing, state: State): Promise<ChangesPage | undefined> {
  const { catalog, graph, log, over } = mailing;
  try {
    return await catalog.changes({ after: state.place, limit: PAGE, filter: {}, values: true, waitMs: waitMs(state), over });
  } catch (error) {
    if (!(error instanceof Refusal) || (error.code !== 'log-cut' && error.code !== 'other-epoch')) throw error;
    const { epoch, seq } = await readHead(graph);
    log('mail.lost', { seq });
    state.place = { epoch, seq };
    await save(mailing, state, []);
    return undefined;
  }
}

/** The mailboxes of those whom these changes concern, with the changes in them. */
async function boxesWith({ catalog, open }: Mailing, state: State, changes: ChangesPage['changes']): Promise<Mailbox[]> {
  const boxes: Mailbox[] = [];
  for (const follower of state.followers.values()) {
    const mine = await concerning(catalog, follower, changes, !open);
    const notes = mine.map((change) => noted(catalog.model, change));
    if (notes.length > 0) boxes.push(withMore(state, follower.person.text, notes));
  }
  return boxes;
}

/** Notes what waits for people, and the answers that they wait for. */
async function noteDecisions(mailing: Mailing, state: State, until: number): Promise<void> {
  const { catalog, held, open } = mailing;
  const news = open ? undefined : await newDecisions(catalog, state.followers.values(), state.told, until);
  if (!news || !held()) return;
  state.told = news.told;
  const boxes = [...news.notes].map(([person, notes]) => withMore(state, person, notes));
  await save(mailing, state, boxes);
}

async function readFollowersAgain({ catalog }: Mailing, state: State, users: readonly string[]): Promise<void> {
  const wanting = await followersAmong(catalog, [...new Set(users)]);
  for (const urn of users) state.followers.delete(urn);
  for (const each of wanting) state.followers.set(each.person.text, each);
}

/** Until the next mail is due, at most. */
function waitMs({ boxes, followers }: State): number {
  const due = [...boxes.values()].filter(({ waiting }) => waiting.length > 0).map((box) => dueAt(box, followers.get(box.person)) - Date.now());
  return Math.max(0, Math.min(WAIT_MS, ...due));
}

function emptied({ person, sentAt }: Mailbox): Mailbox {
  return { person, waiting: [], more: 0, failures: 0, sentAt };
}

/** A mailbox whose mail could not be sent now, with the time of the next attempt. */
function failed(box: Mailbox, reason: string): Mailbox {
  const at = Date.now();
  const retryAt = at + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(box.failures, 30));
  return { ...box, failures: box.failures + 1, failingSince: box.failingSince ?? at, retryAt, reason };
}

/** The mailbox of a person with more in it. */
function withMore({ boxes }: Pick<State, 'boxes'>, person: string, notes: readonly NotedChange[]): Mailbox {
  const box = boxes.get(person) ?? { person, waiting: [], more: 0, failures: 0 };
  const waiting = [...box.waiting, ...notes];
  const more = box.more + Math.max(0, waiting.length - MOST_TOLD);
  return { ...box, waiting: waiting.slice(0, MOST_TOLD), more, since: box.since ?? Date.now() };
}

/** When to send what waits, epoch ms: at once, a day after the mail before, or when a failed one is tried again. */
function dueAt({ retryAt, sentAt, since = 0 }: Mailbox, follower: Follower | undefined): number {
  if (retryAt !== undefined) return retryAt;
  return follower?.wish === 'daily' ? (sentAt ?? since) + DAY_MS : 0;
}

const ADDRESSES = [
  ['corpUserEditableInfo', 'email'],
  ['corpUserInfo', 'email'],
] as const;

/** The address of somebody; undefined for who has none, or may not come in any more. */
async function addressOf({ read, people }: Catalog, person: Urn): Promise<string | undefined> {
  if (!(await mayComeIn(people, person))) return undefined;
  const [view] = await read(
    [person],
    ADDRESSES.map(([aspect]) => aspect),
  );
  for (const [aspect, field] of ADDRESSES) {
    const address = textIn(valueIn(view, aspect), field);
    // One address, and no line of a header.
    if (address !== undefined && /^[^\s@,;<>"]+@[^\s@,;<>"]+$/.test(address)) return address;
  }
  return undefined;
}

async function mayComeIn({ requireActive }: Pick<Catalog['people'], 'requireActive'>, { text }: Urn): Promise<boolean> {
  try {
    await requireActive(text);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return false;
    throw error;
  }
}

/** What entities are called, as far as the person may know it. */
async function namesOf(catalog: Catalog, person: Urn, texts: readonly string[]): Promise<Map<string, string>> {
  const urns = knownUrns(catalog.model, texts);
  const seen = await catalog.seenBy({ user: person.text });
  const aspects = [...new Set(urns.flatMap(({ type }) => namingAspects(type)))];
  const views = await seen.read(urns, aspects);
  return new Map(views.map((view) => [view.urn.text, nameIn(view)]));
}
