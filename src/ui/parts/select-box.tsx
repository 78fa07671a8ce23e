interface SelectBoxProps {
  /** Of what is selected. */
  readonly name: string;
  readonly checked: boolean;
  /** `through`: also all between the one that was clicked before and this one. */
  readonly onChoose: (yes: boolean, through: boolean) => void;
}

/** The box that selects one of a list. With Shift it selects a range. */
export function SelectBox({ name, checked, onChoose }: SelectBoxProps) {
  return (
    <label class="select-box">
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        title="Shift selects a range"
        checked={checked}
        // Otherwise the browser marks the texts between the two.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onClick={(event) => onChoose(event.currentTarget.checked, event.shiftKey)}
      />
    </label>
  );
}
