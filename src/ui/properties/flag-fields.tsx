import { FLAGS, type Flag } from '../api/properties.ts';
import { Check } from '../parts/check.tsx';

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
        <Check key={flag} checked={flags.has(flag)} onCheck={(yes) => set(flag, yes)}>
          {text}
        </Check>
      ))}
    </fieldset>
  );
}
