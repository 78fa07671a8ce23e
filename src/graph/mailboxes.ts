/**
 * Mailboxes in the graph: what waits to be sent to each person, and which place of the log it reaches. Each is one node with JSON text.
 */
import type { LogPosition } from './commit-log.ts';
import { type Graph, readRows, writeRows } from './driver.ts';
import { type MaybeRow, wholeRows } from './whole-rows.ts';

/** A piece of a sentence: text, or an entity that is named when the mail is sent. */
export type SentencePart = string | { readonly urn: string };

/** A change that somebody is told of. */
export interface NotedChange {
  readonly urn: string;
  readonly actor: string;
  /** Epoch ms. */
  readonly at: number;
  /** What the actor did, in sentences without their subject. */
  readonly what: readonly (readonly SentencePart[])[];
  /** It waits for the person, or answers them; otherwise they follow it. */
  readonly asked?: boolean;
}

/** Which suggestions and requests people have been told of. */
export interface ToldDecisions {
  /** Nothing that came before is told any more, epoch ms. */
  readonly from: number;
  /** `urn time` of what has been told since. */
  readonly keys: readonly string[];
}

export interface Mailbox {
  /** URN of the user. */
  readonly person: string;
  readonly waiting: readonly NotedChange[];
  /** How many further changes wait that the mail only counts. */
  readonly more: number;
  /** When the oldest of them was noted, and when the last mail was sent, epoch ms. */
  readonly since?: number | undefined;
  readonly sentAt?: number | undefined;
  /** The mail that was begun: how many of the changes it has, and its id. After a crash it is sent with the same id. */
  readonly sending?: { readonly id: string; readonly count: number; readonly more: number } | undefined;
  /** How often it has failed, since when, when to try again (epoch ms), and why. */
  readonly failures: number;
  readonly failingSince?: number | undefined;
  readonly retryAt?: number | undefined;
  readonly reason?: string | undefined;
}

export interface Mailboxes {
  /** What the mailboxes have noted; undefined if there was none yet. */
  readonly place: (Pick<LogPosition, 'epoch' | 'seq'> & { readonly count?: number; readonly told?: ToldDecisions }) | undefined;
  /** By person. */
  readonly boxes: ReadonlyMap<string, Mailbox>;
}

/** No URN is like these. */
const [PLACE, KEY] = ['place', 'key'];

interface MailboxRow {
  readonly id: string;
  readonly value: string;
}

export async function readMailboxes(graph: Graph): Promise<Mailboxes> {
  const rows = wholeRows<MailboxRow>(await readRows<MaybeRow<MailboxRow>>(graph, 'mail/list-mailboxes', {}));
  const place = rows.find(({ id }) => id === PLACE);
  return {
    place: place && (JSON.parse(place.value) as Mailboxes['place']),
    boxes: new Map(rows.filter(({ id }) => id !== PLACE && id !== KEY).map(({ id, value }) => [id, JSON.parse(value) as Mailbox])),
  };
}

/** Saves these mailboxes, and the place with them if there is one. */
export async function saveMailboxes(graph: Graph, boxes: readonly Mailbox[], place?: Mailboxes['place']): Promise<void> {
  const rows = boxes.map((box) => ({ id: box.person, value: JSON.stringify(box) }));
  const all = place ? [...rows, { id: PLACE, value: JSON.stringify(place) }] : rows;
  if (all.length > 0) await writeRows<{ saved: number }>(graph, 'mail/save-mailboxes', { boxes: all });
}

/** The key by which links in mails are signed. @param fresh what it becomes the first time */
export async function mailKey(graph: Graph, fresh: string): Promise<string> {
  const [row] = await writeRows<{ value: string }>(graph, 'mail/mail-key', { fresh });
  return row?.value ?? fresh;
}

/** How much mail waits, and for how many people it fails. */
interface MailHealth {
  readonly waiting: number;
  readonly failing: number;
  /** Since when the oldest of these fails, epoch ms. */
  readonly failingSince?: number | undefined;
}

export async function mailHealth(graph: Graph): Promise<MailHealth> {
  const boxes = [...(await readMailboxes(graph)).boxes.values()];
  const failing = boxes.filter(({ failures }) => failures > 0);
  return {
    waiting: boxes.filter(({ waiting }) => waiting.length > 0).length,
    failing: failing.length,
    ...(failing.length > 0 && { failingSince: Math.min(...failing.map((each) => each.failingSince ?? Date.now())) }),
  };
}
