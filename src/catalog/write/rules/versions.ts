/**
 * Version sets follow their versions (docs/semantics.md 3.4): the version with the greatest sort id is the latest one. The set names it, and each
 * version says whether it is.
 */
import { type Value, valueOf } from '../../../model/json.ts';
import { VERSION_PROPERTIES, VERSION_SET_PROPERTIES } from '../../../model/known-names.ts';
import { isRecord } from '../../../model/path.ts';
import { canonicalUrn, isProblem, parseUrn, type Urn } from '../../../model/urn.ts';
import { readConditions } from '../conditions.ts';
import type { Context } from '../context.ts';
import type { EntityDraft } from '../draft.ts';
import { MissingReads } from '../missing-reads.ts';
import type { Proposal } from '../proposal.ts';

type Json = Readonly<Record<string, unknown>>;

interface Standing {
  readonly set: string;
  readonly properties: Json | undefined;
  /** The other version that the set names as its latest one, if it still is in the set. */
  readonly other: { readonly urn: string; readonly json: Json } | undefined;
}

/** The set of a proposal, as far as it is known before the commit. */
export function versionSetOf({ model }: Pick<Context, 'model'>, { aspect, value }: Pick<Proposal, 'aspect' | 'value'>): string | undefined {
  const set = aspect.name === VERSION_PROPERTIES && isRecord(value?.json) ? value.json.versionSet : undefined;
  return typeof set === 'string' ? canonicalUrn(model, set) : undefined;
}

/** The value, which says whether the version is the latest one. */
export function withIsLatest(context: Context, { urn }: EntityDraft, { json }: Value): Value {
  const own = json as Json;
  return valueOf({ ...own, isLatest: isLatest(own, standingOf(context, urn.text, own)) });
}

function isLatest({ sortId }: Json, { other }: Standing): boolean {
  return !other || String(sortId) > String(other.json.sortId);
}

/** What else a version that was written changes: its set, and the version that was the latest one. */
export function versionFollowers(context: Context, { urn, aspects }: EntityDraft): Proposal[] {
  const own = aspects.get(VERSION_PROPERTIES)?.current?.value.json;
  if (!isRecord(own)) return [];
  const { set, properties, other } = standingOf(context, urn.text, own);
  if (!isLatest(own, { set, properties, other })) return [];
  const { versioningScheme = properties?.versioningScheme ?? 'LEXICOGRAPHIC_STRING' } = own;
  return [
    ...upsert(context, set, VERSION_SET_PROPERTIES, { ...properties, latest: urn.text, versioningScheme }),
    ...(other ? upsert(context, other.urn, VERSION_PROPERTIES, { ...other.json, isLatest: false }) : []),
  ];
}

function standingOf(context: Context, urn: string, { versionSet }: Json): Standing {
  const set = canonicalUrn(context.model, String(versionSet));
  const properties = read(context, set, VERSION_SET_PROPERTIES);
  const latest = typeof properties?.latest === 'string' ? canonicalUrn(context.model, properties.latest) : urn;
  const json = latest === urn ? undefined : read(context, latest, VERSION_PROPERTIES);
  const isIn = json !== undefined && canonicalUrn(context.model, String(json.versionSet)) === set;
  return { set, properties, other: isIn ? { urn: latest, json } : undefined };
}

/** @throws MissingReads if the commit has not read the aspect */
function read(context: Context, urn: string, aspect: string): Json | undefined {
  context.lookUp([urn], [aspect]);
  const json = context.seen(urn, aspect);
  if (isRecord(json)) return json;
  if (context.names(urn).has(aspect)) throw new MissingReads([{ urn, aspects: [aspect] }]);
  return undefined;
}

/** Nothing if the URN is not of a type with the aspect. */
function upsert({ model }: Context, text: string, name: string, json: Json): Proposal[] {
  const urn: Urn | undefined = named(model, text);
  const aspect = urn?.type.aspects.get(name);
  if (!urn || !aspect) return [];
  return [{ urn, aspect, changeType: 'UPSERT', conditions: readConditions({}), meta: {}, value: valueOf(json), patch: undefined }];
}

function named(model: Context['model'], text: string): Urn | undefined {
  const urn = parseUrn(model, text);
  return isProblem(urn) ? undefined : urn;
}
