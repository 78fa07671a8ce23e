import { memo } from 'preact/compat';
import { useName } from '../../parts/use-name.ts';
import { Highlight } from '../../search/highlight.tsx';
import { simplePath } from './field-path.ts';
import type { FieldRow as Row } from './field-tree.ts';

interface FieldRowProps {
  readonly row: Row;
  readonly index: number;
  readonly words: readonly string[];
  readonly active: boolean;
  readonly selected: boolean;
  readonly onOpen: (path: string) => void;
  readonly onFold: (path: string) => void;
}

/** One column: a row of the tree grid. */
export const FieldRow = memo(function FieldRow({ row, index, words, active, selected, onOpen, onFold }: FieldRowProps) {
  const { node, level, open } = row;
  const { field } = node;
  const marks = [...(field?.tags ?? []), ...(field?.terms ?? [])];
  return (
    <tr
      class={`field-row${selected ? ' is-selected' : ''}`}
      aria-rowindex={index + 2}
      aria-level={level}
      aria-selected={selected}
      {...(open === undefined ? {} : { 'aria-expanded': open })}
    >
      <td>
        <div class="field-name" style={{ paddingInlineStart: `${(level - 1) * 1.25}rem` }}>
          {open === undefined ? (
            <span class="field-twist" />
          ) : (
            <button
              type="button"
              class="field-twist"
              tabIndex={-1}
              aria-label={`${open ? 'Collapse' : 'Expand'} ${node.name}`}
              onClick={() => onFold(node.path)}
            >
              <span aria-hidden="true">{open ? '▾' : '▸'}</span>
            </button>
          )}
          <button
            type="button"
            class="field-open mono"
            data-path={node.path}
            tabIndex={active ? 0 : -1}
            title={simplePath(node.path)}
            onClick={() => onOpen(node.path)}
          >
            <Highlight text={node.name} words={words} />
          </button>
          {field?.primaryKey && <Key title="Primary key">PK</Key>}
          {field && field.foreignKeys.length > 0 && <Key title="Foreign key">FK</Key>}
          {field?.partitionKey && <Key title="Partition key">Partition</Key>}
        </div>
      </td>
      <td>
        <div class="field-type">
          <span class="field-kind">{field ? field.type || 'Unknown' : 'Group'}</span>
          {field && (
            <span class="field-native mono" title={field.nativeType}>
              {field.nativeType}
              {field.nullable ? '' : ' · not null'}
            </span>
          )}
        </div>
      </td>
      <td>
        <div class="field-text">{field?.description ? <Highlight text={field.description} words={words} /> : <span class="muted">–</span>}</div>
      </td>
      <td>
        <div class="field-marks">
          {marks.slice(0, 3).map((mark, at) => (
            <Mark key={mark} urn={mark} term={at >= (field?.tags.length ?? 0)} words={words} />
          ))}
          {marks.length > 3 && <span class="muted small">+{marks.length - 3}</span>}
        </div>
      </td>
    </tr>
  );
});

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
