import { Refusal } from '../../../src/errors.ts';

/** The refusal that a function throws. */
export function refused(work: () => unknown): Refusal {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('not refused');
}

/** The same for an asynchronous function. */
export async function refusedLater(work: () => Promise<unknown>): Promise<Refusal> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('not refused');
}
