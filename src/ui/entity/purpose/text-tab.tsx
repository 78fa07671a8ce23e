import type { EntityView } from '../../api/entity.ts';
import { isRecord } from '../../data/is-record.ts';
import { Markdown } from '../../parts/markdown.tsx';

/** The text of a document, which is Markdown. */
export function TextTab({ entity: { aspects } }: { readonly entity: EntityView }) {
  const contents = aspects.documentInfo?.value.contents;
  const text = isRecord(contents) && typeof contents.text === 'string' ? contents.text : '';
  return (
    <div class="card document-text">
      <Markdown text={text} />
    </div>
  );
}
