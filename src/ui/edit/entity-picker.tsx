/**
 * Choosing an entity by its name: a field with suggestions.
 */
import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { type Suggestion, suggest } from '../api/suggest.ts';
import { isUrn, typeOfUrn } from '../api/urn.ts';
import { OptionList } from '../parts/option-list.tsx';
import { typeWord } from '../parts/words.ts';

interface EntityPickerProps {
  readonly label: string;
  /** Constants of entity types; none: any that is searched by default. */
  readonly types: readonly string[];
  readonly onPick: (urn: string) => void;
  readonly hint?: string;
}

const PAUSE_MS = 120;

export function EntityPicker({ label, types, onPick, hint }: EntityPickerProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = useFound(text, types);
  const open = text.trim() !== '';
  const pick = (urn: string): void => {
    setText('');
    setChosen(0);
    onPick(urn);
  };
  const key = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter' && open) {
      event.preventDefault();
      const typed = text.trim();
      const suggestion = found[chosen];
      if (isUrn(typed)) pick(typed);
      else if (suggestion) pick(suggestion.urn);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      setText('');
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && found.length > 0) {
      event.preventDefault();
      setChosen((before) => (before + (event.key === 'ArrowDown' ? 1 : found.length - 1)) % found.length);
    }
  };
  return (
    <div class="field picker">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        role="combobox"
        aria-expanded={open && found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && found.length > 0 ? `${id}-list-${chosen}` : undefined}
        autocomplete="off"
        placeholder="Type a name"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={key}
      />
      <OptionList
        id={`${id}-list`}
        label={label}
        options={open ? found.map(({ text: name, urn }) => ({ key: urn, text: name, note: typeWord(typeOfUrn(urn)) })) : []}
        chosen={chosen}
        onChoose={pick}
      />
      <p class="hint" role="status">
        {open && found.length === 0 ? 'Nothing has this name yet.' : (hint ?? '')}
      </p>
    </div>
  );
}

function useFound(text: string, types: readonly string[]): readonly Suggestion[] {
  const [found, set] = useState<readonly Suggestion[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      suggest(text, { types }, abort.signal).then(
        (suggestions) => abort.signal.aborted || set(suggestions),
        () => abort.signal.aborted || set([]),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, types.join()]);
  return found;
}
