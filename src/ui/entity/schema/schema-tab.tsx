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
import { plural } from '../../data/words.ts';
import { editColumnDescription, editColumnLabels } from '../../edit/column.tsx';
import { EditHere } from '../../edit/edit-here.tsx';
import { editPropertyValues } from '../../edit/property-values.tsx';
import { columnRows } from '../../export/column-rows.ts';
import { ExportCsv } from '../../export/export-csv.tsx';
import { COLUMN_TITLES } from '../../export/titles.ts';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Time } from '../../parts/time.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { useSelection } from '../../parts/use-selection.ts';
import { navigate, useRoute, withQuery } from '../../route.ts';
import { OfPage, useMayChange } from '../page-context.ts';
import { CELL } from './cells.ts';
import { FieldDetails } from './field-details.tsx';
import { type Edited, FieldTable } from './field-table.tsx';
import { Keys } from './keys.tsx';
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
  const editor = ({ field: edited, cell, column, close, next, saved }: Edited): VNode => {
    const property = shownProperties[cell - CELL.properties];
    if (property) {
      const editing = { ...editPropertyValues([property]), title: property.name, part: property.urn };
      const urn = columnUrn(entity.urn, edited.path);
      return <EditHere urn={urn} editing={editing} current={column?.aspects.structuredProperties} onClose={close} onNext={next} onSaved={saved} />;
    }
    const where = { urn: entity.urn, current: editableSchemaMetadata, onClose: close, onNext: next };
    return cell === CELL.description ? (
      <EditHere {...where} editing={editColumnDescription(edited, next !== undefined)} onSaved={() => onSaved('Description of the column saved')} />
    ) : (
      <EditHere {...where} editing={editColumnLabels(edited)} onSaved={() => onSaved('Tags and terms of the column saved')} />
    );
  };

  if (fields.length === 0) return <Empty title="The schema has no fields" />;
  return (
    <section class="schema" aria-label="Schema">
      <div class="tab-tools bar far">
        <label class="schema-search">
          <span class="hidden-text">Search in fields</span>
          <input
            dir="auto"
            type="search"
            placeholder="Search in fields"
            value={searched}
            onInput={(event) => set({ find: event.currentTarget.value || undefined })}
          />
        </label>
        <span class="muted small" role="status">
          {words.length > 0 && `${rows.length.toLocaleString('en')} of `}
          {plural(fields.length, 'field')}
        </span>
        {!past && <Button label="Select" aria-pressed={choosing} onClick={() => setChoosing(!choosing)} />}
        {choosing && (
          <label class="line medium">
            <input
              type="checkbox"
              checked={paths.length > 0 && paths.every(selection.has)}
              onChange={(event) => selection.choose(paths, event.currentTarget.checked)}
            />
            <span>All {words.length > 0 ? 'that match' : 'columns'}</span>
          </label>
        )}
        <ExportCsv name="columns" titles={COLUMN_TITLES} pages={() => columnRows(fields)} />
        {groups.length > 0 && words.length === 0 && (
          <span class="tab-tools-end line end">
            <Button label="Expand all" class="plain" onClick={() => unfold(groups)} />
            <Button label="Collapse all" class="plain" onClick={() => unfold([])} />
          </span>
        )}
        {schemaMetadata?.created && (
          <span class="muted small schema-age end">
            Changed <Time ms={schemaMetadata.created.time} />
          </span>
        )}
      </div>
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
