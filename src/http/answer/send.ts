/**
 * Ways to send an answer.
 */
import type { Context } from '../types.ts';

/** Answers with JSON text, or the bytes of one: stored aspects are sent exactly as they were written. */
export function sendJson(context: Context, text: string | Buffer, status = 200): void {
  context.status = status;
  context.type = 'application/json';
  context.body = text;
}

/** Answers without a body and without a type, which Koa would set by itself. */
export function sendNothing(context: Context, status = 200): void {
  context.status = status;
  context.body = '';
  context.remove('Content-Type');
}

/** Joins names and JSON texts into `{"a":…,"b":…}`. */
export function objectText(entries: Iterable<readonly [name: string, text: string]>): string {
  let text = '';
  for (const [name, value] of entries) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${value}`;
  return `{${text}}`;
}
