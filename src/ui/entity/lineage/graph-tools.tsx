import type { ComponentChildren } from 'preact';
import { plainPath } from '../../../column-names.ts';
import { SIDES, type Side } from '../../data/side.ts';
import { plural } from '../../data/words.ts';
import { Choice } from '../../parts/choice.tsx';
import { Folded } from '../../parts/folded.tsx';
import type { Exploration } from './use-lineage.ts';
import { GROUPED_BY, type LineageView, withHops } from './wanted.ts';

export type ChangeQuery = (changes: Readonly<Record<string, string | readonly string[] | undefined>>) => void;

interface GraphToolsProps {
  readonly lineage: Exploration;
  readonly wanted: LineageView;
  /** Entities up- and downstream; undefined until that is known. */
  readonly total: number | undefined;
  /** Paths of columns that can be chosen, and the chosen one. */
  readonly columns: readonly string[];
  readonly column: string | undefined;
  /** The button that edits the lineage, on a small screen. */
  readonly edit: ComponentChildren;
  readonly onChange: ChangeQuery;
}

/** How many hops the picture shows, what it collapses, whose lineage it highlights. */
export function GraphTools({ lineage, wanted, total, columns, column, edit, onChange }: GraphToolsProps) {
  return (
    <>
      <Folded label="More" layout="bar">
        {SIDES.map((side) => (
          <HopStepper key={side} side={side} lineage={lineage} onChange={onChange} />
        ))}
        <Choice
          label="Collapse"
          value={wanted.by ?? ''}
          options={[['', 'Nothing'], ...GROUPED_BY.map((by) => [by, `By ${by}`] as const)]}
          onChoose={(by) => onChange({ by: by || undefined, ungroup: undefined })}
        />
        {columns.length > 0 && (
          <Choice
            label="Column"
            value={column ?? ''}
            options={[['', 'None'], ...columns.map((path) => [path, plainPath(path)] as const)]}
            onChoose={(path) => onChange({ column: path || undefined })}
          />
        )}
        {edit}
      </Folded>
      <Progress lineage={lineage} total={total} />
    </>
  );
}

interface HopStepperProps {
  readonly side: Side;
  readonly lineage: Exploration;
  readonly onChange: ChangeQuery;
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
    <p class="end muted small" role="status">
      {busy
        ? 'Loading…'
        : graph &&
          `${shown.toLocaleString('en')} of ${total === undefined ? '…' : plural(total, 'entity', 'entities')} shown${cut ? '; the next hop is large' : ''}`}
    </p>
  );
}
