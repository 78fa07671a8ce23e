import { Button } from './button.tsx';

interface SegmentsProps<Id> {
  /** For screen readers. */
  readonly label: string;
  readonly class?: string;
  readonly value: Id;
  readonly options: readonly (readonly [id: Id, title: string])[];
  readonly onChoose: (id: Id) => void;
}

/** One of two or three values, all in sight: how something is shown. */
export function Segments<Id>({ label, class: more = '', value, options, onChoose }: SegmentsProps<Id>) {
  return (
    <fieldset class={`segments bar flush ${more}`}>
      <legend class="hidden-text">{label}</legend>
      {options.map(([id, title]) => (
        <Button label={title} key={title} aria-pressed={id === value} onClick={() => onChoose(id)} />
      ))}
    </fieldset>
  );
}
