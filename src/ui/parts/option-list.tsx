import type { ComponentChildren } from 'preact';

interface OptionListProps {
  /** The ids of the options begin with it: `<id>-<number>`. */
  readonly id: string;
  readonly label: string;
  readonly options: readonly { readonly key: string; readonly text: ComponentChildren; readonly note: ComponentChildren }[];
  readonly chosen: number;
  readonly onChoose: (key: string) => void;
  /** What is said above the options. */
  readonly head?: string | undefined;
}

/** The suggestions below a field. The field keeps the focus and handles the keys; this list handles the pointer. */
export function OptionList({ id, label, options, chosen, onChoose, head }: OptionListProps) {
  return (
    <div id={id} role="listbox" aria-label={head ? `${label}. ${head}` : label} data-head={head} class="suggestions" hidden={options.length === 0}>
      {options.map(({ key, text, note }, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
        <div
          key={key}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === chosen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(key)}
        >
          <span class="suggestion-text">{text}</span>
          <span class="suggestion-note muted small">{note}</span>
        </div>
      ))}
    </div>
  );
}
