/**
 * `/`: search first, then what this reader has seen, what has changed, what is used most, and what needs attention.
 */
import { type Home, readHome } from '../api/home.ts';
import { typeOfUrn } from '../api/urn.ts';
import { seen } from '../data/seen.ts';
import { kindOf, typeWords } from '../data/words.ts';
import { Announcements } from '../edit/announcements.tsx';
import { EntityRows } from '../parts/entity-rows.tsx';
import { Failure } from '../parts/failure.tsx';
import { Part } from '../parts/part.tsx';
import { PlatformMark } from '../parts/platform-mark.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { Time } from '../parts/time.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useMay } from '../parts/use-rights.ts';
import { useTitle } from '../parts/use-title.ts';
import { address, entityUrl, Link } from '../route.ts';
import { SearchBox } from '../search/box.tsx';
import { settings } from '../settings.ts';
import { CoverageChart } from './coverage.tsx';

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
  const { data, error, reload } = useLoad((signal) => readHome(signal), []);
  const filled = data?.types.some(({ value }) => !BORN_WITH.has(value)) ?? true;
  return (
    <div class="home stack far">
      <header class="home-head stack far">
        <h1>{filled ? 'Find data' : 'Welcome to Cairn'}</h1>
        <SearchBox />
        {!data && error === undefined && <Spinner label="Reading the catalog" />}
        {data && filled && <Types home={data} />}
        {!filled && <p class="muted">The catalog is empty.</p>}
      </header>
      <Failure error={error} onRetry={reload} />
      {data && !filled && <FirstSteps />}
      {data && <Announcements posts={data.posts} onChanged={reload} />}
      {data && filled && <Content home={data} />}
    </div>
  );
}

/** The types with most entities; the search page has all. */
const MOST_TYPES = 10;

const MOST_VIEWS = 12;

function Types({ home: { types } }: { readonly home: Home }) {
  return (
    <ul class="counts bar close">
      {types.slice(0, MOST_TYPES).map(({ value, count }) => (
        <li key={value}>
          <Link href={`/search?type=${value}`} class="count">
            <span class="number strong">{count.toLocaleString('en')}</span> <span class="muted">{typeWords(value, count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Content({ home: { attention, yours, used, changed, coverage, views } }: { readonly home: Home }) {
  const recent = seen();
  const mayCount = useMay('viewAnalytics');
  return (
    <div class="home-grid">
      <div class="home-main">
        {views.length > 0 && (
          <Part title="Saved views">
            <ul class="bar">
              {views.slice(0, MOST_VIEWS).map(({ urn, name, href = '/views', shared, mine }) => (
                <li key={urn}>
                  <Link href={href} class="button chip">
                    {name} {shared && !mine && <span class="muted small">shared</span>}
                  </Link>
                </li>
              ))}
              <li>
                <Link href="/views" class="small">
                  All views
                </Link>
              </li>
            </ul>
          </Part>
        )}
        {recent.length > 0 && (
          <Part title="Recently seen">
            <ul class="tiles tiles-wide">
              {recent.slice(0, 6).map(({ urn, name, subType, platform }) => (
                <li key={urn}>
                  <Link href={entityUrl(urn)} class="card seen-card">
                    <PlatformMark platform={platform} type={typeOfUrn(urn)} />
                    <span class="clip strong" dir="auto">
                      {name}
                    </span>
                    <span class="muted small">{kindOf(typeOfUrn(urn), subType)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </Part>
        )}
        {used.length > 0 && (
          <Part title="Most used">
            <EntityRows label="Most used" cards={used} />
          </Part>
        )}
        {changed.length > 0 && (
          <Part title="Recently changed">
            <EntityRows
              label="Recently changed"
              cards={changed.map(({ card }) => card)}
              end={({ urn }) => (
                <span class="muted small nowrap">
                  <Time ms={changed.find(({ card }) => card.urn === urn)?.at ?? 0} />
                </span>
              )}
            />
          </Part>
        )}
      </div>
      <div class="home-side">
        {yours.length > 0 && (
          <section aria-label="Yours" class="card">
            <Numbers rows={yours} />
          </section>
        )}
        <section aria-labelledby="home-attention" class="card stack">
          <h2 id="home-attention" class="part-title">
            Needs attention
          </h2>
          {attention.length === 0 && <p class="muted">Nothing. Everything has an owner and a description, and no check fails.</p>}
          <Numbers rows={attention} />
          {mayCount && (
            <Link href="/coverage" class="small">
              Coverage over time
            </Link>
          )}
        </section>
        {coverage.length > 0 && <CoverageChart coverage={coverage} />}
      </div>
    </div>
  );
}

/** Numbers that lead to what they count. */
function Numbers({ rows }: { readonly rows: Home['attention'] }) {
  return (
    <ul class="attention">
      {rows.map(({ title, count, href }) => (
        <li key={title}>
          <Link href={href}>
            <span>{title}</span>
            <strong class="number">{count.toLocaleString('en')}</strong>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What to do with an empty catalog. */
function FirstSteps() {
  const { urnPrefix, namespace } = settings;
  const mayConnect = useMay('manageIngestion');
  return (
    <section class="first-steps stack far" aria-label="First steps">
      <ul class="tiles tiles-wide">
        <li class="card stack">
          <h2>Connect a source</h2>
          <p>Cairn reads the metadata of your databases and tools, now or every night: tables, columns, lineage, profiles.</p>
          {mayConnect ? (
            <p>
              <Link href="/sources" class="button primary">
                Connect a source
              </Link>
            </p>
          ) : (
            <p class="muted small">Ask somebody who may manage sources.</p>
          )}
        </li>
        <li class="card stack">
          <h2>Look around first</h2>
          <p>Stop the server, and start it with a small shop to try everything on. One rollback removes it.</p>
          <pre>
            <code>npm start -- --demo</code>
          </pre>
        </li>
        <li class="card stack">
          <h2>Read how it works</h2>
          <p>
            How to send metadata from <a href={address('docs/clients')}>your own programs</a>, with examples that run.
          </p>
          <p>
            <a class="button" href={address('docs')}>
              Read the docs
            </a>
          </p>
        </li>
      </ul>
      {namespace === 'datahub' ? (
        <p>
          The names of this catalog begin with <code>{urnPrefix}</code>: connectors and SDKs written for DataHub work with it.
        </p>
      ) : (
        <>
          <p>
            The names of this catalog begin with <code>{urnPrefix}</code>. Connectors and SDKs written for DataHub need one that was first started
            with their names (<a href={address('docs/tutorials/coming-from-datahub')}>why</a>). For that, stop the server and start it with an empty
            folder:
          </p>
          <pre>
            <code>API_NAMESPACE=datahub DATA_DIR=./data-datahub npm start</code>
          </pre>
        </>
      )}
      <p class="muted">
        <a href={address('docs/tutorials/first-hour')}>Your first hour</a> shows the rest, and the <a href={address('docs')}>handbook</a> has
        everything.
      </p>
    </section>
  );
}
