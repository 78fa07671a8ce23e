/**
 * Reads the results of assertions, incidents and contracts of an asset.
 */
import { type AnswerOf, qualityQuery } from '../../generated/queries.ts';
import { textOf } from '../data/is-record.ts';
import { compareNames } from '../data/words.ts';
import { ApiError, graphql } from './client.ts';
import { createEntity, type Json, stampNow, writeAspect } from './edit.ts';
import { readEntity, type Stamp } from './entity.ts';
import { byName } from './names.ts';
import { newId } from './new-id.ts';

export interface Result {
  /** Epoch ms. */
  readonly at: number;
  /** SUCCESS, FAILURE, ERROR, INIT. */
  readonly result: string | undefined;
  readonly actual: number | undefined;
}

export interface Check {
  readonly urn: string;
  readonly type: string;
  readonly about: string;
  /** The newest first. */
  readonly results: readonly Result[];
}

interface Note {
  readonly message: string;
  readonly created: Stamp;
}

export interface IncidentWork {
  /** 0 is the most urgent. */
  readonly priority: number | undefined;
  /** URNs of who works on it. */
  readonly assignees: readonly string[];
}

export interface Incident extends IncidentWork {
  readonly urn: string;
  readonly title: string;
  readonly description: string;
  readonly type: string;
  readonly open: boolean;
  readonly stage: string | undefined;
  readonly message: string;
  readonly since: number | undefined;
  readonly notes: readonly Note[];
}

export interface Quality {
  readonly checks: readonly Check[];
  readonly incidents: readonly Incident[];
  /** The contract of a dataset: its URN, and its assertions by kind. */
  readonly contract: { readonly urn: string; readonly active: boolean; readonly assertions: readonly string[] } | undefined;
}

type SentNeighbour = NonNullable<NonNullable<NonNullable<AnswerOf<typeof qualityQuery>['entity']>['near']>['relationships'][number]['entity']>;

const RESULTS = 60;
const MOST = 100;
const ASPECTS = ['assertionInfo', 'incidentInfo', 'incidentNotes', 'dataContractProperties', 'dataContractStatus', 'status'];

/** Everything that says how good the data of an asset is, in one request. Failing checks and open incidents come first. */
export async function readQuality(urn: string, signal?: AbortSignal): Promise<Quality> {
  const { entity } = await graphql(qualityQuery, { urn, card: ASPECTS, most: MOST, results: RESULTS }, signal);
  const known = new Map((entity?.near?.relationships ?? []).flatMap(({ entity: each }) => (each ? [[each.urn, each] as const] : [])));
  const near = [...known.values()].map((sent) => ({ sent, aspects: byName(sent) }));
  const there = near.filter(({ aspects }) => aspects.status?.removed !== true);
  const checks = there.flatMap(({ sent, aspects }) => (aspects.assertionInfo ? [checkOf(sent, aspects.assertionInfo)] : []));
  const incidents = there.flatMap(({ sent, aspects }) =>
    aspects.incidentInfo ? [incidentOf(sent.urn, aspects.incidentInfo, aspects.incidentNotes)] : [],
  );
  const contract = there.find(({ aspects }) => aspects.dataContractProperties);
  return {
    checks: checks.sort((a, b) => Number(failing(b)) - Number(failing(a)) || compareNames(a.about, b.about)),
    incidents: incidents.sort((a, b) => Number(b.open) - Number(a.open) || (b.since ?? 0) - (a.since ?? 0)),
    contract: contract && {
      urn: contract.sent.urn,
      active: contract.aspects.dataContractStatus?.state !== 'PENDING',
      assertions: ['freshness', 'schema', 'dataQuality'].flatMap((kind) => listOf(contract.aspects.dataContractProperties?.[kind], 'assertion')),
    },
  };
}

/** Whether the last result is a failure. */
function failing({ results }: Check): boolean {
  const last = results[0]?.result;
  return last === 'FAILURE' || last === 'ERROR';
}

function listOf(value: unknown, field: string): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: Record<string, unknown>) => (typeof each[field] === 'string' ? [each[field]] : []));
}

