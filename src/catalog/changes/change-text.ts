/**
 * A change as JSON text, for the change stream and for webhooks (docs/semantics.md 21.2).
 */
import type { Model } from '../../model/types.ts';
import { changeCursorText } from './change-cursor.ts';
import type { Change } from './types.ts';

/** The place of a change in the stream: commit and position in it. */
export function changeId({ epoch, seq, count }: Pick<Change, 'epoch' | 'seq' | 'count'>): string {
  return changeCursorText({ epoch, seq, count });
}

/** Was the entity deleted with all its aspects? */
export function isWholeEntity(model: Model, { type, entityType, aspect }: Pick<Change, 'type' | 'entityType' | 'aspect'>): boolean {
  return type === 'delete' && model.entityTypes.get(entityType)?.key.name === aspect;
}

/** A change as JSON text. Its values are the stored texts, unchanged. */
export function changeText(model: Model, each: Change): string {
  const { seq, at, urn, entityType, aspect, type, before, version, time, actor, run, value, beforeValue } = each;
  const wholeEntity = isWholeEntity(model, each) ? true : undefined;
  const named = { urn, entityType, aspect, change: type, wholeEntity, before, version, timestampMillis: time, actor, runId: run };
  const plain = JSON.stringify({ id: changeId(each), seq, time: at, ...named });
  const values = [...(value === undefined ? [] : [`"value":${value}`]), ...(beforeValue === undefined ? [] : [`"beforeValue":${beforeValue}`])];
  return values.length === 0 ? plain : `${plain.slice(0, -1)},${values.join(',')}}`;
}
