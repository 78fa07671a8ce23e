import type { ComponentChildren, VNode } from 'preact';
import { memo } from 'preact/compat';
import { plainPath } from '../../../column-names.ts';
import type { EntityView } from '../../api/entity.ts';
import type { Property } from '../../api/properties.ts';
import type { ColumnProfile } from '../../data/column-profile.ts';
import { Button } from '../../parts/button.tsx';
import { Highlight } from '../../parts/highlight.tsx';
import { Histogram } from '../../parts/histogram.tsx';
import { entriesIn } from '../../parts/property-entries.ts';
import { PropertyValueList } from '../../parts/property-list.tsx';
import { SelectBox } from '../../parts/select-box.tsx';
import { useName } from '../../parts/use-name.ts';
import { CELL } from './cells.ts';
import type { FieldRow as Row } from './field-tree.ts';

interface FieldRowProps {
  readonly row: Row;
  readonly index: number;
  readonly words: readonly string[];
  /** The cell that the tab key reaches, if it is in this row. */
  readonly cell: number | undefined;
  readonly selected: boolean;
  readonly onOpen: (path: string) => void;
  readonly onFold: (path: string) => void;
  /** Whether it is chosen, and what chooses it; undefined while columns are not chosen. */
  readonly chosen: boolean | undefined;
  readonly onChoose: (path: string, yes: boolean, through: boolean) => void;
  /** Undefined where nothing can be edited. */
  readonly onEdit: ((place: { readonly path: string; readonly cell: number }) => void) | undefined;
  /** The cell that is edited, and its editor. */
  readonly editing: number | undefined;
  readonly editor: VNode | undefined;
  /** Structured properties that have a cell, and the entity of the column, which has their values. */
  readonly properties: readonly Property[];
  readonly column: EntityView | undefined;
  /** Undefined: the table has no cell for it. */
  readonly profile: ColumnProfile | undefined;
}

/** One column: a row of the tree grid. */
export const FieldRow = memo(function FieldRow(props: FieldRowProps) {
  const { row, index, words, cell, selected, chosen, onChoose, onOpen, onFold, onEdit, editing, editor, properties, column, profile } = props;
  const { node, level, open } = row;
  const { field } = node;
  const marks = [...(field?.tags ?? []), ...(field?.terms ?? [])];
  const editable = (at: number, what: string) => ({
    at,
    active: cell === at,
    ...(field && onEdit ? { what: `${what} of ${node.name}`, onEdit: () => onEdit({ path: node.path, cell: at }) } : {}),
    editor: editing === at ? editor : undefined,
  });
  return (
    <tr
      class={`field-row${selected ? ' is-selected' : ''}`}
      data-path={node.path}
      aria-rowindex={index + 2}
      aria-level={level}
      aria-selected={selected}
      {...(open === undefined ? {} : { 'aria-expanded': open })}
    >
      <td>
        <FieldName row={row} words={words} cell={cell} chosen={chosen} onChoose={onChoose} onOpen={onOpen} onFold={onFold} />
      </td>
      <Cell at={CELL.type} active={cell === CELL.type}>
        <div class="field-type stack flush">
          <span class="medium clip">
            {field ? field.type || 'Unknown' : 'Group'}
            {field && !field.nullable && <span class="muted small"> · not null</span>}
          </span>
          {field && (
            <span class="field-native clip muted mono" title={field.nativeType}>
              {field.nativeType}
            </span>
          )}
        </div>
      </Cell>
      <Cell {...editable(CELL.description, 'description')}>
        <div class="field-text clamp medium" dir="auto">
          {field?.description ? <Highlight text={field.description} words={words} /> : <span class="muted">–</span>}
        </div>
      </Cell>
      <Cell {...editable(CELL.labels, 'tags and terms')}>
        <div class="field-marks line close">
          {marks.slice(0, 3).map((mark, at) => (
            <Mark key={mark} urn={mark} term={at >= (field?.tags.length ?? 0)} words={words} />
          ))}
          {marks.length > 3 && <span class="muted small">+{marks.length - 3}</span>}
        </div>
      </Cell>
      {properties.map(({ urn, name }, at) => (
        <Cell key={urn} {...editable(CELL.properties + at, name)}>
          <div class="field-text clamp medium">
            <PropertyValueList
              values={entriesIn(column?.aspects.structuredProperties?.value).find((each) => each.propertyUrn === urn)?.values ?? []}
            />
          </div>
        </Cell>
      ))}
      {profile && (
        <Cell at={CELL.properties + properties.length} active={cell === CELL.properties + properties.length}>
          <Profile profile={profile} />
        </Cell>
      )}
    </tr>
  );
});

