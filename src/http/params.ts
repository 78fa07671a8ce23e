/**
 * Parameters in bodies: each action declares a schema, a refusal names the parameter (semantics 1.1).
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { withoutNulls } from '../catalog/json.ts';
import { type Detail, malformed } from '../errors.ts';
import { isRecord } from '../model/path.ts';
import { readErrors } from '../model/schema-check.ts';
import type { JsonSchema } from '../model/types.ts';

const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  strict: true,
  strictTypes: false,
  formats: { int64: { type: 'number', validate: Number.isSafeInteger } },
});

/** Reads the parameters of an action from a body; nulls are as if left out. */
export type ReadParams<Params> = (body: unknown) => Params;

/** @param method the action's name in messages */
export function paramsOf<Params>(method: string, required: readonly string[], properties: Record<string, JsonSchema>): ReadParams<Params> {
  const check = ajv.compile<Params>({ type: 'object', required, properties, additionalProperties: false });
  return (body) => {
    const params = withoutNulls(body);
    if (!isRecord(params)) throw refused(method, [{ pointer: '/', expected: 'a JSON object of parameters' }]);
    if (check(params)) return params as Params;
    const { wrong, unknown } = readErrors(check.errors ?? []);
    throw refused(method, [...wrong, ...unknown.map((pointer) => ({ pointer, expected: 'unrecognized field found but not allowed' }))]);
  };
}

function refused(method: string, details: readonly Detail[]) {
  const lines = details.map(
    ({ pointer, expected, got }) => `ERROR :: ${pointer} :: ${got === undefined ? expected : `expected ${expected}, got ${JSON.stringify(got)}`}`,
  );
  return malformed(`Parameters of method '${method}' failed validation with error '${lines.join('; ')}'`, details);
}

export const text: JsonSchema = { type: 'string' };
export const someText: JsonSchema = { type: 'string', minLength: 1 };
export const time: JsonSchema = { type: 'integer', format: 'int64' };
export const flag: JsonSchema = { enum: [true, false, 'true', 'false'] };
