/**
 * A field for Markdown with its preview. `@` and a name link to an entity of the catalog.
 */
import type { TargetedKeyboardEvent } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { KindLine } from '../parts/kind-line.tsx';
import { Markdown } from '../parts/markdown.tsx';
import { OptionList } from '../parts/option-list.tsx';
import { ScrollRegion } from '../parts/scroll-region.tsx';
import { useSuggestions } from '../parts/use-suggestions.ts';
import { type Mention, mentionAt, withLink } from './mention.ts';

interface MarkdownEditorProps {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

export function MarkdownEditor({ label, text, onChange }: MarkdownEditorProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [mention, setMention] = useState<Mention | undefined>(undefined);
  const [chosen, setChosen] = useState(0);
  const found = useSuggestions(mention?.asked ?? '');
  const open = mention !== undefined && mention.asked !== '' && found.length > 0;
  const caretNext = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    if (caretNext.current === undefined) return;
    field.current?.setSelectionRange(caretNext.current, caretNext.current);
    caretNext.current = undefined;
  });
  const look = (): void => {
    const { value = '', selectionStart = 0, selectionEnd = 0 } = field.current ?? {};
    setMention(selectionStart === selectionEnd ? mentionAt(value, selectionStart) : undefined);
    setChosen(0);
  };
  const pick = (urn: string): void => {
    const name = found.find((each) => each.urn === urn)?.text;
    if (!mention || name === undefined) return;
    const next = withLink(text, mention, name, urn);
    caretNext.current = next.caret;
    setMention(undefined);
    onChange(next.text);
    field.current?.focus();
  };
  const key = (event: TargetedKeyboardEvent<HTMLTextAreaElement>): void => {
    const suggestion = found[chosen];
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.currentTarget.form?.requestSubmit();
    } else if (!open) return;
    else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      setMention(undefined);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && suggestion) {
      event.preventDefault();
      pick(suggestion.urn);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setChosen((before) => (before + (event.key === 'ArrowDown' ? 1 : found.length - 1)) % found.length);
    }
  };
  return (
    <div class="markdown-editor">
      <div class="field picker">
        <label for={id}>{label}</label>
        <textarea
          dir="auto"
          ref={field}
          id={id}
          rows={14}
          value={text}
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={open ? `${id}-list-${chosen}` : undefined}
          aria-describedby={`${id}-hint`}
          onInput={(event) => {
            onChange(event.currentTarget.value);
            look();
          }}
          onClick={look}
          onBlur={() => setMention(undefined)}
          onKeyDown={key}
        />
        <OptionList
          id={`${id}-list`}
          label="Assets to link to"
          options={
            open ? found.map(({ text: name, urn, subType }) => ({ key: urn, text: name, note: <KindLine urn={urn} subType={subType} /> })) : []
          }
          chosen={chosen}
          onChoose={pick}
        />
        <p class="hint" id={`${id}-hint`}>
          Markdown. Type <kbd>@</kbd> and a name to link to an asset, <kbd>Ctrl</kbd> <kbd>Enter</kbd> to save.
        </p>
      </div>
      <ScrollRegion label="Preview" class="markdown-preview">
        {text.trim() === '' ? <p class="muted">The preview appears here.</p> : <Markdown text={text} />}
      </ScrollRegion>
    </div>
  );
}
