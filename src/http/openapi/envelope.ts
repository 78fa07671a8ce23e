/**
 * Where v2 and v3 differ (docs/semantics.md 13.1), and nowhere else: v3 wraps each aspect in `{value}` beside the URN,
 * v2 takes aspects flat and gives them below `aspects`. Answers are built as text: stored values go out as they were written.
 */
import type { AspectState, SeriesPoint } from '../../catalog/index.ts';
import { badBody, unknownMember } from '../../errors.ts';
import type { Value } from '../../model/json.ts';
import { isRecord } from '../../model/path.ts';
import { mapInSlices } from '../../slices.ts';
import { objectText } from '../answer/send.ts';
import { stampText, systemMetadataText } from '../answer/system-metadata.ts';
import { membersOf } from './json-parts.ts';
import type { ApiVersion } from './target.ts';

/** An aspect as it is shown: its name and the JSON text of its envelope. */
export type AspectText = readonly [name: string, text: string];

export interface EntityAnswer {
  readonly urn: string;
  readonly aspects: readonly AspectText[];
  /** The cursor that goes on after this entity, where a client asks for one of each. */
  readonly scrollId?: string | undefined;
}

/** What an aspect is shown in: the names of the members, and their JSON texts. */
export type Envelope = readonly (readonly [name: string, text: string])[];

/** `{value}`, with `systemMetadata` and `auditStamp` where they are asked for. */
export function envelopeOf(state: AspectState, withMetadata: boolean): Envelope {
  if (!withMetadata) return [['value', state.value.text]];
  return [
    ['value', state.value.text],
    ['systemMetadata', systemMetadataText(state)],
    ['auditStamp', stampText(state.at, state.by)],
  ];
}

/** A point of a timeseries in the same envelope; it has no audit stamp. */
export function envelopeOfPoint({ text, meta }: SeriesPoint, withMetadata: boolean): Envelope {
  return withMetadata
    ? [
        ['value', text],
        ['systemMetadata', JSON.stringify(meta)],
      ]
    : [['value', text]];
}

export function envelope(name: string, state: AspectState, withMetadata: boolean): AspectText {
  return [name, objectText(envelopeOf(state, withMetadata))];
}

export function pointEnvelope(name: string, point: SeriesPoint, withMetadata: boolean): AspectText {
  return [name, objectText(envelopeOfPoint(point, withMetadata))];
}

export function entityText(version: ApiVersion, { urn, aspects, scrollId }: EntityAnswer): string {
  const body: Iterable<AspectText> = version === 'v2' ? [['aspects', objectText(aspects)]] : aspects;
  const place: AspectText[] = scrollId === undefined ? [] : [['scrollId', JSON.stringify(scrollId)]];
  return objectText([['urn', JSON.stringify(urn)], ...place, ...body]);
}

export async function entitiesText(version: ApiVersion, entities: readonly EntityAnswer[]): Promise<string> {
  return `[${(await mapInSlices(entities, (entity) => entityText(version, entity))).join(',')}]`;
}

/**
 * One aspect that was read. v3 gives the documented form and, for other clients, `value` beside it (docs/semantics.md 19).
 *
 * @param alone only `{value}`, as v2
 * @returns the parts of the text: a long value is not copied to join them
 */
export function aspectText(version: ApiVersion, urn: string, name: string, shown: Envelope, alone: boolean): string[] {
  const members = shown.flatMap(([member, text], at) => [`${at === 0 ? '' : ','}${JSON.stringify(member)}:`, text]);
  if (version === 'v2' || alone) return ['{', ...members, '}'];
  return [`{"urn":${JSON.stringify(urn)},${JSON.stringify(name)}:{`, ...members, '},', ...members, '}'];
}

/**
 * A page of a list; no `scrollId` on the last one.
 *
 * @param applied how many were given at most, where that is fewer than asked for
 */
export async function pageText(
  version: ApiVersion,
  entities: readonly EntityAnswer[],
  scrollId: string | undefined,
  total: number,
  applied: number | undefined,
): Promise<string> {
  const head: [string, string][] = scrollId === undefined ? [] : [['scrollId', JSON.stringify(scrollId)]];
  if (applied !== undefined) head.push(['count', String(applied)]);
  const list = await entitiesText(version, entities);
  if (version === 'v2') return objectText([...head, ['results', list]]);
  return objectText([...head, ['entities', list], ['totalCount', String(total)], ['facets', '[]']]);
}

/** What a client sends for an aspect. */
export interface SentAspect {
  readonly value: Value;
  readonly systemMetadata: unknown;
  readonly headers: unknown;
}

const ENVELOPE = new Set(['value', 'systemMetadata', 'headers', 'auditStamp']);

/**
 * The aspect in the body of one that is written alone.
 *
 * @throws Refusal malformed
 */
export function sentAspect(version: ApiVersion, body: Value, pointer = ''): SentAspect {
  return version === 'v2' ? { value: asObject(body, pointer), systemMetadata: undefined, headers: undefined } : enveloped(body, pointer);
}

/**
 * A patch that is sent alone: `{patch, arrayPrimaryKeys}` or a bare list of operations, the same in v2 and v3 (docs/semantics.md 13.6); also
 * wrapped, as in batches.
 */
export function sentPatch(body: Value, pointer = ''): SentAspect {
  if (isRecord(body.json) && !('patch' in body.json) && 'value' in body.json) return enveloped(body, pointer);
  return { value: body, systemMetadata: undefined, headers: undefined };
}

/** The aspects in one item of a batch, or their patches, by name as they were sent. Each is read for itself: `read` refuses another shape. */
export function sentAspects(version: ApiVersion, item: Value, pointer: string, patches: boolean): [name: string, read: () => SentAspect][] {
  const members = membersOf(item);
  const inner = version === 'v2' ? members.get('aspects') : undefined;
  if (version === 'v2' && (!inner || !isRecord(inner.json))) throw badBody(`${pointer}/aspects`, 'an object of aspects');
  return [...(inner ? membersOf(inner) : members)]
    .filter(([name]) => version === 'v2' || name !== 'urn')
    .map(([name, aspect]) => {
      const at = `${pointer}/${name}`;
      if (patches) return [name, () => sentPatch(aspect, at)];
      return [name, () => (version === 'v2' && !isEnvelope(aspect) ? sentAspect('v2', aspect, at) : enveloped(aspect, at))];
    });
}

/** v2 batches of some clients wrap aspects all the same. */
function isEnvelope({ json }: Value): boolean {
  return isRecord(json) && isRecord(json.value) && Object.keys(json).every((name) => ENVELOPE.has(name));
}

function enveloped(body: Value, pointer: string): SentAspect {
  const members = membersOf(asObject(body, pointer));
  for (const name of members.keys()) {
    if (!ENVELOPE.has(name)) throw unknownMember(`${pointer}/${name}`, [...ENVELOPE]);
  }
  const value = members.get('value');
  if (!value) throw badBody(`${pointer}/value`, 'the aspect, in the form {"value": ...}');
  return { value, systemMetadata: members.get('systemMetadata')?.json, headers: members.get('headers')?.json };
}

function asObject(body: Value, pointer: string): Value {
  if (isRecord(body.json)) return body;
  throw badBody(pointer, 'a JSON object');
}
