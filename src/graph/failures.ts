/**
 * What an error of Neo4j means: a lost race, an engine that is away, work that it cannot do now, a value that it cannot take.
 * Codes are those of Neo4j 5 (`Neo.<class>.<category>.<title>`) and of its driver; nobody above has heard of them.
 */
import { Neo4jError } from 'neo4j-driver';
import { invalid, Refusal, unavailable } from '../errors.ts';

/** Another transaction took what must be unique after this one had looked: the next look sees it. */
const TAKEN_MEANWHILE = /^Neo\.ClientError\.Schema\.ConstraintValidationFailed$/;
const LOST_RACE = /^Neo\.\w+\.Transaction\.(DeadlockDetected|LockAcquisitionTimeout|Outdated|ConstraintsChanged|LeaseExpired)$/;
const REFUSED_LOGIN = /Security\.(Unauthorized|AuthorizationExpired|CredentialsExpired|AuthenticationRateLimit)/;
/** The connection, or the database behind it, is not there: whether a transaction was committed may be unknown. */
const AWAY =
  /^(ServiceUnavailable|SessionExpired)$|\.General\.DatabaseUnavailable$|\.Cluster\.|\.Transaction\.(LeaderSwitch|TransactionCommitFailed|TransactionLogError)$/;
/** Time limits, memory limits, threads, disk: nothing was written, and the same may go well in a while. */
const BUSY =
  /^Neo\.TransientError\.|\.Transaction\.(TransactionTimedOut\w*|Terminated|LockClientStopped|Interrupted|TransactionMarkedAsFailed|MaximumTransactionLimitReached|TransactionStartFailed)$|\.General\.(\w*OutOfMemoryError|TransactionMemoryLimit|\w*ReadOnly\w*)$|\.Request\.(NoThreadsAvailable|ResourceExhaustion)$|\.Statement\.ExecutionTimeout$/;
const DRIVER_AWAY = /pool|acquisition timed out|connection/i;
const TOO_LARGE_FOR_INDEX = /too large to index/i;

/** Seconds after which work that met a limit is worth another try. */
const BUSY_RETRY_S = 10;

export type Failure = 'lostRace' | 'away' | 'shut' | 'busy' | 'tooLong' | 'other';

export function failureOf({ code, message }: { readonly code: string; readonly message: string }): Failure {
  if (TAKEN_MEANWHILE.test(code) || LOST_RACE.test(code)) return 'lostRace';
  if (REFUSED_LOGIN.test(code)) return 'shut';
  if (AWAY.test(code)) return 'away';
  if (BUSY.test(code)) return 'busy';
  if (TOO_LARGE_FOR_INDEX.test(message)) return 'tooLong';
  return !code.startsWith('Neo.') && DRIVER_AWAY.test(message) ? 'away' : 'other';
}

/** Is this a lost race (deadlock, lock time-out) that the same transaction may win next time? */
export function isLostRace(error: unknown): error is Neo4jError {
  return error instanceof Neo4jError && failureOf(error) === 'lostRace';
}

/** Does this error say that the credentials are wrong? Asking again will not help then. */
export function isRefusedLogin(error: Error): boolean {
  return error instanceof Neo4jError && failureOf(error) === 'shut';
}

/**
 * Is the engine away, for everybody alike? Of such a transaction nobody knows whether it was committed; after every other error it is
 * certain that nothing was written.
 */
export function isAway(error: unknown): boolean {
  const cause = error instanceof Refusal ? error.cause : error;
  return cause instanceof Neo4jError && ['away', 'shut'].includes(failureOf(cause));
}

/** The refusal that tells of an error; the error itself where it is a mistake of ours. */
export function refusalOf(error: Neo4jError): Error {
  switch (failureOf(error)) {
    case 'shut':
      return unavailable('The graph database refuses the credentials that Cairn has', error);
    case 'away':
      return unavailable('The graph database does not answer; the request can be sent again in a moment', error);
    case 'lostRace':
      return unavailable('Others write the same entities all the time; the request can be sent again in a moment', error);
    case 'busy':
      return unavailable(
        'The graph database could not do this within its limits of time and memory; nothing of it was written, and it can be sent again',
        error,
        BUSY_RETRY_S,
      );
    case 'tooLong':
      return invalid('The graph database refuses a value of the request that is too long for its indexes');
    default:
      return error;
  }
}
