/**
 * Asks a form about all assets that a search finds: how many they are comes first, then what changes, then the work itself.
 */
import { useId, useState } from 'preact/hooks';
import { type CardAsk, listSearch, searchCards } from '../api/cards.ts';
import type { Form } from '../api/forms.ts';
import { CARED_FOR } from '../api/home.ts';
import { BulkDialog } from '../bulk/bulk-dialog.tsx';
import { plural, typeWords } from '../data/words.ts';
import { EntityPicker } from '../edit/entity-picker.tsx';
import { PickedList } from '../edit/picked-list.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Failure } from '../parts/failure.tsx';
import { TextField } from '../parts/field.tsx';
import { FormButtons } from '../parts/form-buttons.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { useLoad } from '../parts/use-load.ts';

function asking(query: string, type: string, domains: readonly string[]): CardAsk {
  const anyOf = domains.length > 0 ? [[{ field: 'domains', values: domains }]] : [];
  return { query, types: type === '' ? CARED_FOR : [type], anyOf, start: 0, count: 0 };
}

interface AskAssetsProps {
  readonly form: Form;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function AskAssets({ form, onClose, onChanged }: AskAssetsProps) {
  const id = useId();
  const [query, setQuery] = useState('');
  const [type, setType] = useState('');
  const [domains, setDomains] = useState<readonly string[]>([]);
  const [ready, setReady] = useState(false);
  const ask = asking(query, type, domains);
  const { data, error, loading, reload } = useLoad(async (signal) => (await searchCards(ask, signal)).total, [ask]);
  if (ready)
    return (
      <BulkDialog
        first="forms"
        own={{ title: `Ask “${form.name}”`, start: { forms: { add: [form.urn] } } }}
        chosen={{ search: listSearch(ask) }}
        count={data ?? 0}
        onClose={onClose}
        onChanged={onChanged}
      />
    );
  return (
    <Dialog title={`Ask “${form.name}”`} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          setReady(true);
        }}
      >
        <TextField
          id={`${id}words`}
          label="Assets with these words"
          autocomplete="off"
          placeholder="All"
          value={query}
          onType={setQuery}
          hint='A query with filters works too, as “And, or, not…” of the search shows it: /q platform:"hive"'
        />
        <SelectField
          id={`${id}type`}
          label="Type"
          value={type}
          options={[['', 'All that have owners'], ...CARED_FOR.map((each) => [each, typeWords(each, 2)] as const)]}
          onChoose={setType}
        />
        <div class="stack close">
          <PickedList urns={domains} onRemove={(urn) => setDomains(domains.filter((each) => each !== urn))} />
          <EntityPicker
            label="Domain"
            types={['DOMAIN']}
            hint="Leave it empty for all."
            onPick={(urn) => setDomains([...new Set([...domains, urn])])}
          />
        </div>
        <p class="strong" role="status">
          {loading || data === undefined ? 'Counting…' : `${plural(data, 'asset')} match${data === 1 ? 'es' : ''}`}
        </p>
        <Failure what="The assets could not be counted." error={error} onRetry={reload} />
        <FormButtons label="See what changes" onCancel={onClose} disabled={loading || !data} />
      </form>
    </Dialog>
  );
}
