import type { EntityView } from '../../api/entity.ts';
import { readKnownQueries } from '../../api/known-queries.ts';
import { partsOfUrn, typeOfUrn } from '../../api/urn.ts';
import { Empty } from '../../parts/empty.tsx';
import { EntityLink } from '../../parts/entity-link.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Time } from '../../parts/time.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { entityUrl, Link } from '../../route.ts';
import { Sql } from '../../sql/view.tsx';

/** The queries that people and tools run on a table, with their SQL. */
export function QueriesTab({ entity: { urn } }: { readonly entity: EntityView }) {
  const { data, error, reload } = useLoad((signal) => readKnownQueries(urn, signal), [urn]);
  if (!data) return <Loading label="Loading queries" error={error} onRetry={reload} />;
  if (data.queries.length === 0) return <Empty title="The catalog knows no queries of it" />;
  return (
    <div class="parts stack">
      {data.queries.map(({ urn: own, name, description, statement, by, at, subjects }) => (
        <article key={own} class="part stack" aria-label={name ?? 'Query'}>
          <header class="query-head bar spread">
            <h2 class="part-title">
              <Link href={entityUrl(own)}>{name ?? 'Query'}</Link>
            </h2>
            <span class="muted small">
              {by !== undefined && <EntityLink urn={by} />} {at !== undefined && <Time ms={at} />}
            </span>
          </header>
          {description !== undefined && <p class="muted">{description}</p>}
          <Sql
            sql={statement}
            label={name ?? 'Query'}
            tables={subjects.filter((each) => typeOfUrn(each) === 'dataset').map((each) => ({ urn: each, name: partsOfUrn(each)[1] ?? '' }))}
          />
        </article>
      ))}
      {data.total > data.queries.length && (
        <p class="muted small">
          The first {data.queries.length} of {data.total.toLocaleString('en')}.
        </p>
      )}
    </div>
  );
}
