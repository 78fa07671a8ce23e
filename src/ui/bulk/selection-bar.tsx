/**
 * The bar below the results while some are chosen: how many, and what can be done to them.
 */
import { useState } from 'preact/hooks';
import type { Chosen } from '../api/bulk.ts';
import { plural } from '../data/words.ts';
import { BULK_ACTIONS, type BulkAction } from './actions.ts';
import { BulkDialog } from './bulk-dialog.tsx';

interface SelectionBarProps {
  readonly chosen: Chosen;
  /** How many are chosen, and how many there are. */
  readonly count: number;
  readonly total: number;
  readonly onAll: () => void;
  readonly onClear: () => void;
  readonly onChanged: () => void;
}

export function SelectionBar({ chosen, count, total, onAll, onClear, onChanged }: SelectionBarProps) {
  const [action, setAction] = useState<BulkAction | undefined>(undefined);
  const [ordered, setOrdered] = useState(false);
  // What was changed is done with: the next change begins with a new choice.
  const close = (): void => {
    setAction(undefined);
    if (ordered) onClear();
  };
  return (
    <section class="selection-bar bar" aria-label="Chosen results">
      <p role="status">
        <strong>{count.toLocaleString('en')}</strong> selected
      </p>
      {count < total && (
        <button type="button" class="plain" onClick={onAll}>
          Select all {plural(total, 'result')}
        </button>
      )}
      <fieldset class="selection-actions bar close end" aria-label="Change what is selected">
        {BULK_ACTIONS.map((each) => (
          <button key={each.id} type="button" class={each.id === 'deletion' ? 'danger' : ''} onClick={() => setAction(each)}>
            {each.title}…
          </button>
        ))}
      </fieldset>
      <button type="button" class="plain" onClick={onClear}>
        Clear
      </button>
      {action && (
        <BulkDialog
          key={action.id}
          action={action}
          chosen={chosen}
          count={count}
          onClose={close}
          onOrdered={() => setOrdered(true)}
          onChanged={onChanged}
        />
      )}
    </section>
  );
}
