interface SelectFieldProps<Id extends string> {
  readonly id: string;
  readonly label: string;
  readonly value: Id | undefined;
  readonly options: readonly (readonly [id: Id, title: string])[];
  readonly onChoose: (id: Id) => void;
}

/** One of a few values, in a form. */
export function SelectField<Id extends string>({ id, label, value, options, onChoose }: SelectFieldProps<Id>) {
  const choose = (text: string): void => {
    const [chosen] = options.find(([each]) => each === text) ?? [];
    if (chosen !== undefined) onChoose(chosen);
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {options.map(([each, title]) => (
          <option key={each} value={each}>
            {title}
          </option>
        ))}
      </select>
    </div>
  );
}
