import { useState } from 'preact/hooks';
import { createWebhook, type NewWebhook as Made } from '../api/webhooks.ts';
import { Failure } from '../parts/failure.tsx';
import { TextField } from '../parts/field.tsx';
import { FormButtons } from '../parts/form-buttons.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { useWork } from '../parts/use-work.ts';

interface NewWebhookProps {
  readonly onMade: (secret: string) => void;
  readonly onCancel: () => void;
}

interface WebhookForm extends Omit<Made, 'filter'> {
  readonly types: string;
  readonly aspects: string;
}

const START: WebhookForm = { name: '', url: '', sends: 'changes', format: 'cloudevents', types: '', aspects: '' };

/** A form for a new webhook. */
export function NewWebhook({ onMade, onCancel }: NewWebhookProps) {
  const [form, set] = useState(START);
  const { busy, error, run } = useWork();
  const change = (part: Partial<WebhookForm>): void => set((before) => ({ ...before, ...part }));
  const submit = (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    return run(async () => {
      const { types, aspects, ...rest } = form;
      onMade(await createWebhook({ ...rest, url: rest.url.trim(), filter: { ...part('types', types), ...part('aspects', aspects) } }));
    });
  };
  const text = (id: keyof WebhookForm & ('name' | 'url' | 'types' | 'aspects'), label: string, hint: string, more: object = {}) => (
    <TextField
      id={`webhook-${id}`}
      label={label}
      spellcheck={false}
      value={form[id]}
      onType={(text) => change({ [id]: text })}
      {...more}
      hint={hint}
    />
  );
  return (
    <form class="form" onSubmit={submit}>
      {text('name', 'Name', 'For people who read this list.')}
      {text('url', 'Address', 'Cairn sends POST requests to it.', { type: 'url', required: true, placeholder: 'https://example.com/changes' })}
      <SelectField
        id="webhook-sends"
        label="What to send"
        value={form.sends}
        options={[
          ['changes', 'Changes'],
          ['subscriptions', 'What people have subscribed to'],
        ]}
        onChoose={(sends) => change({ sends, format: 'cloudevents' })}
      />
      {text('types', 'Entity types', 'Separated by commas, for example dataset, chart. Empty: all.')}
      {text('aspects', 'Aspects', 'Separated by commas, for example ownership, schemaMetadata. Empty: all.')}
      {form.sends === 'changes' && (
        <SelectField
          id="webhook-format"
          label="Format"
          value={form.format}
          options={[
            ['cloudevents', 'CloudEvents'],
            ['entity-change-event', 'Entity change events'],
          ]}
          onChoose={(format) => change({ format })}
        />
      )}
      <Failure error={error} />
      <FormButtons label="Create" onCancel={onCancel} disabled={busy} />
    </form>
  );
}

/** A part of the filter, if the text names something. */
function part(name: string, text: string): Made['filter'] {
  const names = text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  return names.length === 0 ? {} : { [name]: names };
}
