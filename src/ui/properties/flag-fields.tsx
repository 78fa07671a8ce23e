import { FLAGS, type Flag } from '../api/properties.ts';

interface FlagFieldsProps {
  readonly flags: ReadonlySet<Flag>;
  readonly onChange: (flags: ReadonlySet<Flag>) => void;
}

/** The choices of where a property is shown. */
export function FlagFields({ flags, onChange }: FlagFieldsProps) {
  const set = (flag: Flag, on: boolean): void => {
    const next = new Set(flags);
    if (on) next.add(flag);
    else next.delete(flag);
    onChange(next);
  };
  return (
    <fieldset>
      <legend>Where it is shown</legend>
      {(Object.entries(FLAGS) as [Flag, string][]).map(([flag, text]) => (
        <label key={flag} class="choice">
          <input type="checkbox" checked={flags.has(flag)} onChange={(event) => set(flag, event.currentTarget.checked)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
