/**
 * Turns JSON Schema errors into details that a person can act on.
 */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { Detail } from '../errors.ts';
import { KEYWORDS } from './annotations.ts';
import { isRecord } from './path.ts';
import { pointerPart } from './pointer.ts';
import type { SchemaCheck } from './types.ts';

/** The most refused values that one answer names. */
export const MOST_DETAILS = 20;

export interface UrnRule {
  types?: readonly string[];
  exists?: boolean;
}

/** All errors of a value, with the values; a schema with an unknown keyword does not compile. */
export const STRICT = { allErrors: true, verbose: true, strict: true, strictTypes: false, strictRequired: false, ownProperties: true } as const;

/** Makes the validator. `urnProblem` says why a text is not a URN that the rule allows; `undefined` if it is one. */
export function makeAjv(urnProblem: (text: string, rule: UrnRule) => string | undefined): Ajv2020 {
  const ajv = new Ajv2020(STRICT);
  // Their values are checked with the file (aspect-file.ts).
  for (const keyword of Object.keys(KEYWORDS)) if (keyword !== 'x-urn' && keyword !== 'x-union') ajv.addKeyword({ keyword });
  ajv.addKeyword({ keyword: 'x-union', schemaType: ['boolean'] });
  ajv.addKeyword({
    keyword: 'x-urn',
    type: 'string',
    errors: true,
    compile: (rule: UrnRule) => {
      const validate: { (text: string): boolean; errors?: Partial<ErrorObject>[] } = (text) => {
        const problem = urnProblem(text, rule);
        if (problem !== undefined) validate.errors = [{ keyword: 'x-urn', message: problem, params: {} }];
        return problem === undefined;
      };
      return validate;
    },
  });
  ajv.addFormat('urn', { type: 'string', validate: (text: string) => urnProblem(text, {}) === undefined });
  ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger });
  ajv.addFormat('int32', { type: 'number', validate: (n: number) => Math.abs(n) <= 0x7fffffff || n === -0x80000000 });
  ajv.addFormat('double', true);
  ajv.addFormat('float', true);
  return ajv;
}

/**
 * Splits errors into refused values and unknown fields.
 *
 * @param nameProblem says why a member of a union cannot be the name of a record, if there is more to say than that it is none
 */
export function readErrors(errors: readonly ErrorObject[], nameProblem: (name: string) => string | undefined = () => undefined): SchemaCheck {
  const wrong: Detail[] = [];
  const unknown: string[] = [];
  for (const error of errors) {
    const inUnion = isRecord(error.parentSchema) && error.parentSchema['x-union'] === true;
    if (error.keyword === 'additionalProperties' && !inUnion)
      unknown.push(`${error.instancePath}/${pointerPart(String(error.params.additionalProperty))}`);
    else if (wrong.length < MOST_DETAILS && !isEcho(error))
      wrong.push(withProblem(detail(error), nameProblem(String(error.params.additionalProperty ?? ''))));
  }
  return { wrong, unknown };
}

function withProblem(told: Detail, problem: string | undefined): Detail {
  return problem === undefined ? told : { ...told, expected: `${told.expected} (this one ${problem})` };
}

/** ajv reports a bad URN of a typed field twice, by its format and by its types. It also reports an error below an `if` twice. */
function isEcho(error: ErrorObject): boolean {
  if (error.keyword === 'if') return true;
  return error.keyword === 'format' && isRecord(error.parentSchema) && 'x-urn' in error.parentSchema;
}

function detail(error: ErrorObject): Detail {
  if (error.keyword === 'required') {
    return {
      pointer: `${error.instancePath}/${pointerPart(String(error.params.missingProperty))}`,
      expected: 'field is required but not found and has no default value',
    };
  }
  const pointer = error.instancePath === '' ? '/' : error.instancePath;
  // A password is not said again, not even to who sent it.
  const isSecret = isRecord(error.parentSchema) && error.parentSchema.writeOnly === true;
  return { pointer, expected: expected(error), ...(isSecret ? {} : { got: shorten(error.data) }) };
}

function expected(error: ErrorObject): string {
  const parent: Record<string, unknown> = isRecord(error.parentSchema) ? error.parentSchema : {};
  const union = parent['x-union'] === true && isRecord(parent.properties) ? `exactly one of ${Object.keys(parent.properties).join(', ')}` : undefined;
  switch (error.keyword) {
    case 'type':
      return union ? `an object with ${union}` : `${[error.params.type].flat().join(' or ')}`;
    case 'enum':
      return `one of ${(error.params.allowedValues as unknown[]).join(', ')}`;
    case 'format':
      return error.params.format === 'urn'
        ? 'a URN'
        : error.params.format === 'int64'
          ? 'an integer between -2^53 and 2^53'
          : `a value of format ${error.params.format}`;
    case 'additionalProperties':
    case 'minProperties':
    case 'maxProperties':
      return union ?? error.message ?? error.keyword;
    default:
      return error.message ?? error.keyword;
  }
}

/** A refused value in the form that error messages show: short, never a whole document. */
export function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value.length > 200 ? `${value.slice(0, 200)}…` : value;
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return value;
}
