/**
 * Everything that is known about one column, with buttons to change what people write.
 */
import type { ComponentChildren } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { plainPath } from '../../../column-names.ts';
import { type AspectView, type EntityView, readEntities } from '../../api/entity.ts';
import { columnUrn } from '../../api/urn.ts';
import { columnOf, type Field } from '../../data/merge-fields.ts';
import { editColumnDescription, editColumnLabels } from '../../edit/column.tsx';
import { EditDialog } from '../../edit/edit-dialog.tsx';
import { editPropertyValues } from '../../edit/property-values.tsx';
import { SideHead } from '../../edit/side-section.tsx';
import type { Editing } from '../../edit/use-editing.ts';
import { Button } from '../../parts/button.tsx';
import { EntityLink } from '../../parts/entity-link.tsx';
import { Failure } from '../../parts/failure.tsx';
import { entriesIn } from '../../parts/property-entries.ts';
import { PropertyValues } from '../../parts/property-list.tsx';
import { ScrollRegion } from '../../parts/scroll-region.tsx';
import { Tag } from '../../parts/tag.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { entityUrl, Link } from '../../route.ts';
import { SuggestDialog, type Suggesting } from '../../suggest/suggest-dialog.tsx';
import { OfPage, useMaySuggest } from '../page-context.ts';

interface FieldDetailsProps {
  readonly entity: EntityView;
  readonly field: Field;
  /** The page shows the past, where nothing can be edited. */
  readonly past: boolean;
  /** Tags, terms and description; and all else that is said of it. */
  readonly mayChange: boolean;
  readonly mayChangeAll: boolean;
  readonly onClose: () => void;
  readonly onSaved: (what: string) => void;
}

export function FieldDetails({ entity, field, past, mayChange, mayChangeAll, onClose, onSaved }: FieldDetailsProps) {
  const name = plainPath(field.path);
  const urn = columnUrn(entity.urn, field.path);
  // The entity of the column has what the schema does not. Mostly there is none, and nobody can read that of the past.
  const column = useLoad(async (signal) => (past ? undefined : (await readEntities([urn], signal))[0]), [urn, past]);
  const { properties } = useContext(OfPage);
  const maySuggest = useMaySuggest()('columns') && !past;
  const [suggesting, suggest] = useState<Omit<Suggesting, 'column'> | undefined>(undefined);
  const onSuggest = (what: Omit<Suggesting, 'column'>) => (maySuggest ? { onSuggest: () => suggest(what) } : {});
  const settable = properties.filter(({ flags, entityTypes }) => !flags.has('isHidden') && entityTypes.includes('schemaField'));
  const stored = column.data?.aspects.structuredProperties;
  const entries = entriesIn(stored?.value);
  const edited = entity.aspects.editableSchemaMetadata;
  const { own } = field;
  return (
    <aside class="field-details stack card" aria-label={`Field ${name}`}>
      <header class="line spread">
        <h3 class="mono">{name}</h3>
        <Button label="×" class="plain cross" aria-label="Close the details" onClick={onClose} />
      </header>
      {field.label && <p>{field.label}</p>}
      <Part
        title="Description"
        urn={entity.urn}
        {...onSuggest({ parts: ['description'], text: field.description })}
        editing={past || !mayChange ? undefined : editColumnDescription(field)}
        current={edited}
        empty={field.description === ''}
        onSaved={onSaved}
      >
        <p class="prose">{field.description}</p>
        {own.description !== '' && own.description !== field.description && (
          <p class="from-source small">
            <span class="muted">From the source</span> {own.description}
          </p>
        )}
      </Part>
      <Part
        title="Tags and terms"
        urn={entity.urn}
        {...onSuggest({ parts: ['tags', 'terms'] })}
        editing={past || !mayChange ? undefined : editColumnLabels(field)}
        current={edited}
        empty={field.tags.length + field.terms.length === 0}
        onSaved={onSaved}
      >
        <div class="tags bar close">
          {field.tags.map((tag) => (
            <Tag key={tag} urn={tag} />
          ))}
          {field.terms.map((term) => (
            <Tag key={term} urn={term} kind="term" />
          ))}
        </div>
      </Part>
      <Failure what="The properties of the column could not be read." error={column.error} onRetry={column.reload} />
      {!past && (column.data !== undefined || (!column.loading && column.error === undefined)) ? (
        <Part
          title="Properties"
          urn={urn}
          editing={mayChangeAll && settable.length > 0 ? editPropertyValues(settable) : undefined}
          current={stored}
          empty={entries.length === 0}
          onSaved={(what) => {
            column.reload();
            onSaved(what);
          }}
        >
          <PropertyValues entries={entries} properties={properties} />
        </Part>
      ) : null}
      <Facts field={field} name={name} />
      {suggesting && (
        <SuggestDialog {...suggesting} urn={entity.urn} column={{ path: field.path, name }} onClose={() => suggest(undefined)} onDone={onSaved} />
      )}
      <p class="field-links bar far small">
        <Link href={`${entityUrl(entity.urn, 'lineage')}?column=${encodeURIComponent(field.path)}`}>Lineage of the column</Link>
        <Link href={entityUrl(urn, 'relationships')}>Its own page</Link>
      </p>
    </aside>
  );
}

