/**
 * Limits the length of texts that become keys of an index in Neo4j. Neo4j keeps 8,164 bytes of UTF-8 in a key and refuses a transaction
 * with a longer one.
 */
import { keyTooLong } from '../../errors.ts';
import { edgesOf } from '../../model/edges.ts';
import type { Value } from '../../model/json.ts';
import { isRecord } from '../../model/path.ts';
import { pointerPart } from '../../model/pointer.ts';
import { shorten } from '../../model/schema-check.ts';
import type { AspectSpec, Model } from '../../model/types.ts';
import { fitsKey, MOST_KEY_BYTES, type Urn } from '../../model/urn.ts';
import { IDENTITY, pointOf } from '../series/point-identity.ts';
import type { SystemMetadata } from '../state.ts';

/** Bytes that `schemaField:(<urn>,<field>)` adds to a URN and a field. */
const AROUND_COLUMN = 100;

/** @throws Refusal invalid if the name of the run is too long */
export function refuseLongRun({ runId }: SystemMetadata): void {
  if (runId === undefined || fitsKey(runId)) return;
  throw keyTooLong('runId', { pointer: '/systemMetadata/runId', expected: `at most ${MOST_KEY_BYTES} bytes`, got: shorten(runId) });
}

/** @throws Refusal invalid if the identity of a timeseries point is too long */
export function refuseLongIdentity(model: Model, urn: Urn, aspect: AspectSpec, value: Value): void {
  if (aspect.kind !== 'timeseries' || (value.text.length + urn.text.length) * 3 < MOST_KEY_BYTES) return;
  const { series, rest } = pointOf(model, urn, aspect, value, {}, 0);
  if (fitsKey(series + rest)) return;
  const json = isRecord(value.json) ? value.json : {};
  const parts = [{ text: urn.text, pointer: '/entityUrn' }, ...texts(Object.fromEntries(IDENTITY.map((name) => [name, json[name]])))];
  const longest = parts.reduce((most, each) => (each.text.length > most.text.length ? each : most));
  throw keyTooLong(`The identity of a point of ${aspect.name}`, {
    pointer: longest.pointer,
    expected: `at most ${MOST_KEY_BYTES} bytes for the URN, ${IDENTITY.join(', ')} together`,
    got: shorten(longest.text),
  });
}

/** @throws Refusal invalid if the value refers to an entity or a column by a URN that is too long */
export function refuseLongUrns(model: Model, urn: Urn, aspect: AspectSpec, value: Value): void {
  const most = MOST_KEY_BYTES - Buffer.byteLength(urn.text) - AROUND_COLUMN;
  if (value.text.length * 3 < most || (aspect.relationships.length === 0 && aspect.columnLineage.length === 0)) return;
  if (!hasLongText(value.json, most / 3)) return;
  const long = texts(value.json, most / 3).filter(({ text }) => Buffer.byteLength(text) > most);
  if (long.length === 0) return;
  for (const { source, target } of edgesOf(model, aspect, urn.text, value.json).values()) {
    const end = [source, target].find((each) => !fitsKey(each));
    const part = end === undefined ? undefined : (long.find(({ text }) => end.includes(text)) ?? long[0]);
    if (part)
      throw keyTooLong(`A URN that ${aspect.name} of ${urn.text} references`, {
        pointer: part.pointer,
        expected: `a URN of at most ${MOST_KEY_BYTES} bytes`,
        got: shorten(part.text),
      });
  }
}

/** Has a value a text of at least so many characters, keys of maps too? Most have none: it costs a third of finding them with pointers. */
function hasLongText(json: unknown, least: number): boolean {
  if (typeof json === 'string') return json.length >= least;
  if (Array.isArray(json)) return json.some((each) => hasLongText(each, least));
  if (!isRecord(json)) return false;
  for (const key in json) if (key.length >= least || hasLongText(json[key], least)) return true;
  return false;
}

/** Every text of a value of at least so many characters, keys of maps too, with its pointer. */
function texts(json: unknown, least = 0, pointer = ''): { text: string; pointer: string }[] {
  if (typeof json === 'string') return json.length < least ? [] : [{ text: json, pointer }];
  if (Array.isArray(json)) return json.flatMap((each, index) => texts(each, least, `${pointer}/${index}`));
  if (!isRecord(json)) return [];
  return Object.entries(json).flatMap(([key, each]) => {
    const at = `${pointer}/${pointerPart(key)}`;
    return [...(key.length < least ? [] : [{ text: key, pointer: at }]), ...texts(each, least, at)];
  });
}
