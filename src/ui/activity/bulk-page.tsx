/**
 * `/activity/bulk`: the bulk changes, with their reports and what undoes them.
 */
import { type Bulk, listBulk } from '../api/bulk.ts';
import { BulkReport } from '../bulk/bulk-report.tsx';
import { changeWords, ownWords, urnsIn } from '../bulk/words.ts';
import { Empty } from '../parts/empty.tsx';
import { EntityLink, EntityLinks } from '../parts/entity-link.tsx';
import { Loading } from '../parts/loading.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Time } from '../parts/time.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useTitle } from '../parts/use-title.ts';
import { Link } from '../route.ts';
import { RunLink } from './run-link.tsx';

export function BulkPage() {
  useTitle('Bulk changes');
  const { data, error, reload } = useLoad((signal) => listBulk(signal), []);
  return (
    <div class="page stack far">
      <PageHead
        trail={<Link href="/activity">All activity</Link>}
        title="Bulk changes"
        about="What was done to many assets at once."
        handbook="docs/pages#many-at-once"
      />
      <Loading data={data} label="Loading the bulk changes" error={error} onRetry={reload} />
      {data?.length === 0 && (
        <Empty title="There are no bulk changes yet">
          <p>
            Select results in the <Link href="/search">search</Link> to change many assets at once.
          </p>
        </Empty>
      )}
      <ul class="stack">
        {data?.map((bulk) => (
          <Row key={bulk.id} bulk={bulk} />
        ))}
      </ul>
    </div>
  );
}

function Row({ bulk }: { readonly bulk: Bulk }) {
  const named = urnsIn(bulk.changes);
  return (
    <li class="card stack">
      <h2>{bulk.each ? ownWords([bulk.changes]) : changeWords(bulk.changes)}</h2>
      {bulk.columns && <p class="breaks">In columns called {bulk.columns.join(', ')}</p>}
      {named.length > 0 && (
        <p class="breaks">
          <EntityLinks urns={named} />
        </p>
      )}
      <p class="muted small">
        <EntityLink urn={bulk.createdBy} /> · <Time ms={bulk.createdAt} /> · run <RunLink run={bulk.runId} />
      </p>
      <BulkReport first={bulk} />
    </li>
  );
}
