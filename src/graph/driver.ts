/**
 * The connection to Neo4j. Here errors of the driver become refusals (`failures.ts`), and transactions that lost a race are run again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import neo4j, { type BookmarkManager, type Driver, Neo4jError, type Session, type Transaction } from 'neo4j-driver';
import { budgetOfWrite, refuseLate, timeLeft } from '../budget.ts';
import { diskFull } from '../errors.ts';
import type { Columns } from '../generated/statements.ts';
import type { Log } from '../log.ts';
import { widenChunks } from './chunks.ts';
import { failureOf, isLostRace, refusalOf } from './failures.ts';
import { refuseAway } from './presence.ts';
import { type Statement, type StatementOf, statement } from './statements.ts';
import { endTrouble, endUnwritten, noteTrouble, type Trouble } from './trouble.ts';

export interface Graph {
  readonly driver: Driver;
  readonly log: Log;
  readonly uri: string;
  /** How many statements were sent since the start. */
  readonly asked: { statements: number; rows: number };
  /** The epoch of the store when its log was read last (docs/data-model.md 2.8). */
  readonly seen: { epoch: string; at: number };
  /** For a cluster (`neo4j://`): what this server has written or read. Each transaction waits until its member has all of that. */
  readonly bookmarks: BookmarkManager | undefined;
  readonly trouble: Trouble;
  /** Why nothing is written now, in a sentence: its disk is nearly full. */
  readonly noRoom: () => string | undefined;
}

interface GraphAddress {
  readonly uri: string;
  readonly username: string;
  readonly password: string | undefined;
}

/** How long a request waits for a connection, ms. Then the answer is 503. */
const ACQUISITION_TIMEOUT_MS = 5_000;
const POOL_SIZE = 100;
/** The time limit of a reading statement outside a request, ms. */
const READ_TIMEOUT_MS = 60_000;
/** How often, and how long (ms), a transaction that lost a race is run again before the request fails. */
const MOST_ATTEMPTS = 12;
const LONGEST_RACE_MS = 20_000;
/** Longest pause between two attempts, ms. */
const LONGEST_PAUSE_MS = 500;

/** Creates the driver. It connects when a connection is needed. */
export function connectGraph(
  address: GraphAddress,
  log: Log,
  noRoom: Graph['noRoom'] = () => undefined,
  comeback: Trouble['comeback'] = () => ({ phases: '' }),
): Graph {
  widenChunks();
  const auth = address.password === undefined ? undefined : neo4j.auth.basic(address.username, address.password);
  const driver = neo4j.driver(address.uri, auth, {
    disableLosslessIntegers: true,
    maxConnectionPoolSize: POOL_SIZE,
    connectionAcquisitionTimeout: ACQUISITION_TIMEOUT_MS,
    connectionTimeout: ACQUISITION_TIMEOUT_MS,
    fetchSize: -1,
    // Cairn itself runs transactions again, and answers clients soon if the engine is away.
    maxTransactionRetryTime: 0,
    notificationFilter: { minimumSeverityLevel: 'OFF' },
    telemetryDisabled: true,
  });
  const bookmarks = address.uri.startsWith('neo4j') ? neo4j.bookmarkManager() : undefined;
  const trouble: Trouble = { present: undefined, asking: undefined, unwritten: undefined, comeback };
  return { driver, log, uri: address.uri, asked: { statements: 0, rows: 0 }, seen: { epoch: '', at: 0 }, bookmarks, trouble, noRoom };
}

/** A whole number for Neo4j: plain JavaScript numbers would arrive as floats. */
export function whole(value: number): bigint {
  return BigInt(Math.trunc(value));
}

/** As `whole`; null if there is none. */
export function wholeOrNull(value: number | undefined): bigint | null {
  return value === undefined ? null : whole(value);
}

/** A position in a list has at most 31 bits in Neo4j; no list is longer. */
const LONGEST_LIST = 2 ** 30;

/** The beginning of a slice of a list. */
export function place(start: number): bigint {
  return whole(Math.min(start, LONGEST_LIST));
}

/**
 * Runs a reading statement and gives its rows as objects.
 *
 * @param parts fills `«name»` in the text. If it is a list: the statement once for each item, joined by UNION ALL.
 */
export async function readRows<Row extends object>(
  graph: Graph,
  name: StatementOf<Row>,
  params: Record<string, unknown>,
  parts: Readonly<Record<string, string>> | readonly Readonly<Record<string, string>>[] = {},
): Promise<Row[]> {
  const text = [parts]
    .flat()
    .map((each) => statement(name, each, params))
    .join('\nUNION ALL\n');
  return inSession(graph, neo4j.session.READ, async (session) => {
    const { records } = await session.run(text, params, { timeout: timeLeft() ?? READ_TIMEOUT_MS });
    return records.map((record) => record.toObject() as Row);
  });
}

/** As `readRows`, for a statement that is run often: its rows as lists of its columns, in their order. */
export async function readTuples<Tuple extends readonly unknown[]>(
  graph: Graph,
  name: { [Name in Statement]: Columns[Name]['length'] extends Tuple['length'] ? Name : never }[Statement],
  params: Record<string, unknown>,
): Promise<Tuple[]> {
  return inSession(graph, neo4j.session.READ, async (session) => {
    const result = await session.run(statement(name), params, { timeout: timeLeft() ?? READ_TIMEOUT_MS });
    return result.records.map((record) => record.map((field: unknown) => field) as unknown as Tuple);
  });
}

