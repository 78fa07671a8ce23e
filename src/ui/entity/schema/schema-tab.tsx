import type { VNode } from 'preact';
import { useContext, useMemo, useState } from 'preact/hooks';
import { plainPath } from '../../../column-names.ts';
import type { EntityView } from '../../api/entity.ts';
import type { Property } from '../../api/properties.ts';
import { readPoints } from '../../api/series.ts';
import { columnUrn } from '../../api/urn.ts';
import { SelectionBar } from '../../bulk/selection-bar.tsx';
import { columnProfiles } from '../../data/column-profile.ts';
import { mergeFields } from '../../data/merge-fields.ts';
import { editColumnDescription, editColumnLabels } from '../../edit/column.tsx';
import { EditHere } from '../../edit/edit-here.tsx';
import { editPropertyValues } from '../../edit/property-values.tsx';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { useSelection } from '../../parts/use-selection.ts';
import { navigate, useRoute, withQuery } from '../../route.ts';
import { OfPage, useMayChange } from '../page-context.ts';
import { CELL } from './cells.ts';
import { FieldDetails } from './field-details.tsx';
import { type CellEdit, FieldTable } from './field-table.tsx';
import { Keys } from './keys.tsx';
import { SchemaTools } from './schema-tools.tsx';
import { useRows } from './use-rows.ts';

/** More do not fit beside the others. The details of a column have all. In the past there are none: nobody can read those of then. */
const MOST_PROPERTIES = 3;

function hasCell({ flags, entityTypes }: Property): boolean {
  return flags.has('showInColumnsTable') && !flags.has('isHidden') && entityTypes.includes('schemaField');
}

/** Shows the columns of a dataset. The URL contains the search and the chosen field. */
export function SchemaTab({ entity, onSaved }: { readonly entity: EntityView; readonly onSaved: (what: string) => void }) {
  const route = useRoute();
  const searched = route.query.get('find') ?? '';
  const asked = route.query.get('field') ?? undefined;
  const past = entity.asOf !== undefined;
  const { schemaMetadata, editableSchemaMetadata } = entity.aspects;
  const fields = useMemo(() => mergeFields(schemaMetadata?.value, editableSchemaMetadata?.value), [schemaMetadata, editableSchemaMetadata]);
  const field = asked === undefined ? undefined : (fields.find(({ path }) => path === asked) ?? fields.find(({ path }) => plainPath(path) === asked));
  const chosen = field?.path;
  const { groups, words, rows, fold, unfold } = useRows(fields, searched, chosen);
  const set = (changes: Record<string, string | undefined>): void => navigate(withQuery(route, changes), { replace: true });
  const [choosing, setChoosing] = useState(false);
  const paths = useMemo(() => rows.flatMap(({ node }) => (node.field ? [node.path] : [])), [rows]);
  const selection = useSelection(entity.urn, paths.length, paths);

  const { properties, rights } = useContext(OfPage);
  const mayChange = useMayChange('editableSchemaMetadata');
  const [written, count] = useState(0);
  const profile = useLoad(
    async (signal) => (past ? undefined : (await readPoints(entity.urn, entity.entityType, 'datasetProfile', 1, signal))[0]?.value),
    [entity.urn, entity.entityType, past],
  );
  const profiles = useMemo(() => columnProfiles(profile.data), [profile.data]);
  const savedBeside = (what: string): void => {
    count((before) => before + 1);
    onSaved(what);
  };
  const shownProperties = useMemo(() => (past ? [] : properties.filter(hasCell).slice(0, MOST_PROPERTIES)), [properties, past]);
  const editor = (edited: CellEdit): VNode => (
    <CellEditor entity={entity} edited={edited} property={shownProperties[edited.cell - CELL.properties]} onSaved={onSaved} />
  );

  if (fields.length === 0) return <Empty title="The schema has no fields" />;
  return (
    <section class="schema" aria-label="Schema">
      <SchemaTools
        fields={fields}
        shown={words.length > 0 ? rows.length : undefined}
        searched={searched}
        changedAt={schemaMetadata?.created?.time}
        selecting={past ? undefined : { choosing, onChoosing: setChoosing, paths, selection }}
        groups={words.length > 0 ? [] : groups}
        onSearch={(find) => set({ find: find || undefined })}
        onUnfold={unfold}
      />
      {asked !== undefined && !field && (
        <p class="notice">
          The schema has no column <code>{plainPath(asked)}</code> any more.
        </p>
      )}
      <Failure what="The profile of the columns could not be read." error={profile.error} onRetry={profile.reload} />
      <Keys entity={entity} fields={fields} />
      <div class={`schema-parts${field ? ' has-details' : ''}`}>
        {rows.length === 0 ? (
          <Empty title="No field matches">
            <Button label="Show all fields" onClick={() => set({ find: undefined })} />
          </Empty>
        ) : (
          <FieldTable
            rows={rows}
            words={words}
            selected={chosen}
            onOpen={(path) => set({ field: path === chosen ? undefined : path })}
            onFold={fold}
            dataset={entity.urn}
            selection={choosing ? selection : undefined}
            properties={shownProperties}
            profiles={profiles}
            written={written}
            editor={past || !mayChange ? undefined : editor}
          />
        )}
        {field && (
          <FieldDetails
            key={field.path}
            entity={entity}
            field={field}
            past={past}
            mayChangeAll={mayChange}
            mayChange={mayChange || rights?.columns.includes(field.path) === true}
            onSaved={savedBeside}
            onClose={() => set({ field: undefined })}
          />
        )}
      </div>
      {choosing && selection.count > 0 && (
        <SelectionBar
          chosen={{ urns: [entity.urn], columns: selection.ids }}
          count={selection.count}
          total={paths.length}
          onClear={selection.clear}
          onChanged={() => savedBeside('Columns changed')}
        />
      )}
    </section>
  );
}

interface CellEditorProps {
  readonly entity: EntityView;
  readonly edited: CellEdit;
  /** The structured property of the cell, if it is one. */
  readonly property: Property | undefined;
  readonly onSaved: (what: string) => void;
}

/** Edits what the cell shows: a structured property is of the entity of the column, all else of the dataset. */
function CellEditor({ entity, edited: { field, cell, column, close, next, saved }, property, onSaved }: CellEditorProps) {
  if (property) {
    const editing = { ...editPropertyValues([property]), title: property.name, part: property.urn };
    const urn = columnUrn(entity.urn, field.path);
    return <EditHere urn={urn} editing={editing} current={column?.aspects.structuredProperties} onClose={close} onNext={next} onSaved={saved} />;
  }
  const where = { urn: entity.urn, current: entity.aspects.editableSchemaMetadata, onClose: close, onNext: next };
  return cell === CELL.description ? (
    <EditHere {...where} editing={editColumnDescription(field, next !== undefined)} onSaved={() => onSaved('Description of the column saved')} />
  ) : (
    <EditHere {...where} editing={editColumnLabels(field)} onSaved={() => onSaved('Tags and terms of the column saved')} />
  );
}
