/**
 * How handlers give their answers.
 */

import type { Context } from '../types.ts';

/** Answers with JSON text that is ready as it is: stored aspects go out as they were written. */
export function sendJson(context: Context, text: string, status = 200): void {
  context.status = status;
  context.type = 'application/json';
  context.body = text;
}

/** An answer without a body: it has no type either, which Koa would name by itself. */
export function sendNothing(context: Context, status = 200): void {
  context.status = status;
  context.body = '';
  context.remove('Content-Type');
}

/** `{"a":…,"b":…}` of names and JSON texts. */
export function objectText(entries: Iterable<readonly [name: string, text: string]>): string {
  let text = '';
  for (const [name, value] of entries) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${value}`;
  return `{${text}}`;
}
