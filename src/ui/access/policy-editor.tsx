/**
 * Edits a policy in the order of its sentence: who, may do what, where.
 */
import { useState } from 'preact/hooks';
import { readPolicyWords, savePolicy } from '../api/policies.ts';
import { endOf } from '../data/days.ts';
import { lastDayOf, type PolicyForm } from '../data/policy.ts';
import { Ask } from '../parts/ask.tsx';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { Loading } from '../parts/loading.tsx';
import { Sentence } from '../parts/policy-sentence.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { useLoad } from '../parts/use-load.ts';
import { DryRunReport } from './dry-run.tsx';
import type { PartProps } from './part-props.ts';
import { Privileges } from './privileges.tsx';
import { Where } from './where.tsx';
import { Who } from './who.tsx';

interface PolicyEditorProps {
  /** Of the policy that is replaced; undefined: a new one. */
  readonly urn: string | undefined;
  readonly start: PolicyForm;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

const STATES = [
  ['ACTIVE', 'Active'],
  ['DRAFT', 'Draft: it grants nothing'],
  ['INACTIVE', 'Inactive: it grants nothing'],
] as const;

/** Why it would grant nothing, which nobody means who saves it. */
function missingIn({ privileges, criteria }: PolicyForm): string | undefined {
  if (privileges.length === 0) return 'Choose at least one privilege: the policy grants nothing yet.';
  const empty = criteria.findIndex(({ values }) => values.length === 0);
  return empty < 0 ? undefined : `Choose something in condition ${empty + 1}, or remove it: nothing meets it yet.`;
}

export function PolicyEditor({ urn, start, onClose, onSaved }: PolicyEditorProps) {
  const [form, change] = useState(start);
  const [tried, tryOut] = useState<PolicyForm | undefined>(undefined);
  const words = useLoad((signal) => readPolicyWords(signal), []);
  const set = (part: Partial<PolicyForm>): void => change((before) => ({ ...before, ...part }));
  const save = async (): Promise<void> => {
    const problem = missingIn(form);
    if (problem !== undefined) throw new Error(problem);
    await savePolicy(urn, form);
    onSaved();
  };
  return (
    <Ask title={urn === undefined ? 'New policy' : 'Edit the policy'} yes="Save" unsaved={form !== start} wide onYes={save} onClose={onClose}>
      <p class="notice" role="status" aria-label="The policy in words">
        <Sentence policy={form} linked={false} />
      </p>
      <TextField id="policy-name" label="Name" required autocomplete="off" value={form.name} onType={(text) => set({ name: text })} />
      <TextField
        id="policy-about"
        label="Why there is this policy"
        autocomplete="off"
        value={form.description}
        onType={(text) => set({ description: text })}
      />
      <Who form={form} set={set} />
      <Loading data={words.data} label="Loading the privileges" what="The privileges could not be read." error={words.error} onRetry={words.reload} />
      {words.data && <Privileges form={form} set={set} words={words.data} />}
      {words.data && form.type === 'METADATA' && <Where form={form} set={set} types={words.data.types} />}
      <When form={form} set={set} />
      <div>
        <Button label="Who gains, who loses?" onClick={() => tryOut(form)} />
      </div>
      {tried && <DryRunReport urn={urn} form={tried} outdated={tried !== form} />}
    </Ask>
  );
}

function When({ form, set }: PartProps) {
  return (
    <div class="bar fields-beside">
      <SelectField id="policy-state" label="State" value={form.state} options={STATES} onChoose={(state) => set({ state })} />
      <TextField
        id="policy-until"
        label="Last day"
        type="date"
        value={form.until === undefined ? '' : lastDayOf(form.until)}
        onType={(text) => set({ until: endOf(text) })}
        hint="Empty: it does not end."
      />
    </div>
  );
}
