import { Field } from './field.tsx';
import { Select, type SelectProps } from './select.tsx';

/** One of a few values, in a form. */
export function SelectField<Id extends string>({ label, ...rest }: SelectProps<Id> & { readonly id: string; readonly label: string }) {
  return (
    <Field id={rest.id} label={label}>
      <Select {...rest} />
    </Field>
  );
}
