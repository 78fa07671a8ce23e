import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { EntityView } from '../../api/entity.ts';
import { readLineage } from '../../api/lineage.ts';
import { asOfText } from '../../api/past.ts';
import { columnUrn as urnOfColumn } from '../../api/urn.ts';
import { recordsIn, textOf } from '../../data/is-record.ts';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { navigate, useRoute, withQuery } from '../../route.ts';
import { byParent, columnSteps, columnsIn, nodesOnLineage } from './column-lineage.ts';
import { ColumnPanel } from './column-panel.tsx';
import { type ChangeQuery, GraphTools } from './graph-tools.tsx';
import { GraphView } from './graph-view.tsx';
import { useColumnLineage } from './use-column-lineage.ts';
import { useLineage } from './use-lineage.ts';
import { wantedIn } from './wanted.ts';

/** Parameters of the address on which the picture depends. Others, such as the place of the camera, change without reading anything. */
const READ_BY = new Set(['up', 'down', 'open', 'closed', 'whole', 'with']);
/** A choice of more columns is no choice. */
const MOST_COLUMNS = 500;

interface GraphTabProps {
  readonly entity: EntityView;
  /** The button that edits it, for who may. */
  readonly edit: ComponentChildren;
}

/** The graph with its controls. The URL contains what it shows. */
export function GraphTab({ entity: { urn, asOf, aspects }, edit }: GraphTabProps) {
  const route = useRoute();
  const { query } = route;
  const shown = String(new URLSearchParams([...query].filter(([name]) => name !== 'at')));
  const wanted = useMemo(() => wantedIn(new URLSearchParams(shown)), [shown]);
  const lineage = useLineage(urn, String(new URLSearchParams([...query].filter(([name]) => READ_BY.has(name)))), asOf);
  const totals = useLoad(
    async (signal) => {
      const [up, down] = await Promise.all([
        readLineage(urn, 'up', { count: 0, asOf }, signal),
        readLineage(urn, 'down', { count: 0, asOf }, signal),
      ]);
      return up.total + down.total;
    },
    [urn, asOf],
  );
  const steps = useMemo(() => columnSteps(aspects), [aspects]);
  const columns = useMemo(() => {
    const fields = recordsIn(aspects.schemaMetadata?.value.fields).map(({ fieldPath }) => textOf(fieldPath));
    return [...new Set([...columnsIn(steps, urn), ...(fields.length <= MOST_COLUMNS ? fields : [])])].sort();
  }, [steps, urn, aspects]);
  const column = columns.find((path) => path === query.get('column'));
  const columnUrn = column === undefined ? undefined : urnOfColumn(urn, column);
  const { data: ways, error: columnError, reload: readColumn } = useColumnLineage(columnUrn, asOf);
  const named = useMemo(
    () => (ways && columnUrn ? byParent([...ways.up, ...ways.down].map((each) => each.urn).concat(columnUrn)) : undefined),
    [ways, columnUrn],
  );
  const lit = useMemo(() => named && nodesOnLineage(new Set(named.keys()), lineage.graph?.edges ?? []), [named, lineage.graph]);

  const around = lineage.known.get(urn);
  if (around && around.up.total + around.down.total === 0)
    return (
      <Empty title="No lineage yet">
        <p>
          The catalog does not know what this is made from, or what is made from it. Ingestion sends lineage with the aspects of datasets, jobs,
          charts and dashboards.
        </p>
        {edit}
      </Empty>
    );
  const set: ChangeQuery = (changes) => navigate(withQuery(route, changes), { replace: true });
  return (
    <>
      <Failure error={lineage.error} onRetry={lineage.retry} />
      <Failure error={totals.error} onRetry={totals.reload} />
      <Failure error={columnError} onRetry={readColumn} />
      <GraphView
        root={urn}
        asOf={asOf}
        lineage={lineage}
        wanted={wanted}
        ways={ways}
        columns={named}
        lit={lit}
        fitting={JSON.stringify([wanted.up, wanted.down, wanted.by, column])}
        place={query.get('at') ?? undefined}
        query={asOf === undefined ? '' : `?asOf=${encodeURIComponent(asOfText(asOf))}`}
        onChange={set}
      >
        <GraphTools
          lineage={lineage}
          wanted={wanted}
          total={totals.data}
          columns={columns}
          column={column}
          edit={edit}
          // Another picture is framed anew.
          onChange={(changes) => set({ ...changes, at: undefined })}
        />
      </GraphView>
      {ways && column !== undefined && columnUrn && <ColumnPanel column={column} lineage={ways} steps={steps} urn={columnUrn} />}
    </>
  );
}
