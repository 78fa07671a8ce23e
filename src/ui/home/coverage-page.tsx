/**
 * `/coverage`: how much of the catalog is described, owned, in a domain and tagged, by type, domain or platform, now and over time.
 */
import { type Coverage, readCoverage } from '../api/coverage.ts';
import { shortName } from '../api/urn.ts';
import { TimeChart } from '../charts/time-chart.tsx';
import { percent, utcTime } from '../data/numbers.ts';
import { capital, plural } from '../data/words.ts';
import { Choice } from '../parts/choice.tsx';
import { Empty } from '../parts/empty.tsx';
import { Loading } from '../parts/loading.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Part } from '../parts/part.tsx';
import { Segments } from '../parts/segments.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useRights } from '../parts/use-rights.ts';
import { useTitle } from '../parts/use-title.ts';
import { entityUrl, Link, navigate, useRoute, withQuery } from '../route.ts';
import { assetsUrl, CoverageBars, having, MEASURES } from './coverage.tsx';

const WAYS = [
  ['TYPE', 'Type', undefined],
  ['DOMAIN', 'Domain', 'domains'],
  ['PLATFORM', 'Platform', 'platform'],
] as const;

const SPANS = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'a year'],
] as const;

export function CoveragePage() {
  useTitle('Coverage');
  const route = useRoute();
  const [by, way, field] = WAYS.find(([id]) => id === route.query.get('by')) ?? WAYS[0];
  const [span] = SPANS.find(([id]) => id === route.query.get('span')) ?? SPANS[0];
  const of = route.query.get('of') ?? undefined;
  const { data, last, error, reload } = useLoad((signal) => readCoverage(by, of, Number(span), signal), [by, of, span]);
  const shown = data ?? (error === undefined ? last : undefined);
  const set = (changes: Record<string, string | undefined>): void => navigate(withQuery(route, changes), { replace: true });
  return (
    <div class="page stack far">
      <PageHead title="Coverage" about="How many of the assets that people look after are described, owned, in a domain and tagged." />
      <div class="tab-tools bar far">
        <Segments
          label="Counted by"
          value={by}
          options={WAYS.map(([id, title]) => [id, title] as const)}
          onChoose={(id) => set({ by: id, of: undefined })}
        />
        <Segments label="Compared with" value={span} options={SPANS} onChoose={(id) => set({ span: id })} />
      </div>
      <Loading data={shown} label="Counting" error={error} onRetry={reload} />
      {shown && (
        <>
          <Now coverage={shown} of={of} />
          <OverTime coverage={shown} of={of} onChoose={(urn) => set({ of: urn || undefined })} />
          <Parts coverage={shown} title={`By ${way.toLowerCase()}`} field={field} />
        </>
      )}
    </div>
  );
}

/** The shares of everything, each leading to the assets that lack it. */
function Now({ coverage: { total, days }, of }: { readonly coverage: Coverage; readonly of: string | undefined }) {
  const since = days.length > 1 ? days[0] : undefined;
  return (
    <Part title="Now">
      <ul class="coverage-parts frame" aria-label="Now">
        <li>
          <Head name="Everything" assets={total.assets} href={assetsUrl([])} />
          <CoverageBars count={total} before={of === undefined ? since?.count : undefined} href={assetsUrl([])} />
        </li>
      </ul>
      {since && <p class="muted small">Differences are in percentage points since {utcTime(since.time)}.</p>}
    </Part>
  );
}

interface PartsProps {
  readonly coverage: Coverage;
  readonly title: string;
  /** The field of a search for the assets of a part; undefined: they are those of a type. */
  readonly field: string | undefined;
}

/** The shares of each part. What is in a domain is so for all of a domain. */
function Parts({ coverage: { parts, moreParts, days }, title, field }: PartsProps) {
  return (
    <Part title={title} count={parts.length + moreParts}>
      <ul class="coverage-parts frame" aria-label={title}>
        {parts.map(({ urn, name, count: { withDomain, ...count }, before, type }) => {
          const href = type === undefined ? assetsUrl([having(field ?? '', urn)]) : assetsUrl([], [type]);
          return (
            <li key={urn}>
              <Head name={name} assets={count.assets} href={type === undefined ? entityUrl(urn) : href} />
              <CoverageBars
                count={field === 'domains' ? count : { ...count, withDomain }}
                before={days.length > 1 ? before : undefined}
                href={href}
              />
            </li>
          );
        })}
      </ul>
      {moreParts > 0 && <p class="hint">{moreParts.toLocaleString('en')} more have fewer assets each.</p>}
    </Part>
  );
}

function Head({ name, assets, href }: { readonly name: string; readonly assets: number; readonly href: string }) {
  return (
    <p class="coverage-name">
      <Link href={href} dir="auto">
        {name}
      </Link>{' '}
      <span class="muted small">{plural(assets, 'asset')}</span>
    </p>
  );
}

interface OverTimeProps {
  readonly coverage: Coverage;
  /** URN of the part whose days are shown. */
  readonly of: string | undefined;
  readonly onChoose: (urn: string) => void;
}

function OverTime({ coverage: { parts, days }, of, onChoose }: OverTimeProps) {
  const rights = useRights();
  const filled = days.filter(({ count }) => count.assets > 0);
  const others = of !== undefined && !parts.some(({ urn }) => urn === of) ? [[of, shortName(of)] as const] : [];
  return (
    <Part title="Over time">
      <div class="tab-tools bar far">
        <Choice
          label="Of"
          value={of ?? ''}
          options={[['', 'Everything'], ...parts.map(({ urn, name }) => [urn, name] as const), ...others]}
          onChoose={onChoose}
        />
        {rights?.may('seeEverything') === false && <span class="muted small">Of the whole catalog, also of what you do not see.</span>}
      </div>
      {filled.length > 1 ? (
        <div class="tiles tiles-large">
          {MEASURES.map(({ name, title }, at) => (
            <TimeChart
              key={name}
              title={capital(title)}
              points={filled.map(({ time, count }) => ({ time, value: count[name] / count.assets }))}
              kind="line"
              colour={((at % 4) + 1) as 1 | 2 | 3 | 4}
              format={percent}
              formatShort={percent}
            />
          ))}
        </div>
      ) : (
        <First day={filled[0]?.time} />
      )}
    </Part>
  );
}

/** What will be here. */
function First({ day }: { readonly day: number | undefined }) {
  return (
    <Empty title={day === undefined ? 'Nothing is counted yet' : `Counted first on ${utcTime(day)}`}>
      <p>Cairn counts once a day, when search shows everything that is written. With the second day the lines begin.</p>
    </Empty>
  );
}
