/**
 * The field of one structured property: choices if its definition lists them, else a field for its type, with several lines if it takes
 * several values.
 */
import { useId, useState } from 'preact/hooks';
import type { Property, PropertyValue } from '../api/properties.ts';
import { Check } from '../parts/check.tsx';
import { sameValue, textOf } from '../parts/property-entries.ts';
import { Select } from '../parts/select.tsx';
import { EntityPicker } from './entity-picker.tsx';
import { PickedList } from './picked-list.tsx';

interface ValueFieldProps {
  readonly property: Property;
  readonly values: readonly PropertyValue[];
  readonly onChange: (values: readonly PropertyValue[]) => void;
}

export function ValueField({ property, values, onChange }: ValueFieldProps) {
  const id = useId();
  const [before] = useState(values);
  const fixed = property.immutable && before.length > 0;
  const hint = fixed ? 'You cannot change this value once it is set.' : property.description;
  const several = property.many && (property.choices !== undefined || property.kind === 'urn');
  const label = <span id={`${id}label`}>{property.name}</span>;
  return (
    <div class="field" {...(several ? { role: 'group', 'aria-labelledby': `${id}label` } : {})}>
      {several ? <div class="label">{label}</div> : <label for={id}>{label}</label>}
      {fixed ? (
        <input id={id} value={values.map(textOf).join(', ')} disabled />
      ) : (
        <Input id={id} property={property} values={values} onChange={onChange} />
      )}
      {hint !== '' && <p class="hint">{hint}</p>}
    </div>
  );
}

type InputProps = ValueFieldProps & { readonly id: string };

function Input(props: InputProps) {
  const { property } = props;
  if (property.choices) return property.many ? <Checkboxes {...props} choices={property.choices} /> : <OneOf {...props} choices={property.choices} />;
  if (property.kind === 'urn') return <Entities {...props} />;
  return property.many ? <Lines {...props} /> : <Single {...props} />;
}

type Choices = { readonly choices: NonNullable<Property['choices']> };

function OneOf({ id, choices, values, onChange }: InputProps & Choices) {
  const at = choices.findIndex(({ value }) => values[0] && sameValue(value, values[0]));
  return (
    <Select
      id={id}
      value={String(at)}
      options={[
        ['-1', 'Not set'],
        ...choices.map(
          ({ value, description }, index) => [String(index), description ? `${textOf(value)} – ${description}` : textOf(value)] as const,
        ),
      ]}
      onChoose={(index) => {
        const choice = choices[Number(index)];
        onChange(choice ? [choice.value] : []);
      }}
    />
  );
}

function Checkboxes({ choices, values, onChange }: InputProps & Choices) {
  return (
    <div>
      {choices.map(({ value, description }) => (
        <Check
          key={textOf(value)}
          checked={values.some((each) => sameValue(each, value))}
          onCheck={(yes) => onChange(yes ? [...values, value] : values.filter((each) => !sameValue(each, value)))}
        >
          {textOf(value)} {description && <span class="muted small">{description}</span>}
        </Check>
      ))}
    </div>
  );
}

function Entities({ property, values, onChange }: InputProps) {
  const add = (urn: string): void => onChange(property.many ? [...values, { string: urn }] : [{ string: urn }]);
  return (
    <>
      <PickedList urns={values.map(textOf)} onRemove={(urn) => onChange(values.filter((each) => textOf(each) !== urn))} />
      <EntityPicker label={`Choose for ${property.name}`} types={[]} onPick={add} />
    </>
  );
}

function Single({ id, property, values, onChange }: InputProps) {
  const shown = values[0] ? textOf(values[0]) : '';
  const take = (text: string): void => onChange(text === '' ? [] : [valueFrom(property, text)]);
  if (property.kind === 'rich_text') return <textarea dir="auto" id={id} value={shown} onInput={(event) => take(event.currentTarget.value)} />;
  if (property.kind === 'number')
    return <input id={id} type="number" step="any" value={shown} onInput={(event) => take(event.currentTarget.value)} />;
  if (property.kind === 'date') return <input id={id} type="date" value={shown} onInput={(event) => take(event.currentTarget.value)} />;
  return <input dir="auto" id={id} type="text" value={shown} onInput={(event) => take(event.currentTarget.value)} />;
}

/** Several values, one per line. */
function Lines({ id, property, values, onChange }: InputProps) {
  const [text, setText] = useState(values.map(textOf).join('\n'));
  const take = (typed: string): void => {
    setText(typed);
    const lines = typed.split('\n').map((line) => line.trim());
    onChange(lines.filter((line) => line !== '').map((line) => valueFrom(property, line)));
  };
  return (
    <>
      <textarea dir="auto" id={id} rows={3} value={text} onInput={(event) => take(event.currentTarget.value)} />
      <p class="hint">One value per line{property.kind === 'date' ? ', such as 2026-03-31' : ''}.</p>
    </>
  );
}

function valueFrom({ kind }: Property, text: string): PropertyValue {
  return kind === 'number' ? { double: Number(text) } : { string: text };
}
