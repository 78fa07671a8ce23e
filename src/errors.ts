/**
 * Every refusal that Cairn can answer with (docs/errors.md). Each is a function named after what happened; the code, and with it the status
 * on each face, stands in `errors/codes.ts`. A refusal is made where the rule stands; only `http/answer/errors.ts` and
 * `http/graphql/errors.ts` turn it into an answer.
 */
export * from './errors/access.ts';
export { CODES, type Code } from './errors/codes.ts';
export * from './errors/conditions.ts';
export * from './errors/engines.ts';
export * from './errors/names.ts';
export * from './errors/past.ts';
export * from './errors/properties.ts';
export { type Detail, Refusal, refusalOfItem } from './errors/refusal.ts';
export * from './errors/request.ts';
export * from './errors/searches.ts';
export { excerpt, shown } from './errors/shown.ts';
export { StartError } from './errors/start-error.ts';
export * from './errors/writes.ts';
