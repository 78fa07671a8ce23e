import type { DescriptionPlace } from '../data/described.ts';
import { Markdown } from '../parts/markdown.tsx';
import { MarkdownEditor } from './markdown-editor.tsx';
import type { Editing } from './use-editing.ts';

/**
 * Edits the description in the aspect that contains it.
 *
 * @param shown what the page shows if the aspect has no text: the one from the platform
 */
export function editDescription({ aspect, field, whenNew }: DescriptionPlace, shown: string): Editing<string> {
  return {
    title: 'Description',
    aspect,
    wide: true,
    read: (value) => String(value?.[field] ?? '') || shown,
    change: (now, text) => {
      if (now) return { patch: [{ op: 'add', path: `/${field}`, value: text }] };
      return { value: { ...whenNew, [field]: text } };
    },
    Form: ({ form, set }) => <MarkdownEditor label="What should others know?" text={form} onChange={set} />,
    Show: ({ value }) => <Markdown text={String(value?.[field] ?? '')} />,
  };
}