function checkOf({ urn, runEvents }: SentNeighbour, info: Record<string, unknown>): Check {
  const results = (runEvents?.runEvents ?? []).map(({ timestampMillis, result }) => ({
    at: timestampMillis ?? 0,
    result: result?.type ?? undefined,
    actual: result?.actualAggValue ?? undefined,
  }));
  const type = textOf(info.type);
  return { urn, type, about: textOf(info.description) || type, results: results.sort((a, b) => b.at - a.at) };
}

export function incidentOf(urn: string, info: Record<string, unknown>, notes: Record<string, unknown> | undefined): Incident {
  const status = (info.status ?? {}) as Record<string, unknown>;
  const created = (info.created ?? {}) as { time?: number };
  return {
    urn,
    title: textOf(info.title) || textOf(info.type),
    description: textOf(info.description),
    type: textOf(info.type),
    open: status.state === 'ACTIVE',
    stage: textOf(status.stage) || undefined,
    message: textOf(status.message),
    priority: typeof info.priority === 'number' ? info.priority : undefined,
    assignees: listOf(info.assignees, 'actor'),
    since: typeof info.startedAt === 'number' ? info.startedAt : created.time,
    notes: Array.isArray(notes?.notes) ? (notes.notes as Note[]).map(({ message, created: at }) => ({ message, created: at })) : [],
  };
}

interface NewIncident extends IncidentWork {
  readonly title: string;
  readonly description: string;
  readonly type: string;
}

/** Opens an incident on an asset. @returns its URN */
export async function openIncident(prefix: string, asset: string, { title, description, type, ...work }: NewIncident): Promise<string> {
  const now = await stampNow();
  const urn = `${prefix}incident:${newId()}`;
  await createEntity(urn, 'incidentInfo', {
    type,
    title,
    ...(description === '' ? {} : { description }),
    entities: [asset],
    ...assigned({}, work, now),
    status: { state: 'ACTIVE', stage: 'TRIAGE', lastUpdated: now },
    source: { type: 'MANUAL' },
    startedAt: now.time,
    created: now,
  });
  return urn;
}

/** The fields of an incident that say so. Who worked on it before keeps the time since when. */
function assigned(before: Json, { priority, assignees }: IncidentWork, now: Stamp): Json {
  const known = new Map(Array.isArray(before.assignees) ? before.assignees.map((each: { actor: string }) => [each.actor, each] as const) : []);
  return {
    ...(priority !== undefined && { priority }),
    ...(assignees.length > 0 && { assignees: assignees.map((actor) => known.get(actor) ?? { actor, assignedAt: now }) }),
  };
}

/** Changes an incident on condition that nobody has changed it in between. */
async function changeIncident(urn: string, changed: (info: Json, now: Stamp) => Json): Promise<void> {
  const [{ aspects }, now] = await Promise.all([readEntity(urn), stampNow()]);
  const info = aspects.incidentInfo;
  if (!info) throw new ApiError(404, 'This incident is not in the catalog any more.');
  await writeAspect(urn, 'incidentInfo', info.version, { value: changed(info.value, now) });
}

/** Resolves an incident, or opens it again. */
export function setIncident(urn: string, open: boolean, message: string): Promise<void> {
  return changeIncident(urn, (info, lastUpdated) => ({
    ...info,
    status: {
      ...(info.status as Json | undefined),
      state: open ? 'ACTIVE' : 'RESOLVED',
      stage: open ? 'TRIAGE' : 'FIXED',
      ...(message === '' ? {} : { message }),
      lastUpdated,
    },
  }));
}

/** Says who works on an incident, how urgent it is and how far the work has come. */
export function saveWork(urn: string, work: IncidentWork, stage: string): Promise<void> {
  return changeIncident(urn, (info, now) => {
    const { priority: _, assignees: __, ...rest } = info;
    return { ...rest, ...assigned(info, work, now), status: { ...(info.status as Json | undefined), stage, lastUpdated: now } };
  });
}

/** Adds a comment. */
export async function commentOn(urn: string, message: string): Promise<void> {
  const [{ aspects }, now] = await Promise.all([readEntity(urn), stampNow()]);
  const notes = aspects.incidentNotes;
  const before = Array.isArray(notes?.value.notes) ? (notes.value.notes as unknown[]) : [];
  await writeAspect(urn, 'incidentNotes', notes?.version, { value: { ...notes?.value, notes: [...before, { message, created: now }] } });
}
