import { useId } from 'preact/hooks';
import { Select, type SelectProps } from './select.tsx';

interface ChoiceProps<Id extends string> extends SelectProps<Id> {
  readonly label: string;
  /** Only for screen readers. */
  readonly hidden?: boolean;
}

/** One of a few values, in the tools above a list or a chart. */
export function Choice<Id extends string>({ label, hidden = false, ...rest }: ChoiceProps<Id>) {
  const id = useId();
  return (
    <label for={id} class="tab-choice line muted medium">
      <span class={hidden ? 'hidden-text' : ''}>{label}</span>
      <Select {...rest} id={id} />
    </label>
  );
}
