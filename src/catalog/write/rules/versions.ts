/**
 * Version sets follow their versions (docs/semantics.md 3.4): the version with the greatest sort id is the latest one. The set names it, and each
 * version says whether it is. What leaves a set, or is soft-deleted, leaves its place to the newest of the others.
 */
import { type Value, valueOf } from '../../../model/json.ts';
import { STATUS, VERSION_PROPERTIES, VERSION_SET_PROPERTIES } from '../../../model/known-names.ts';
import { isRecord, type JsonObject } from '../../../model/path.ts';
import { textIn } from '../../../model/pick.ts';
import { canonicalUrn, isProblem, parseUrn } from '../../../model/urn.ts';
import { readConditions } from '../conditions.ts';
import type { Context } from '../context.ts';
import type { EntityDraft } from '../draft.ts';
import { MissingReads } from '../missing-reads.ts';
import type { Proposal } from '../proposal.ts';
import { isNewer, isRemoved, type SetVersion, versionFrom, versionIn } from '../version.ts';

const SCHEME = 'LEXICOGRAPHIC_STRING';

/** The set of a proposal, as far as it is known before the commit. */
export function versionSetOf({ model }: Pick<Context, 'model'>, { aspect, value }: Pick<Proposal, 'aspect' | 'value'>): string | undefined {
  const set = aspect.name === VERSION_PROPERTIES && isRecord(value?.json) ? value.json.versionSet : undefined;
  return typeof set === 'string' ? canonicalUrn(model, set) : undefined;
}

/** The value, which says whether the version is the latest one. @throws Refusal forbidden in a set of which the sender does not see all */
export function withIsLatest(context: Context, draft: EntityDraft, { json }: Value): Value {
  const own = versionFrom(context.model, draft.urn.text, json as Readonly<JsonObject>, isRemoved(draft));
  if (!context.follows && context.hidesVersions(own.set))
    context.unit.request.rights?.refuseUnseen(
      `change ${VERSION_PROPERTIES} of ${own.urn} in a set of versions with some that this user does not see`,
    );
  const rival = rivalOf(context, own, versionIn(context.model, draft));
  return valueOf({ ...own.json, isLatest: !rival || isNewer(own, rival) });
}

/** A version before a proposal changes it. Absent: the proposal does not concern version sets. */
interface Before {
  readonly version: SetVersion | undefined;
}

/** @throws MissingReads */
export function versionBefore({ model }: Context, draft: EntityDraft, { aspect }: Proposal): Before | undefined {
  const concerns = aspect.name === VERSION_PROPERTIES || aspect.name === STATUS || aspect.kind === 'key';
  return concerns ? { version: versionIn(model, draft) } : undefined;
}

/** What else follows from what a proposal made of a version: its set, the version that was the latest one, and the one that now is. */
export function versionFollowers(context: Context, draft: EntityDraft, before: Before | undefined): Proposal[] {
  if (!before) return [];
  const now = versionIn(context.model, draft);
  const leaves = before.version?.set === now?.set ? [] : left(context, before.version);
  return now ? [...leaves, ...placed(context, now, before.version)] : leaves;
}

/** A version is no longer in its set. */
function left(context: Context, version: SetVersion | undefined): Proposal[] {
  const properties = version && propertiesOf(context, version.set);
  if (!version || properties?.latest !== version.urn) return [];
  const next = context.newestVersion(version.set, version.urn);
  const latest = next && versionOf(context, next.urn);
  if (latest) return [...named(context, latest, properties), ...marked(context, latest, true)];
  return written(context, version.set, VERSION_SET_PROPERTIES, undefined);
}

/** A version is in its set. */
function placed(context: Context, now: SetVersion, before: SetVersion | undefined): Proposal[] {
  const properties = propertiesOf(context, now.set);
  const rival = rivalOf(context, now, before);
  if (!rival) return [...named(context, now, properties), ...marked(context, now, true)];
  const [first, second] = isNewer(now, rival) ? [now, rival] : [rival, now];
  return [...named(context, first, properties), ...marked(context, first, true), ...marked(context, second, false)];
}

/** The version that another one must be newer than to be the latest: the one that the set names, or the newest if that one left or fell back. */
function rivalOf(context: Context, own: SetVersion, before: SetVersion | undefined): SetVersion | undefined {
  const latest = textIn(propertiesOf(context, own.set), 'latest');
  if (latest === undefined) return undefined;
  if (latest === own.urn && before?.set === own.set && !isNewer(before, own)) return undefined;
  const named = latest === own.urn ? undefined : versionOf(context, latest);
  if (named?.set === own.set) return named;
  const newest = context.newestVersion(own.set, own.urn);
  return newest && versionOf(context, newest.urn);
}

/** `latest` in its canonical form. */
function propertiesOf(context: Context, set: string): (Readonly<JsonObject> & { readonly latest?: string }) | undefined {
  const properties = read(context, set, VERSION_SET_PROPERTIES, [VERSION_SET_PROPERTIES]);
  const latest = textIn(properties, 'latest');
  return properties && (latest === undefined ? {} : { ...properties, latest: canonicalUrn(context.model, latest) });
}

function versionOf(context: Context, urn: string): SetVersion | undefined {
  const both = [VERSION_PROPERTIES, STATUS];
  const json = read(context, urn, VERSION_PROPERTIES, both);
  return json && versionFrom(context.model, urn, json, read(context, urn, STATUS, both)?.removed === true);
}

/** @throws MissingReads if the commit has not read the aspect */
function read(context: Context, urn: string, aspect: string, aspects: readonly string[]): Readonly<JsonObject> | undefined {
  context.lookUp([urn], aspects);
  const json = context.seen(urn, aspect);
  if (isRecord(json)) return json;
  if (context.names(urn).has(aspect)) throw new MissingReads({ entities: [{ urn, aspects }] });
  return undefined;
}

/** The set names its latest version. */
function named(context: Context, { urn, set, json }: SetVersion, properties: Readonly<JsonObject> | undefined): Proposal[] {
  const { versioningScheme = properties?.versioningScheme ?? SCHEME } = json;
  if (properties?.latest === urn && properties.versioningScheme === versioningScheme) return [];
  return written(context, set, VERSION_SET_PROPERTIES, { ...properties, latest: urn, versioningScheme });
}

function marked(context: Context, { urn, json }: SetVersion, isLatest: boolean): Proposal[] {
  return json.isLatest === isLatest ? [] : written(context, urn, VERSION_PROPERTIES, { ...json, isLatest });
}

/** Nothing if the URN is not of a type with the aspect. @param json if absent, the aspect is deleted */
function written({ model }: Context, text: string, name: string, json: Readonly<JsonObject> | undefined): Proposal[] {
  const urn = parseUrn(model, text);
  const aspect = isProblem(urn) ? undefined : urn.type.aspects.get(name);
  if (isProblem(urn) || !aspect) return [];
  const base = { urn, aspect, conditions: readConditions({}), meta: {}, patch: undefined };
  return [json ? { ...base, changeType: 'UPSERT', value: valueOf(json) } : { ...base, changeType: 'DELETE', value: undefined }];
}
