/**
 * Health of entities: open incidents, and assertions whose latest run failed.
 */
import type { EntityRef, Resolve } from '../../operation.ts';

interface Health {
  readonly type: 'INCIDENTS' | 'ASSERTIONS';
  readonly status: 'PASS' | 'FAIL';
  readonly message: string;
  readonly causes: readonly string[];
}

const FAILING = new Set(['FAILURE', 'ERROR']);

export const health: Resolve<never, EntityRef> = async ({ read }, _, { loaders }) => {
  const [incidents, assertions] = await Promise.all([
    loaders.pointing(read, 'incident', 'IncidentOn'),
    loaders.pointing(read, 'assertion', 'Asserts'),
  ]);
  const [infos, points] = await Promise.all([
    Promise.all(incidents.map((urn) => loaders.value(urn, 'incidentInfo'))),
    Promise.all(assertions.map((urn) => loaders.latestPoint(urn, 'assertionRunEvent'))),
  ]);
  const open = incidents.filter((__, at) => (infos[at]?.status as { state?: string } | undefined)?.state === 'ACTIVE');
  const results = points.map((point) => (point?.result as { type?: string } | undefined)?.type);
  const found = [
    incidents.length > 0 ? incidentHealth(open.map(({ text }) => text)) : undefined,
    assertionHealth(assertions.flatMap(({ text }, at) => (results[at] === undefined ? [] : [[text, results[at]] as const]))),
  ].filter((each) => each !== undefined);
  return found.length > 0 ? found : null;
};

function incidentHealth(causes: readonly string[]): Health {
  return { type: 'INCIDENTS', status: causes.length > 0 ? 'FAIL' : 'PASS', message: `${causes.length} open incident(s)`, causes };
}

/** @param ran assertions that ran, with what the latest run said */
function assertionHealth(ran: readonly (readonly [urn: string, result: string])[]): Health | undefined {
  if (ran.length === 0) return undefined;
  const causes = ran.filter(([, result]) => FAILING.has(result)).map(([urn]) => urn);
  const message = `${causes.length} of ${ran.length} assertion(s) failing`;
  return { type: 'ASSERTIONS', status: causes.length > 0 ? 'FAIL' : 'PASS', message, causes };
}
