import { Refusal } from '../../../src/errors.ts';

/** The refusal that a piece of work ends with. */
export function refused(work: () => unknown): Refusal {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('not refused');
}

/** The same of work that takes time. */
export async function refusedLater(work: () => Promise<unknown>): Promise<Refusal> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('not refused');
}
