import { plainPath } from '../../../column-names.ts';
import { Ranking } from '../../charts/ranking.tsx';
import { type Point, totals } from '../../data/points.ts';
import { EntityLink } from '../../parts/entity-link.tsx';
import { Sql } from '../../sql/view.tsx';

const MOST = 10;

/** Who uses it, which columns, with which queries: sums over the points that list them. */
export function Shares({ points }: { readonly points: readonly Point[] }) {
  const users = totals(points, 'userCounts', 'user', userCount(points)).slice(0, MOST);
  const columns = totals(points, 'fieldCounts', 'fieldPath').slice(0, MOST);
  const queries = topQueries(points);
  if (users.length + columns.length + queries.length === 0) return null;
  return (
    <div class="shares tiles tiles-large">
      {users.length > 0 && (
        <Ranking title="Who uses it" unit="uses" rows={users.map(({ key, count }) => ({ key, count, label: <EntityLink urn={key} /> }))} />
      )}
      {columns.length > 0 && (
        <Ranking
          title="Most used columns"
          unit="uses"
          rows={columns.map(({ key, count }) => ({ key, count, label: <code>{plainPath(key)}</code> }))}
        />
      )}
      {queries.length > 0 && (
        <section class="card ranking" aria-label="Most frequent queries">
          <h3>Most frequent queries</h3>
          <ol class="queries">
            {queries.map((query) => (
              <li key={query}>
                <Sql sql={query} label="Query" />
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

/** Datasets count usage as `count`, charts and dashboards as `usageCount` or `viewsCount`. */
function userCount(points: readonly Point[]): string {
  const item = points.flatMap(({ value }) => (Array.isArray(value.userCounts) ? value.userCounts : []))[0] as Record<string, unknown> | undefined;
  return ['count', 'usageCount', 'viewsCount', 'executionsCount'].find((name) => typeof item?.[name] === 'number') ?? 'count';
}

/** The list in the newest point that has one. */
function topQueries(points: readonly Point[]): string[] {
  const newest = points.findLast(({ value }) => Array.isArray(value.topSqlQueries) && value.topSqlQueries.length > 0);
  return ((newest?.value.topSqlQueries ?? []) as unknown[]).filter((query) => typeof query === 'string').slice(0, 5);
}
