import { useState } from 'preact/hooks';
import { createProperty, type Flag, type NewProperty as Made, VALUE_KINDS } from '../api/properties.ts';
import { entityTypeNames } from '../api/specification.ts';
import { Failure } from '../parts/failure.tsx';
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
      <div class="field">
        <label for="kind">Type of its values</label>
        <Select
          id="kind"
          value={made.kind}
          options={VALUE_KINDS.map((kind) => [kind, KIND_WORDS[kind]] as const)}
          onChoose={(kind) => change({ kind, choices: [] })}
        />
        <label class="choice">
          <input type="checkbox" checked={made.many} onChange={(event) => change({ many: event.currentTarget.checked })} />
          <span>Allow several values</span>
        </label>
        <label class="choice">
          <input type="checkbox" checked={made.immutable} onChange={(event) => change({ immutable: event.currentTarget.checked })} />
          <span>Nobody can change a value once it is set</span>
        </label>
      </div>
      {chooses && <ChoiceFields kind={made.kind} choices={made.choices} onChange={(choices) => change({ choices })} />}
      {types.error !== undefined && <Failure what="The types of entities could not be read." error={types.error} onRetry={types.reload} />}
      <TypeFields
        types={(types.data ?? []).filter(({ aspects }) => aspects.includes('structuredProperties')).map(({ name }) => name)}
        chosen={made.entityTypes}
        onChange={(entityTypes) => change({ entityTypes })}
      />
      <FlagFields flags={made.flags} onChange={(flags) => change({ flags })} />
      {error !== undefined && <Failure error={error} />}
      <FormButtons label="Create" onCancel={onCancel} disabled={busy} />
    </form>
  );
}

function Named({ made, change }: { readonly made: Made; readonly change: (part: Partial<Made>) => void }) {
  return (
    <>
      <div class="field">
        <label for="displayName">Name</label>
        <input
          dir="auto"
          id="displayName"
          required
          value={made.displayName}
          onInput={(event) => change({ displayName: event.currentTarget.value })}
        />
      </div>
      <div class="field">
        <label for="id">Id</label>
        <input
          id="id"
          required
          pattern="\S+"
          spellcheck={false}
          placeholder="privacy.retentionDays"
          value={made.id}
          onInput={(event) => change({ id: event.currentTarget.value })}
        />
        <p class="hint">Programs use this id. It has no spaces, and dots separate its levels. You cannot change it later.</p>
      </div>
      <div class="field">
        <label for="about">What it means</label>
        <textarea dir="auto" id="about" rows={2} value={made.description} onInput={(event) => change({ description: event.currentTarget.value })} />
      </div>
    </>
  );
}
