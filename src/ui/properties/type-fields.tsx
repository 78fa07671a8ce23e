import { compareNames, typeWord } from '../data/words.ts';
import { Check } from '../parts/check.tsx';

interface TypeFieldsProps {
  readonly types: readonly string[];
  readonly chosen: readonly string[];
  /** Types that can no longer be removed. */
  readonly fixed?: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** The most frequent types first. */
const FIRST = ['dataset', 'dashboard', 'chart', 'dataFlow', 'dataJob', 'container', 'schemaField', 'glossaryTerm', 'domain', 'dataProduct'];
const rank = (name: string): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

/** The types on which a property can be set. */
export function TypeFields({ types, chosen, fixed = [], onChange }: TypeFieldsProps) {
  const sorted = [...types].sort((a, b) => rank(a) - rank(b) || compareNames(a, b));
  return (
    <fieldset>
      <legend>Can be set on</legend>
      <div class="type-grid">
        {sorted.map((type) => (
          <Check
            key={type}
            checked={chosen.includes(type)}
            disabled={fixed.includes(type)}
            onCheck={(yes) => onChange(yes ? [...chosen, type] : chosen.filter((each) => each !== type))}
          >
            {typeWord(type)}
          </Check>
        ))}
      </div>
    </fieldset>
  );
}
