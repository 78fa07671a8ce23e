/**
 * Makes a form or changes one: its name, its questions, and who answers.
 */
import { useId, useState } from 'preact/hooks';
import { type Form, type FormDraft, type PromptType, type Question, saveForm } from '../api/forms.ts';
import { listProperties, type Property } from '../api/properties.ts';
import { typeOfUrn } from '../api/urn.ts';
import { EntityPicker } from '../edit/entity-picker.tsx';
import { PickedList } from '../edit/picked-list.tsx';
import { Ask } from '../parts/ask.tsx';
import { Button } from '../parts/button.tsx';
import { Check } from '../parts/check.tsx';
import { Failure } from '../parts/failure.tsx';
import { TextArea, TextField } from '../parts/field.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { useLoad } from '../parts/use-load.ts';
import { isOfProperty, KINDS, USUAL } from './words.ts';

const question = (type: PromptType): Question => ({ title: USUAL[type], type, required: true });
const START: FormDraft = { name: '', description: '', verified: false, prompts: [question('OWNERSHIP')], owners: true, users: [], groups: [] };

interface FormDialogProps {
  /** Absent: a new one. */
  readonly form?: Form;
  readonly onClose: () => void;
  readonly onSaved: (urn: string) => void;
}

export function FormDialog({ form, onClose, onSaved }: FormDialogProps) {
  const id = useId();
  const [draft, set] = useState<FormDraft>(form ?? START);
  const change = (part: Partial<FormDraft>): void => set((before) => ({ ...before, ...part }));
  const properties = useLoad((signal) => listProperties({}, signal), []);
  const save = async (): Promise<void> => {
    if (draft.prompts.length === 0) throw new Error('A form needs a question.');
    onSaved(await saveForm(form?.urn, draft));
  };
  return (
    <Ask
      title={form ? `Edit ${form.name}` : 'New form'}
      yes={form ? 'Save' : 'Create'}
      unsaved={draft !== (form ?? START)}
      onYes={save}
      onClose={onClose}
    >
      <TextField id={`${id}name`} label="Name" required autocomplete="off" value={draft.name} onType={(name) => change({ name })} />
      <TextArea id={`${id}about`} label="What it is for" rows={2} value={draft.description} onType={(description) => change({ description })} />
      {draft.prompts.map((each, at) => (
        <QuestionFields
          key={each.id ?? at}
          number={at + 1}
          question={each}
          properties={properties.data ?? []}
          onChange={(next) => change({ prompts: draft.prompts.map((other, index) => (index === at ? next : other)) })}
          onRemove={() => change({ prompts: draft.prompts.filter((_, index) => index !== at) })}
        />
      ))}
      <Failure what="The properties could not be read." error={properties.error} onRetry={properties.reload} />
      <div>
        <Button label="+ Question" onClick={() => change({ prompts: [...draft.prompts, question(nextKind(draft.prompts))] })} />
      </div>
      <Actors draft={draft} change={change} />
    </Ask>
  );
}

/** The first kind of question that the form has not, else one about a property. */
function nextKind(prompts: readonly Question[]): PromptType {
  return (Object.keys(KINDS) as PromptType[]).find((kind) => !prompts.some(({ type }) => type === kind)) ?? 'STRUCTURED_PROPERTY';
}

interface QuestionFieldsProps {
  readonly number: number;
  readonly question: Question;
  readonly properties: readonly Property[];
  readonly onChange: (question: Question) => void;
  readonly onRemove: () => void;
}

function QuestionFields({ number, question: asked, properties, onChange, onRemove }: QuestionFieldsProps) {
  const id = useId();
  const { type, title, required, structuredPropertyParams: of } = asked;
  const offered = properties.filter(
    ({ entityTypes }) => (type === 'FIELDS_STRUCTURED_PROPERTY') === entityTypes.every((each) => each === 'schemaField'),
  );
  const choose = (kind: PromptType): void => {
    const { structuredPropertyParams: _, ...rest } = asked;
    onChange({ ...rest, type: kind, title: title === USUAL[type] ? USUAL[kind] : title });
  };
  const pick = (urn: string): void => {
    const named = (one: string | undefined): string => properties.find((each) => each.urn === one)?.name ?? '';
    onChange({ ...asked, structuredPropertyParams: { urn }, title: title === named(of?.urn) ? named(urn) : title });
  };
  return (
    <fieldset class="form-question stack">
      <legend class="line spread">Question {number}</legend>
      <div class="tiles tiles-wide">
        <SelectField
          id={`${id}kind`}
          label="It asks for"
          value={type}
          options={(Object.keys(KINDS) as PromptType[]).map((kind) => [kind, KINDS[kind]] as const)}
          onChoose={choose}
        />
        {isOfProperty(type) && (
          <SelectField
            id={`${id}property`}
            label="Property"
            required
            value={of?.urn ?? ''}
            options={[
              ['', 'Choose a property'],
              ...(of && !offered.some(({ urn }) => urn === of.urn) ? [[of.urn, of.urn] as const] : []),
              ...offered.map(({ urn, name }) => [urn, name] as const),
            ]}
            onChoose={pick}
          />
        )}
      </div>
      <TextField
        id={`${id}title`}
        label="In words"
        required
        autocomplete="off"
        value={title}
        onType={(value) => onChange({ ...asked, title: value })}
      />
      <div class="line spread">
        <Check checked={required} onCheck={(checked) => onChange({ ...asked, required: checked })}>
          An answer is required
        </Check>
        <Button label="Leave out" class="plain" aria-label={`Leave out question ${number}`} onClick={onRemove} />
      </div>
    </fieldset>
  );
}

function Actors({ draft, change }: { readonly draft: FormDraft; readonly change: (part: Partial<FormDraft>) => void }) {
  const add = (urn: string): void => {
    const list = typeOfUrn(urn) === 'corpGroup' ? 'groups' : 'users';
    change({ [list]: [...new Set([...draft[list], urn])] });
  };
  return (
    <fieldset class="form-question stack">
      <legend>Who answers</legend>
      <Check checked={draft.owners} onCheck={(owners) => change({ owners })}>
        The owners of the asset
      </Check>
      <PickedList
        urns={[...draft.users, ...draft.groups]}
        onRemove={(urn) => change({ users: draft.users.filter((each) => each !== urn), groups: draft.groups.filter((each) => each !== urn) })}
      />
      <EntityPicker label="Others who answer" types={['CORP_USER', 'CORP_GROUP']} onPick={add} hint="A user or a group" />
      <Check checked={draft.verified} onCheck={(verified) => change({ verified })}>
        Somebody verifies the answers, with name and date
      </Check>
    </fieldset>
  );
}
