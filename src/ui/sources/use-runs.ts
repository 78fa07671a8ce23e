import { useEffect } from 'preact/hooks';
import { readRunsOf } from '../api/sources.ts';
import { isAtWork } from '../data/run-report.ts';
import { useLoad } from '../parts/use-load.ts';

const LOOK_MS = 5_000;

/** The runs of a source, read again while one of them is at work. Search may not have the newest yet: that one is shown. */
export function useRuns(source: string, shown: string | null) {
  const loaded = useLoad((signal) => readRunsOf(source, signal), [source], shown ?? '');
  const { data, loading, reload } = loaded;
  const runs = data?.runs ?? [];
  const follow = !loading && (runs.some(({ status }) => isAtWork(status)) || (shown !== null && runs.length === 0));
  useEffect(() => {
    if (!follow) return;
    const timer = setTimeout(reload, LOOK_MS);
    return () => clearTimeout(timer);
  }, [follow, reload]);
  return loaded;
}
