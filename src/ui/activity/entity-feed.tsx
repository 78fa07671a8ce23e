/**
 * The activity of one entity: the versions of all its aspects as one feed. It reads more versions only of the aspects that need them.
 */
import { useState } from 'preact/hooks';
import { knowNames, readPasts, VERSIONS } from '../api/activity.ts';
import { type EntityView, stateOf } from '../api/entity.ts';
import { mergedEvents } from '../data/events.ts';
import { ExportCsv } from '../export/export-csv.tsx';
import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { Failure } from '../parts/failure.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLoad } from '../parts/use-load.ts';
import { EVENT_TITLES, eventRow } from './event-row.ts';
import { Feed } from './feed.tsx';

export function ActivityTab({ entity: { urn, aspects } }: { readonly entity: EntityView }) {
  const names = Object.keys(aspects).filter((name) => !name.endsWith('Key'));
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const asked = names.map((name) => [name, counts.get(name) ?? VERSIONS] as const);
  const {
    last: data,
    error,
    loading,
    reload,
  } = useLoad(
    async (signal) => {
      const wanted = new Map(asked);
      const merged = mergedEvents(urn, await readPasts(urn, wanted, signal), wanted);
      await knowNames(merged.events);
      return merged;
    },
    [urn, asked],
    stateOf(aspects),
  );
  if (!data) return <Loading label="Loading the activity" error={error} onRetry={reload} />;
  const { events, more } = data;
  return (
    <section class="activity stack far" aria-label="Activity">
      {events.length > 0 && (
        <div class="tab-tools bar">
          <ExportCsv name="activity" titles={EVENT_TITLES} pages={() => everything(urn, names)} />
        </div>
      )}
      {events.length === 0 && <Empty title="Nothing has happened yet" />}
      <Feed events={events} named={false} />
      <Failure error={error} onRetry={reload} />
      {more.length > 0 && (
        <Button
          label="Show older"
          disabled={loading}
          onClick={() => setCounts(new Map([...counts, ...more.map((name) => [name, (counts.get(name) ?? VERSIONS) + VERSIONS] as const)]))}
        />
      )}
    </section>
  );
}

const ALL_VERSIONS = 1000;

/** The events of all versions, as lines of a file. */
async function* everything(urn: string, names: readonly string[]): AsyncGenerator<string[][]> {
  const asked = new Map(names.map((name) => [name, ALL_VERSIONS]));
  const { events } = mergedEvents(urn, await readPasts(urn, asked), asked);
  await knowNames(events);
  yield Promise.all(events.map(eventRow));
}
