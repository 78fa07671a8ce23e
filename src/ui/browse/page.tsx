/**
 * `/browse/<type>/<folder>/…`: the tree of folders with the entities. The URL contains the folder that was opened last.
 */
import { countFolders } from '../api/browse.ts';
import { typeWords } from '../data/words.ts';
import { Empty } from '../parts/empty.tsx';
import { Loading } from '../parts/loading.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useTitle } from '../parts/use-title.ts';
import { useRoute } from '../route.ts';
import { Tree } from './tree.tsx';

export function BrowsePage() {
  useTitle('Browse');
  const { segments } = useRoute();
  const { data, error, reload } = useLoad((signal) => countFolders(signal), []);
  const [, asked, ...path] = segments;
  const types = data ?? [];
  const type = asked ?? types[0]?.value;
  return (
    <div class="page stack far">
      <PageHead
        title="Browse"
        about="Everything in the catalog, folder by folder."
        tabs={
          types.length > 0 && (
            <Tabs
              label="Types"
              items={types.map(({ value, count }) => ({ id: value, title: typeWords(value, 2), count, href: `/browse/${value}` }))}
              current={type}
            />
          )
        }
      />
      <Loading data={data} label="Counting entities" error={error} onRetry={reload} />
      {data && type === undefined && (
        <Empty title="There is nothing to browse yet">
          <p>
            Load some metadata first: <code>npm run load -- proposals.jsonl</code>
          </p>
        </Empty>
      )}
      {type !== undefined && <Tree key={type} type={type} opened={path} />}
    </div>
  );
}
