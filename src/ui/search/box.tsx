/**
 * The search box at the top of every page: `/` moves the focus to it, arrows choose a suggestion, Enter takes it or searches, Escape closes
 * the list.
 */
import type { TargetedKeyboardEvent } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import type { Suggestion } from '../api/suggest.ts';
import { useKey } from '../keys.ts';
import { Highlight } from '../parts/highlight.tsx';
import { KindLine } from '../parts/kind-line.tsx';
import { wordsOf } from '../parts/marks.ts';
import { OptionList } from '../parts/option-list.tsx';
import { useSuggestions } from '../parts/use-suggestions.ts';
import { useTyped } from '../parts/use-typed.ts';
import { entityUrl, navigate, useRoute } from '../route.ts';
import { useMatchingViews } from '../views/use-views.ts';

export function SearchBox() {
  const route = useRoute();
  const shown = route.segments[0] === 'search' ? (route.query.get('query') ?? '') : '';
  const { text, type: setText } = useTyped(shown, route.path);
  const [chosen, setChosen] = useState(-1);
  const [open, setOpen] = useState(false);
  const found = useSuggestions(open ? text : '');
  const views = useMatchingViews(open ? text : '');
  const words = wordsOf(text);
  const choices = [
    ...views.map(({ urn, name, href = '/views' }) => ({ key: urn, text: <Highlight text={name} words={words} />, note: 'Saved view', href })),
    ...(open ? found : []).map((suggestion) => ({ ...optionOf(suggestion, words), href: entityUrl(suggestion.urn) })),
  ];
  const corrected = found[0]?.corrected ?? [];
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  useKey('search', () => {
    input.current?.focus();
    input.current?.select();
  });

  const close = (): void => {
    setOpen(false);
    setChosen(-1);
  };
  const go = (url: string): void => {
    close();
    input.current?.blur();
    navigate(url);
  };
  // The next search is shown like the last one.
  const table = route.segments[0] === 'search' && route.query.get('layout') === 'table' ? '&layout=table' : '';
  const submit = (): void => {
    go(choices[chosen]?.href ?? `/search?query=${encodeURIComponent(text.trim())}${table}`);
  };
  const key = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && choices.length > 0) {
      event.preventDefault();
      setOpen(true);
      // One more position than suggestions, for "none chosen".
      setChosen((before) => ((before + 1 + step + choices.length + 1) % (choices.length + 1)) - 1);
    } else if (event.key === 'Escape') {
      if (open && choices.length > 0) close();
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
          dir="auto"
          enterkeyhint="search"
          role="combobox"
          aria-label="Search the catalog"
          aria-expanded={choices.length > 0}
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
        head={open && corrected.length > 0 ? `Showing names with ${corrected.map((word) => `“${word}”`).join(', ')}` : undefined}
        options={choices}
        chosen={chosen}
        onChoose={(key) => go(choices.find((choice) => choice.key === key)?.href ?? entityUrl(key))}
      />
    </search>
  );
}

function optionOf({ text, urn, subType, path }: Suggestion, words: readonly string[]) {
  // A whole name begins with the path, which stands beside it.
  const folders = `${path.join('.')}.`;
  const name = path.length > 0 && text.startsWith(folders) ? text.slice(folders.length) : text;
  const note = (
    <>
      <KindLine urn={urn} subType={subType} />
      {path.length > 0 && (
        <>
          {' · '}
          <Highlight text={path.join(' / ')} words={words} />
        </>
      )}
    </>
  );
  return { key: urn, text: <Highlight text={name} words={words} />, note };
}
