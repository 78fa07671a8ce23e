import { stateOf } from '../data/run-report.ts';
import { Badge } from '../parts/badge.tsx';

/** The status of a run, in words. */
export function RunState({ status }: { readonly status: string | undefined }) {
  const { words, tone } = stateOf(status);
  return <Badge tone={tone}>{words}</Badge>;
}
