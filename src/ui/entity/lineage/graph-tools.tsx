import { simplePath } from '../../data/field-path.ts';
import { SIDES, type Side } from '../../data/side.ts';
import { plural } from '../../data/words.ts';
import type { Exploration } from './use-lineage.ts';
import { GROUPED_BY, type Wanted, withHops } from './wanted.ts';

export type Change = (changes: Readonly<Record<string, string | readonly string[] | undefined>>) => void;

interface GraphToolsProps {
  readonly lineage: Exploration;
  readonly wanted: Wanted;
  /** Entities up- and downstream; undefined until that is known. */
  readonly total: number | undefined;
  /** Paths of columns that can be chosen, and the chosen one. */
  readonly columns: readonly string[];
  readonly column: string | undefined;
  readonly onChange: Change;
}

/** How many hops the picture shows, what it collapses, whose lineage it highlights. */
export function GraphTools({ lineage, wanted, total, columns, column, onChange }: GraphToolsProps) {
  return (
    <>
      {SIDES.map((side) => (
        <HopStepper key={side} side={side} lineage={lineage} onChange={onChange} />
      ))}
      <label class="tab-choice line muted medium">
        <span>Collapse</span>
        <select value={wanted.by ?? ''} onChange={(event) => onChange({ by: event.currentTarget.value || undefined, ungroup: undefined })}>
          <option value="">Nothing</option>
          {GROUPED_BY.map((by) => (
            <option key={by} value={by}>
              By {by}
            </option>
          ))}
        </select>
      </label>
      {columns.length > 0 && (
        <label class="tab-choice line muted medium">
          <span>Column</span>
          <select value={column ?? ''} onChange={(event) => onChange({ column: event.currentTarget.value || undefined })}>
            <option value="">None</option>
            {columns.map((path) => (
              <option key={path} value={path}>
                {simplePath(path)}
              </option>
            ))}
          </select>
        </label>
      )}
      <Progress lineage={lineage} total={total} />
    </>
  );
}

interface HopStepperProps {
  readonly side: Side;
  readonly lineage: Exploration;
  readonly onChange: Change;
}

/** Opens or closes a whole level on one side. */
function HopStepper({ side, lineage: { graph }, onChange }: HopStepperProps) {
  const where = side === 'up' ? 'upstream' : 'downstream';
  const hops = graph?.hops[side] ?? 0;
  const more = graph?.more[side] ?? false;
  return (
    <fieldset class="hop-stepper">
      <legend>{side === 'up' ? 'Upstream' : 'Downstream'}</legend>
      <button type="button" aria-label={`One hop less ${where}`} disabled={hops === 0} onClick={() => onChange(withHops(side, hops - 1))}>
        −
      </button>
      <output aria-label={`Hops ${where}`}>{graph ? hops : '…'}</output>
      <button type="button" aria-label={`One hop more ${where}`} disabled={!more} onClick={() => onChange(withHops(side, hops + 1))}>
        +
      </button>
      <button type="button" aria-label={`All hops ${where}`} disabled={!more} onClick={() => onChange(withHops(side, Number.POSITIVE_INFINITY))}>
        All
      </button>
    </fieldset>
  );
}

/** Says how much of the graph is visible, also to screen readers. */
function Progress({ lineage: { busy, graph }, total }: { readonly lineage: Exploration; readonly total: number | undefined }) {
  const shown = graph ? graph.nodes.length - 1 : 0;
  const cut = graph?.cut.up || graph?.cut.down;
  return (
    <p class="lineage-progress end muted small" role="status">
      {busy
        ? 'Loading…'
        : graph &&
          `${shown.toLocaleString('en')} of ${total === undefined ? '…' : plural(total, 'entity', 'entities')} shown${cut ? '; the next hop is large' : ''}`}
    </p>
  );
}
