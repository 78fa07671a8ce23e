import { useState } from 'preact/hooks';
import { listAddress } from '../api/following.ts';
import { savedViews } from '../api/views.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Failure } from '../parts/failure.tsx';
import { FollowButton } from '../parts/follow-button.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useMay } from '../parts/use-rights.ts';
import { currentUrl, navigate, type Route, useRoute, withQuery } from '../route.ts';
import { SaveDialog } from './save-dialog.tsx';
import { ViewActions } from './view-actions.tsx';

/** Saves the state of the page under a name, and says which saved view the page shows. Pages with filters have it. */
export function ViewBar() {
  const route = useRoute();
  const [saving, save] = useState<string | undefined>(undefined);
  const mayWrite = useMay('write');
  const urn = route.query.get('view');
  const parts = [...route.query.keys()].filter((name) => !['view', 'layout', 'page', 'start'].includes(name));
  if (parts.length === 0 && urn === null) return null;
  return (
    <div class="view-bar bar">
      {urn !== null && <OpenView urn={urn} />}
      {route.path === '/search' && <FollowButton title={titleFor(route)} page={listAddress(currentUrl())} />}
      {mayWrite && <Button label={urn === null ? 'Save view' : 'Save as…'} onClick={() => save(currentUrl())} />}
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

function titleFor({ query }: Route): string {
  const words = query.get('query') ?? '';
  return words === '' ? 'this search' : `the search for “${words}”`;
}

/** The saved view from which the page was opened: its name, whether the page still shows it, and what can be done with it. */
function OpenView({ urn }: { readonly urn: string }) {
  const route = useRoute();
  const { data, error, reload } = useLoad(savedViews, []);
  const view = data?.find((each) => each.urn === urn);
  if (error !== undefined) return <Failure what="The saved view could not be read." error={error} onRetry={reload} />;
  if (!view) return null;
  const here = withQuery(route, { page: undefined, start: undefined });
  const changed = view.href !== undefined && stateOf(view.href) !== stateOf(here);
  return (
    <>
      <span class="open-view line close medium">
        <strong>{view.name}</strong> {view.shared && <Badge>shared</Badge>} {changed && <Badge>changed</Badge>}
      </span>
      <ViewActions
        view={view}
        changed={changed ? here : undefined}
        onChanged={reload}
        onRemoved={() => navigate(withQuery(route, { view: undefined }), { replace: true })}
      />
    </>
  );
}

/** The same for the same state, whatever the order of its parts. */
function stateOf(url: string): string {
  const [path = '', query = ''] = url.split('?');
  const parts = new URLSearchParams(query);
  parts.sort();
  return `${path}?${parts}`;
}
