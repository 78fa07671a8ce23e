import { useState } from 'preact/hooks';
import type { EntityView } from '../../api/entity.ts';
import { EditEdges, hasEdges } from '../../edit/lineage-edges.tsx';
import { Button } from '../../parts/button.tsx';
import { Link, useRoute, withQuery } from '../../route.ts';
import { typeSettings } from '../../settings.ts';
import { useMayChange } from '../page-context.ts';
import { GraphTab } from './graph-tab.tsx';
import { ListView } from './list-view.tsx';

const VIEWS = [
  ['graph', 'Graph'],
  ['upstream', 'Upstream'],
  ['downstream', 'Downstream'],
] as const;

/** Shows where data comes from and where it goes, as a picture or as lists. The URL contains which one. */
export function LineageTab({ entity, onSaved }: { readonly entity: EntityView; readonly onSaved: (what: string) => void }) {
  const [editing, edit] = useState(false);
  const mayChange = useMayChange(typeSettings(entity.entityType)?.edgesIn ?? '');
  const [edits, count] = useState(0);
  const route = useRoute();
  const mayEdit = hasEdges(entity.entityType) && entity.asOf === undefined && mayChange;
  // A small screen begins with the picture: there it is among the tools that are folded.
  const button = (where: string) => mayEdit && <Button label="Edit lineage…" class={where} onClick={() => edit(true)} />;
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
              {id !== 'graph' && <span class="lineage-list-word"> list</span>}
            </Link>
          ))}
        </nav>
        {button(view === 'graph' ? 'lineage-wide' : '')}
      </div>
      {editing && (
        <EditEdges
          urn={entity.urn}
          type={entity.entityType}
          onClose={() => edit(false)}
          onSaved={() => {
            edit(false);
            count((before) => before + 1);
            onSaved('Lineage saved');
          }}
        />
      )}
      {view === 'graph' ? (
        <GraphTab key={`${entity.urn} ${edits}`} entity={entity} edit={button('lineage-narrow')} />
      ) : (
        <ListView key={`${view} ${edits}`} entity={entity} side={view === 'upstream' ? 'up' : 'down'} />
      )}
    </section>
  );
}
