/**
 * `/views`: the reader's saved views, and those that others share.
 */
import { listAddress } from '../api/following.ts';
import { idOfUrn, isUrn } from '../api/urn.ts';
import { type SavedView, savedViews } from '../api/views.ts';
import { spaced, typeWord } from '../data/words.ts';
import { Badge } from '../parts/badge.tsx';
import { Copy } from '../parts/copy.tsx';
import { Empty } from '../parts/empty.tsx';
import { Failure } from '../parts/failure.tsx';
import { FollowButton } from '../parts/follow-button.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useTitle } from '../parts/use-title.ts';
import { address, Link } from '../route.ts';
import { ViewActions } from './view-actions.tsx';

export function ViewsPage() {
  useTitle('Saved views');
  const { data, error, reload } = useLoad(savedViews, []);
  return (
    <div class="page stack far">
      <header>
        <h1>Saved views</h1>
        <p class="muted">
          Searches and lists under a name. The API narrows a search to one of them by <code>viewUrn</code>.
        </p>
      </header>
      {error !== undefined && <Failure error={error} onRetry={reload} />}
      {!data && error === undefined && <Spinner label="Reading the views" />}
      {data?.length === 0 && (
        <Empty title="There are no saved views yet">
          <p>
            <Link href="/search">Search</Link>, choose filters, and press <strong>Save view</strong>.
          </p>
        </Empty>
      )}
      {data && data.length > 0 && (
        <ul class="views frame">
          {data.map((view) => (
            <Row key={view.urn} view={view} onChanged={reload} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Row({ view, onChanged }: { readonly view: SavedView; readonly onChanged: () => void }) {
  const { name, href, shared, mine } = view;
  return (
    <li>
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
