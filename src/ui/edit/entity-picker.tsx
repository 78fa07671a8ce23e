/**
 * A field in which the reader chooses an entity by its name, with suggestions. Where it is allowed, a name that nothing has becomes a new
 * entity.
 */
import type { TargetedKeyboardEvent } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { rememberName } from '../api/names.ts';
import { isUrn } from '../api/urn.ts';
import { Failure } from '../parts/failure.tsx';
import { KindLine } from '../parts/kind-line.tsx';
import { OptionList } from '../parts/option-list.tsx';
import { useSuggested } from '../parts/use-suggestions.ts';
import type { Creating } from './create-label.ts';

interface EntityPickerProps {
  readonly label: string;
  /** Constants of entity types. If empty, any that is searched by default. */
  readonly types: readonly string[];
  readonly onPick: (urn: string) => void;
  readonly hint?: string;
  readonly creating?: Creating | undefined;
}

/** The key of the option that makes a new entity. No URN is like it. */
const NEW = 'new';

export function EntityPicker({ label, types, onPick, hint, creating }: EntityPickerProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const [error, setError] = useState<unknown>(undefined);
  const [making, setMaking] = useState(false);
  // The form may change while a new entity is made.
  const picked = useRef(onPick);
  picked.current = onPick;
  const { found, settled, error: unread, reload } = useSuggested(text, types);
  const typed = text.trim();
  const options =
    typed === '' ? [] : found.map(({ text: name, urn, subType }) => ({ key: urn, text: name, note: <KindLine urn={urn} subType={subType} /> }));
  const isKnown = found.some(({ text: name }) => name.toLowerCase() === typed.toLowerCase());
  if (creating && settled && typed !== '' && !isKnown && !isUrn(typed))
    options.push({ key: NEW, text: `Create ${creating.word} “${typed}”`, note: <>New</> });
  // The name stays in the field until what it names exists, so that nobody saves the form without it.
  const pick = async (key: string): Promise<void> => {
    if (making) return;
    setError(undefined);
    const suggested = found.find(({ urn }) => urn === key);
    if (suggested) rememberName(key, suggested.text, suggested.subType);
    try {
      if (key === NEW && creating) {
        setMaking(true);
        const urn = await creating.make(typed);
        picked.current(urn);
      } else onPick(key);
      setText('');
      setChosen(0);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setMaking(false);
    }
  };
  const key = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter' && typed !== '') {
      event.preventDefault();
      const option = options[chosen];
      if (isUrn(typed)) pick(typed);
      else if (option && settled) pick(option.key);
    } else if (event.key === 'Escape' && typed !== '') {
      event.preventDefault();
      event.stopPropagation();
      setText('');
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && options.length > 0) {
      event.preventDefault();
      setChosen((before) => (before + (event.key === 'ArrowDown' ? 1 : options.length - 1)) % options.length);
    }
  };
  return (
    <div class="field picker">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={options.length > 0 ? `${id}-list-${chosen}` : undefined}
        autocomplete="off"
        placeholder="Type a name"
        dir="auto"
        value={text}
        readOnly={making}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={key}
      />
      <OptionList id={`${id}-list`} label={label} options={options} chosen={chosen} onChoose={pick} />
      <Failure error={error} />
      <Failure error={unread} onRetry={reload} />
      <p class="hint" role="status">
        {making ? 'Creating it…' : typed !== '' && settled && options.length === 0 ? 'Nothing has this name.' : (hint ?? '')}
      </p>
    </div>
  );
}
