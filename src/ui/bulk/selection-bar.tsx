/**
 * The bar below the results while some are chosen: how many, and what can be done to them.
 */
import { useState } from 'preact/hooks';
import type { BulkTarget } from '../api/bulk.ts';
import { plural } from '../data/words.ts';
import { Button } from '../parts/button.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { type BulkPart, bulkParts } from './parts.ts';

interface SelectionBarProps {
  readonly chosen: BulkTarget;
  /** How many are chosen, and how many there are. */
  readonly count: number;
  readonly total: number;
  /** Undefined if only what is on the page can be chosen. */
  readonly onAll?: () => void;
  readonly onClear: () => void;
  readonly onChanged: () => void;
}

export function SelectionBar({ chosen, count, total, onAll, onClear, onChanged }: SelectionBarProps) {
  const [first, begin] = useState<BulkPart | undefined>(undefined);
  return (
    <section class="selection-bar bar" aria-label="Chosen results">
      <p role="status">
        <strong>{count.toLocaleString('en')}</strong> selected
      </p>
      {onAll && count < total && (
        <button type="button" class="plain" onClick={onAll}>
          Select all {plural(total, 'result')}
        </button>
      )}
      <Button label="Clear" class="plain" onClick={onClear} />
      <fieldset class="selection-actions fades bar close end" aria-label="Change what is selected">
        {bulkParts()
          .filter(({ ofColumns }) => !chosen.columns || ofColumns)
          .map((each) => (
            <button key={each.id} type="button" class={each.id === 'deletion' ? 'danger' : ''} onClick={() => begin(each.id)}>
              {each.title}…
            </button>
          ))}
      </fieldset>
      {first && (
        <BulkDialog
          key={first}
          first={first}
          chosen={chosen}
          count={chosen.columns ? 1 : count}
          onClose={() => begin(undefined)}
          onChanged={onChanged}
        />
      )}
    </section>
  );
}
