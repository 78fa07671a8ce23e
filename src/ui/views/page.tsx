/**
 * `/views`: the reader's saved views, and those that others share.
 */
import { listAddress } from '../api/following.ts';
import { idOfUrn, isUrn } from '../api/urn.ts';
import { removeView, type SavedView, savedViews } from '../api/views.ts';
import { plural, spaced, typeWord } from '../data/words.ts';
import { Ask } from '../parts/ask.tsx';
import { Badge } from '../parts/badge.tsx';
import { Copy } from '../parts/copy.tsx';
import { Empty } from '../parts/empty.tsx';
import { FollowButton } from '../parts/follow-button.tsx';
import { Loading } from '../parts/loading.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { SelectBox } from '../parts/select-box.tsx';
import { useAsked } from '../parts/use-asked.ts';
import { useLoad } from '../parts/use-load.ts';
import { useRights } from '../parts/use-rights.ts';
import { type Selection, useSelection } from '../parts/use-selection.ts';
import { useTitle } from '../parts/use-title.ts';
import { address, Link } from '../route.ts';
import { ViewActions } from './view-actions.tsx';

export function ViewsPage() {
  useTitle('Saved views');
  const { data, error, reload } = useLoad(savedViews, []);
  const rights = useRights();
  const { asked, ask, close } = useAsked<'remove'>();
  // Views of others are for who keeps them.
  const removable = rights?.may('manageGlobalViews') ? (data ?? []) : [];
  const selection = useSelection(
    'views',
    removable.length,
    removable.map(({ urn }) => urn),
  );
  const chosen = removable.filter(({ urn }) => selection.has(urn));
  return (
    <div class="page stack far">
      <PageHead
        title="Saved views"
        about={
          <>
            Searches and lists under a name. The API narrows a search to one of them by <code>viewUrn</code>.
          </>
        }
      />
      <Loading data={data} label="Reading the views" error={error} onRetry={reload} />
      {data?.length === 0 && (
        <Empty title="There are no saved views yet">
          <p>
            <Link href="/search">Search</Link>, choose filters, and press <strong>Save view</strong>.
          </p>
        </Empty>
      )}
      {data && data.length > 0 && (
        <ul class="views rows-plain frame">
          {data.map((view) => (
            <Row key={view.urn} view={view} selection={removable.includes(view) ? selection : undefined} onChanged={reload} />
          ))}
        </ul>
      )}
      {chosen.length > 0 && (
        <section class="selection-bar bar" aria-label="Chosen views">
          <p role="status">
            <strong>{chosen.length}</strong> selected
          </p>
          <button type="button" class="danger" onClick={() => ask('remove')}>
            Remove…
          </button>
          <button type="button" class="plain" onClick={selection.clear}>
            Clear
          </button>
        </section>
      )}
      {asked && (
        <Ask
          title={`Remove ${plural(chosen.length, 'view')}?`}
          yes="Remove"
          danger
          onClose={close}
          onYes={async () => {
            for (const { urn } of chosen) await removeView(urn);
            selection.clear();
            close();
            reload();
          }}
        >
          <p>{chosen.some(({ shared }) => shared) ? 'Nobody finds the shared ones any more. ' : ''}What they show stays in the catalog.</p>
        </Ask>
      )}
    </div>
  );
}

interface RowProps {
  readonly view: SavedView;
  readonly selection: Selection | undefined;
  readonly onChanged: () => void;
}

function Row({ view, selection, onChanged }: RowProps) {
  const { name, href, shared, mine } = view;
  return (
    <li class="bar far spread">
      {selection && <SelectBox name={name} checked={selection.has(view.urn)} onChoose={(yes, through) => selection.one(view.urn, yes, through)} />}
      <span class="view-name stack flush breaks">
        {href === undefined ? <span>{name}</span> : <Link href={href}>{name}</Link>}
        <span class="muted small">{href === undefined ? 'Only the API can show its filter' : inWords(href)}</span>
      </span>
      <span class="bar">
        {shared && <Badge>{mine ? 'shared' : 'shared by others'}</Badge>}
        {href?.startsWith('/search') && <FollowButton title={name} page={listAddress(href)} />}
        {href !== undefined && <Copy label="Copy link" about={name} text={() => location.origin + address(href)} />}
        <ViewActions view={view} onChanged={onChanged} onRemoved={onChanged} />
      </span>
    </li>
  );
}

const PLACES: Readonly<Record<string, string>> = { search: 'Search' };

/** `/search?query=orders&is.platform=…` → `Search · “orders” · Platform: hive` */
function inWords(href: string): string {
  const [path = '', text = ''] = href.split('?');
  const query = new URLSearchParams(text);
  const place = path.split('/')[1] ?? '';
  const words = [PLACES[place] ?? spaced(place)];
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name).map((value) => (isUrn(value) ? idOfUrn(value) : value));
    if (name === 'query' || name === 'find') words.push(`“${values.join(' ')}”`);
    else if (name === 'type' || name === 'of') words.push(values.map(typeWord).join(', '));
    else if (!['view', 'layout', 'sort', 'page', 'start'].includes(name))
      words.push(`${spaced(name.replace(/^(is|from|to)\./, ''))}: ${values.join(', ')}`);
  }
  return words.join(' · ');
}
