import { useState } from 'preact/hooks';
import { currentUrl, navigate, useRoute, withQuery } from '../route.ts';
import { OpenView } from './open-view.tsx';
import { SaveDialog } from './save-dialog.tsx';

/** Saves the state of the page under a name, and says which saved view the page shows. Pages with filters have it. */
export function ViewBar() {
  const route = useRoute();
  const [saving, save] = useState<string | undefined>(undefined);
  const urn = route.query.get('view');
  const parts = [...route.query.keys()].filter((name) => !['view', 'layout', 'page', 'start'].includes(name));
  if (parts.length === 0 && urn === null) return null;
  return (
    <div class="view-bar bar">
      {urn !== null && <OpenView urn={urn} />}
      <button type="button" onClick={() => save(currentUrl())}>
        {urn === null ? 'Save view' : 'Save as…'}
      </button>
      {saving !== undefined && (
        <SaveDialog
          page={saving}
          onClose={() => save(undefined)}
          onSaved={(view) => {
            save(undefined);
            navigate(withQuery(route, { view: view.urn }), { replace: true });
          }}
        />
      )}
    </div>
  );
}
