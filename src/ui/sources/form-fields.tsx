/**
 * The fields of a form of a source (`openapi/sources/`).
 */
import { useState } from 'preact/hooks';
import type { SourceField, SourceForm } from '../../generated/sources.ts';
import { type Answers, referenceTo, secretNamed } from '../data/recipe.ts';
import { Button } from '../parts/button.tsx';
import { Check } from '../parts/check.tsx';
import { TextArea, TextField } from '../parts/field.tsx';
import { SelectField } from '../parts/select-field.tsx';

interface FormFieldsProps {
  readonly form: SourceForm;
  readonly answers: Answers;
  readonly onAnswer: (at: string, answer: string | boolean) => void;
}

export function FormFields({ form: { fields }, answers, onAnswer }: FormFieldsProps) {
  return (
    <>
      {fields.map((field) => (
        <OneField key={field.at} field={field} answer={answers[field.at]} onAnswer={(answer) => onAnswer(field.at, answer)} />
      ))}
    </>
  );
}

interface OneFieldProps {
  readonly field: SourceField;
  readonly answer: string | boolean | undefined;
  readonly onAnswer: (answer: string | boolean) => void;
}

function OneField({ field, answer, onAnswer }: OneFieldProps) {
  const { at, label, kind, required, like, hint, options = [] } = field;
  const id = `source-${at.replaceAll(/[^a-z_]/g, '-')}`;
  const text = typeof answer === 'string' ? answer : '';
  const shared = { id, label, hint, required, placeholder: like ?? '', spellcheck: false, value: text, onType: onAnswer };
  switch (kind) {
    case 'check':
      return (
        <div class="field">
          <Check checked={answer === true} onCheck={onAnswer}>
            {label}
          </Check>
          {hint !== undefined && <p class="hint">{hint}</p>}
        </div>
      );
    case 'choice':
      return <SelectField id={id} label={label} value={text} options={options} onChoose={onAnswer} />;
    case 'list':
      return <TextArea {...shared} rows={3} />;
    case 'secret':
      return <SecretField {...shared} />;
    default:
      return <TextField {...shared} autocomplete="off" />;
  }
}

interface SecretFieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly required: boolean;
  readonly value: string;
  readonly onType: (text: string) => void;
}

/** A secret that is stored has a name. Nobody sees its value again. */
function SecretField({ id, label, hint, required, value, onType }: SecretFieldProps) {
  const [stored, keep] = useState(secretNamed(value) === undefined ? '' : value);
  const name = secretNamed(value);
  if (name !== undefined)
    return (
      <div class="field">
        <span class="label">{label}</span>
        <div class="bar">
          <span>
            Stored as <code>{name}</code>
          </span>
          <Button
            label="Replace"
            class="small"
            aria-label={`Replace: ${label}`}
            onClick={() => {
              keep(value);
              onType('');
            }}
          />
        </div>
      </div>
    );
  const about = `Cairn stores it encrypted, as a secret, and never shows it again. Or name a secret that is there: ${referenceTo('NAME')}.`;
  return (
    <div class="stack close">
      <TextField
        id={id}
        label={label}
        type="password"
        autocomplete="new-password"
        required={required}
        value={value}
        onType={onType}
        hint={[hint, about].filter((each) => each !== undefined).join(' ')}
      />
      {stored !== '' && (
        <div>
          <Button label="Keep the stored one" class="plain small" aria-label={`Keep the stored one: ${label}`} onClick={() => onType(stored)} />
        </div>
      )}
    </div>
  );
}
