import { useId, useState } from 'preact/hooks';
import type { Choice, ValueKind } from '../api/properties.ts';
import { TextArea } from '../parts/field.tsx';
import { textOf } from '../parts/property-entries.ts';

interface ChoiceFieldsProps {
  readonly kind: ValueKind;
  readonly choices: readonly Choice[];
  readonly onChange: (choices: readonly Choice[]) => void;
  readonly label?: string;
}

/** The allowed values, one per line. The text after a colon says what a value means. */
export function ChoiceFields({ kind, choices, onChange, label = 'Allowed values' }: ChoiceFieldsProps) {
  const id = useId();
  const [text, setText] = useState(choices.map(({ value, description }) => [textOf(value), description].filter(Boolean).join(': ')).join('\n'));
  const take = (typed: string): void => {
    setText(typed);
    onChange(
      typed
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => choiceFrom(kind, line)),
    );
  };
  return (
    <TextArea
      id={id}
      label={label}
      rows={3}
      value={text}
      onType={take}
      hint="One per line, for example “30: a month”. Leave it empty to allow any value."
    />
  );
}

function choiceFrom(kind: ValueKind, line: string): Choice {
  const at = line.indexOf(': ');
  const value = (at < 0 ? line : line.slice(0, at)).trim();
  const description = at < 0 ? '' : line.slice(at + 2).trim();
  return { value: kind === 'number' ? { double: Number(value) } : { string: value }, ...(description === '' ? {} : { description }) };
}
