/**
 * Tells people by mail what changed in what they follow and what waits for them, as it happens or once a day. One server at a time does so: the
 * one that has the lease. What is to be told is saved together with the place in the log before it is sent, so nothing is lost or told twice when a server ends; a
 * mail that a crash interrupted is sent again with the same id.
 */
import { randomBytes } from 'node:crypto';
import { nameIn, namingAspects } from '../../catalog/assets/texts.ts';
import type { Catalog } from '../../catalog/catalog.ts';
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
import { type MailSettings, openPost } from './post.ts';

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

export function startMailing(parts: MailingParts): Loop {
  const { graph, catalog, log } = parts;
  const lease = makeLease(graph, LEASE, () => log('mail.yielded'));
  const post = openPost(parts.mail);
  const over = new AbortController();
  let state: State | undefined;

  async function begin(token: number): Promise<State> {
    const { place, boxes } = await readMailboxes(graph);
    const head = await readHead(graph);
    const from = place ?? { epoch: head.epoch, seq: head.seq };
    const told = place?.told ?? { from: Date.now(), keys: [] };
    if (!place?.told) await saveMailboxes(graph, [], { ...from, told });
    return { token, told, place: from, savedSeq: from.seq, boxes: new Map(boxes), followers: await readFollowers(catalog) };
  }

  async function save(now: State, changed: readonly Mailbox[]): Promise<void> {
    await saveMailboxes(graph, changed, { ...now.place, told: now.told });
    now.savedSeq = now.place.seq;
    for (const box of changed) now.boxes.set(box.person, box);
  }

  /** Notes the next changes for those whom they concern. */
  async function look(now: State): Promise<boolean> {
    const begun = Date.now();
    const request = { after: now.place, limit: PAGE, filter: {}, values: true, waitMs: waitMs(now), over: over.signal };
    const page = await catalog.changes(request).catch(async (error: unknown) => {
      if (!(error instanceof Refusal) || (error.code !== 'log-cut' && error.code !== 'other-epoch')) throw error;
      const { epoch, seq } = await readHead(graph);
      log('mail.lost', { seq });
      now.place = { epoch, seq };
      await save(now, []);
      return undefined;
    });
    if (!page || over.signal.aborted || !lease.held()) return page !== undefined;
    const moved = page.changes.filter(({ aspect }) => aspect === FOLLOWING).map(({ urn }) => urn);
    if (moved.length > 0) await lookAgain(now, moved);
    const told = page.changes.filter(({ aspect, type }) => aspect !== FOLLOWING && !OF_NOBODY.has(type));
    const changed: Mailbox[] = [];
    for (const follower of now.followers.values()) {
      const mine = await concerning(catalog, follower, told, !parts.open);
      if (mine.length === 0) continue;
      changed.push(
        withMore(
          now,
          follower.person.text,
          mine.map((change) => noted(catalog.model, change)),
        ),
      );
    }
    now.place = { epoch: page.next.epoch ?? now.place.epoch, seq: page.next.seq, ...(page.next.count !== undefined && { count: page.next.count }) };
    if (changed.length > 0 || now.place.seq - now.savedSeq >= SAVE_COMMITS) await save(now, changed);
    // Who wanted mail when it began is known now.
    if (page.changes.length < PAGE) await lookForDecisions(now, begun);
    return true;
  }

  /** Notes what waits for people, and the answers that they wait for. */
  async function lookForDecisions(now: State, until: number): Promise<void> {
    const news = parts.open ? undefined : await newDecisions(catalog, now.followers.values(), now.told, until);
    if (!news || !lease.held()) return;
    now.told = news.told;
    await save(
      now,
      [...news.notes].map(([person, notes]) => withMore(now, person, notes)),
    );
  }

  async function lookAgain(now: State, users: readonly string[]): Promise<void> {
    const wanting = await followersAmong(catalog, [...new Set(users)]);
    for (const urn of users) now.followers.delete(urn);
    for (const each of wanting) now.followers.set(each.person.text, each);
  }

  async function step(): Promise<boolean> {
    const token = await lease.hold();
    if (token === undefined) {
      state = undefined;
      return false;
    }
    if (state?.token !== token) state = await begin(token);
    for (const box of [...state.boxes.values()]) {
      if (over.signal.aborted || !lease.held()) return false;
      if (box.waiting.length > 0 && dueAt(box, state.followers.get(box.person)) <= Date.now()) await tell(state, box);
    }
    return look(state);
  }

  /** Sends what waits in a mailbox, or drops it if nobody wants it any more. */
  async function tell(now: State, box: Mailbox): Promise<void> {
    const follower = now.followers.get(box.person);
    const to = follower && (await mayComeIn(catalog, follower.person)) ? await addressOf(catalog, follower.person) : undefined;
    const empty: Mailbox = { person: box.person, waiting: [], more: 0, failures: 0, sentAt: box.sentAt };
    if (!follower || !to) return save(now, [empty]);
    const sending = box.sending ?? { id: randomBytes(12).toString('hex'), count: box.waiting.length, more: box.more };
    const begun: Mailbox = { ...box, sending };
    if (!box.sending) await save(now, [begun]);
    const names = await namesOf(catalog, follower.person, urnsIn(box.waiting.slice(0, sending.count)));
    const letter = letterOf({ waiting: box.waiting.slice(0, sending.count), more: sending.more }, parts.mail.base, (urn) => names.get(urn) ?? urn);
    const { error, never } = await post.send({ id: sending.id, to, leave: await parts.leave.query(box.person), ...letter });
    if (error === undefined || never) {
      if (never) log('mail.refused', { person: box.person, reason: error ?? '' });
      const waiting = box.waiting.slice(sending.count);
      const left = waiting.length > 0 ? { waiting, more: box.more - sending.more, since: Date.now() } : {};
      return save(now, [{ ...empty, ...left, sentAt: Date.now() }]);
    }
    const at = Date.now();
    if (box.failures === 0) log('mail.failing', { person: box.person, reason: error });
    const retryAt = at + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(box.failures, 30));
    return save(now, [{ ...begun, failures: box.failures + 1, failingSince: box.failingSince ?? at, retryAt, reason: error }]);
  }

  /** Until the next mail is due, at most. */
  function waitMs({ boxes, followers }: State): number {
    const due = [...boxes.values()].filter(({ waiting }) => waiting.length > 0).map((box) => dueAt(box, followers.get(box.person)) - Date.now());
    return Math.max(0, Math.min(WAIT_MS, ...due));
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

/** Who was suspended, switched off or deleted hears nothing any more. */
async function mayComeIn({ people }: Catalog, { text }: Urn): Promise<boolean> {
  try {
    await people.requireActive(text);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return false;
    throw error;
  }
}

const ADDRESSES = [
  ['corpUserEditableInfo', 'email'],
  ['corpUserInfo', 'email'],
] as const;

async function addressOf({ read }: Catalog, person: Urn): Promise<string | undefined> {
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

/** What entities are called, as far as the person may know it. */
async function namesOf(catalog: Catalog, person: Urn, texts: readonly string[]): Promise<Map<string, string>> {
  const urns = knownUrns(catalog.model, texts);
  const seen = await catalog.seenBy({ user: person.text });
  const aspects = [...new Set(urns.flatMap(({ type }) => namingAspects(type)))];
  const views = await seen.read(urns, aspects);
  return new Map(views.map((view) => [view.urn.text, nameIn(view)]));
}
