/**
 * Who works on an incident, how urgent it is and how far the work has come.
 */
import { useState } from 'preact/hooks';
import { type Incident, type IncidentWork, saveWork } from '../../api/results.ts';
import type { Shape } from '../../data/aspects.ts';
import { spaced } from '../../data/words.ts';
import { EntityPicker } from '../../edit/entity-picker.tsx';
import { PickedList } from '../../edit/picked-list.tsx';
import { Ask } from '../../parts/ask.tsx';
import { SelectField } from '../../parts/select-field.tsx';

/** The place of each is its number in the model. */
export const PRIORITIES = ['Critical', 'High', 'Medium', 'Low'];
type Stage = NonNullable<Shape<'incidentInfo'>['status']['stage']>;
/** In the order of the work. The compiler refuses a list that differs from the model. */
const STAGES: readonly string[] = Object.keys({
  TRIAGE: true,
  INVESTIGATION: true,
  WORK_IN_PROGRESS: true,
  FIXED: true,
  NO_ACTION_REQUIRED: true,
} satisfies Record<Stage, true>);
const PEOPLE = ['CORP_USER', 'CORP_GROUP'];

interface WorkFieldsProps {
  readonly work: IncidentWork;
  readonly onChange: (work: IncidentWork) => void;
}

export function WorkFields({ work, onChange }: WorkFieldsProps) {
  const { priority, assignees } = work;
  return (
    <>
      <SelectField
        id="incident-priority"
        label="Priority"
        value={priority === undefined ? '' : String(priority)}
        options={[['', 'None'], ...PRIORITIES.map((name, at) => [String(at), name] as const)]}
        onChoose={(value) => onChange({ ...work, priority: value === '' ? undefined : Number(value) })}
      />
      <PickedList urns={assignees} onRemove={(urn) => onChange({ ...work, assignees: assignees.filter((each) => each !== urn) })} />
      <EntityPicker
        label="Who works on it"
        types={PEOPLE}
        hint="A user or a group"
        onPick={(urn) => onChange({ ...work, assignees: [...new Set([...assignees, urn])] })}
      />
    </>
  );
}

interface WorkDialogProps {
  readonly incident: Incident;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

export function WorkDialog({ incident: { urn, priority, assignees, stage: before }, onClose, onSaved }: WorkDialogProps) {
  const [work, change] = useState<IncidentWork>({ priority, assignees });
  const [stage, setStage] = useState(before ?? STAGES[0] ?? '');
  return (
    <Ask title="Assign the incident" yes="Save" onYes={() => saveWork(urn, work, stage).then(onSaved)} onClose={onClose}>
      <WorkFields work={work} onChange={change} />
      <SelectField
        id="incident-stage"
        label="Stage"
        value={stage}
        options={STAGES.map((each) => [each, spaced(each)] as const)}
        onChoose={setStage}
      />
    </Ask>
  );
}
