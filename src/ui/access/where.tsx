import { useId } from 'preact/hooks';
import type { Criterion } from '../data/policy.ts';
import { EntityPicker } from '../edit/entity-picker.tsx';
import { PickedList } from '../edit/picked-list.tsx';
import { Button } from '../parts/button.tsx';
import { Check } from '../parts/check.tsx';
import { TextField } from '../parts/field.tsx';
import { Select } from '../parts/select.tsx';
import type { PartProps } from './part-props.ts';

/** What can be compared, and entities of which types it is compared with. */
const FIELDS: readonly (readonly [field: string, title: string, types: readonly string[]])[] = [
  ['TYPE', 'Kind', []],
  ['DOMAIN', 'Domain', ['DOMAIN']],
  ['CONTAINER', 'Database, schema or folder', ['CONTAINER']],
  ['TAG', 'Tag', ['TAG']],
  ['OWNER', 'Owner', ['CORP_USER', 'CORP_GROUP']],
  ['URN', 'The asset itself', []],
  ['DATA_PLATFORM_INSTANCE', 'Platform instance', ['DATA_PLATFORM_INSTANCE']],
  ['GROUP_MEMBERSHIP', 'Group of a user', ['CORP_GROUP']],
];
const CONDITIONS = [
  ['EQUALS', 'is'],
  ['NOT_EQUALS', 'is not'],
  ['STARTS_WITH', 'begins with'],
] as const;

/** Privileges that are about columns. */
const COLUMNS = /^EDIT_(ENTITY$|DATASET_COL_)|_COLUMNS$/;

interface WhereProps extends PartProps {
  readonly types: readonly (readonly [type: string, title: string])[];
}

/** On which assets a policy counts. */
export function Where({ form: { criteria, columnTags, privileges }, set, types }: WhereProps) {
  const replace = (at: number, next: Criterion | undefined): void =>
    set({ criteria: criteria.flatMap((each, index) => (index === at ? (next ? [next] : []) : [each])) });
  return (
    <fieldset class="stack card">
      <legend>Where</legend>
      <p class="hint">{criteria.length === 0 ? 'On every asset.' : 'On assets that meet all of these:'}</p>
      {criteria.map((criterion, at) => (
        // Rows have no other name than their place.
        <Row key={at} at={at + 1} criterion={criterion} types={types} onChange={(next) => replace(at, next)} />
      ))}
      <div>
        <Button
          label="Add a condition"
          onClick={() => set({ criteria: [...criteria, { field: criteria.length === 0 ? 'TYPE' : 'DOMAIN', condition: 'EQUALS', values: [] }] })}
        />
      </div>
      {(columnTags.length > 0 || privileges.some((each) => COLUMNS.test(each))) && (
        <>
          <PickedList urns={columnTags} onRemove={(urn) => set({ columnTags: columnTags.filter((each) => each !== urn) })} />
          <EntityPicker
            label="Only columns with the tag"
            types={['TAG']}
            hint="Without one: all columns."
            onPick={(urn) => set({ columnTags: [...new Set([...columnTags, urn])] })}
          />
        </>
      )}
    </fieldset>
  );
}

interface CriterionRowProps {
  readonly at: number;
  readonly criterion: Criterion;
  readonly types: WhereProps['types'];
  readonly onChange: (criterion: Criterion | undefined) => void;
}

function Row({ at, criterion, types, onChange }: CriterionRowProps) {
  const id = useId();
  const { field, condition, values } = criterion;
  const of = FIELDS.find(([each]) => each === field)?.[2] ?? [];
  return (
    <fieldset class="stack close sunken condition">
      <legend class="hidden-text">Condition {at}</legend>
      <div class="line">
        <Select
          label={`Condition ${at}: what`}
          value={field}
          options={FIELDS.map(([each, title]) => [each, title] as const)}
          onChoose={(chosen) => onChange({ field: chosen, condition: 'EQUALS', values: [] })}
        />
        <Select
          label={`Condition ${at}: how`}
          value={condition}
          options={CONDITIONS.filter(([each]) => each !== 'STARTS_WITH' || field === 'URN')}
          onChoose={(chosen) => onChange({ field, condition: chosen, values: [] })}
        />
        <Button label="×" class="plain" aria-label={`Remove condition ${at}`} onClick={() => onChange(undefined)} />
      </div>
      {field === 'TYPE' ? (
        <div class="tiles">
          {types.map(([type, title]) => (
            <Check
              key={type}
              checked={values.includes(type)}
              onCheck={(yes) => onChange({ ...criterion, values: yes ? [...values, type] : values.filter((each) => each !== type) })}
            >
              {title}
            </Check>
          ))}
        </div>
      ) : condition === 'STARTS_WITH' ? (
        <TextField
          id={id}
          label="The beginning of the URN"
          value={values[0] ?? ''}
          onType={(text) => onChange({ ...criterion, values: text === '' ? [] : [text] })}
        />
      ) : (
        <>
          <PickedList urns={values} onRemove={(urn) => onChange({ ...criterion, values: values.filter((each) => each !== urn) })} />
          <EntityPicker
            label={values.length === 0 ? 'Which' : 'Or'}
            types={of}
            onPick={(urn) => onChange({ ...criterion, values: [...new Set([...values, urn])] })}
          />
        </>
      )}
    </fieldset>
  );
}
