/**
 * Incidents of entities, and their health: open incidents, and assertions whose latest run failed.
 */
import { isRecord } from '../../../model/path.ts';
import { numberIn, recordsIn, textIn } from '../../../model/pick.ts';
import type { Urn } from '../../../model/urn.ts';
import { type EntityRef, type Resolve, type Resolvers, refOf } from '../operation.ts';
import { levelOf } from '../operations/mutations/sent.ts';

interface Health {
  readonly type: 'INCIDENTS' | 'ASSERTIONS';
  readonly status: 'PASS' | 'FAIL';
  readonly message: string;
  readonly causes: readonly string[];
  readonly activeIncidentHealthDetails?: object | null;
}

const FAILING = new Set(['FAILURE', 'ERROR']);

const health: Resolve<never, EntityRef> = async ({ read }, _, { loaders }) => {
  const [incidents, assertions] = await Promise.all([
    loaders.pointing(read, 'incident', 'IncidentOn'),
    loaders.pointing(read, 'assertion', 'Asserts'),
  ]);
  const [infos, points] = await Promise.all([
    Promise.all(incidents.map((urn) => loaders.value(urn, 'incidentInfo'))),
    Promise.all(assertions.map((urn) => loaders.latestPoint(urn, 'assertionRunEvent'))),
  ]);
  const results = points.map((point) => (point?.result as { type?: string } | undefined)?.type);
  const found = [
    incidents.length > 0 ? incidentHealth(incidents.flatMap((urn, at) => (isOpen(infos[at]) ? [{ urn, info: infos[at] ?? {} }] : []))) : undefined,
    assertionHealth(assertions.flatMap(({ text }, at) => (results[at] === undefined ? [] : [[text, results[at]] as const]))),
  ].filter((each) => each !== undefined);
  return found.length > 0 ? found : null;
};

type Info = Readonly<Record<string, unknown>>;

function isOpen(info: Info | undefined): boolean {
  return textIn(info?.status, 'state') === 'ACTIVE';
}

function incidentHealth(open: readonly { readonly urn: Urn; readonly info: Info }[]): Health {
  const [latest] = [...open].sort((one, other) => changedAt(other.info) - changedAt(one.info));
  const details = latest && {
    count: open.length,
    latestIncident: refOf(latest.urn),
    latestIncidentUrn: latest.urn.text,
    latestIncidentTitle: latest.info.title,
    lastActivityAt: changedAt(latest.info),
  };
  const message = `${open.length} open incident(s)`;
  const causes = open.map(({ urn }) => urn.text);
  return { type: 'INCIDENTS', status: open.length > 0 ? 'FAIL' : 'PASS', message, causes, activeIncidentHealthDetails: details ?? null };
}

function changedAt(info: Info): number {
  const at = isRecord(info.status) ? numberIn(info.status.lastUpdated, 'time') : undefined;
  return at ?? createdOf(info);
}

/** @param ran assertions that ran, with what the latest run said */
function assertionHealth(ran: readonly (readonly [urn: string, result: string])[]): Health | undefined {
  if (ran.length === 0) return undefined;
  const causes = ran.filter(([, result]) => FAILING.has(result)).map(([urn]) => urn);
  const message = `${causes.length} of ${ran.length} assertion(s) failing`;
  return { type: 'ASSERTIONS', status: causes.length > 0 ? 'FAIL' : 'PASS', message, causes };
}

interface IncidentArgs {
  readonly state?: string | null;
  readonly stage?: string | null;
  readonly priority?: string | null;
  readonly assigneeUrns?: readonly string[] | null;
  readonly start?: number | null;
  readonly count?: number | null;
}

const COUNT = 20;

/** Incidents of an entity, the newest first. Those of many entities are read at once. */
const incidents: Resolve<IncidentArgs, EntityRef> = async ({ read }, { state, stage, priority, assigneeUrns, ...page }, { loaders }) => {
  const about = await loaders.pointing(read, 'incident', 'IncidentOn');
  const infos = await Promise.all(about.map((urn) => loaders.value(urn, 'incidentInfo')));
  const assignees = new Set(assigneeUrns ?? []);
  const wanted = about
    .map((urn, at) => ({ urn, info: infos[at] ?? {} }))
    .filter(
      ({ info }) =>
        (!state || textIn(info.status, 'state') === state) &&
        (!stage || textIn(info.status, 'stage') === stage) &&
        (!priority || info.priority === levelOf(priority)) &&
        (assignees.size === 0 || recordsIn(info, 'assignees').some((each) => assignees.has(textIn(each, 'actor') ?? ''))),
    )
    .sort((one, other) => createdOf(other.info) - createdOf(one.info) || (one.urn.text < other.urn.text ? -1 : 1));
  const start = Math.max(0, page.start ?? 0);
  const found = wanted.slice(start, start + Math.max(0, page.count ?? COUNT)).map(({ urn }) => refOf(urn));
  return { start, count: found.length, total: wanted.length, incidents: found };
};

function createdOf({ created }: Info): number {
  return isRecord(created) && typeof created.time === 'number' ? created.time : 0;
}

export const healthFields: Resolvers = { Entity: { health, incidents } };
