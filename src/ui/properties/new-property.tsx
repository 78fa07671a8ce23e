import { useState } from 'preact/hooks';
import { createProperty, type Flag, type NewProperty as Made, VALUE_KINDS } from '../api/properties.ts';
import { entityTypeNames } from '../api/specification.ts';
import { Check } from '../parts/check.tsx';
import { Failure } from '../parts/failure.tsx';
import { Field, TextArea, TextField } from '../parts/field.tsx';
import { FormButtons } from '../parts/form-buttons.tsx';
import { Select } from '../parts/select.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useWork } from '../parts/use-work.ts';
import { ChoiceFields } from './choice-fields.tsx';
import { FlagFields } from './flag-fields.tsx';
import { KIND_WORDS } from './kind-word.ts';
import { TypeFields } from './type-fields.tsx';

interface NewPropertyProps {
  readonly onMade: (urn: string) => void;
  readonly onCancel: () => void;
}

const START: Made = {
  id: '',
  displayName: '',
  description: '',
  kind: 'string',
  many: false,
  entityTypes: ['dataset'],
  choices: [],
  valueTypes: [],
  immutable: false,
  flags: new Set<Flag>(['showInSearchFilters']),
};

/** A form for a new structured property. */
export function NewProperty({ onMade, onCancel }: NewPropertyProps) {
  const [made, set] = useState(START);
  const { busy, error, run } = useWork();
  const types = useLoad((signal) => entityTypeNames(signal), []);
  const change = (part: Partial<Made>): void => set((before) => ({ ...before, ...part }));
  const submit = (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    return run(async () => {
      if (made.entityTypes.length === 0) throw new Error('Choose at least one type of entity for this property.');
      onMade(await createProperty({ ...made, id: made.id.trim() }));
    });
  };
  const chooses = made.kind === 'string' || made.kind === 'number';
  return (
    <form class="form" onSubmit={submit}>
      <Named made={made} change={change} />
      <Field id="kind" label="Type of its values">
        <Select
          id="kind"
          value={made.kind}
          options={VALUE_KINDS.map((kind) => [kind, KIND_WORDS[kind]] as const)}
          onChoose={(kind) => change({ kind, choices: [] })}
        />
        <Check checked={made.many} onCheck={(yes) => change({ many: yes })}>
          Allow several values
        </Check>
        <Check checked={made.immutable} onCheck={(yes) => change({ immutable: yes })}>
          Nobody can change a value once it is set
        </Check>
      </Field>
      {chooses && <ChoiceFields kind={made.kind} choices={made.choices} onChange={(choices) => change({ choices })} />}
      <Failure what="The types of entities could not be read." error={types.error} onRetry={types.reload} />
      <TypeFields
        types={(types.data ?? []).filter(({ aspects }) => aspects.includes('structuredProperties')).map(({ name }) => name)}
        chosen={made.entityTypes}
        onChange={(entityTypes) => change({ entityTypes })}
      />
      <FlagFields flags={made.flags} onChange={(flags) => change({ flags })} />
      <Failure error={error} />
      <FormButtons label="Create" onCancel={onCancel} disabled={busy} />
    </form>
  );
}

function Named({ made, change }: { readonly made: Made; readonly change: (part: Partial<Made>) => void }) {
  return (
    <>
      <TextField id="displayName" label="Name" required value={made.displayName} onType={(text) => change({ displayName: text })} />
      <TextField
        id="id"
        label="Id"
        required
        pattern="\S+"
        spellcheck={false}
        placeholder="privacy.retentionDays"
        value={made.id}
        onType={(text) => change({ id: text })}
        hint="Programs use this id. It has no spaces, and dots separate its levels. You cannot change it later."
      />
      <TextArea id="about" label="What it means" rows={2} value={made.description} onType={(text) => change({ description: text })} />
    </>
  );
}
