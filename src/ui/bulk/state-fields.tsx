/**
 * Forms of a bulk change for a structured property, the deprecation and the deletion.
 */

import { useState } from 'preact/hooks';
import { listProperties, type PropertyValue } from '../api/properties.ts';
import { EntityPicker } from '../edit/entity-picker.tsx';
import { ValueField } from '../edit/value-field.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
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
        <label class="choice">
          <input
            type="checkbox"
            checked={changes.properties?.remove !== undefined}
            onChange={(event) => {
              setValues([]);
              set(event.currentTarget.checked ? { properties: { remove: [urn] } } : {});
            }}
          />
          <span>Remove its values instead</span>
        </label>
      )}
    </>
  );
}

export function DescriptionForm({ changes: { description }, set }: FormProps) {
  return (
    <>
      <div class="field">
        <label for="bulk-description">The same for all</label>
        <textarea
          dir="auto"
          id="bulk-description"
          disabled={description?.unset === true}
          value={description?.set ?? ''}
          onInput={({ currentTarget: { value } }) => set(value.trim() === '' ? {} : { description: { set: value } })}
        />
        <p class="hint">It replaces what each has. Markdown.</p>
      </div>
      <label class="choice">
        <input
          type="checkbox"
          checked={description?.unset === true}
          onChange={(event) => set(event.currentTarget.checked ? { description: { unset: true } } : {})}
        />
        <span>Take the description away</span>
      </label>
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
          <div class="field">
            <label for="bulk-note">Why, and what to do</label>
            <textarea dir="auto" id="bulk-note" value={value.note ?? ''} onInput={(event) => change({ note: event.currentTarget.value })} />
          </div>
          <EntityPicker label="Use this instead" types={[]} onPick={(replacement) => change({ replacement })} hint="Optional" />
          {value.replacement !== undefined && (
            <p>
              <EntityLink urn={value.replacement} />
            </p>
          )}
          <div class="field">
            <label for="bulk-until">It will be gone on</label>
            <input
              id="bulk-until"
              type="date"
              onInput={(event) =>
                change({ decommissionTime: Number.isNaN(event.currentTarget.valueAsNumber) ? undefined : event.currentTarget.valueAsNumber })
              }
            />
          </div>
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
  { id: 'hard', label: 'Delete for good', hint: 'All their metadata and history is gone. This cannot be undone.' },
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

interface ChoiceProps {
  readonly name: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
  readonly label: string;
  readonly hint: string;
}

function Choice({ name, checked, onChoose, label, hint }: ChoiceProps) {
  return (
    <label class="choice bulk-choice">
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      <span>
        {label}
        <span class="hint">{hint}</span>
      </span>
    </label>
  );
}
