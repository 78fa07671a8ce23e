import { spaced } from '../data/words.ts';
import { Badge } from './badge.tsx';

const TONES: Readonly<Record<string, 'good' | 'bad' | 'warn'>> = {
  SUCCESS: 'good',
  FAILURE: 'bad',
  ERROR: 'bad',
  UP_FOR_RETRY: 'warn',
  ACTIVE: 'bad',
  RESOLVED: 'good',
};
const WORDS: Readonly<Record<string, string>> = { SUCCESS: 'Passed', FAILURE: 'Failed', ERROR: 'Could not run', INIT: 'Starts', ACTIVE: 'Open' };
/** Of runs of jobs. */
export const RUN_WORDS = { SUCCESS: 'Succeeded', STARTED: 'Runs' };

/** How a check or a run ended, as a word in a colour. */
export function ResultBadge({ result, words = {} }: { readonly result: string | undefined; readonly words?: Readonly<Record<string, string>> }) {
  if (result === undefined) return <Badge>Never ran</Badge>;
  return <Badge tone={TONES[result] ?? 'plain'}>{words[result] ?? WORDS[result] ?? spaced(result)}</Badge>;
}
