/**
 * What every handler is given, and how it gives its answer.
 */
import type Koa from 'koa';
import type { Catalog, WriteResult } from '../catalog/index.ts';
import { CONDITIONAL_HEADERS } from '../catalog/index.ts';
import { warn } from './answer/warn.ts';
import type { Trail } from './trail.ts';

/** The request as handlers see it: Koa's context, and who sent it. */
export interface State {
  /** URN of the user who sent the request. */
  actor: string;
  /** What the browser says of where the request comes from, if that is no page of ours. */
  elsewhere?: string | undefined;
  /** Why the sender may not write; absent for one who may. */
  mayNotWrite?: string;
  /** Does the operation only read? GraphQL says later. */
  reading?: boolean;
  /** What the audit line is made of. */
  trail: Trail;
  /** Sentences of the warning header, so far. */
  warnings?: readonly string[];
}
export type Context = Koa.ParameterizedContext<State>;

type Notes = Omit<WriteResult, 'items'>;

export type Handler = (context: Context, catalog: Catalog) => Promise<void>;

/** The core, whose writes for this request stand in its audit line. */
export function audited(context: Context, catalog: Catalog): Catalog {
  return catalog.witnessed(context.state.trail.witness);
}

/** Conditional headers of a request (semantics 4.4). */
function conditionsOf(context: Context): Record<string, string> {
  return Object.fromEntries(CONDITIONAL_HEADERS.map((name) => [name, context.get(name)] as const).filter(([, value]) => value !== ''));
}

/** Who writes, under which conditions, and whether the answer is to wait until search shows what was written. */
export function writer(context: Context, catalog: Catalog): { actor: string; untilSearchable: boolean; conditions: Record<string, string> } {
  return {
    actor: context.state.actor,
    conditions: conditionsOf(context),
    untilSearchable: context.get(catalog.model.names.headers.syncIndex).toLowerCase() === 'true',
  };
}

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

/**
 * Says in the warning header what a writer is to know (DESIGN, "silence"): fields that the model does not have were kept as sent, but a
 * typo must not pass unseen; long texts and lists are searched in part; columns that a schema does not have; and what was to be searchable
 * by now is not.
 */
export function warnOfWrite(context: Context, catalog: Catalog, notes: Notes): void {
  const { unknownFields, cutFields = [], cutLists = [], missingColumns = [], notSearchable } = notes;
  const warnings = [
    ...(unknownFields.length > 0 ? [`Unknown fields were kept as sent: ${listed(unknownFields)}`] : []),
    ...(cutFields.length > 0 ? [`Only the beginning of long texts is searched: ${listed(cutFields)}`] : []),
    ...(cutLists.length > 0 ? [`Only the first values of long lists are searched: ${listed(cutLists)}`] : []),
    ...(missingColumns.length > 0 ? [`The schema does not have these columns: ${listed(missingColumns)}`] : []),
    ...(notSearchable ? ['Written, but search does not show it yet'] : []),
  ];
  for (const warning of warnings) warn(context, catalog.model.names, warning);
}

function listed(names: readonly string[]): string {
  return names.slice(0, 20).join(', ') + (names.length > 20 ? ` and ${names.length - 20} more` : '');
}
