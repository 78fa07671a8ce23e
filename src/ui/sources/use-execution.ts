import { useEffect } from 'preact/hooks';
import { type Execution, readExecution } from '../api/sources.ts';
import { isAtWork } from '../data/run-report.ts';
import { type LoadState, useLoad } from '../parts/use-load.ts';

const LOOK_MS = 1_500;
/** While nobody has taken it. */
const WAITING_MS = 4_000;

/** A run, read again and again until it has ended. */
export function useExecution(urn: string): LoadState<Execution> {
  const loaded = useLoad((signal) => readExecution(urn, signal), [urn]);
  const { data, error, loading, reload } = loaded;
  const follow = !loading && (data === undefined ? error === undefined : isAtWork(data.status));
  const waits = data?.status === undefined;
  useEffect(() => {
    if (!follow) return;
    const timer = setTimeout(reload, waits ? WAITING_MS : LOOK_MS);
    return () => clearTimeout(timer);
  }, [follow, waits, reload]);
  return loaded;
}
