/**
 * The search box at the top of every page: `/` moves the focus to it, arrows choose a suggestion, Enter takes it or searches, Escape closes
 * the list.
 */
import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Suggestion } from '../api/suggest.ts';
import { platformOfUrn, typeOfUrn } from '../api/urn.ts';
import { OptionList } from '../parts/option-list.tsx';
import { useSuggestions } from '../parts/use-suggestions.ts';
import { typeWord } from '../parts/words.ts';
import { entityUrl, navigate, useRoute } from '../route.ts';
import { Highlight, wordsOf } from './highlight.tsx';

export function SearchBox() {
  const route = useRoute();
  const shown = route.segments[0] === 'search' ? (route.query.get('query') ?? '') : '';
  const [text, setText] = useState(shown);
  const [chosen, setChosen] = useState(-1);
  const [open, setOpen] = useState(false);
  const found = useSuggestions(open ? text : '');
  const words = wordsOf(text);
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  useEffect(() => setText(shown), [shown, route.path]);
  useSlash(input);

  const close = (): void => {
    setOpen(false);
    setChosen(-1);
  };
  const go = (url: string): void => {
    close();
    input.current?.blur();
    navigate(url);
  };
  const submit = (): void => {
    const suggestion = found[chosen];
    go(suggestion ? entityUrl(suggestion.urn) : `/search?query=${encodeURIComponent(text.trim())}`);
  };
  const key = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setOpen(true);
      // One more position than suggestions, for "none chosen".
      setChosen((before) => ((before + 1 + step + found.length + 1) % (found.length + 1)) - 1);
    } else if (event.key === 'Escape') {
      if (open && found.length > 0) close();
      else setText('');
    }
  };
  return (
    <search class="search-box">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <input
          ref={input}
          type="text"
          enterkeyhint="search"
          role="combobox"
          aria-label="Search the catalog"
          aria-expanded={open && found.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={chosen >= 0 ? `${list}-${chosen}` : undefined}
          placeholder="Search the catalog"
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setChosen(-1);
            setOpen(true);
          }}
          onKeyDown={key}
          onBlur={close}
        />
        <span class="key" aria-hidden="true">
          /
        </span>
      </form>
      <OptionList
        id={list}
        label="Suggestions"
        options={open ? found.map((suggestion) => optionOf(suggestion, words)) : []}
        chosen={chosen}
        onChoose={(urn) => go(entityUrl(urn))}
      />
    </search>
  );
}

function optionOf({ text, urn }: Suggestion, words: readonly string[]) {
  const note = [platformOfUrn(urn), typeWord(typeOfUrn(urn))].filter(Boolean).join(' · ');
  return { key: urn, text: <Highlight text={text} words={words} />, note };
}

function useSlash(input: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement | null;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target?.closest('input, textarea, select, dialog, [contenteditable]')) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
}
