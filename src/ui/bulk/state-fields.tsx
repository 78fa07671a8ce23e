/**
 * Forms of a bulk change for a structured property, the deprecation and the deletion.
 */
import { useState } from 'preact/hooks';
import { listProperties, type PropertyValue } from '../api/properties.ts';
import { EntityPicker } from '../edit/entity-picker.tsx';
import { ValueField } from '../edit/value-field.tsx';
import { Check } from '../parts/check.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { TextArea, TextField } from '../parts/field.tsx';
import { Loading } from '../parts/loading.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { useLoad } from '../parts/use-load.ts';
import type { FormProps } from './link-fields.tsx';

export function PropertiesForm({ changes, set }: FormProps) {
  const { data, error, reload } = useLoad((signal) => listProperties({}, signal), []);
  const [urn, setUrn] = useState('');
  const [values, setValues] = useState<readonly PropertyValue[]>([]);
  if (!data) return <Loading label="Loading the properties" error={error} onRetry={reload} />;
  const property = data.find((each) => each.urn === urn);
  const choose = (next: string): void => {
    setUrn(next);
    setValues([]);
    set({});
  };
  const take = (next: readonly PropertyValue[]): void => {
    setValues(next);
    set(
      next.length === 0
        ? {}
        : { properties: { set: [{ property: urn, values: next.map((each) => ('double' in each ? each.double : each.string)) }] } },
    );
  };
  return (
    <>
      <SelectField
        id="bulk-property"
        label="Property"
        value={urn}
        options={[['', 'Choose a property'], ...data.map((each) => [each.urn, each.name] as const)]}
        onChoose={choose}
      />
      {property && <ValueField key={urn} property={property} values={values} onChange={take} />}
      {property && (
        <Check
          checked={changes.properties?.remove !== undefined}
          onCheck={(yes) => {
            setValues([]);
            set(yes ? { properties: { remove: [urn] } } : {});
          }}
        >
          Remove its values instead
        </Check>
      )}
    </>
  );
}

export function DescriptionForm({ changes: { description }, set }: FormProps) {
  return (
    <>
      <TextArea
        id="bulk-description"
        label="The same for all"
        disabled={description?.unset === true}
        value={description?.set ?? ''}
        onType={(value) => set(value.trim() === '' ? {} : { description: { set: value } })}
        hint="It replaces what each has. Markdown."
      />
      <Check checked={description?.unset === true} onCheck={(yes) => set(yes ? { description: { unset: true } } : {})}>
        Take the description away
      </Check>
    </>
  );
}

export function DeprecationForm({ changes: { deprecation }, set }: FormProps) {
  const value = deprecation?.set;
  const ends = deprecation?.unset === true;
  const change = (part: object): void => set({ deprecation: { set: { ...value, ...part } } });
  return (
    <>
      <Choice
        name="bulk-deprecation"
        checked={value !== undefined}
        onChoose={() => set({ deprecation: { set: {} } })}
        label="Deprecate"
        hint="People see that they should not use it any more."
      />
      {value && (
        <div class="form bulk-inner">
          <TextArea id="bulk-note" label="Why, and what to do" value={value.note ?? ''} onType={(text) => change({ note: text })} />
          <EntityPicker label="Use this instead" types={[]} onPick={(replacement) => change({ replacement })} hint="Optional" />
          {value.replacement !== undefined && (
            <p>
              <EntityLink urn={value.replacement} />
            </p>
          )}
          <TextField
            id="bulk-until"
            label="It will be gone on"
            type="date"
            onType={(text) => change({ decommissionTime: text === '' ? undefined : Date.parse(text) })}
          />
        </div>
      )}
      <Choice
        name="bulk-deprecation"
        checked={ends}
        onChoose={() => set({ deprecation: { unset: true } })}
        label="End the deprecation"
        hint="They may be used again."
      />
    </>
  );
}

const DELETIONS = [
  { id: 'soft', label: 'Soft-delete', hint: 'Search, browsing and lineage leave them out. They can be restored.' },
  { id: 'restore', label: 'Restore', hint: 'What is soft-deleted comes back.' },
  { id: 'hard', label: 'Delete permanently', hint: 'All their metadata and history is gone. This cannot be undone.' },
] as const;

export function DeletionForm({ changes: { deletion }, set }: FormProps) {
  return (
    <>
      {DELETIONS.map(({ id, label, hint }) => (
        <Choice key={id} name="bulk-deletion" checked={deletion === id} onChoose={() => set({ deletion: id })} label={label} hint={hint} />
      ))}
    </>
  );
}

interface StateChoiceProps {
  readonly name: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
  readonly label: string;
  readonly hint: string;
}

function Choice({ name, checked, onChoose, label, hint }: StateChoiceProps) {
  return (
    <Check type="radio" name={name} checked={checked} onCheck={onChoose}>
      {label}
      <br />
      <span class="hint">{hint}</span>
    </Check>
  );
}
