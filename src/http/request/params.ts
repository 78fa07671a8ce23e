/**
 * Parameters in bodies: each action declares a schema, a refusal names the parameter (docs/semantics.md 1.1).
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
  formats: { int64: { type: 'number', validate: Number.isSafeInteger } },
});

/** Reads the parameters of an action from a body, in which there are no nulls any more: they are as if left out. */
export type ReadParams<Params> = (body: unknown) => Params;

/**
 * @param method the action's name in messages
 * @param others are parameters that it does not know as if left out, because a standard says so?
 */
export function paramsOf<Params>(
  method: string,
  required: readonly string[],
  properties: Record<string, JsonSchema>,
  others = false,
): ReadParams<Params> {
  let check: ValidateFunction<Params> | undefined;
  return (body) => {
    // Compiled when it is first used: all at once take a third of a second of each start.
    check ??= ajv.compile<Params>({ type: 'object', required, properties, additionalProperties: others });
    if (!isRecord(body)) throw badParameters(method, [{ pointer: '/', expected: 'a JSON object of parameters' }]);
    if (check(body)) return body as Params;
    const { wrong, unknown } = readErrors(check.errors ?? []);
    throw badParameters(method, [...wrong, ...unknown.map((pointer) => ({ pointer, expected: 'unrecognized field found but not allowed' }))]);
  };
}

/** Characters of a name, a URN, an input: of all texts that are no content. */
const LONGEST_TEXT = 10_000;

/** Content, and what people type, of which the beginning counts: as long as a body. */
export const longText: JsonSchema = { type: 'string' };
export const text: JsonSchema = { type: 'string', maxLength: LONGEST_TEXT };
export const someText: JsonSchema = { ...text, minLength: 1 };
/** What no answer shows. */
export const secretText: JsonSchema = { ...text, writeOnly: true };

/** Most items of one write: all of them are decided, and mostly committed, together. */
export const MOST_ITEMS = 50_000;
/** Most URNs of one read. */
export const MOST_URNS = 10_000;
/** Most entity types, aspects or sort fields: more than any model has. */
export const MOST_NAMES = 1_000;

/** A list. One that is too long is refused before its items are checked. */
export function listOf(items: JsonSchema, most: number): JsonSchema {
  return { if: { type: 'array', maxItems: most }, then: { type: 'array', items }, else: { type: 'array', maxItems: most } };
}
export const time: JsonSchema = { type: 'integer', format: 'int64' };
export const flag: JsonSchema = { enum: [true, false, 'true', 'false'] };
