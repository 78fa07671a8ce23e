import type { Field } from '../../data/merge-fields.ts';
import { plural } from '../../data/words.ts';
import { columnRows } from '../../export/column-rows.ts';
import { ExportCsv } from '../../export/export-csv.tsx';
import { COLUMN_TITLES } from '../../export/titles.ts';
import { Button } from '../../parts/button.tsx';
import { Time } from '../../parts/time.tsx';
import type { Selection } from '../../parts/use-selection.ts';

interface ColumnSelecting {
  readonly choosing: boolean;
  readonly onChoosing: (choosing: boolean) => void;
  /** The columns that can be chosen. */
  readonly paths: readonly string[];
  readonly selection: Pick<Selection, 'has' | 'choose'>;
}

interface SchemaToolsProps {
  readonly fields: readonly Field[];
  /** How many rows the search shows; undefined without a search. */
  readonly shown: number | undefined;
  readonly searched: string;
  /** When the schema changed last, epoch ms. */
  readonly changedAt: number | undefined;
  /** Undefined where columns cannot be chosen. */
  readonly selecting: ColumnSelecting | undefined;
  /** The groups that can be unfolded. */
  readonly groups: readonly string[];
  readonly onSearch: (text: string) => void;
  readonly onUnfold: (groups: readonly string[]) => void;
}

/** Above the columns: search, choosing, export, folding. */
export function SchemaTools({ fields, shown, searched, changedAt, selecting, groups, onSearch, onUnfold }: SchemaToolsProps) {
  return (
    <div class="tab-tools bar far">
      <label class="schema-search">
        <span class="hidden-text">Search in fields</span>
        <input dir="auto" type="search" placeholder="Search in fields" value={searched} onInput={(event) => onSearch(event.currentTarget.value)} />
      </label>
      <span class="muted small" role="status">
        {shown !== undefined && `${shown.toLocaleString('en')} of `}
        {plural(fields.length, 'field')}
      </span>
      {selecting && <Button label="Select" aria-pressed={selecting.choosing} onClick={() => selecting.onChoosing(!selecting.choosing)} />}
      {selecting?.choosing && <SelectAll {...selecting} label={shown === undefined ? 'columns' : 'that match'} />}
      <ExportCsv name="columns" titles={COLUMN_TITLES} pages={() => columnRows(fields)} />
      {groups.length > 0 && (
        <span class="tab-tools-end line end">
          <Button label="Expand all" class="plain" onClick={() => onUnfold(groups)} />
          <Button label="Collapse all" class="plain" onClick={() => onUnfold([])} />
        </span>
      )}
      {changedAt !== undefined && (
        <span class="muted small schema-age end">
          Changed <Time ms={changedAt} />
        </span>
      )}
    </div>
  );
}

function SelectAll({ paths, selection, label }: Pick<ColumnSelecting, 'paths' | 'selection'> & { readonly label: string }) {
  return (
    <label class="line medium">
      <input
        type="checkbox"
        checked={paths.length > 0 && paths.every(selection.has)}
        onChange={(event) => selection.choose(paths, event.currentTarget.checked)}
      />
      <span>All {label}</span>
    </label>
  );
}
