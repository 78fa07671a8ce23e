/**
 * Reads parts of JSON values whose shape is known from the model but not from types.
 */
import { isRecord } from './path.ts';

/** The records of a list in a field; empty if there is none. */
export function recordsIn(value: unknown, field: string): Record<string, unknown>[] {
  const list = isRecord(value) ? value[field] : undefined;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** The texts of a list in a field; empty if there is none. */
export function textsIn(value: unknown, field: string): string[] {
  const list = isRecord(value) ? value[field] : undefined;
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}

/** The text in a field, unless it is absent or blank. */
export function textIn(value: unknown, field: string): string | undefined {
  const text = isRecord(value) ? value[field] : undefined;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

/** The number in a field. */
export function numberIn(value: unknown, field: string): number | undefined {
  const number = isRecord(value) ? value[field] : undefined;
  return typeof number === 'number' ? number : undefined;
}
