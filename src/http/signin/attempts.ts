/**
 * Limits on attempts to sign in: of one user from one address, and of one user from anywhere. What is counted are buckets, found by a keyed hash, so
 * the memory is the same however many names are tried, and nobody can choose names that share a bucket.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { tooManyAttempts } from '../../errors.ts';

export interface Attempts {
  /** Counts an attempt before it is made. @throws Refusal tooManyRequests */
  begin(user: string, address: string): void;
  /** It was no guess. */
  succeeded(user: string, address: string): void;
}

const BUCKETS = 65_536;
const WINDOW_MS = 600_000;
const [MOST_FROM_ADDRESS, MOST_OF_USER] = [10, 100];

/** @param clock ms */
export function makeAttempts(clock: () => number = () => performance.now()): Attempts {
  const key = randomBytes(32);
  const counts = new Uint16Array(BUCKETS);
  const ends = new Float64Array(BUCKETS);
  const bucketOf = (text: string): number => createHmac('sha256', key).update(text).digest().readUInt32BE(0) % BUCKETS;
  const bucketsOf = (user: string, address: string): [bucket: number, most: number][] => [
    [bucketOf(`${address} ${user}`), MOST_FROM_ADDRESS],
    [bucketOf(user), MOST_OF_USER],
  ];
  return {
    begin(user, address) {
      const now = clock();
      const buckets = bucketsOf(user.toLowerCase(), address);
      for (const [bucket, most] of buckets) {
        if ((ends[bucket] ?? 0) <= now) counts[bucket] = 0;
        if ((counts[bucket] ?? 0) >= most) throw tooManyAttempts(Math.ceil(((ends[bucket] ?? 0) - now) / 1_000));
      }
      for (const [bucket] of buckets) {
        if (counts[bucket] === 0) ends[bucket] = now + WINDOW_MS;
        counts[bucket] = (counts[bucket] ?? 0) + 1;
      }
    },
    succeeded(user, address) {
      for (const [bucket] of bucketsOf(user.toLowerCase(), address)) counts[bucket] = Math.max(0, (counts[bucket] ?? 0) - 1);
    },
  };
}
