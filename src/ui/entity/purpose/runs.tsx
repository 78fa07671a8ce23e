import { readRuns } from '../../api/runs.ts';
import { duration } from '../../data/numbers.ts';
import { Failure } from '../../parts/failure.tsx';
import { Part } from '../../parts/part.tsx';
import { ResultBadge } from '../../parts/result-badge.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { entityUrl, Link } from '../../route.ts';

const WORDS = { SUCCESS: 'Succeeded', STARTED: 'Runs' };

/** The last runs of a job or a pipeline, the latest first. Nothing if the catalog knows of none. */
export function Runs({ urn }: { readonly urn: string }) {
  const { data, error, reload } = useLoad((signal) => readRuns(urn, signal), [urn]);
  if (error !== undefined) return <Failure error={error} onRetry={reload} />;
  if (!data || data.runs.length === 0) return null;
  return (
    <Part title="Last runs" count={data.total}>
      <Table label="Last runs, table" titles={['Run', 'Result', 'Started', 'Took']}>
        {data.runs.map(({ urn: own, name, at, result, durationMs }) => (
          <tr key={own}>
            <td>
              <Link href={entityUrl(own)}>{name}</Link>
            </td>
            <td>
              <ResultBadge result={result} words={WORDS} />
            </td>
            <td>{at === undefined ? '' : <Time ms={at} />}</td>
            <td>{durationMs === undefined ? '' : duration(durationMs)}</td>
          </tr>
        ))}
      </Table>
    </Part>
  );
}
