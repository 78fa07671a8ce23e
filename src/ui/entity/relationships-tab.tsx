import type { EntityView } from '../api/entity.ts';
import { lookUp } from '../api/names.ts';
import { type Direction, readRelated } from '../api/relationships.ts';
import { platformOfUrn, typeOfUrn } from '../api/urn.ts';
import { words } from '../data/numbers.ts';
import { ExportCsv } from '../export/export-csv.tsx';
import { Badge } from '../parts/badge.tsx';
import { Choice } from '../parts/choice.tsx';
import { Empty } from '../parts/empty.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { KindLine } from '../parts/kind-line.tsx';
import { Loading } from '../parts/loading.tsx';
import { PlatformMark } from '../parts/platform-mark.tsx';
import { Segments } from '../parts/segments.tsx';
import { useLoad } from '../parts/use-load.ts';
import { navigate, type Route, useRoute, withQuery } from '../route.ts';
import { StepPages } from '../search/entity-search.tsx';

const PAGE = 50;
/** How many relationships are read to find their types. */
const SAMPLE = 1000;

const WAYS: readonly (readonly [direction: Direction, title: string])[] = [
  ['OUTGOING', 'References'],
  ['INCOMING', 'Referenced by'],
];

/** Lists the entities that this entity references, and those that reference it: by type, page by page. */
export function RelationshipsTab({ entity: { urn, asOf } }: { readonly entity: EntityView }) {
  const route = useRoute();
  const direction: Direction = route.query.get('direction') === 'incoming' ? 'INCOMING' : 'OUTGOING';
  const type = route.query.get('type') ?? undefined;
  const start = Math.max(0, Math.trunc(Number(route.query.get('start') ?? 0)) || 0);
  const totals = useLoad(
    async (signal) => {
      const samples = await Promise.all(WAYS.map(([each]) => readRelated(urn, each, { start: 0, count: SAMPLE, asOf }, signal)));
      return { OUTGOING: counted(samples[0]), INCOMING: counted(samples[1]) };
    },
    [urn, asOf],
  );
  const list = `${direction} ${type}`;
  const page = useLoad(
    async (signal) => ({ list, ...(await readRelated(urn, direction, { type, start, count: PAGE, asOf }, signal)) }),
    [urn, direction, type, start, asOf, list],
  );
  // The page before stays until the next one is there. Another list is another thing.
  const shown = page.last?.list === list ? page.last : undefined;
  if (!totals.data) return <Loading label="Loading relationships" error={totals.error} onRetry={totals.reload} />;
  const { total, types } = totals.data[direction];
  return (
    <section aria-label="Relationships">
      <div class="tab-tools bar far">
        <Segments
          label="Direction"
          value={direction}
          options={WAYS.map(([each, title]) => [each, `${title} (${totals.data?.[each].total.toLocaleString('en')})`] as const)}
          onChoose={(each) => go(route, { direction: each === 'INCOMING' ? 'incoming' : undefined, type: undefined, start: undefined })}
        />
        {types.size > 0 && (
          <Choice
            label="Type"
            value={type ?? ''}
            options={[['', 'All'], ...[...types].map(([name, count]) => [name, `${words(name)} ${total > SAMPLE ? '' : `(${count})`}`] as const)]}
            onChoose={(name) => go(route, { type: name || undefined, start: undefined })}
          />
        )}
        {total > 0 && (
          <ExportCsv
            name={`${direction === 'OUTGOING' ? 'references' : 'referenced-by'}`}
            titles={['Relationship', 'Name', 'Type', 'URN']}
            pages={(signal) => related(urn, direction, { type, asOf }, signal)}
          />
        )}
        {total > SAMPLE && <span class="muted small">This list has the types of the first {SAMPLE.toLocaleString('en')} relationships.</span>}
      </div>
      <Loading data={shown} label="Loading relationships" error={page.error} onRetry={page.reload} />
      {shown?.total === 0 && <Empty title={direction === 'OUTGOING' ? 'It references nothing' : 'Nothing references it'} />}
      {shown && shown.total > 0 && (
        <>
          <Related relationships={shown.relationships} />
          <StepPages
            total={shown.total}
            start={shown.start}
            page={PAGE}
            label="relationships"
            onGo={(at) => go(route, { start: at === 0 ? undefined : String(at) })}
          />
        </>
      )}
    </section>
  );
}

/** All of them, as lines of a file. */
async function* related(
  urn: string,
  direction: Direction,
  which: { readonly type: string | undefined; readonly asOf: number | undefined },
  signal: AbortSignal,
): AsyncGenerator<string[][]> {
  for (let start = 0; ; start += SAMPLE) {
    const { relationships, total } = await readRelated(urn, direction, { ...which, start, count: SAMPLE }, signal);
    yield Promise.all(
      relationships.map(async ({ type, entity }) => {
        const { name, kind } = await lookUp(entity);
        return [words(type), name, kind, entity];
      }),
    );
    if (start + SAMPLE >= total) return;
  }
}

function go(route: Route, changes: Record<string, string | undefined>): void {
  navigate(withQuery(route, changes), { replace: true });
}

function counted(sample: Awaited<ReturnType<typeof readRelated>> | undefined): { total: number; types: Map<string, number> } {
  const types = new Map<string, number>();
  for (const { type } of sample?.relationships ?? []) types.set(type, (types.get(type) ?? 0) + 1);
  return { total: sample?.total ?? 0, types };
}

function Related({ relationships }: { readonly relationships: readonly { readonly type: string; readonly entity: string }[] }) {
  return (
    <ul class="rows frame" aria-label="Related entities">
      {relationships.map(({ type, entity }) => (
        <li key={`${type} ${entity}`} class="row">
          <PlatformMark platform={platformOfUrn(entity)} type={typeOfUrn(entity)} />
          <div class="row-name stack flush">
            <EntityLink urn={entity} />
            <span class="muted small">
              <KindLine urn={entity} />
            </span>
          </div>
          <div class="row-text medium muted">{words(type)}</div>
          <Missing urn={entity} />
        </li>
      ))}
    </ul>
  );
}

function Missing({ urn }: { readonly urn: string }) {
  const { data } = useLoad(() => lookUp(urn), [urn]);
  return data?.missing ? <Badge>Not in the catalog</Badge> : null;
}
