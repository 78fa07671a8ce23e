/**
 * The form of a bulk change: one section for each change, as many as somebody wants.
 */
import type { ComponentType } from 'preact';
import type { BulkChanges } from '../api/bulk.ts';
import { partNamed } from '../data/parts.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { type FormProps, LinkForm, OwnersForm } from './link-fields.tsx';
import { type BulkPart, bulkParts } from './parts.ts';
import { DeletionForm, DeprecationForm, DescriptionForm, PropertiesForm } from './state-fields.tsx';

/** The forms of what is no link. */
const OWN_FORMS: Readonly<Record<string, ComponentType<FormProps>>> = {
  owners: OwnersForm,
  properties: PropertiesForm,
  description: DescriptionForm,
  deprecation: DeprecationForm,
  deletion: DeletionForm,
};

/** The form of a change. */
export function PartForm({ name, ...props }: FormProps & { readonly name: BulkPart }) {
  const Form = OWN_FORMS[name];
  const part = partNamed(name);
  return Form ? <Form {...props} /> : part ? <LinkForm part={part} {...props} /> : null;
}

interface BulkFormProps {
  readonly parts: readonly BulkPart[];
  readonly changes: BulkChanges;
  readonly set: (changes: BulkChanges) => void;
  readonly onParts: (parts: readonly BulkPart[]) => void;
  /** The columns that are changed; undefined: the entities are. */
  readonly columns: readonly string[] | undefined;
  /** Undefined where the columns are chosen already. */
  readonly onColumns: ((columns: readonly string[] | undefined) => void) | undefined;
}

export function BulkForm({ parts, changes, set, onParts, columns, onColumns }: BulkFormProps) {
  const offered = bulkParts().filter(({ ofColumns }) => columns === undefined || ofColumns);
  const open = parts.flatMap((part) => offered.filter(({ id }) => id === part));
  const others = offered.filter(({ id }) => !parts.includes(id));
  return (
    <>
      {open.map(({ id, title }) => (
        <section key={id} class="bulk-part form" aria-label={title}>
          <div class="line spread flush">
            <h3>{title}</h3>
            {open.length > 1 && (
              <Button label="×" class="plain cross" aria-label={`Leave out: ${title}`} onClick={() => onParts(parts.filter((part) => part !== id))} />
            )}
          </div>
          <PartForm
            name={id}
            changes={changes}
            set={(next) => {
              set({ ...without(changes, id), ...next });
            }}
          />
        </section>
      ))}
      {others.length > 0 && (
        <fieldset class="bulk-more bar close">
          <legend class="muted small">{open.length === 0 ? 'Change' : 'Change also'}</legend>
          {others.map(({ id, title }) => (
            <button key={id} type="button" class="small" onClick={() => onParts([...parts, id])}>
              + {title}
            </button>
          ))}
        </fieldset>
      )}
      {onColumns && <Of columns={columns} onColumns={onColumns} />}
    </>
  );
}

/** The changes of all other parts. */
export function without(changes: BulkChanges, part: BulkPart): BulkChanges {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => name !== part));
}

interface OfProps {
  readonly columns: readonly string[] | undefined;
  readonly onColumns: (columns: readonly string[] | undefined) => void;
}

/** Changes the entities, or columns of a name in all of them. */
function Of({ columns, onColumns }: OfProps) {
  return (
    <>
      <SelectField
        id="bulk-of"
        label="What to change"
        value={columns ? 'columns' : ''}
        options={[
          ['', 'The assets'],
          ['columns', 'Columns of the assets, by name'],
        ]}
        onChoose={(what) => onColumns(what === '' ? undefined : [])}
      />
      {columns && (
        <TextField
          id="bulk-columns"
          label="Names of columns"
          autocomplete="off"
          onType={(text) => onColumns(namesIn(text))}
          hint="With commas between them, in any case: email, *phone*. Tables without such a column are refused, and named."
        />
      )}
    </>
  );
}

function namesIn(text: string): string[] {
  return [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '');
}
