/**
 * Fields of forms: what is asked, where the answer goes, and what is expected of it.
 */
import type { ComponentChildren, ComponentProps } from 'preact';

interface FieldProps {
  /** Of what takes the answer. */
  readonly id: string;
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
}

export function Field({ id, label, hint, children }: FieldProps & { readonly children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint && (
        <p class="hint" id={hintOf(id)}>
          {hint}
        </p>
      )}
    </div>
  );
}

const hintOf = (id: string): string => `${id}-hint`;

type Attribute = 'name' | 'value' | 'defaultValue' | 'required' | 'disabled' | 'placeholder' | 'maxLength' | 'rows' | 'spellcheck' | 'autocomplete';

interface TextProps extends FieldProps, Pick<ComponentProps<'textarea'>, Attribute | 'onKeyDown'> {
  readonly onType?: (text: string) => void;
}

interface LineProps extends Omit<TextProps, 'rows' | 'onKeyDown'> {
  readonly type?: 'date' | 'email' | 'number' | 'password' | 'url';
  readonly pattern?: string;
  readonly min?: string;
}

/** A text of one line, in whatever direction it is written. */
export function TextField({ id, label, hint, onType, ...rest }: LineProps) {
  const more: object = rest;
  return (
    <Field id={id} label={label} hint={hint}>
      <input id={id} dir="auto" aria-describedby={hint ? hintOf(id) : undefined} {...more} onInput={(event) => onType?.(event.currentTarget.value)} />
    </Field>
  );
}

/** A text of several lines. */
export function TextArea({ id, label, hint, onType, ...rest }: TextProps) {
  return (
    <Field id={id} label={label} hint={hint}>
      <textarea
        id={id}
        dir="auto"
        aria-describedby={hint ? hintOf(id) : undefined}
        {...rest}
        onInput={(event) => onType?.(event.currentTarget.value)}
      />
    </Field>
  );
}
