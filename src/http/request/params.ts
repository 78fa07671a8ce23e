/**
 * Parameters in bodies: each action declares a schema, from which their type follows. A refusal names the parameter (docs/semantics.md 1.1).
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { badParameters } from '../../errors.ts';
import { isRecord } from '../../model/path.ts';
import { readErrors } from '../../model/schema-check.ts';
import type { JsonSchema } from '../../model/types.ts';

const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  strict: true,
  strictTypes: false,
  // They are constants, and in strict mode a mistake does not compile: the schema of schemas takes longer to compile than all of them.
  validateSchema: false,
  formats: { int64: { type: 'number', validate: Number.isSafeInteger } },
});

declare const VALUE: unique symbol;

/** The schema of a parameter; its type says what fits the schema. */
export type Param<Value> = JsonSchema & { readonly [VALUE]?: Value };
type Params = Readonly<Record<string, JsonSchema>>;
export type ValueOf<P> = P extends { readonly [VALUE]?: infer Value } ? Value : unknown;
type ParamValues<Needed extends Params, Optional extends Params> = { [Name in keyof Needed]: ValueOf<Needed[Name]> } & {
  [Name in keyof Optional]?: ValueOf<Optional[Name]>;
};

/**
 * An object with these members.
 *
 * @param others may it have others, which are as if left out?
 */
export function members<Needed extends Params, Optional extends Params = Record<never, never>>(
  required: Needed,
  optional?: Optional,
  others = false,
): Param<ParamValues<Needed, Optional>> {
  return { type: 'object', required: Object.keys(required), properties: { ...required, ...optional }, additionalProperties: others };
}

/**
 * Reads the parameters of an action from a body, in which there are no nulls any more: they are as if left out.
 *
 * @param method the action's name in messages
 * @param others are parameters that it does not know as if left out, because a standard says so?
 */
export function paramsOf<Needed extends Params, Optional extends Params = Record<never, never>>(
  method: string,
  required: Needed,
  optional?: Optional,
  others = false,
): (body: unknown) => ParamValues<Needed, Optional> {
  let check: ValidateFunction<ParamValues<Needed, Optional>> | undefined;
  return (body) => {
    // Compiled when it is first used: all at once take a third of a second of each start.
    check ??= ajv.compile(members(required, optional, others));
    if (!isRecord(body)) throw badParameters(method, [{ pointer: '/', expected: 'a JSON object of parameters' }]);
    if (check(body)) return body;
    const { wrong, unknown } = readErrors(check.errors ?? []);
    throw badParameters(method, [...wrong, ...unknown.map((pointer) => ({ pointer, expected: 'unrecognized field found but not allowed' }))]);
  };
}

/** Characters of a name, a URN, an input: of all texts that are no content. */
const LONGEST_TEXT = 10_000;

/** Content, and what people type, of which the beginning counts: as long as a body. */
export const longText: Param<string> = { type: 'string' };
export const text: Param<string> = { type: 'string', maxLength: LONGEST_TEXT };
export const someText: Param<string> = { ...text, minLength: 1 };
/** What no answer shows. */
export const secretText: Param<string> = { ...text, writeOnly: true };

/** Most items of one write: all of them are decided, and mostly committed, together. */
export const MOST_ITEMS = 50_000;
/** Most URNs of one read. */
export const MOST_URNS = 10_000;
/** Most entity types, aspects or sort fields: more than any model has. */
export const MOST_NAMES = 1_000;

/** A list. One that is too long is refused before its items are checked. */
export function listOf<Item>(items: Param<Item>, most: number): Param<Item[]> {
  return { if: { type: 'array', maxItems: most }, then: { type: 'array', items }, else: { type: 'array', maxItems: most } };
}
export function oneOf<const Value>(values: readonly Value[]): Param<Value> {
  return { enum: [...values] };
}
export function integer(range: { readonly minimum?: number; readonly maximum?: number } = {}): Param<number> {
  return { type: 'integer', ...range };
}
/** How many to leave out. */
export const start = integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** Any names, each with a text. */
export const textsByName: Param<Record<string, string>> = { type: 'object', additionalProperties: text };
export const time: Param<number> = { type: 'integer', format: 'int64' };
export const boolean: Param<boolean> = { type: 'boolean' };
/** Also as text, which some clients send. */
export const flag = oneOf([true, false, 'true', 'false']);

export function isTrue(value: boolean | string | undefined): boolean {
  return String(value) === 'true';
}
