import { useState } from 'preact/hooks';
import { openIncident } from '../../api/results.ts';
import { spaced } from '../../data/words.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/failure.tsx';
import { TextArea, TextField } from '../../parts/field.tsx';
import { FormButtons } from '../../parts/form-buttons.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { settings } from '../../settings.ts';

const TYPES = ['OPERATIONAL', 'FRESHNESS', 'VOLUME', 'FIELD', 'DATA_SCHEMA', 'SQL'];

interface NewIncidentProps {
  /** URN of the asset. */
  readonly urn: string;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

export function NewIncidentDialog({ urn, onClose, onSaved }: NewIncidentProps) {
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [type, setType] = useState(TYPES[0] ?? '');
  const [error, setError] = useState<unknown>(undefined);
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    setError(undefined);
    try {
      await openIncident(settings.urnPrefix, urn, { title: title.trim(), description: description.trim(), type });
      onSaved();
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <Dialog title="Report an incident" onClose={onClose}>
      <form class="form" onSubmit={save}>
        <TextField id="incident-title" label="What is wrong" required maxLength={200} value={title} onType={setTitle} />
        <SelectField id="incident-kind" label="Kind" value={type} options={TYPES.map((each) => [each, spaced(each)] as const)} onChoose={setType} />
        <TextArea id="incident-text" label="More about it" rows={4} value={description} onType={setDescription} />
        {error !== undefined && <Failure error={error} />}
        <FormButtons label="Report" onCancel={onClose} disabled={title.trim() === ''} />
      </form>
    </Dialog>
  );
}
