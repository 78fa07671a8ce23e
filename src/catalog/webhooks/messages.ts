/**
 * The requests that a webhook sends for changes: their ids, bodies and types (docs/semantics.md 22.2). Pure.
 */
import type { WebhookSettings } from '../../graph/webhooks.ts';
import type { Model } from '../../model/types.ts';
import { changeCursorText } from '../changes/change-cursor.ts';
import { changeText } from '../changes/change-text.ts';
import type { Change, ChangeCursor } from '../changes/types.ts';
import { entityChanges } from './entity-changes.ts';

/** The most characters of a request with several events. */
const MOST_CHARACTERS = 1_000_000;

export interface Outgoing {
  /** Another request never has this id; the same request, sent again, has it too. */
  readonly id: string;
  readonly contentType: string;
  readonly body: string;
  readonly events: number;
  /** The target has all changes up to this place once it has accepted the request. Absent if further requests belong to the same change. */
  readonly place?: ChangeCursor;
  readonly seq: number;
}

/** One event as JSON text. */
export interface OutgoingEvent {
  readonly id: string;
  readonly text: string;
  readonly seq: number;
  readonly count: number;
}

/** The id of the event of a change. After a backup was restored, the same commit is another one, and so is its event. */
export function eventId(log: string, { epoch, seq, count }: Pick<Change, 'epoch' | 'seq' | 'count'>): string {
  return `${log}/${changeCursorText({ epoch, seq })}/${count}`;
}

/** A change as a CloudEvent. `log`: the name of the log, which no other store has. */
function cloudEvent(model: Model, log: string, change: Change): OutgoingEvent {
  const { seq, count, urn, at, type } = change;
  const id = eventId(log, change);
  return { id, text: cloudEventText(log, { id, type: `cairn.change.${type}`, subject: urn, at }, changeText(model, change)), seq, count };
}

/** @param data JSON text */
export function cloudEventText(
  log: string,
  { id, type, subject, at }: { id: string; type: string; subject: string; at: number },
  data: string,
): string {
  const source = `urn:uuid:${log}`;
  const attributes = { specversion: '1.0', id, source, type, subject, time: new Date(at).toISOString(), datacontenttype: 'application/json' };
  return `${JSON.stringify(attributes).slice(0, -1)},"data":${data}}`;
}

function entityChangeEvents(model: Model, log: string, change: Change): OutgoingEvent[] {
  const { seq, count } = change;
  return entityChanges(model, change).map((event, index) => ({
    id: `${eventId(log, change)}/${index + 1}`,
    text: JSON.stringify({ event_type: 'EntityChangeEvent_v1', event }),
    seq,
    count,
  }));
}

/** The events of changes in the format of a webhook. */
export function eventsOf(model: Model, log: string, { format }: Pick<WebhookSettings, 'format'>, change: Change): OutgoingEvent[] {
  return format === 'cloudevents' ? [cloudEvent(model, log, change)] : entityChangeEvents(model, log, change);
}

/**
 * Events as requests, in their order. Several in one request are a batch of CloudEvents. Takes an event only when the request before it has
 * been dealt with: all events of a page together may be a thousand times as large as its changes.
 */
export async function* requestsOf(
  settings: Pick<WebhookSettings, 'format' | 'batch'>,
  events: Iterable<OutgoingEvent> | AsyncIterable<OutgoingEvent>,
): AsyncGenerator<Outgoing> {
  let inside: OutgoingEvent[] = [];
  let characters = 0;
  for await (const event of events) {
    const { length } = event.text;
    if (inside.length > 0 && (inside.length >= settings.batch || characters + length > MOST_CHARACTERS)) {
      yield requestOf(settings, inside, event);
      [inside, characters] = [[], 0];
    }
    inside.push(event);
    characters += length;
  }
  if (inside.length > 0) yield requestOf(settings, inside, undefined);
}

/** @param inside one event at least */
function requestOf(
  { format, batch }: Pick<WebhookSettings, 'format' | 'batch'>,
  inside: readonly OutgoingEvent[],
  next: OutgoingEvent | undefined,
): Outgoing {
  const [first, last] = [inside[0], inside.at(-1)] as [OutgoingEvent, OutgoingEvent];
  const whole = next?.seq !== last.seq || next.count !== last.count;
  const message =
    batch === 1
      ? { id: first.id, body: first.text, contentType: format === 'cloudevents' ? 'application/cloudevents+json' : 'application/json' }
      : { id: `${first.id}..${last.id}`, body: `[${inside.map(({ text }) => text).join(',')}]`, contentType: 'application/cloudevents-batch+json' };
  return { ...message, events: inside.length, seq: last.seq, ...(whole && { place: { seq: last.seq, count: last.count } }) };
}
