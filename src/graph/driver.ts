/**
 * The connection to Neo4j. Driver errors become refusals here: nobody above has heard of a Neo4j code.
 */
import { setTimeout as pause } from 'node:timers/promises';
import neo4j, { type Driver, Neo4jError, type RecordShape, type Session } from 'neo4j-driver';
import { budgetOfWrite, refuseLate, timeLeft } from '../budget.ts';
import { Refusal, unavailable } from '../errors.ts';
import type { Log } from '../log.ts';
import { widenChunks } from './chunks.ts';
import { type Statement, statement } from './statements.ts';

export interface Graph {
  readonly driver: Driver;
  readonly log: Log;
  readonly uri: string;
  /** What it has been asked for since the start. */
  readonly asked: { statements: number };
}

export interface GraphAddress {
  readonly uri: string;
  readonly username: string;
  readonly password: string | undefined;
}

/** How long a request waits for a connection, ms: above it the answer is 503. */
const ACQUISITION_TIMEOUT_MS = 5_000;
const POOL_SIZE = 100;
const PROBE_TIMEOUT_MS = 2_000;
/** A reading statement that nobody limits more, ms. */
const READ_TIMEOUT_MS = 60_000;
/** Another transaction took what must be unique after this one had looked: the next look sees it. */
const TAKEN_MEANWHILE = 'Neo.ClientError.Schema.ConstraintValidationFailed';
const REFUSED_LOGIN = /Security\.(Unauthorized|AuthorizationExpired|CredentialsExpired|AuthenticationRateLimit)/;

/** Opens the driver; connections are made when they are needed. */
export function connectGraph(address: GraphAddress, log: Log): Graph {
  widenChunks();
  const auth = address.password === undefined ? undefined : neo4j.auth.basic(address.username, address.password);
  const driver = neo4j.driver(address.uri, auth, {
    disableLosslessIntegers: true,
    maxConnectionPoolSize: POOL_SIZE,
    connectionAcquisitionTimeout: ACQUISITION_TIMEOUT_MS,
    connectionTimeout: ACQUISITION_TIMEOUT_MS,
    fetchSize: -1,
    // Cairn retries by itself, and tells the client soon when the engine is away.
    maxTransactionRetryTime: 0,
    notificationFilter: { minimumSeverityLevel: 'OFF' },
    telemetryDisabled: true,
  });
  return { driver, log, uri: address.uri, asked: { statements: 0 } };
}

/** A whole number for Neo4j: plain JavaScript numbers would arrive as floats. */
export function whole(value: number): bigint {
  return BigInt(Math.trunc(value));
}

/** No list is longer, and Neo4j takes 31 bits for a place in one. */
const LONGEST_LIST = 2 ** 30;

/** Where a slice of a list begins. */
export function place(start: number): bigint {
  return whole(Math.min(start, LONGEST_LIST));
}

/**
 * Runs a reading statement and gives its rows as objects.
 *
 * @param parts what `«name»` is filled with; a list: the statement so often, joined by UNION ALL
 */
export async function readRows<Row extends RecordShape>(
  graph: Graph,
  name: Statement,
  params: Record<string, unknown>,
  parts: Readonly<Record<string, string>> | readonly Readonly<Record<string, string>>[] = {},
): Promise<Row[]> {
  const text = [parts]
    .flat()
    .map((each) => statement(name, each))
    .join('\nUNION ALL\n');
  return inSession(graph, neo4j.session.READ, async (session) => {
    const result = await session.run<Row>(text, params, { timeout: timeLeft() ?? READ_TIMEOUT_MS });
    return result.records.map((record) => record.toObject());
  });
}

/** Runs one statement in a transaction of its own. */
export async function runAlone(graph: Graph, name: Statement, params: Record<string, unknown>): Promise<void> {
  await inSession(graph, neo4j.session.WRITE, (session) => session.run(statement(name), params));
}

/** Counts the statements of a session. */
function counted(graph: Graph, session: Session): Session {
  const count = <Of extends { run: Session['run'] }>(runner: Of): Of => {
    const run = runner.run.bind(runner);
    runner.run = ((...args: Parameters<Session['run']>) => {
      graph.asked.statements++;
      return run(...args);
    }) as Session['run'];
    return runner;
  };
  const begin = session.beginTransaction.bind(session);
  session.beginTransaction = ((config) => count(begin(config) as never)) as Session['beginTransaction'];
  return count(session);
}

/** Gives a session to `use`, and makes refusals of the driver's errors. */
export async function inSession<Result>(
  graph: Graph,
  mode: typeof neo4j.session.READ | typeof neo4j.session.WRITE,
  use: (session: Session) => Promise<Result>,
): Promise<Result> {
  refuseLate();
  if (mode === neo4j.session.WRITE) budgetOfWrite().lift();
  const session = counted(graph, graph.driver.session({ defaultAccessMode: mode }));
  try {
    return await use(session);
  } catch (error) {
    throw translated(graph, error);
  } finally {
    await session.close().catch(() => undefined);
  }
}

/** Is this a lost race (deadlock, lock time-out) that the same transaction may win next time? */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Neo4jError)) return false;
  return (error.code.startsWith('Neo.TransientError.') && !error.code.includes('.General.')) || error.code === TAKEN_MEANWHILE;
}

function translated(graph: Graph, error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Neo4jError) || isTransient(error)) return error;
  const away =
    error.code === 'ServiceUnavailable' ||
    error.code === 'SessionExpired' ||
    error.code.includes('DatabaseUnavailable') ||
    error.code.startsWith('Neo.TransientError.General');
  const shut = isRefusedLogin(error);
  if (!away && !shut && !/pool|acquisition timed out|connection/i.test(error.message)) return error;
  graph.log('graph.lost', { uri: graph.uri, reason: error.message.split('\n')[0] ?? error.code });
  return unavailable(
    shut
      ? 'The graph database refuses the credentials that Cairn has'
      : 'The graph database does not answer; the request can be sent again in a moment',
    error,
  );
}

/** Does the graph answer? */
export async function graphAnswers(graph: Graph): Promise<boolean> {
  return (await probe(graph)) === undefined;
}

/** Asks the graph for an answer; the error when there is none. An engine that hangs is as good as away. */
export async function probe(graph: Graph): Promise<Error | undefined> {
  const answered = graph.driver.getServerInfo().then(
    () => undefined,
    (error: Error) => error,
  );
  const over = new AbortController();
  const late = pause(PROBE_TIMEOUT_MS, new Error(`no answer in ${PROBE_TIMEOUT_MS} ms`), { signal: over.signal }).catch(() => undefined);
  try {
    return await Promise.race([answered, late]);
  } finally {
    over.abort();
  }
}

/** Does this error say that the credentials are wrong? Asking again will not help then. */
export function isRefusedLogin(error: Error): boolean {
  return error instanceof Neo4jError && REFUSED_LOGIN.test(error.code);
}
