/**
 * Every refusal that Cairn can answer with (docs/errors.md). Each is a function with a name that says what happened. `errors/codes.ts` has
 * its code and its status on each API. The code of a rule creates the refusal; only `http/answer/errors.ts` and `http/graphql/errors.ts`
 * turn it into an answer.
 */

export { abbreviate as shown, excerpt, firstOf } from './errors/abbreviate.ts';
export * from './errors/access.ts';
export * from './errors/agents.ts';
export * from './errors/bulk.ts';
export { CODES, type Code } from './errors/codes.ts';
export * from './errors/conditions.ts';
export * from './errors/engines.ts';
export * from './errors/names.ts';
export * from './errors/past.ts';
export * from './errors/properties.ts';
export { codesPage, type Detail, explained, messageOf, Refusal, type RefusedItem, reasonOf, refusalOfBatch, StartError } from './errors/refusal.ts';
export * from './errors/request.ts';
export * from './errors/searches.ts';
export * from './errors/webhooks.ts';
export * from './errors/writes.ts';
