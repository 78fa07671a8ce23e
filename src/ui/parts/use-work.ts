/**
 * What a button starts: it takes a while, and may fail.
 */
import { useState } from 'preact/hooks';

interface Work {
  readonly busy: boolean;
  /** Why the last one failed; undefined while one runs, and after one that did not. */
  readonly error: unknown;
  /** The reader has seen why it failed. */
  forget(): void;
  /** Never rejects. */
  run(work: () => Promise<void>): Promise<void>;
}

export function useWork(): Work {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, forget: () => setError(undefined), run };
}
