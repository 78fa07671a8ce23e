/**
 * Reads who changed what, the newest first: of one entity from the versions of its aspects, of the whole catalog from the change stream.
 */
import { domainsQuery, type PastVersionsFragment, pastVersionsFragment } from '../../generated/queries.ts';
import { aspectsOf } from '../data/described.ts';
import type { ActivityEvent, AspectPast } from '../data/events.ts';
import { isRecord } from '../data/is-record.ts';
import { hasLinks } from '../data/parts.ts';
import { type AspectChange, sentencesOf } from '../data/sentences.ts';
import { settings, typeSettings } from '../settings.ts';
import { type Answer, ApiError, documentOf, graphql, request } from './client.ts';
import { runOf, stampOf } from './entity.ts';
import { byName, lookUpName } from './names.ts';
import { typeOfUrn } from './urn.ts';

/** Versions of an aspect that are read at once. */
export const VERSIONS = 10;

/** Reads `counts` versions of each aspect, and one more to compare with. */
export async function readPasts(urn: string, counts: ReadonlyMap<string, number>, signal?: AbortSignal): Promise<AspectPast[]> {
  const asked = [...counts];
  if (asked.length === 0) return [];
  const fields = asked.map(([name, count], at) => `a${at}: versions(aspect: ${JSON.stringify(name)}, count: ${count + 1}) { ...pastVersions }`);
  const document = documentOf<{ entity: Record<string, PastVersionsFragment | null> | null }>(
    `query activity($urn: String!) { entity(urn: $urn) { ${fields.join(' ')} } }`,
    pastVersionsFragment,
  );
  const { entity } = await graphql(document, { urn }, signal);
  return asked.map(([aspect], at) => {
    const { total = 0, versions = [] } = entity?.[`a${at}`] ?? {};
    return {
      aspect,
      total,
      versions: versions.map(({ created, value }) => ({ ...stampOf(created), value })),
    };
  });
}

type SentChange = Answer<'/changes'>['changes'][number];

export interface ActivityFilter {
  readonly person?: string | undefined;
  readonly type?: string | undefined;
  readonly domain?: string | undefined;
  /** One of `KINDS`. */
  readonly kind?: string | undefined;
  /** Epoch ms: not before, and before. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Only of these entities. */
  readonly urns?: readonly string[] | undefined;
}

interface ActivityKind {
  readonly title: string;
  readonly aspects: readonly string[];
}

/** What people look for together. */
const SHIPPED: Readonly<Record<string, ActivityKind>> = {
  documentation: { title: 'Documentation', aspects: [...aspectsOf('descriptions'), 'documentation', 'institutionalMemory'] },
  owners: { title: 'Owners', aspects: ['ownership'] },
  labels: { title: 'Tags and terms', aspects: ['globalTags', 'glossaryTerms'] },
  columns: { title: 'Columns', aspects: ['schemaMetadata', 'editableSchemaMetadata'] },
  domain: { title: 'Domain', aspects: ['domains'] },
  properties: { title: 'Properties', aspects: ['structuredProperties'] },
  lineage: { title: 'Lineage', aspects: ['upstreamLineage', 'dataJobInputOutput', 'chartInfo', 'dashboardInfo'] },
  state: { title: 'Deprecation and deletion', aspects: ['deprecation', 'status'] },
};

/** What changes are about, by the aspects that hold it: parts of your own model have a kind each. */
export const KINDS: Readonly<Record<string, ActivityKind>> = {
  ...SHIPPED,
  ...Object.fromEntries(
    settings.parts
      .filter((part) => hasLinks(part) && !Object.values(SHIPPED).some(({ aspects }) => aspects.includes(part.aspect)))
      .map(({ name, title, aspect }) => [name, { title, aspects: [aspect] }]),
  ),
};

export interface ActivityPage {
  readonly events: readonly ActivityEvent[];
  /** Where older changes begin; undefined at the beginning of the log. */
  readonly before: string | undefined;
  /** How far back was looked, epoch ms, if that is known. */
  readonly since: number | undefined;
}

const MOST_CHANGES = 200;
/** Of which a few entities are shown: one that is created is about six changes. */
const LAST_CHANGES = 60;
/** Events that end a page, and its most requests: in a domain there may be next to nothing. */
const ENOUGH = 30;
const MOST_REQUESTS = 6;
/** More would make an address too long for some servers between. */
const FEW_URNS = 30;
/** What readers keep for themselves. */
const PRIVATE = new Set(['corpUserFollowing', 'corpUserSettings']);
/** Points of timeseries and repairs are no changes of a person. */
const OF_PEOPLE = ['create', 'update', 'revert', 'delete'];