type FieldNameProps = Pick<FieldRowProps, 'row' | 'words' | 'cell' | 'chosen' | 'onChoose' | 'onOpen' | 'onFold'>;

function FieldName({ row: { node, level, open }, words, cell, chosen, onChoose, onOpen, onFold }: FieldNameProps) {
  const { field } = node;
  return (
    <div class="field-name line close" style={{ paddingInlineStart: `${(level - 1) * 1.25}rem` }}>
      {chosen !== undefined && field && (
        <SelectBox name={node.name} checked={chosen} onChoose={(yes, through) => onChoose(node.path, yes, through)} />
      )}
      {open === undefined ? (
        <span class="field-twist bare muted" />
      ) : (
        <button
          type="button"
          class="field-twist bare muted"
          tabIndex={-1}
          aria-label={`${open ? 'Collapse' : 'Expand'} ${node.name}`}
          onClick={() => onFold(node.path)}
        >
          <span aria-hidden="true">{open ? '▾' : '▸'}</span>
        </button>
      )}
      <Button
        label={<Highlight text={node.name} words={words} />}
        class="field-open bare clip medium mono"
        data-cell={CELL.name}
        tabIndex={cell === CELL.name ? 0 : -1}
        title={plainPath(node.path)}
        onClick={() => onOpen(node.path)}
      />
      {field?.primaryKey && <Key title="Primary key">PK</Key>}
      {field && field.foreignKeys.length > 0 && <Key title="Foreign key">FK</Key>}
      {field?.partitionKey && <Key title="Partition key">Partition</Key>}
    </div>
  );
}

function Profile({ profile }: { readonly profile: ColumnProfile }) {
  return (
    <div class="line">
      <Histogram histogram={profile.histogram} />
      <div class="field-text clamp medium">
        {profile.counts === '' && profile.range === '' && <span class="muted">–</span>}
        {profile.counts}
        {profile.counts !== '' && profile.range !== '' && ' · '}
        <span class="muted">{profile.range}</span>
      </div>
    </div>
  );
}

interface CellProps {
  readonly at: number;
  readonly active: boolean;
  /** What the cell shows, and how to change it; absent where nobody can. */
  readonly what?: string;
  readonly onEdit?: () => void;
  readonly editor?: VNode | undefined;
  readonly children: ComponentChildren;
}

function Cell({ at, active, what, onEdit, editor, children }: CellProps) {
  return (
    // The grid takes the keys: Enter edits the cell that has the focus.
    <td class={onEdit ? 'field-cell is-editable' : 'field-cell'} data-cell={at} tabIndex={active ? 0 : -1} onDblClick={onEdit}>
      {children}
      {onEdit && !editor && (
        <Button label={<Pencil />} class="field-edit muted plain" tabIndex={-1} aria-label={`Edit the ${what}`} onClick={onEdit} />
      )}
      {editor}
    </td>
  );
}

function Pencil() {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.4" stroke-linejoin="round">
      <path d="M2.5 13.5l.7-2.9 7.6-7.6a1.2 1.2 0 0 1 1.7 0l.5.5a1.2 1.2 0 0 1 0 1.7l-7.6 7.6z" />
    </svg>
  );
}

function Key({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <abbr class="field-key" title={title}>
      {children}
    </abbr>
  );
}

function Mark({ urn, term, words }: { readonly urn: string; readonly term: boolean; readonly words: readonly string[] }) {
  return (
    <span class={`tag ${term ? 'tag-term' : ''}`}>
      <Highlight text={useName(urn)} words={words} />
    </span>
  );
}
