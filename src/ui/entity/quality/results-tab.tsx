import type { EntityView } from '../../api/entity.ts';
import { readNeighbourCards } from '../../api/related-cards.ts';
import { readPoints } from '../../api/series.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { isRecord } from '../../data/is-record.ts';
import { full, utcTime } from '../../data/numbers.ts';
import { Empty } from '../../parts/empty.tsx';
import { EntityRows } from '../../parts/entity-rows.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Part } from '../../parts/part.tsx';
import { ResultBadge } from '../../parts/result-badge.tsx';
import { Table } from '../../parts/table.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { Sql } from '../../sql/view.tsx';
import { sqlOf } from '../purpose/sql-tab.tsx';
import { Strip } from './strip.tsx';

const MOST = 200;
const SHOWN = 30;
const CHECKED = [{ direction: 'OUTGOING', types: ['Asserts'] }] as const;

/** The results of an assertion over time, and what it checks. */
export function ResultsTab({ entity }: { readonly entity: EntityView }) {
  const { urn, entityType } = entity;
  const { data, error, reload } = useLoad(
    async (signal) => {
      const [points, near] = await Promise.all([
        readPoints(urn, entityType, 'assertionRunEvent', MOST, signal),
        readNeighbourCards(urn, CHECKED, signal),
      ]);
      const results = points.map(({ time, value }) => {
        const result = isRecord(value.result) ? value.result : {};
        return {
          at: time,
          result: typeof result.type === 'string' ? result.type : undefined,
          actual: typeof result.actualAggValue === 'number' ? result.actualAggValue : undefined,
        };
      });
      return { results, checked: near[0]?.cards ?? [] };
    },
    [urn, entityType],
  );
  if (!data) return <Loading label="Loading results" error={error} onRetry={reload} />;
  const { results, checked } = data;
  const measured = results.filter(({ actual }) => actual !== undefined).reverse();
  const sql = sqlOf(entity);
  return (
    <div class="parts stack">
      {results.length === 0 ? (
        <Empty title="It has not run yet" />
      ) : (
        <section class="part stack" aria-label="Results">
          <div class="line far">
            <ResultBadge result={results[0]?.result} />
            <Strip results={results} />
          </div>
          {measured.length > 1 && (
            <TimeChart
              title="Value that was found"
              points={measured.map(({ at, actual = 0 }) => ({ time: at, value: actual }))}
              kind="line"
              colour={1}
              format={full}
            />
          )}
          <Table label="Results, table" titles={['Time', 'Result', measured.length > 0 && 'Value']}>
            {results.slice(0, SHOWN).map(({ at, result, actual }) => (
              <tr key={at}>
                <td>{utcTime(at)}</td>
                <td>
                  <ResultBadge result={result} />
                </td>
                {measured.length > 0 && <td>{actual === undefined ? '' : full(actual)}</td>}
              </tr>
            ))}
          </Table>
        </section>
      )}
      {sql !== undefined && (
        <Part title="SQL">
          <Sql sql={sql} />
        </Part>
      )}
      {checked.length > 0 && (
        <Part title="What it checks">
          <EntityRows label="What it checks" cards={checked} />
        </Part>
      )}
    </div>
  );
}
