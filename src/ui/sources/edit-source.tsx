/**
 * The form of a source: its name, what its kind asks or its recipe, a test of the connection, and when it runs.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SourceForm } from '../../generated/sources.ts';
import { deleteSecret, readRunsSources, type SourceInfo, testConnection } from '../api/sources.ts';
import { parsedRecipe } from '../data/recipe.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Failure } from '../parts/failure.tsx';
import { TextArea, TextField } from '../parts/field.tsx';
import { FormButtons } from '../parts/form-buttons.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useWork } from '../parts/use-work.ts';
import { asYaml, checkSchedule, draftOf, newDraft, type RecipeDraft, type SourceDraft, type StoredDraft, save, withSecretsStored } from './draft.ts';
import { FormFields } from './form-fields.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { TestResult } from './test-result.tsx';
import { formOf, titleOfType } from './types.ts';

interface EditSourceProps {
  /** Of a new source: its form. Absent: its recipe is written as YAML. */
  readonly form?: SourceForm | undefined;
  /** What is stored, of a source that is not new. */
  readonly before?: { readonly urn: string; readonly info: SourceInfo } | undefined;
  readonly onClose: () => void;
  /** Gets the URN of the source. */
  readonly onSaved: (urn: string) => void;
}

export function EditSource({ form, before, onClose, onSaved }: EditSourceProps) {
  const title = before ? `Edit ${before.info.name}` : `Add a source: ${form?.title ?? 'recipe'}`;
  const { data, error, reload } = useLoad(async () => (before ? draftOf(before.info, formOf(before.info.type)) : newDraft(form)), [before, form]);
  if (data) return <SourceEditor title={title} start={data} before={before} onClose={onClose} onSaved={onSaved} />;
  return (
    <Dialog title={title} onClose={onClose}>
      <Loading error={error} label="Reading the recipe" onRetry={reload} />
    </Dialog>
  );
}

interface SourceFormProps extends Pick<EditSourceProps, 'before' | 'onClose' | 'onSaved'> {
  readonly title: string;
  readonly start: SourceDraft;
}

function SourceEditor({ title, start, before, onClose, onSaved }: SourceFormProps) {
  const [draft, set] = useState(start);
  const [tested, test] = useState<string | undefined>(undefined);
  const { busy, error, run } = useWork();
  const made = useSecretsMade();
  const change = (part: Partial<SourceDraft>): void => set((now) => ({ ...now, ...part }));
  const stored = async (): Promise<StoredDraft> => {
    const known = await withSecretsStored(draft, parsedRecipe(before?.info.config.recipe));
    made.add(known.made);
    change({ recipe: known.draft });
    return known;
  };
  const submit = (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    return run(async () => {
      checkSchedule(draft.schedule);
      const urn = await save(draft, (await stored()).recipe, before);
      made.keep();
      onSaved(urn);
    });
  };
  const tryIt = (): Promise<void> =>
    run(async () => {
      test(undefined);
      test(await testConnection(JSON.stringify((await stored()).recipe)));
    });
  return (
    <Dialog title={title} onClose={onClose} unsaved={draft.recipe !== start.recipe || draft.schedule !== start.schedule}>
      <form class="form" onSubmit={submit}>
        <TextField
          id="source-name"
          label="Name"
          required
          autocomplete="off"
          value={draft.name}
          onType={(name) => change({ name })}
          hint="For people who read the list of sources."
        />
        <RecipeFields recipe={draft.recipe} onChange={(recipe) => change({ recipe })} />
        <div class="bar">
          <Button label="Test the connection" disabled={busy} onClick={tryIt} />
        </div>
        {tested !== undefined && <TestResult key={tested} urn={tested} />}
        <ScheduleFields schedule={draft.schedule} onChange={(schedule) => change({ schedule })} />
        <Executor id={draft.executor} onType={(executor) => change({ executor })} />
        <Failure error={error} />
        <FormButtons label={busy ? 'One moment…' : before ? 'Save' : 'Add'} onCancel={onClose} disabled={busy} />
      </form>
    </Dialog>
  );
}

/** Secrets that were stored for a source which then is not saved are deleted. */
function useSecretsMade() {
  const names = useRef<readonly string[]>([]);
  useEffect(
    () => () => {
      for (const name of names.current) void deleteSecret(name).catch(() => undefined);
    },
    [],
  );
  return {
    add: (more: readonly string[]): void => {
      names.current = [...names.current, ...more];
    },
    keep: (): void => {
      names.current = [];
    },
  };
}

interface RecipeFieldsProps {
  readonly recipe: RecipeDraft;
  readonly onChange: (recipe: RecipeDraft) => void;
}

function RecipeFields({ recipe, onChange }: RecipeFieldsProps) {
  const { error, run } = useWork();
  if ('yaml' in recipe)
    return (
      <div class="source-recipe">
        <TextArea
          id="source-recipe"
          label="Recipe"
          required
          rows={14}
          spellcheck={false}
          value={recipe.yaml}
          onType={(yaml) => onChange({ yaml })}
          hint="As YAML or JSON, without a sink: what it finds goes into this catalog. Passwords, tokens and keys in plain text are stored as secrets."
        />
      </div>
    );
  const { form, answers } = recipe;
  return (
    <>
      <p class="muted">{form.about}</p>
      <FormFields form={form} answers={answers} onAnswer={(at, answer) => onChange({ form, answers: { ...answers, [at]: answer } })} />
      <div>
        <Button
          label="Edit the recipe as YAML"
          class="plain small"
          title={`Everything that the connector of ${titleOfType(form.type)} can do`}
          onClick={() => run(async () => onChange(await asYaml(recipe)))}
        />
      </div>
      <Failure error={error} />
    </>
  );
}

function Executor({ id, onType }: { readonly id: string; readonly onType: (id: string) => void }) {
  const { data } = useLoad(readRunsSources, []);
  return (
    <details>
      <summary class="medium">Who runs it</summary>
      <TextField
        id="source-executor"
        label="Executor"
        required
        spellcheck={false}
        autocomplete="off"
        value={id}
        onType={onType}
        hint={
          data === false
            ? 'This server runs no sources. Write the id of an executor elsewhere.'
            : 'default is this server. Write the id of an executor elsewhere, if one shall run it.'
        }
      />
    </details>
  );
}
