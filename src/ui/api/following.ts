/**
 * What the reader follows, and what of it is read: kept with the user, so that it is the same in every browser.
 */
import { stringsIn } from '../data/is-record.ts';
import { stampNow, writeOwn } from './edit.ts';
import { type AspectView, readEntities } from './entity.ts';
import { newId } from './new-id.ts';
import { token } from './token.ts';

export interface Follow {
  readonly id: string;
  readonly title: string;
  /** Epoch ms: nothing older is news. */
  readonly since: number;
  /** Either an entity, or the address of a list: `/search?query=orders`. */
  readonly entity?: string;
  readonly page?: string;
}

export type Subject = Pick<Follow, 'title' | 'entity' | 'page'>;

export type MailWish = 'never' | 'each' | 'daily';

interface Following {
  /** The reader, and their groups. */
  readonly urn: string;
  readonly groups: readonly string[];
  readonly version: string | undefined;
  readonly follows: readonly Follow[];
  /** What was changed until then is read, epoch ms. */
  readonly readUntil: number;
  /** Ids of later changes that are read. */
  readonly read: readonly string[];
  readonly mail: MailWish;
  /** What the inbox leaves out until a time, epoch ms. */
  readonly snoozed: readonly { readonly id: string; readonly until: number }[];
}

const ASPECT = 'corpUserFollowing';
/** More ids of what is read do not help: who has read so much reads on from the newest. */
const MOST_READ = 300;
/** That this browser has something to ask for. Others do not pay for an inbox that nobody uses. */
const USED = 'cairn.follows';

let known: { readonly of: string | undefined; readonly answer: Promise<Following> } | undefined;
const listeners = new Set<() => void>();

/** Calls the listener when what is followed or read has changed. @returns a function that removes it */
export function onFollowing(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** What of an address says only how a list is shown. */
const LOOK = ['view', 'page', 'start', 'layout', 'sort'];

/** The address of a list itself, the same however it is shown. */
export function listAddress(href: string): string {
  const [path = '', text = ''] = href.split('?');
  const query = new URLSearchParams(text);
  for (const name of LOOK) query.delete(name);
  query.sort();
  return `${path}?${query}`;
}

/** Whether the reader may have an inbox: has a name here, or has followed something in this browser. */
export function usesInbox(): boolean {
  return token() !== undefined || localStorage.getItem(USED) !== null;
}

/** Read once for each reader; again after each change. */
export function readFollowing(): Promise<Following> {
  const of = token();
  if (known === undefined || known.of !== of) {
    const answer = read();
    known = { of, answer };
    answer.catch(() => {
      known = undefined;
    });
  }
  return known.answer;
}

async function read(): Promise<Following> {
  const { actor } = await stampNow();
  const [user] = await readEntities([actor]);
  const groups = ['groupMembership', 'nativeGroupMembership'].flatMap((aspect) =>
    Object.values(user?.aspects[aspect]?.value ?? {}).flatMap(stringsIn),
  );
  return { ...followingOf(actor, user?.aspects[ASPECT]), groups };
}

function followingOf(urn: string, aspect: AspectView | undefined): Omit<Following, 'groups'> {
  const { follows, readUntil, read: ids, mail, snoozed } = (aspect?.value ?? {}) as Partial<Following>;
  return {
    urn,
    version: aspect?.version,
    follows: follows ?? [],
    readUntil: readUntil ?? 0,
    read: ids ?? [],
    mail: mail ?? 'never',
    snoozed: snoozed ?? [],
  };
}

export function isOf(subject: Omit<Subject, 'title'>, { entity, page }: Follow): boolean {
  return subject.entity === undefined ? subject.page === page && page !== undefined : subject.entity === entity;
}

/** Follows it, or no longer. */
export async function setFollowed(subject: Subject, on: boolean): Promise<void> {
  const now = Date.now();
  await change(({ follows, ...rest }) => {
    const others = follows.filter((each) => !isOf(subject, each));
    return { ...rest, follows: on ? [...others, { id: newId(), since: now, ...subject }] : others };
  });
  localStorage.setItem(USED, 'true');
}

/** Marks these changes as read or unread. */
export function setRead(ids: readonly string[], on: boolean): Promise<void> {
  return change((now) => {
    const others = now.read.filter((id) => !ids.includes(id));
    return { ...now, read: (on ? [...others, ...ids] : others).slice(-MOST_READ) };
  });
}

/** Marks all until a time as read, epoch ms. */
export function readAllUntil(time: number): Promise<void> {
  return change((now) => ({ ...now, readUntil: Math.max(now.readUntil, time), read: [] }));
}

/** Whether and how often mails tell of changes. */
export function setMail(mail: MailWish): Promise<void> {
  return change((now) => ({ ...now, mail }));
}

/** The most that is snoozed at a time. */
const MOST_SNOOZED = 200;

/** Leaves these out of the inbox until a time, epoch ms; then they are news again. */
export function snooze(ids: readonly string[], until: number): Promise<void> {
  return change((now) => {
    const others = now.snoozed.filter((each) => !ids.includes(each.id) && each.until > Date.now());
    return {
      ...now,
      snoozed: [...others, ...ids.map((id) => ({ id, until }))].slice(-MOST_SNOOZED),
      read: now.read.filter((id) => !ids.includes(id)),
    };
  });
}

async function change(make: (now: Following) => Following): Promise<void> {
  // Another tab may have written meanwhile: what it wrote stays.
  const before = await read();
  const { follows, readUntil, read: ids, mail, snoozed } = make(before);
  await writeOwn(before.urn, ASPECT, before.version, { value: { follows, readUntil, read: ids, mail, snoozed } });
  known = undefined;
  for (const listener of [...listeners]) listener();
}
