/**
 * Reads OpenLineage events from a body: one event, or a list of them. A refusal names every wrong field of every event.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { badLineageEvents, type Detail, tooMany } from '../../errors.ts';
import { isRecord } from '../../model/path.ts';
import { readErrors, STRICT } from '../../model/schema-check.ts';
import { DATASET_EVENT, JOB_EVENT, RUN_EVENT, SCHEMA_FIELDS } from './schema.ts';

/** Facets by name. Those that the mapping knows have the shape of schema.ts. */
export type Facets = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface LineageDataset {
  readonly namespace: string;
  readonly name: string;
  readonly facets?: Facets;
  readonly inputFacets?: Facets;
  readonly outputFacets?: Facets;
}

export interface LineageJob {
  readonly namespace: string;
  readonly name: string;
  readonly facets?: Facets;
}

export type EventType = 'START' | 'RUNNING' | 'COMPLETE' | 'ABORT' | 'FAIL' | 'OTHER';

export interface LineageEvent {
  /** JSON pointer in the body: empty, or `/<index>` in a list. */
  readonly pointer: string;
  /** Time of the event, epoch ms. */
  readonly at: number;
  readonly producer: string;
  readonly type: EventType;
  readonly run?: { readonly runId: string; readonly facets?: Facets };
  readonly job?: LineageJob;
  readonly dataset?: LineageDataset;
  readonly inputs: readonly LineageDataset[];
  readonly outputs: readonly LineageDataset[];
}

/** All events of a request are written in one transaction. */
const MOST_EVENTS = 1_000;

// They are constants (request/params.ts).
const ajv = new Ajv2020({ ...STRICT, validateSchema: false });
ajv.addFormat('openlineage-time', { type: 'string', validate: (text: string) => timeOf(text) !== undefined });
ajv.addSchema(SCHEMA_FIELDS);
const SCHEMAS = { run: RUN_EVENT, job: JOB_EVENT, dataset: DATASET_EVENT };

const TIME = /^(\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)(Z|z|[+-]\d\d:?(?:\d\d)?)?(?:\[[^\]]*\])?$/;

/** Epoch ms of an ISO 8601 time, which is UTC unless it says otherwise. Absent if it is none. */
export function timeOf(text: string): number | undefined {
  const [, local, zone = 'Z'] = TIME.exec(text) ?? [];
  if (local === undefined) return undefined;
  const offset = /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2').toUpperCase();
  const at = Date.parse(`${local.replace(',', '.').toUpperCase()}${offset}`);
  return Number.isFinite(at) && at >= 0 ? at : undefined;
}

/** Epoch ms of a nominal time, which producers also write as a date, or with a space before the time. Absent if it is none. */
export function nominalTimeOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return timeOf(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00Z` : text.replace(/^(\d{4}-\d\d-\d\d) +(?=\d)/, '$1T').replace(/ +(?=Z|[+-]\d)/i, ''));
}

/**
 * @param json a body without nulls
 * @param first the place of the first event in the request
 * @throws Refusal malformed, with all wrong fields of all events
 */
export function readEvents(json: unknown, mustBeList = false, first = 0): LineageEvent[] {
  if (mustBeList && !Array.isArray(json)) throw badLineageEvents([{ pointer: '/', expected: 'a list of events' }]);
  const listed: readonly unknown[] = Array.isArray(json) ? json : [json];
  refuseManyEvents(listed);
  const problems: Detail[] = [];
  const events = listed.flatMap((each, index) => {
    const pointer = Array.isArray(json) ? `/${first + index}` : '';
    const found = problemsOf(each).map((detail) => ({ ...detail, pointer: `${pointer}${detail.pointer}` }));
    problems.push(...found);
    return found.length === 0 && isRecord(each) ? [eventFrom(each, pointer)] : [];
  });
  if (problems.length > 0) throw badLineageEvents(problems);
  return events;
}

/** @throws Refusal malformed for more events than a request may have */
export function refuseManyEvents(events: readonly unknown[]): void {
  if (events.length > MOST_EVENTS) throw tooMany('', `${MOST_EVENTS} events`, events.length);
}

function problemsOf(json: unknown): Detail[] {
  if (!isRecord(json)) return [{ pointer: '/', expected: 'an event: a JSON object', got: json }];
  const check = checkOf(json);
  if (!check) return [{ pointer: '/', expected: 'an event with `run` and `job`, with `job`, or with `dataset`' }];
  return check(json) ? [] : readErrors(check.errors ?? []).wrong.map(readable);
}

function checkOf(json: Record<string, unknown>): ValidateFunction | undefined {
  const kind = (['run', 'job', 'dataset'] as const).find((name) => json[name] !== undefined);
  // Compiled at its first use, and kept by ajv.
  return kind && ajv.compile(SCHEMAS[kind]);
}

function readable(detail: Detail): Detail {
  return detail.expected.includes('openlineage-time') ? { ...detail, expected: 'a time such as 2026-01-31T12:00:00.000Z' } : detail;
}

function eventFrom(json: Record<string, unknown>, pointer: string): LineageEvent {
  const { eventTime, eventType, ...rest } = json as Omit<LineageEvent, 'at' | 'type' | 'pointer'> & { eventTime: string; eventType?: EventType };
  const { run, job, dataset, inputs = [], outputs = [] } = rest;
  return {
    ...rest,
    ...(run && { run: withoutDeleted(run) }),
    ...(job && { job: withoutDeleted(job) }),
    ...(dataset && { dataset: withoutDeleted(dataset) }),
    inputs: inputs.map(withoutDeleted),
    outputs: outputs.map(withoutDeleted),
    pointer,
    at: timeOf(eventTime) ?? 0,
    type: eventType ?? 'OTHER',
  };
}

const OF_FACETS = ['facets', 'inputFacets', 'outputFacets'] as const;

/** Of a facet that is deleted only this counts, whatever else it contains. */
function withoutDeleted<Of extends { readonly [name in (typeof OF_FACETS)[number]]?: Facets }>(of: Of): Of {
  const bare = OF_FACETS.flatMap((name) => {
    const facets = Object.entries(of[name] ?? {}).map(([each, facet]) => [each, facet._deleted === true ? { _deleted: true } : facet] as const);
    return of[name] ? [[name, Object.fromEntries(facets)] as const] : [];
  });
  return { ...of, ...Object.fromEntries(bare) };
}