interface FieldPartProps<Form> {
  readonly title: string;
  readonly urn: string;
  readonly editing: Editing<Form> | undefined;
  readonly onSuggest?: () => void;
  readonly current: AspectView | undefined;
  readonly empty: boolean;
  readonly onSaved: (what: string) => void;
  readonly children: ComponentChildren;
}

function Part<Form>({ title, urn, editing, onSuggest, current, empty, onSaved, children }: FieldPartProps<Form>) {
  const [open, setOpen] = useState<Editing<Form> | undefined>(undefined);
  if (empty && !editing && !onSuggest) return null;
  return (
    <div class="field-part stack close">
      <SideHead level={4} of="column" title={title} empty={empty} onEdit={editing && (() => setOpen(editing))} onSuggest={onSuggest} />
      {!empty && children}
      {open && (
        <EditDialog
          urn={urn}
          editing={open}
          current={current}
          onClose={() => setOpen(undefined)}
          onSaved={() => onSaved(`${title} of the column saved`)}
        />
      )}
    </div>
  );
}

/** The type of a nested record may be longer than the screen. */
const LONG = 160;

function NativeType({ text }: { readonly text: string }) {
  if (text.length <= LONG) return <code>{text}</code>;
  return (
    <ScrollRegion label="Type at the source" class="field-long-type sunken">
      <code>{text}</code>
    </ScrollRegion>
  );
}

function Facts({ field, name }: { readonly field: Field; readonly name: string }) {
  return (
    <dl class="facts stack close">
      <dt>Type</dt>
      <dd>
        {field.type || 'Unknown'} <NativeType text={field.nativeType} />
      </dd>
      <dt>Null values</dt>
      <dd>{field.nullable ? 'allowed' : 'not allowed'}</dd>
      {(field.primaryKey || field.partitionKey) && <dt>Key</dt>}
      {field.primaryKey && <dd>Part of the primary key</dd>}
      {field.partitionKey && <dd>Partition key</dd>}
      {field.foreignKeys.length > 0 && <dt>References</dt>}
      {field.foreignKeys.map((key) => (
        <dd key={key.name}>
          <EntityLink urn={key.dataset} />
          {key.columns.map((urn) => (
            <Link key={urn} class="mono" href={entityUrl(urn)}>
              {' '}
              {plainPath(columnOf(urn)?.path ?? urn)}
            </Link>
          ))}
        </dd>
      ))}
      {name !== field.path && (
        <>
          <dt>Full path</dt>
          <dd>
            <code class="field-path">{field.path}</code>
          </dd>
        </>
      )}
    </dl>
  );
}
