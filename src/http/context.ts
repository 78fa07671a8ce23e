/**
 * What every handler is given, and how it gives its answer.
 */
import type Koa from 'koa';
import type { Catalog } from '../catalog/index.ts';

/** The request as handlers see it: Koa's context, and who sent it. */
export interface State {
  /** URN of the user who sent the request. */
  actor: string;
}
export type Context = Koa.ParameterizedContext<State>;

export type Handler = (context: Context, catalog: Catalog) => Promise<void>;

/** Who writes, and whether the answer is to wait until search shows what was written. */
export function writer(context: Context, catalog: Catalog): { actor: string; untilSearchable: boolean } {
  return { actor: context.state.actor, untilSearchable: context.get(catalog.model.names.headers.syncIndex).toLowerCase() === 'true' };
}

/** Answers with JSON text that is ready as it is: stored aspects go out as they were written. */
export function sendJson(context: Context, text: string, status = 200): void {
  context.status = status;
  context.type = 'application/json';
  context.body = text;
}

/** `{"a":…,"b":…}` of names and JSON texts. */
export function objectText(entries: Iterable<readonly [name: string, text: string]>): string {
  let text = '';
  for (const [name, value] of entries) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${value}`;
  return `{${text}}`;
}

/** Names fields that the model does not know in the warning header: kept as sent, but a typo must not pass unseen (DESIGN). */
export function warnOfUnknown(context: Context, header: string, fields: readonly string[]): void {
  if (fields.length === 0) return;
  const shown = fields.slice(0, 20).join(', ') + (fields.length > 20 ? ` and ${fields.length - 20} more` : '');
  context.set(header, `Unknown fields were kept as sent: ${encodeURI(shown).slice(0, 2000)}`);
}
