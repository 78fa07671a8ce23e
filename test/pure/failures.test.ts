import { expect } from 'chai';
import { Neo4jError } from 'neo4j-driver';
import { Refusal } from '../../src/errors.ts';
import { failureOf, isAway, refusalOf } from '../../src/graph/failures.ts';

const error = (code: string, message = 'it is so') => new Neo4jError(message, code, '50N42', message);

/** Codes of Neo4j 5.26 and of its driver, by what the sender of the request is to do. */
const CODES = {
  lostRace: [
    'Neo.TransientError.Transaction.DeadlockDetected',
    'Neo.TransientError.Transaction.LockAcquisitionTimeout',
    'Neo.ClientError.Transaction.LockAcquisitionTimeout',
    'Neo.TransientError.Transaction.Outdated',
    'Neo.ClientError.Schema.ConstraintValidationFailed',
    'Neo.ClientError.Statement.EntityNotFound',
  ],
  away: [
    'ServiceUnavailable',
    'SessionExpired',
    'Neo.TransientError.General.DatabaseUnavailable',
    'Neo.ClientError.Cluster.NotALeader',
    'Neo.TransientError.Cluster.ReplicationFailure',
    'Neo.DatabaseError.Transaction.TransactionCommitFailed',
    'Neo.DatabaseError.Transaction.TransactionLogError',
  ],
  broken: ['Neo.ClientError.General.WriteOnReadOnlyAccessDatabase', 'Neo.ClientError.General.ForbiddenOnReadOnlyDatabase'],
  shut: ['Neo.ClientError.Security.Unauthorized', 'Neo.ClientError.Security.AuthenticationRateLimit'],
  busy: [
    'Neo.ClientError.Transaction.TransactionTimedOut',
    'Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration',
    'Neo.ClientError.Transaction.Terminated',
    'Neo.TransientError.Transaction.Terminated',
    'Neo.ClientError.Transaction.LockClientStopped',
    'Neo.TransientError.Transaction.LockClientStopped',
    'Neo.TransientError.Transaction.MaximumTransactionLimitReached',
    'Neo.TransientError.General.MemoryPoolOutOfMemoryError',
    'Neo.TransientError.General.TransactionMemoryLimit',
    'Neo.ClientError.General.TransactionOutOfMemoryError',
    'Neo.TransientError.General.OutOfMemoryError',
    'Neo.TransientError.Request.NoThreadsAvailable',
    'Neo.TransientError.Statement.ExecutionTimeout',
  ],
  other: [
    'Neo.ClientError.Statement.SyntaxError',
    'Neo.ClientError.Statement.TypeError',
    'Neo.DatabaseError.General.UnknownError',
    'Neo.DatabaseError.Statement.ExecutionFailed',
    'N/A',
  ],
} as const;

describe('What an error of Neo4j means', () => {
  for (const [failure, codes] of Object.entries(CODES)) {
    for (const code of codes) it(`${code}: ${failure}`, () => expect(failureOf(error(code))).to.equal(failure));
  }

  it('what may succeed later is 503 with Retry-After; a bug in Cairn stays an error', () => {
    for (const code of [...CODES.lostRace, ...CODES.away, ...CODES.broken, ...CODES.shut, ...CODES.busy]) {
      const refusal = refusalOf(error(code)) as Refusal;
      expect(refusal, code).to.be.instanceOf(Refusal);
      expect([refusal.status, refusal.retryAfter !== undefined], code).to.deep.equal([503, true]);
    }
    for (const code of CODES.other) expect(refusalOf(error(code))).to.be.instanceOf(Neo4jError);
  });

  it('a critical error is no lack of time or memory: only a restart helps', () => {
    const critical = 'The database has encountered a critical error, and needs to be restarted. Please see database logs for more details.';
    const refusal = refusalOf(error('Neo.DatabaseError.Transaction.TransactionStartFailed', critical)) as Refusal;
    expect([refusal.code, refusal.status]).to.deep.equal(['graph-broken', 503]);
  });

  it('a value that its indexes do not accept is an error of the request', () => {
    const refusal = refusalOf(error('Neo.DatabaseError.Statement.ExecutionFailed', 'Property value is too large to index, please see …')) as Refusal;
    expect([refusal.status, refusal.rpcStatus]).to.deep.equal([400, 422]);
  });

  it('after a lost connection the commit is uncertain; after all other errors nothing is written', () => {
    for (const code of [...CODES.away, ...CODES.broken, ...CODES.shut]) expect(isAway(refusalOf(error(code))), code).to.equal(true);
    for (const code of [...CODES.lostRace, ...CODES.busy, ...CODES.other]) expect(isAway(refusalOf(error(code))), code).to.equal(false);
  });

  it('a pool whose connections are all in use is busy, not lost', () => {
    const full = error('N/A', 'Connection acquisition timed out in 5000 ms. Pool status: Active conn count = 100, Idle conn count = 0.');
    const refusal = refusalOf(full) as Refusal;
    expect([refusal.code, refusal.status, refusal.retryAfter !== undefined]).to.deep.equal(['graph-full', 503, true]);
    expect([isAway(full), isAway(refusal)]).to.deep.equal([false, false]);
  });
});
