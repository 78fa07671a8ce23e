/**
 * `/`: what the catalog contains, and where to begin.
 */
import { countTypes, type FacetValue } from '../api/search.ts';
import { Failure } from '../parts/failure.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useTitle } from '../parts/use-title.ts';
import { typeWords } from '../parts/words.ts';
import { address, Link } from '../route.ts';
import { settings } from '../settings.ts';
import { FirstSteps } from './first-steps.tsx';

/** A new catalog already has some of these; alone they do not count as content. */
const BORN_WITH = new Set([
  'CORP_USER',
  'DATA_PLATFORM',
  'CUSTOM_OWNERSHIP_TYPE',
  'ROLE',
  'DATAHUB_ROLE',
  'DATA_TYPE',
  'ENTITY_TYPE',
  'DATAHUB_POLICY',
]);

export function HomePage() {
  useTitle(undefined);
  const { data, error, reload } = useLoad((signal) => countTypes(signal), []);
  if (!data) return error === undefined ? <Spinner label="Counting entities" /> : <Failure error={error} onRetry={reload} />;
  const filled = data.some(({ value }) => !BORN_WITH.has(value));
  return (
    <div class="home">
      <header class="home-head">
        <h1>{filled ? 'What is in the catalog' : 'Welcome to Cairn'}</h1>
        <p class="muted">
          {filled ? (
            <>
              Type in the search box above, or press <kbd>/</kbd> to go there. Part of a name, a word of a description or the name of a column is
              enough.
            </>
          ) : (
            'The catalog is empty.'
          )}
        </p>
      </header>
      {filled ? <Counts counts={data} /> : <FirstSteps />}
      <section class="home-more" aria-label="More">
        <Link href="/browse" class="card home-card">
          <h2>Browse</h2>
          <p class="muted">Folder by folder, as on the platforms.</p>
        </Link>
        <Link href="/properties" class="card home-card">
          <h2>Structured properties</h2>
          <p class="muted">Your own fields, with types and allowed values.</p>
        </Link>
        <a href={address(settings.docs)} class="card home-card">
          <h2>API reference</h2>
          <p class="muted">Every endpoint and the whole model. You can try the endpoints there.</p>
        </a>
      </section>
    </div>
  );
}

function Counts({ counts }: { readonly counts: readonly FacetValue[] }) {
  return (
    <ul class="counts">
      {counts.map(({ value, count }) => (
        <li key={value}>
          <Link href={`/search?type=${value}`} class="card count">
            <span class="count-number">{count.toLocaleString('en')}</span>
            <span class="count-type">{typeWords(value, count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
