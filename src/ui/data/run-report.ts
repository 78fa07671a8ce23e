/**
 * How a run of a source went, from the aspects of its execution request, as datahub's executor and command line write them. Pure.
 */
import { isRecord, type Json, stringsIn, textOf } from './is-record.ts';
import { capital } from './words.ts';

/** What was asked for, and what came of it. */
export interface ExecutionView {
  readonly urn: string;
  readonly task: string;
  readonly executor: string;
  /** Epoch ms. */
  readonly requestedAt: number;
  /** URN of who asked; absent: the schedule. */
  readonly actor: string | undefined;
  /** The id under which it writes. */
  readonly runId: string;
  /** As the executor says it; undefined until one has taken it. */
  readonly status: string | undefined;
  readonly startedAt: number | undefined;
  readonly durationMs: number | undefined;
  readonly report: RunReport;
}

/** Something that went wrong, or nearly. */
export interface Finding {
  readonly title: string | undefined;
  readonly message: string;
  readonly context: readonly string[];
}

export interface RunReport {
  /** Records that the source made, and that the catalog took. */
  readonly produced: number | undefined;
  readonly written: number | undefined;
  readonly warnings: readonly Finding[];
  readonly failures: readonly Finding[];
  /** URNs of what was there at the run before, and is not any more. */
  readonly gone: readonly string[];
  /** The end of the log. */
  readonly log: string;
  /** Of a test of the connection. */
  readonly test: ConnectionTest | undefined;
}

export interface ConnectionTest {
  readonly connected: boolean;
  readonly reason: string | undefined;
  readonly abilities: readonly { readonly name: string; readonly capable: boolean; readonly reason: string | undefined }[];
}

/** Words of the statuses: what the page says, and how good it is. */
const STATES: Readonly<Record<string, readonly [words: string, tone: 'plain' | 'good' | 'warn' | 'bad']>> = {
  PENDING: ['Waiting', 'plain'],
  RUNNING: ['Running', 'plain'],
  SUCCESS: ['Succeeded', 'good'],
  SUCCEEDED_WITH_WARNINGS: ['Succeeded with warnings', 'warn'],
  FAILURE: ['Failed', 'bad'],
  CANCELLED: ['Stopped', 'warn'],
  TIMEOUT: ['Took too long', 'bad'],
  ABORTED: ['Broken off', 'bad'],
  UP_FOR_RETRY: ['Will be tried again', 'warn'],
  ROLLING_BACK: ['Rolling back', 'plain'],
  ROLLED_BACK: ['Rolled back', 'warn'],
  ROLLBACK_FAILED: ['Rolling back failed', 'bad'],
};

export function stateOf(status: string | undefined): { readonly words: string; readonly tone: 'plain' | 'good' | 'warn' | 'bad' } {
  const [words, tone] = STATES[status ?? 'PENDING'] ?? [capital((status ?? '').toLowerCase().replaceAll('_', ' ')), 'plain' as const];
  return { words, tone };
}

/** Will its status change by itself? */
export function isAtWork(status: string | undefined): boolean {
  return status === undefined || ['PENDING', 'RUNNING', 'ROLLING_BACK', 'UP_FOR_RETRY'].includes(status);
}

const number = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);

/** @param input `dataHubExecutionRequestInput` @param result `dataHubExecutionRequestResult`, if there is one */
export function executionOf(urn: string, input: Json, result: Json | undefined): ExecutionView {
  const args = isRecord(input.args) ? input.args : {};
  return {
    urn,
    task: textOf(input.task),
    executor: textOf(input.executorId),
    requestedAt: number(input.requestedAt) ?? 0,
    actor: typeof input.actorUrn === 'string' ? input.actorUrn : undefined,
    runId: runIdIn(args.recipe) ?? urn,
    status: typeof result?.status === 'string' ? result.status : undefined,
    startedAt: number(result?.startTimeMs),
    durationMs: number(result?.durationMs),
    report: reportOf(result),
  };
}

/** The id of the run in the recipe that the executor got. */
function runIdIn(recipe: unknown): string | undefined {
  const read = json(recipe);
  return typeof read?.run_id === 'string' ? read.run_id : undefined;
}

function json(text: unknown): Json | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const read: unknown = JSON.parse(text);
    return isRecord(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

function reportOf(result: Json | undefined): RunReport {
  const structured = json(isRecord(result?.structuredReport) ? result.structuredReport.serializedValue : undefined) ?? {};
  const [source, sink] = [partOf(structured.source), partOf(structured.sink)];
  return {
    produced: number(source.events_produced),
    written: number(sink.total_records_written),
    warnings: [...findingsIn(source.warnings), ...findingsIn(sink.warnings)],
    failures: [...findingsIn(source.failures), ...findingsIn(sink.failures)],
    gone: stringsIn(source.soft_deleted_stale_entities).filter((each) => each.startsWith('urn:')),
    log: textOf(result?.report),
    test: testOf(structured),
  };
}

function partOf(part: unknown): Json {
  return isRecord(part) && isRecord(part.report) ? part.report : {};
}

/** Lists of findings: records, or texts; of many, reports keep some, and a text that says so. Older ones have lists by key. */
function findingsIn(list: unknown): Finding[] {
  if (isRecord(list)) return Object.entries(list).map(([key, texts]) => ({ title: undefined, message: key, context: stringsIn(texts) }));
  if (!Array.isArray(list)) return [];
  return list.flatMap((each): Finding[] => {
    if (typeof each === 'string') return [{ title: undefined, message: each, context: [] }];
    if (!isRecord(each)) return [];
    const title = textOf(each.title);
    const message = textOf(each.message) || textOf(each.error) || JSON.stringify(each);
    return [{ title: title === '' ? undefined : title, message, context: stringsIn(each.context) }];
  });
}

function testOf(report: Json): ConnectionTest | undefined {
  const { basic_connectivity: basic, capability_report: abilities, internal_failure: broken, internal_failure_reason: why } = report;
  if (!isRecord(basic) && broken !== true) return undefined;
  const of = (value: unknown) => {
    const ability = isRecord(value) ? value : {};
    const reason = [textOf(ability.failure_reason), textOf(ability.mitigation_message)].filter((text) => text !== '').join(' ');
    return { capable: ability.capable === true, reason: reason === '' ? undefined : reason };
  };
  const { capable, reason } = of(basic);
  return {
    connected: capable && broken !== true,
    reason: reason ?? (textOf(why) || undefined),
    abilities: Object.entries(isRecord(abilities) ? abilities : {}).map(([name, value]) => ({ name: spacedName(name), ...of(value) })),
  };
}

/** `SourceCapability.DATA_PROFILING` as words. */
function spacedName(name: string): string {
  return capital((name.split('.').at(-1) ?? name).toLowerCase().replaceAll('_', ' '));
}