/**
 * Runs one statement in a transaction of its own.
 *
 * @param limits `timeout: 0` for no limit: to make an index of a large store may take longer than a transaction otherwise may
 */
export async function runAlone(graph: Graph, name: Statement, params: Record<string, unknown>, limits: { timeout?: 0 } = {}): Promise<void> {
  await inSession(graph, neo4j.session.WRITE, (session) => session.run(statement(name), params, limits));
}

/** Runs a writing statement in a transaction of its own and gives its rows as objects. */
export function writeRows<Row extends object>(graph: Graph, name: StatementOf<Row>, params: Record<string, unknown>): Promise<Row[]> {
  return inSession(graph, neo4j.session.WRITE, (session) => rowsIn<Row>(session, name, params));
}

/** The rows of a statement as objects, within a transaction. */
export async function rowsIn<Row extends object>(
  tx: Pick<Transaction, 'run'> | Pick<Session, 'run'>,
  name: StatementOf<Row>,
  params: Record<string, unknown>,
): Promise<Row[]> {
  const { records } = await tx.run(statement(name), params);
  return records.map((record) => record.toObject() as Row);
}

/** Rows that go out with a statement: the items of its lists. */
function rowsOf(parameters: unknown): number {
  return Object.values((parameters ?? {}) as object).reduce((sum: number, each) => sum + (Array.isArray(each) ? each.length : 0), 0);
}

/** Hands the parameters of the statements of a session over in a map, counts them, and the rows that go out and come back with them. */
function counted(graph: Graph, session: Session): Session {
  const count = <Of extends { run: Session['run'] }>(runner: Of): Of => {
    const run = runner.run.bind(runner);
    runner.run = ((text: string, params: Record<string, unknown> = {}, config?: Parameters<Session['run']>[2]) => {
      graph.asked.statements++;
      graph.asked.rows += rowsOf(params);
      // The driver makes a stack trace for each result, which is 2 % of the CPU of a write; nobody reads it.
      const limit = Error.stackTraceLimit;
      Error.stackTraceLimit = 0;
      const result = run(text, { p: params }, config);
      Error.stackTraceLimit = limit;
      result.then(
        ({ records }) => {
          graph.asked.rows += records.length;
        },
        () => undefined,
      );
      return result;
    }) as Session['run'];
    return runner;
  };
  const begin = session.beginTransaction.bind(session);
  session.beginTransaction = ((config) => count(begin(config) as never)) as Session['beginTransaction'];
  return count(session);
}

/**
 * Runs `use` with a session. After a lost race it runs again with a new session. Errors of Neo4j become refusals here.
 *
 * @throws Refusal unavailable if the graph does not answer or is busy; invalid if a value is too long for an index
 */
export async function inSession<Result>(
  graph: Graph,
  mode: typeof neo4j.session.READ | typeof neo4j.session.WRITE,
  use: (session: Session) => Promise<Result>,
): Promise<Result> {
  await refuseAway(graph);
  // While it waited, its time may have ended: what was answered with 503 is not written.
  refuseLate();
  if (mode === neo4j.session.WRITE) budgetOfWrite().lift();
  const began = Date.now();
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await inSessionOnce(graph, mode, use);
      endTrouble(graph);
      return result;
    } catch (error) {
      if (!isLostRace(error) || attempt >= MOST_ATTEMPTS || Date.now() - began > LONGEST_RACE_MS) throw translated(graph, error);
      graph.log('graph.retry', { reason: error.code, attempt });
      await pause(Math.random() * Math.min(LONGEST_PAUSE_MS, 2 ** attempt * 5));
    }
  }
}

/**
 * Lets nothing begin that makes the store larger while the disk is nearly full.
 *
 * @throws Refusal unavailable
 */
export function refuseFull({ noRoom }: Graph): void {
  const full = noRoom();
  if (full !== undefined) throw diskFull(full);
}

/**
 * Does work in one write transaction, again after a lost race: all of it happens, or nothing. What does not grow (leases, progress of jobs)
 * is written by `writeRows` instead, also while the disk is nearly full.
 *
 * @throws Refusal as `inSession`; or because the disk is nearly full
 */
export async function inTransaction<Result>(graph: Graph, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  refuseFull(graph);
  return inSession(graph, neo4j.session.WRITE, async (session) => {
    const tx = session.beginTransaction();
    try {
      const result = await work(tx);
      await tx.commit();
      endUnwritten(graph);
      return result;
    } catch (error) {
      await tx.rollback().catch(() => undefined);
      throw error;
    }
  });
}

async function inSessionOnce<Result>(
  graph: Graph,
  mode: typeof neo4j.session.READ | typeof neo4j.session.WRITE,
  use: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = counted(graph, graph.driver.session({ defaultAccessMode: mode, ...(graph.bookmarks && { bookmarkManager: graph.bookmarks }) }));
  try {
    return await use(session);
  } finally {
    await session.close().catch(() => undefined);
  }
}

function translated(graph: Graph, error: unknown): unknown {
  if (!(error instanceof Neo4jError)) return error;
  const reason = (error.message.split('\n')[0] ?? error.code).replace(/\.$/, '');
  const refusal = refusalOf(error);
  const kind = failureOf(error);
  if (kind === 'away' || kind === 'shut' || kind === 'broken') noteTrouble(graph, kind, reason, error);
  else if (kind === 'full') graph.log('graph.full', { connections: POOL_SIZE, seconds: ACQUISITION_TIMEOUT_MS / 1000 });
  else if (refusal !== error) graph.log('graph.refused', { uri: graph.uri, code: error.code, reason });
  return refusal;
}
