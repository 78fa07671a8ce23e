import type { ComponentChildren } from 'preact';

export interface SelectProps<Id extends string> {
  readonly id?: string;
  /** For screen readers, where nothing else names it. */
  readonly label?: string;
  readonly class?: string;
  readonly required?: boolean;
  readonly value: Id | undefined;
  readonly options: readonly (readonly [id: Id, title: ComponentChildren])[];
  readonly onChoose: (id: Id) => void;
}

/** One of a few values. */
export function Select<Id extends string>({ label, options, onChoose, ...rest }: SelectProps<Id>) {
  return (
    <select
      {...rest}
      aria-label={label}
      onChange={({ currentTarget: { value } }) => {
        const [chosen] = options.find(([id]) => id === value) ?? [];
        if (chosen !== undefined) onChoose(chosen);
      }}
    >
      {options.map(([id, title]) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  );
}
