interface ChoiceProps {
  readonly label: string;
  /** Only for screen readers. */
  readonly hidden?: boolean;
  readonly value: string | undefined;
  readonly options: readonly (readonly [value: string, title: string])[];
  readonly onChoose: (value: string) => void;
}

/** One of a few values, in the tools above a list or a chart. */
export function Choice({ label, hidden = false, value, options, onChoose }: ChoiceProps) {
  return (
    <label class="tab-choice line muted medium">
      <span class={hidden ? 'hidden-text' : ''}>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {options.map(([id, title]) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
