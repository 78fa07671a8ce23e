import { useEffect, useMemo, useState } from 'preact/hooks';
import type { EntityView } from '../../api/entity.ts';
import { readLineage } from '../../api/lineage.ts';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Spinner } from '../../parts/spinner.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { plural } from '../../parts/words.ts';
import { navigate, useRoute, withQuery } from '../../route.ts';
import { settings } from '../../settings.ts';
import { simplePath } from '../schema/field-path.ts';
import { byParent, columnSteps, columnsIn, nodesOnLineage } from './column-lineage.ts';
import { ColumnPanel } from './column-panel.tsx';
import { GraphView } from './graph-view.tsx';
import { useColumnLineage } from './use-column-lineage.ts';
import { type Exploration, FIRST_NODES, MOST_NODES, useLineage } from './use-lineage.ts';

const HOPS = ['auto', '1', '2', '3', '5', 'all'] as const;
const FIRST = 'auto';
const FIRST_HOPS = 3;

/** The graph with its controls: how many hops it shows, and the column whose lineage it highlights. */
export function GraphTab({ entity: { urn, aspects } }: { readonly entity: EntityView }) {
  const route = useRoute();
  const hops = HOPS.find((each) => each === route.query.get('hops')) ?? FIRST;
  const lineage = useLineage(urn);
  const totals = useLoad(
    async (signal) => {
      const [up, down] = await Promise.all([readLineage(urn, 'up', { count: 0 }, signal), readLineage(urn, 'down', { count: 0 }, signal)]);
      return { up: up.total, down: down.total };
    },
    [urn],
  );
  const [fitting, setFitting] = useState(0);
  useEffect(() => {
    setFitting((number) => number + 1);
    if (hops === FIRST) void lineage.openTo(FIRST_HOPS, FIRST_NODES);
    else void lineage.openTo(hops === 'all' ? Number.POSITIVE_INFINITY : Number(hops), MOST_NODES);
  }, [hops, urn]);

  const steps = useMemo(() => columnSteps(aspects), [aspects]);
  const columns = useMemo(() => columnsIn(steps, urn), [steps, urn]);
  const column = columns.find((path) => path === route.query.get('column'));
  const columnUrn = column === undefined ? undefined : `${settings.urnPrefix}schemaField:(${urn},${column})`;
  const { data: ways, error: columnError } = useColumnLineage(columnUrn);
  const named = useMemo(
    () => (ways && columnUrn ? byParent([...ways.up, ...ways.down].map((each) => each.urn).concat(columnUrn)) : undefined),
    [ways, columnUrn],
  );
  const lit = useMemo(() => named && nodesOnLineage(new Set(named.keys()), lineage.graph.edges), [named, lineage.graph]);
  const shownColumns = useMemo(() => named && new Map([...named].map(([parent, paths]) => [parent, paths.map(simplePath)])), [named]);

  if (totals.error !== undefined) return <Failure error={totals.error} onRetry={totals.reload} />;
  if (!totals.data) return <Spinner label="Loading the lineage" />;
  if (totals.data.up + totals.data.down === 0)
    return (
      <Empty title="No lineage yet">
        <p>
          The catalog does not know what this is made from, or what is made from it. Ingestion sends lineage with the aspects of datasets, jobs,
          charts and dashboards.
        </p>
      </Empty>
    );
  const set = (changes: Record<string, string | undefined>): void => navigate(withQuery(route, changes), { replace: true });
  return (
    <>
      {lineage.error !== undefined && <Failure error={lineage.error} />}
      {columnError !== undefined && <Failure error={columnError} />}
      <GraphView root={urn} lineage={lineage} columns={shownColumns} lit={lit} fitting={fitting}>
        <label class="tab-choice">
          <span>Hops</span>
          <select value={hops} onChange={(event) => set({ hops: event.currentTarget.value === FIRST ? undefined : event.currentTarget.value })}>
            {HOPS.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
        {columns.length > 0 && (
          <label class="tab-choice">
            <span>Column</span>
            <select value={column ?? ''} onChange={(event) => set({ column: event.currentTarget.value || undefined })}>
              <option value="">None</option>
              {columns.map((path) => (
                <option key={path} value={path}>
                  {simplePath(path)}
                </option>
              ))}
            </select>
          </label>
        )}
        <Progress lineage={lineage} total={totals.data.up + totals.data.down} />
      </GraphView>
      {ways && column !== undefined && columnUrn && <ColumnPanel column={column} lineage={ways} steps={steps} urn={columnUrn} />}
    </>
  );
}

/** Says how much of the graph is visible, also to screen readers. */
function Progress({ lineage: { busy, cut, graph }, total }: { readonly lineage: Exploration; readonly total: number }) {
  const shown = graph.nodes.length - 1;
  return (
    <p class="muted small" role="status">
      {busy ? 'Loading… ' : ''}
      {shown} of {plural(total, 'entity', 'entities')} shown.
      {cut ? ' + on a node shows more.' : ''}
    </p>
  );
}
