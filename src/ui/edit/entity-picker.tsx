/**
 * A field in which the reader chooses an entity by its name, with suggestions.
 */
import type { TargetedKeyboardEvent } from 'preact';
import { useId, useState } from 'preact/hooks';
import { isUrn, typeOfUrn } from '../api/urn.ts';
import { OptionList } from '../parts/option-list.tsx';
import { useSuggestions } from '../parts/use-suggestions.ts';
import { typeWord } from '../parts/words.ts';

interface EntityPickerProps {
  readonly label: string;
  /** Constants of entity types. If empty, any that is searched by default. */
  readonly types: readonly string[];
  readonly onPick: (urn: string) => void;
  readonly hint?: string;
}

export function EntityPicker({ label, types, onPick, hint }: EntityPickerProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = useSuggestions(text, types);
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
        {open && found.length === 0 ? 'Nothing has this name.' : (hint ?? '')}
      </p>
    </div>
  );
}
