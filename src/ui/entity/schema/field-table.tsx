import type { VNode } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { EntityView } from '../../api/entity.ts';
import type { Property } from '../../api/properties.ts';
import { columnUrn } from '../../api/urn.ts';
import type { ColumnProfile } from '../../data/column-profile.ts';
import type { Field } from '../../data/merge-fields.ts';
import { Failure } from '../../parts/failure.tsx';
import { useNarrow } from '../../parts/use-narrow.ts';
import type { Selection } from '../../parts/use-selection.ts';
import { density } from '../../preferences.ts';
import { CELL } from './cells.ts';
import { FieldRow } from './field-row.tsx';
import type { FieldRow as Row } from './field-tree.ts';
import { useColumnEntities } from './use-column-entities.ts';
import { useFieldGrid } from './use-field-grid.ts';
import { useWindow } from './use-window.ts';

/** The height of a row, px: the same for all, so that the place of each is known without drawing it. */
const LINES = { comfortable: 54, compact: 32 } as const;
/** With the description below the name, on a phone. */
const STACKED_LINES = { comfortable: 84, compact: 60 } as const;

interface FieldTableProps {
  readonly rows: readonly Row[];
  readonly words: readonly string[];
  readonly selected: string | undefined;
  readonly onOpen: (path: string) => void;
  readonly onFold: (path: string) => void;
  readonly dataset: string;
  /** The chosen columns; undefined while columns are not chosen. */
  readonly selection: Pick<Selection, 'has' | 'one'> | undefined;
  /** Structured properties that have a cell. */
  readonly properties: readonly Property[];
  /** By path, of the newest profile; empty without one. */
  readonly profiles: ReadonlyMap<string, ColumnProfile>;
  /** How often the details of a column have written to its entity. */
  readonly written: number;
  /** The editor of a cell. It appears over the cell. Undefined where nothing can be edited. */
  readonly editor: ((edited: CellEdit) => VNode) | undefined;
}

export interface CellEdit {
  readonly field: Field;
  readonly cell: number;
  /** The entity of the column, if it has one. */
  readonly column: EntityView | undefined;
  close(): void;
  /** Edits the same cell of the next column; undefined in the last. */
  readonly next: (() => void) | undefined;
  /** Reads the entity of the column again. */
  saved(): void;
}

const NONE: readonly string[] = [];
const NOTHING = (): void => {};
const NO_PROFILE: ColumnProfile = { counts: '', range: '', histogram: undefined };

/**
 * The columns as a tree grid: arrow keys move between cells and fold, Enter opens a column or edits its cell. Only the visible rows are
 * drawn, however many there are.
 */
export function FieldTable(props: FieldTableProps) {
  const { rows, words, selected, onOpen, onFold, dataset, selection, properties, profiles, written, editor } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const narrow = useNarrow();
  const stacked = useMemo(() => narrow && rows.some(({ node }) => node.field?.description), [narrow, rows]);
  const line = (stacked ? STACKED_LINES : LINES)[density()];
  const { from, to } = useWindow(body, rows.length, line);
  const drawn = rows.slice(from, to);
  const { known, error, reload } = useColumnEntities(dataset, properties.length === 0 ? NONE : drawn.map(({ node }) => node.path), written);
  // After the properties, which vary.
  const profileCell = CELL.properties + properties.length;
  const cells = profileCell + (profiles.size > 0 ? 1 : 0);
  const grid = useFieldGrid({ rows, selected, body, line, profileCell, cells, mayEdit: editor !== undefined, onFold });
  const { active, at, editing, edit, onKeyDown, onFocusIn, close, after } = grid;
  const flat = rows.every(({ open }) => open === undefined);
  return (
    <>
      <Failure what="The properties of the columns could not be read." error={error} onRetry={reload} />
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose lines fold is a tree grid
        role="treegrid"
        class={`fields frame${flat ? ' is-flat' : ''}${stacked ? ' is-stacked' : ''}`}
        style={{ '--field-line': `${line}px` }}
        aria-label="Fields"
        aria-rowcount={rows.length + 1}
        onKeyDown={onKeyDown}
        onFocusIn={onFocusIn}
      >
        <Head properties={properties} hasProfile={profiles.size > 0} />
        <tbody ref={body}>
          <Space height={from * line} />
          {drawn.map((row, index) => {
            const here = editing?.path === row.node.path ? editing : undefined;
            const { field } = row.node;
            const urn = columnUrn(dataset, row.node.path);
            return (
              <FieldRow
                key={row.node.path}
                row={row}
                index={from + index}
                words={words}
                cell={from + index === at ? active.cell : undefined}
                selected={row.node.path === selected}
                onOpen={onOpen}
                onFold={onFold}
                chosen={selection?.has(row.node.path)}
                onChoose={selection?.one ?? NOTHING}
                onEdit={editor && edit}
                editing={here?.cell}
                properties={properties}
                column={known.get(urn)}
                profile={profiles.size > 0 ? (profiles.get(row.node.path) ?? NO_PROFILE) : undefined}
                editor={
                  editor && here && field ? editor({ field, ...here, column: known.get(urn), close, next: after(here), saved: reload }) : undefined
                }
              />
            );
          })}
          <Space height={(rows.length - to) * line} />
        </tbody>
      </table>
    </>
  );
}

function Head({ properties, hasProfile }: { readonly properties: readonly Property[]; readonly hasProfile: boolean }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">Field</th>
        <th scope="col">Type</th>
        <th scope="col">Description</th>
        <th scope="col">Tags and terms</th>
        {properties.map(({ urn, name }) => (
          <th key={urn} scope="col">
            {name}
          </th>
        ))}
        {hasProfile && (
          <th scope="col" class="field-profile">
            Profile
          </th>
        )}
      </tr>
    </thead>
  );
}

/** Fills the place of rows that are not drawn. */
function Space({ height }: { readonly height: number }) {
  if (height === 0) return null;
  return (
    <tr class="field-space">
      <td style={{ height: `${height}px` }} />
    </tr>
  );
}
