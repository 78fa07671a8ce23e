/**
 * Refusals about bulk changes.
 */
import { Refusal } from './refusal.ts';

export function noSuchBulk(id: string): Refusal {
  return new Refusal('no-such-bulk', `Bulk change ${id} does not exist; GET /bulk lists them`);
}

export function tooManyBulk(most: number): Refusal {
  return new Refusal('too-many-bulk', `There are ${most} bulk changes that are not done, which is the most: wait until one is done, or stop one`, {
    details: [{ pointer: '/', expected: `at most ${most} bulk changes` }],
  });
}

/** It goes on while somebody asks for something else. */
export function bulkChanges(id: string): Refusal {
  return new Refusal('bulk-changes', `Bulk change ${id} keeps changing; send the request again in a moment`, { retryAfter: 2 });
}

/** It is still at work. */
export function undoOfActive(id: string): Refusal {
  return new Refusal('cannot-undo', `Bulk change ${id} is still at work: stop it first (POST /bulk/${id}/stop)`);
}

/** It has hard-deleted entities. */
export function undoOfHardDeletion(id: string): Refusal {
  return new Refusal('cannot-undo', `Bulk change ${id} has deleted entities with all their versions: nothing is left that could be restored`);
}
