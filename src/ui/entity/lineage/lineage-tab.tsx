import type { EntityView } from '../../api/entity.ts';
import { Link, useRoute, withQuery } from '../../route.ts';
import { GraphTab } from './graph-tab.tsx';
import { ListView } from './list-view.tsx';

const VIEWS = [
  ['graph', 'Graph'],
  ['upstream', 'Upstream list'],
  ['downstream', 'Downstream list'],
] as const;

/** Shows where data comes from and where it goes, as a picture or as lists. The URL contains which one. */
export function LineageTab({ entity }: { readonly entity: EntityView }) {
  const route = useRoute();
  const view = VIEWS.find(([id]) => id === route.query.get('view'))?.[0] ?? 'graph';
  return (
    <section class="lineage" aria-label="Lineage">
      <nav class="segments bar flush" aria-label="Views of the lineage">
        {VIEWS.map(([id, title]) => (
          <Link
            key={id}
            class="button"
            href={withQuery(route, { view: id === 'graph' ? undefined : id, sort: undefined, order: undefined })}
            {...(id === view ? { 'aria-current': 'page' as const } : {})}
          >
            {title}
          </Link>
        ))}
      </nav>
      {view === 'graph' ? (
        <GraphTab key={entity.urn} entity={entity} />
      ) : (
        <ListView key={view} entity={entity} side={view === 'upstream' ? 'up' : 'down'} />
      )}
    </section>
  );
}