/** @param before where the page before ended; undefined: the newest */
export async function readActivity(
  { person, type, domain, kind, from = 0, to, urns }: ActivityFilter,
  before: string | undefined,
  signal?: AbortSignal,
): Promise<ActivityPage> {
  const aspects = kind === undefined ? undefined : KINDS[kind]?.aspects;
  const query = { order: 'newest', limit: MOST_CHANGES, changes: OF_PEOPLE, actors: person, types: type, aspects, values: true };
  const only = urns && new Set(urns);
  const few = urns && urns.length <= FEW_URNS ? { urns } : {};
  const events: ActivityEvent[] = [];
  let [after, since] = [before ?? (to === undefined ? undefined : await placeOf(to, signal)), undefined as number | undefined];
  for (let requests = 0; requests < MOST_REQUESTS && events.length < ENOUGH && after !== '0'; requests++) {
    const { changes, next } = await request<Answer<'/changes'>>('changes', { query: { ...query, ...few, after }, signal });
    const inRange = changes.filter(({ time, urn }) => time >= from && (to === undefined || time < to) && (only?.has(urn) ?? true));
    events.push(...(await inDomain(eventsOf(inRange), domain, signal)));
    since = changes.at(-1)?.time ?? since;
    after = since !== undefined && since < from ? '0' : next;
  }
  await knowNames(events);
  return { events, before: after === '0' ? undefined : after, since };
}

/** Where to begin, going back, to find what was changed before a time: the stream has no times, but their order. */
async function placeOf(to: number, signal?: AbortSignal): Promise<string> {
  const { newest } = await request<Answer<'/changes'>>('changes', { query: { order: 'newest', limit: 1 }, signal });
  let [first, last] = [0, newest];
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    const time = await timeAfter(middle, signal);
    if (time !== undefined && time < to) first = middle + 1;
    else last = middle;
  }
  // One more: what a commit begins with is before the place behind it.
  return String(first + 1);
}

/** When the first change after a commit was; 0 if the log no longer goes back so far. */
async function timeAfter(seq: number, signal?: AbortSignal): Promise<number | undefined> {
  try {
    const { changes } = await request<Answer<'/changes'>>('changes', { query: { after: String(seq), limit: 1 }, signal });
    return changes[0]?.time;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && error.status >= 400) return 0;
    throw error;
  }
}

/** Looks up the names in the sentences of a feed, so that no line grows under the reader. */
export async function knowNames(events: readonly ActivityEvent[]): Promise<void> {
  const pieces = events.flatMap(({ changes }) => changes.flatMap(sentencesOf)).flat();
  const urns = [...events.flatMap(({ urn, actor }) => [urn, actor]), ...pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.urn]))];
  await Promise.all([...new Set(urns)].map(lookUpName));
}

/** What was changed last, each entity once, the latest first. */
export async function readLastChanged(most: number, signal?: AbortSignal): Promise<{ urn: string; at: number }[]> {
  const { changes } = await request<Answer<'/changes'>>('changes', {
    query: { order: 'newest', limit: LAST_CHANGES, changes: OF_PEOPLE },
    signal,
  });
  const last = new Map<string, { urn: string; at: number }>();
  for (const { urn, aspect, time } of changes)
    if (!PRIVATE.has(aspect) && !typeSettings(typeOfUrn(urn))?.internal && !last.has(urn)) last.set(urn, { urn, at: time });
  return [...last.values()].slice(0, most);
}

/** What belongs together, the newest first. */
function eventsOf(changes: readonly SentChange[]): ActivityEvent[] {
  const groups = new Map<string, SentChange[]>();
  for (const change of changes) {
    if (PRIVATE.has(change.aspect) || typeSettings(typeOfUrn(change.urn))?.untold) continue;
    const key = `${change.seq} ${change.urn} ${change.actor}`;
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  // Within a commit, what was written first is told first.
  return [...groups.values()].flatMap((group) => {
    const [first, ...rest] = group.toReversed();
    return first ? [eventOf(first, [first, ...rest])] : [];
  });
}

const VERBS: Readonly<Record<string, string>> = { create: 'added', delete: 'removed' };

function eventOf({ id, seq, urn, actor, time, runId }: SentChange, changes: readonly SentChange[]): ActivityEvent {
  const created = changes.some(({ aspect, change }) => change === 'create' && aspect.endsWith('Key'));
  const deleted = changes.some(({ wholeEntity }) => wholeEntity === true);
  const named = changes
    .filter(({ aspect }) => !aspect.endsWith('Key'))
    .map(
      ({ aspect, change, value, beforeValue }): AspectChange => ({
        aspect,
        verb: VERBS[change] ?? 'changed',
        before: isRecord(beforeValue) ? beforeValue : undefined,
        after: isRecord(value) ? value : undefined,
      }),
    );
  return {
    key: id,
    commit: seq,
    urn,
    actor,
    time,
    runId: runOf(runId),
    changes: named,
    whole: deleted ? 'deleted' : created ? 'created' : undefined,
  };
}

const MOST_URNS = 200;

/** Events of entities that are in a domain now. */
async function inDomain(events: readonly ActivityEvent[], domain: string | undefined, signal?: AbortSignal): Promise<readonly ActivityEvent[]> {
  if (domain === undefined) return events;
  const urns = [...new Set(events.map(({ urn }) => urn))];
  const inside = new Set<string>();
  for (let from = 0; from < urns.length; from += MOST_URNS) {
    const part = urns.slice(from, from + MOST_URNS);
    const { entities } = await graphql(domainsQuery, { urns: part }, signal);
    for (const [at, entity] of entities.entries()) {
      const domains = entity && byName(entity).domains?.domains;
      if (Array.isArray(domains) && domains.includes(domain)) inside.add(part[at] ?? '');
    }
  }
  return events.filter(({ urn }) => inside.has(urn));
}
