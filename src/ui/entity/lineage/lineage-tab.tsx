import { useState } from 'preact/hooks';
import type { EntityView } from '../../api/entity.ts';
import { EditDialog } from '../../edit/edit-dialog.tsx';
import { editUpstreams } from '../../edit/upstreams.tsx';
import { Link, useRoute, withQuery } from '../../route.ts';
import { useMayChange } from '../page-context.ts';
import { GraphTab } from './graph-tab.tsx';
import { ListView } from './list-view.tsx';

const VIEWS = [
  ['graph', 'Graph'],
  ['upstream', 'Upstream list'],
  ['downstream', 'Downstream list'],
] as const;

/** Shows where data comes from and where it goes, as a picture or as lists. The URL contains which one. */
export function LineageTab({ entity, onSaved }: { readonly entity: EntityView; readonly onSaved: (what: string) => void }) {
  const [editing, edit] = useState(false);
  const mayChange = useMayChange('upstreamLineage');
  const route = useRoute();
  const view = VIEWS.find(([id]) => id === route.query.get('view'))?.[0] ?? 'graph';
  return (
    <section class="lineage" aria-label="Lineage">
      <div class="bar spread">
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
        {entity.entityType === 'dataset' && entity.asOf === undefined && mayChange && (
          <button type="button" onClick={() => edit(true)}>
            Edit upstream…
          </button>
        )}
      </div>
      {editing && (
        <EditDialog
          urn={entity.urn}
          editing={editUpstreams}
          current={entity.aspects.upstreamLineage}
          onClose={() => edit(false)}
          onSaved={() => onSaved('Lineage saved')}
        />
      )}
      {view === 'graph' ? (
        <GraphTab key={`${entity.urn} ${entity.aspects.upstreamLineage?.version}`} entity={entity} />
      ) : (
        <ListView key={`${view} ${entity.aspects.upstreamLineage?.version}`} entity={entity} side={view === 'upstream' ? 'up' : 'down'} />
      )}
    </section>
  );
}
