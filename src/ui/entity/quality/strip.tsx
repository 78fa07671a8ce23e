import type { Result } from '../../api/results.ts';
import { utcTime } from '../../data/numbers.ts';

const BARS = 30;
const WORDS: Readonly<Record<string, string>> = { SUCCESS: 'passed', FAILURE: 'failed', ERROR: 'could not run' };

/** The last results as bars, the oldest at the left. Failed ones are lower and hatched, so that colour is not all that tells them apart. */
export function Strip({ results }: { readonly results: readonly Result[] }) {
  const shown = results.slice(0, BARS).reverse();
  if (shown.length === 0) return null;
  const failed = shown.filter(({ result }) => result === 'FAILURE' || result === 'ERROR').length;
  const label = `The last ${shown.length} results: ${shown.length - failed} passed, ${failed} failed`;
  return (
    <svg class="strip" role="img" aria-label={label} viewBox={`0 0 ${shown.length * 6} 20`} width={shown.length * 6} height={20}>
      {shown.map(({ at, result = 'INIT' }, index) => {
        const bad = result === 'FAILURE' || result === 'ERROR';
        return (
          <rect
            key={at}
            class={bad ? 'strip-bad' : result === 'SUCCESS' ? 'strip-good' : 'strip-none'}
            x={index * 6}
            width={4}
            y={bad ? 8 : 2}
            height={bad ? 12 : 18}
            rx={1}
          >
            <title>{`${utcTime(at)}: ${WORDS[result] ?? result.toLowerCase()}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
