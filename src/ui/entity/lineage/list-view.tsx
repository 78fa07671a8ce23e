import { useMemo, useState } from 'preact/hooks';
import type { EntityView } from '../../api/entity.ts';
import { type NodeInfo, type ReachedEntity, readLineage, readNodes } from '../../api/lineage.ts';
import { platformOfUrn, shortName, typeOfUrn } from '../../api/urn.ts';
import type { Side } from '../../data/side.ts';
import { plural } from '../../data/words.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { EntityLink } from '../../parts/entity-link.tsx';
import { Failure } from '../../parts/failure.tsx';
import { KindLine } from '../../parts/kind-line.tsx';
import { Loading } from '../../parts/loading.tsx';
import { PlatformMark } from '../../parts/platform-mark.tsx';
import { ScrollRegion } from '../../parts/scroll-region.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { navigate, useRoute, withQuery } from '../../route.ts';
import { type SortBy, sorted } from './sorted.ts';

const STEP = 200;

interface ListedEntity extends ReachedEntity {
  readonly name: string;
  readonly info: NodeInfo | undefined;
}

/** A table of everything upstream or downstream with its distance: the content of the picture as text. */
export function ListView({ entity: { urn, asOf }, side }: { readonly entity: EntityView; readonly side: Side }) {
  const route = useRoute();
  const [count, setCount] = useState(STEP);
  const {
    last: data,
    error,
    loading,
    reload,
  } = useLoad(
    async (signal) => {
      const { total, degrees, entities } = await readLineage(urn, side, { count, asOf }, signal);
      const info = await readNodes(
        entities.map((each) => each.urn),
        signal,
      );
      return {
        total,
        degrees,
        rows: entities.map((each): ListedEntity => ({ ...each, name: info.get(each.urn)?.name ?? shortName(each.urn), info: info.get(each.urn) })),
      };
    },
    [urn, side, count, asOf],
  );
  const by = (route.query.get('sort') ?? 'degree') as SortBy;
  const falling = route.query.get('order') === 'falling';
  const rows = useMemo(() => sorted(data?.rows ?? [], by, falling), [data, by, falling]);
  if (!data) return <Loading label="Loading the lineage" error={error} onRetry={reload} />;
  const where = side === 'up' ? 'upstream' : 'downstream';
  if (data.total === 0)
    return (
      <Empty title={`Nothing is ${where}`}>
        <p>Ingestion sends lineage. “Edit lineage…” in the graph adds what it does not know.</p>
      </Empty>
    );
  const turn = (column: SortBy): void =>
    navigate(withQuery(route, { sort: column, order: column === by && !falling ? 'falling' : undefined }), { replace: true });
  return (
    <div class="lineage-list">
      <p class="muted">
        {plural(data.total, 'entity', 'entities')} {where}:{' '}
        {Object.entries(data.degrees)
          .map(([degree, number]) => `${number} at ${plural(Number(degree), 'hop')}`)
          .join(', ')}
        .
      </p>
      <ScrollRegion label={`Lineage ${where}, table`} class="table-box frame">
        <table>
          <thead>
            <tr>
              <Heading column="name" by={by} falling={falling} onTurn={turn}>
                Name
              </Heading>
              <Heading column="type" by={by} falling={falling} onTurn={turn}>
                Type
              </Heading>
              <Heading column="degree" by={by} falling={falling} onTurn={turn}>
                Hops
              </Heading>
              <th scope="col">Via</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <ListRow key={row.urn} row={row} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <Failure error={error} onRetry={reload} />
      {data.rows.length < data.total && (
        <p class="lineage-more line">
          These are the nearest {data.rows.length} of {data.total}.{' '}
          {data.rows.length < 1000 && <Button label="Show more" disabled={loading} onClick={() => setCount(Math.min(1000, count + STEP))} />}
        </p>
      )}
    </div>
  );
}

function ListRow({ row: { urn, name, info, degree, path } }: { readonly row: ListedEntity }) {
  return (
    <tr>
      <td>
        <span class="bar">
          <PlatformMark platform={platformOfUrn(urn)} type={typeOfUrn(urn)} />
          <EntityLink urn={urn} name={name} />
          {info?.removed && <Badge tone="bad">Removed</Badge>}
          {info?.missing && <Badge tone="warn">Not in the catalog</Badge>}
        </span>
      </td>
      <td class="nowrap">
        <KindLine urn={urn} subType={info?.subType} />
      </td>
      <td>{degree}</td>
      <td class="small">
        {path.slice(1, -1).map((each, index) => (
          <span key={each}>
            {index > 0 && <span aria-hidden="true"> › </span>}
            <EntityLink urn={each} />
          </span>
        ))}
        {path.length <= 2 && <span class="muted">directly</span>}
      </td>
    </tr>
  );
}

interface HeadingProps {
  readonly column: SortBy;
  readonly by: SortBy;
  readonly falling: boolean;
  readonly onTurn: (column: SortBy) => void;
  readonly children: string;
}

function Heading({ column, by, falling, onTurn, children }: HeadingProps) {
  const order = column === by ? (falling ? 'descending' : 'ascending') : 'none';
  return (
    <th scope="col" aria-sort={order}>
      <button type="button" class="column-sort bare strong" onClick={() => onTurn(column)}>
        {children} <span aria-hidden="true">{order === 'none' ? '↕' : falling ? '↓' : '↑'}</span>
      </button>
    </th>
  );
}
