/**
 * Bodies of the OpenAPI paths: JSON, checked for its media type (docs/semantics.md 1.2).
 */
import { badBody, tooMany, unsupportedMediaType } from '../../errors.ts';
import type { Value } from '../../model/json.ts';
import { readLongJson } from '../../model/read-json.ts';
import { isJsonType, readText } from '../request/body.ts';
import type { Context } from '../types.ts';
import { itemsInSlices } from './json-parts.ts';

/**
 * Reads a JSON body and keeps its text. Null means absent; integers are never rounded.
 *
 * @throws Refusal unsupportedMediaType, notJson, malformed, tooLarge
 */
export async function readJsonBody(context: Context): Promise<Value> {
  const type = context.get('content-type');
  if (type !== '' && !isJsonType(type)) {
    throw unsupportedMediaType(type);
  }
  return readLongJson(await readText(context), 'The body');
}

/** @throws Refusal malformed if the body is not a list, or has more than `most` items */
export function listIn(body: Value, what: string, most: number): Promise<Value[]> {
  refuseNoList(body, what, most);
  return itemsInSlices(body);
}

/** @throws Refusal malformed, as `listIn` */
export function refuseNoList(body: Value, what: string, most: number): void {
  if (!Array.isArray(body.json)) throw badBody('', `a list of ${what}`);
  if (body.json.length > most) throw tooMany('', `${most} ${what}`, body.json.length);
}
