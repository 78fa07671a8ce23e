import { isRefusal } from '../../api/client.ts';
import type { EntityView } from '../../api/entity.ts';
import { readPoints } from '../../api/series.ts';
import { seriesAspects } from '../../api/specification.ts';
import { words } from '../../data/numbers.ts';
import { type Point, within } from '../../data/points.ts';
import { typeWord } from '../../data/words.ts';
import { Choice } from '../../parts/choice.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Segments } from '../../parts/segments.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { navigate, useRoute, withQuery } from '../../route.ts';
import { SeriesView } from './series-view.tsx';

/** How many points of each series are read. */
const MOST = 2000;
const SPANS: readonly (readonly [id: string, title: string, days: number | undefined])[] = [
  ['30', '30 days', 30],
  ['90', '90 days', 90],
  ['365', 'a year', 365],
  ['all', 'all', undefined],
];

interface Series {
  readonly aspect: string;
  readonly description: string;
  readonly points: readonly Point[];
}

/** Usage, profiles and operations over time: every timeseries aspect that the model has for this type. */
export function UsageTab({ entity: { urn, entityType } }: { readonly entity: EntityView }) {
  const { data, error, reload } = useLoad(
    async (signal): Promise<{ known: boolean; series: Series[]; refused: unknown[] }> => {
      const aspects = await seriesAspects(entityType);
      // Each has a right of its own.
      const refused: unknown[] = [];
      const read = (name: string): Promise<readonly Point[]> =>
        readPoints(urn, entityType, name, MOST, signal).catch((thrown: unknown) => {
          if (!isRefusal(thrown)) throw thrown;
          refused.push(thrown);
          return [];
        });
      const lists = await Promise.all(aspects.map(({ name }) => read(name)));
      const series = aspects.map(({ name, description }, index) => ({ aspect: name, description, points: lists[index] ?? [] }));
      return { known: aspects.length > 0, series: series.filter(({ points }) => points.length > 0), refused };
    },
    [urn, entityType],
  );
  if (!data) return <Loading label="Loading usage and profiles" error={error} onRetry={reload} />;
  if (!data.known) return <Empty title={`The model has no timeseries for the type ${typeWord(entityType)}`} />;
  if (data.series.length === 0 && data.refused.length === 0)
    return (
      <Empty title="No usage and no profile yet">
        <p>Ingestion sends them as timeseries aspects; charts appear here with the first point.</p>
      </Empty>
    );
  return (
    <div class="stack">
      {data.series.length > 0 && <AllSeries series={data.series} />}
      {data.refused.map((each) => (
        <Failure key={String(each)} error={each} />
      ))}
    </div>
  );
}

function AllSeries({ series }: { readonly series: readonly Series[] }) {
  const route = useRoute();
  const span = SPANS.find(([id]) => id === route.query.get('span')) ?? SPANS[0];
  const only = series.find(({ aspect }) => aspect === route.query.get('series'));
  return (
    <section class="usage" aria-label="Usage and profile">
      <div class="tab-tools bar far">
        {series.length > 1 && (
          <Choice
            label="Show"
            value={only?.aspect ?? ''}
            options={[['', 'Everything'], ...series.map(({ aspect }) => [aspect, words(aspect)] as const)]}
            onChoose={(value) => navigate(withQuery(route, { series: value || undefined }), { replace: true })}
          />
        )}
        <Segments
          label="Time range, up to the newest point"
          value={span?.[0]}
          options={SPANS.map(([id, title]) => [id, title] as const)}
          onChoose={(id) => navigate(withQuery(route, { span: id }), { replace: true })}
        />
        <span class="muted small">Times are UTC.</span>
      </div>
      {(only ? [only] : series).map(({ aspect, description, points }) => (
        <SeriesView key={aspect} aspect={aspect} description={description} points={within(points, span?.[2])} cut={points.length === MOST} />
      ))}
    </section>
  );
}
