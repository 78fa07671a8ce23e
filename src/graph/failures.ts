/**
 * Classifies errors of Neo4j: a lost race, an engine that is away, work that it cannot do now, a value that it cannot store. The codes are
 * those of Neo4j 5 (`Neo.<class>.<category>.<title>`) and of its driver. No other file knows them.
 */
import { Neo4jError } from 'neo4j-driver';
import { graphAway, graphBroken, graphBusy, graphFull, graphRefusesLogin, keyRefused, Refusal, writeContention } from '../errors.ts';

/** Another transaction took a unique value after this one had checked. The next attempt sees it. */
const TAKEN_MEANWHILE = /^Neo\.ClientError\.Schema\.ConstraintValidationFailed$/;
/** Another transaction deleted what this one had just found. */
const GONE_MEANWHILE = /^Neo\.ClientError\.Statement\.EntityNotFound$/;
const LOST_RACE = /^Neo\.\w+\.Transaction\.(DeadlockDetected|LockAcquisitionTimeout|Outdated|ConstraintsChanged|LeaseExpired)$/;
const REFUSED_LOGIN = /Security\.(Unauthorized|AuthorizationExpired|CredentialsExpired|AuthenticationRateLimit)/;
/** The connection or the database is away. Whether the transaction was committed may be unknown. */
const AWAY =
  /^(ServiceUnavailable|SessionExpired)$|\.General\.DatabaseUnavailable$|\.Cluster\.|\.Transaction\.(LeaderSwitch|TransactionCommitFailed|TransactionLogError)$/;
/** Only a restart of Neo4j helps: its database has met a critical error, such as a full disk, or has become read-only. */
const BROKEN = /\.General\.\w*ReadOnly\w*$/;
const CRITICAL = /critical error|needs to be restarted/i;
/** Limits of time, memory, threads or disk. Nothing was written, and the same work may succeed later. */
const BUSY =
  /^Neo\.TransientError\.|\.Transaction\.(TransactionTimedOut\w*|Terminated|LockClientStopped|Interrupted|TransactionMarkedAsFailed|MaximumTransactionLimitReached|TransactionStartFailed)$|\.General\.(\w*OutOfMemoryError|TransactionMemoryLimit)$|\.Request\.(NoThreadsAvailable|ResourceExhaustion)$|\.Statement\.ExecutionTimeout$/;
/** The driver gives no connection, because all are in use. */
const FULL = /acquisition timed out/i;
const DRIVER_AWAY = /pool|connection/i;
const TOO_LARGE_FOR_INDEX = /too large to index/i;

export type Failure = 'lostRace' | 'full' | 'away' | 'shut' | 'broken' | 'busy' | 'tooLong' | 'other';

export function failureOf({ code, message }: { readonly code: string; readonly message: string }): Failure {
  if ([TAKEN_MEANWHILE, GONE_MEANWHILE, LOST_RACE].some((each) => each.test(code))) return 'lostRace';
  if (REFUSED_LOGIN.test(code)) return 'shut';
  if (BROKEN.test(code) || CRITICAL.test(message)) return 'broken';
  if (AWAY.test(code)) return 'away';
  if (BUSY.test(code)) return 'busy';
  if (TOO_LARGE_FOR_INDEX.test(message)) return 'tooLong';
  if (code.startsWith('Neo.')) return 'other';
  return FULL.test(message) ? 'full' : DRIVER_AWAY.test(message) ? 'away' : 'other';
}

/** Is this a lost race (deadlock, lock time-out) that the same transaction may win next time? */
export function isLostRace(error: unknown): error is Neo4jError {
  return error instanceof Neo4jError && failureOf(error) === 'lostRace';
}

/** Are the credentials wrong? Then trying again does not help. */
export function isRefusedLogin(error: Error): boolean {
  return error instanceof Neo4jError && failureOf(error) === 'shut';
}

/** Is the engine away? Then nobody knows whether the transaction was committed. After every other error it is certain that nothing was written. */
export function isAway(error: unknown): boolean {
  const cause = error instanceof Refusal ? error.cause : error;
  return cause instanceof Neo4jError && ['away', 'shut', 'broken'].includes(failureOf(cause));
}

/** Does the error concern every transaction, whatever is in it? Then it helps nobody to try the parts of one alone. */
export function isOfAll(error: unknown): boolean {
  const cause = error instanceof Refusal ? error.cause : error;
  return isAway(error) || (cause instanceof Neo4jError && failureOf(cause) === 'full');
}

/** The refusal for an error. The error itself if it is a mistake in Cairn. */
export function refusalOf(error: Neo4jError): Error {
  switch (failureOf(error)) {
    case 'shut':
      return graphRefusesLogin(error);
    case 'away':
      return graphAway(error);
    case 'broken':
      return graphBroken(error);
    case 'full':
      return graphFull(error);
    case 'lostRace':
      return writeContention(error);
    case 'busy':
      return graphBusy(error);
    case 'tooLong':
      return keyRefused();
    default:
      return error;
  }
}
