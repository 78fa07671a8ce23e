import { useState } from 'preact/hooks';
import { type IncidentWork, openIncident } from '../../api/results.ts';
import type { Shape } from '../../data/aspects.ts';
import { spaced } from '../../data/words.ts';
import { Ask } from '../../parts/ask.tsx';
import { TextArea, TextField } from '../../parts/field.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { settings } from '../../settings.ts';
import { WorkFields } from './incident-work.tsx';

/** Those of the model; one that is `CUSTOM` has a name of its own, which only programs give it. */
const TYPES: readonly string[] = Object.keys({
  OPERATIONAL: true,
  FRESHNESS: true,
  VOLUME: true,
  FIELD: true,
  DATA_SCHEMA: true,
  SQL: true,
} satisfies Record<Exclude<Shape<'incidentInfo'>['type'], 'CUSTOM'>, true>);

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
  const [work, setWork] = useState<IncidentWork>({ priority: undefined, assignees: [] });
  const save = async (): Promise<void> => {
    await openIncident(settings.urnPrefix, urn, { title: title.trim(), description: description.trim(), type, ...work });
    onSaved();
  };
  return (
    <Ask title="Report an incident" yes="Report" disabled={title.trim() === ''} onYes={save} onClose={onClose}>
      <TextField id="incident-title" label="What is wrong" required maxLength={200} value={title} onType={setTitle} />
      <SelectField id="incident-kind" label="Kind" value={type} options={TYPES.map((each) => [each, spaced(each)] as const)} onChoose={setType} />
      <TextArea id="incident-text" label="More about it" rows={4} value={description} onType={setDescription} />
      <WorkFields work={work} onChange={setWork} />
    </Ask>
  );
}
