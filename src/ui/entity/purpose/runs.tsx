import { readRuns } from '../../api/runs.ts';
import { duration } from '../../data/numbers.ts';
import { Failure } from '../../parts/failure.tsx';
import { Part } from '../../parts/part.tsx';
import { Records } from '../../parts/records.tsx';
import { ResultBadge, RUN_WORDS } from '../../parts/result-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { entityUrl, Link } from '../../route.ts';

/** The last runs of a job or a pipeline, the latest first. Nothing if the catalog knows of none. */
export function Runs({ urn }: { readonly urn: string }) {
  const { data, error, reload } = useLoad((signal) => readRuns(urn, signal), [urn]);
  if (error !== undefined) return <Failure error={error} onRetry={reload} />;
  if (!data || data.runs.length === 0) return null;
  return (
    <Part title="Last runs" count={data.total}>
      <Records
        label="Last runs, table"
        titles={['Run', 'Result', 'Started', 'Took']}
        records={data.runs.map(({ urn: own, name, at, result, durationMs }) => ({
          key: own,
          cells: [
            <Link key="run" href={entityUrl(own)}>
              {name}
            </Link>,
            <ResultBadge key="result" result={result} words={RUN_WORDS} />,
            at === undefined ? '' : <Time ms={at} />,
            durationMs === undefined ? '' : duration(durationMs),
          ],
        }))}
      />
    </Part>
  );
}
