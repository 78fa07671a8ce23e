/**
 * The requests that a webhook sends for changes: their ids, bodies and types (docs/semantics.md 22.2). Pure.
 */
import type { WebhookSettings } from '../../graph/webhooks.ts';
import type { Model } from '../../model/types.ts';
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

/** A change as a CloudEvent. `log`: the name of the log, which no other store has. */
export function cloudEvent(model: Model, log: string, change: Change): OutgoingEvent {
  const { seq, count, urn, at, type } = change;
  const id = `${log}/${seq}/${count}`;
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
    id: `${log}/${seq}/${count}/${index + 1}`,
    text: JSON.stringify({ event_type: 'EntityChangeEvent_v1', event }),
    seq,
    count,
  }));
}

/** The events of changes in the format of a webhook. */
export function eventsOf(model: Model, log: string, { format }: Pick<WebhookSettings, 'format'>, change: Change): OutgoingEvent[] {
  return format === 'cloudevents' ? [cloudEvent(model, log, change)] : entityChangeEvents(model, log, change);
}

/** Events as requests, in their order. Several in one request are a batch of CloudEvents. */
export function requestsOf({ format, batch }: Pick<WebhookSettings, 'format' | 'batch'>, events: readonly OutgoingEvent[]): Outgoing[] {
  const requests: Outgoing[] = [];
  for (let from = 0; from < events.length; ) {
    const [first] = events.slice(from, from + 1);
    let end = from + 1;
    for (let size = first?.text.length ?? 0; end < events.length && end - from < batch; end++) {
      size += events[end]?.text.length ?? 0;
      if (size > MOST_CHARACTERS) break;
    }
    const inside = events.slice(from, end);
    const last = inside.at(-1);
    if (!first || !last) break;
    const next = events[end];
    const whole = next?.seq !== last.seq || next.count !== last.count;
    requests.push({
      ...(batch === 1
        ? { id: first.id, body: first.text, contentType: format === 'cloudevents' ? 'application/cloudevents+json' : 'application/json' }
        : {
            id: `${first.id}..${last.id}`,
            body: `[${inside.map(({ text }) => text).join(',')}]`,
            contentType: 'application/cloudevents-batch+json',
          }),
      events: inside.length,
      seq: last.seq,
      ...(whole && { place: { seq: last.seq, count: last.count } }),
    });
    from = end;
  }
  return requests;
}
