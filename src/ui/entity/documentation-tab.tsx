import { useState } from 'preact/hooks';
import type { EntityView } from '../api/entity.ts';
import { EditDialog } from '../edit/edit-dialog.tsx';
import type { Editing } from '../edit/use-editing.ts';
import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { Markdown } from '../parts/markdown.tsx';
import { Time } from '../parts/time.tsx';
import { SuggestDialog } from '../suggest/suggest-dialog.tsx';
import { useMaySuggest } from './page-context.ts';
import { DocumentationOfSiblings } from './siblings.tsx';
import { useDescription } from './use-description.ts';

/** The whole description of an entity, rendered, with a button to write it. */
export function DocumentationTab({ entity, onSaved }: { readonly entity: EntityView; readonly onSaved: (what: string) => void }) {
  const { text, original, others, editing: present, written } = useDescription(entity);
  const editing = entity.asOf === undefined ? present : undefined;
  const [open, setOpen] = useState<Editing<string> | undefined>(undefined);
  const [suggesting, suggest] = useState(false);
  const maySuggest = useMaySuggest()('description') && entity.asOf === undefined && !editing;
  const isWritten = original !== undefined && written?.created;
  return (
    <section class="documentation stack" aria-label="Documentation">
      {text === '' ? (
        <Empty title="There is no documentation yet">
          <p>Say what one row stands for, where it comes from, and what to know before using it.</p>
          {editing && <Button label="Write it" class="primary" onClick={() => setOpen(editing)} />}
          {maySuggest && <Button label="Suggest it…" onClick={() => suggest(true)} />}
        </Empty>
      ) : (
        <>
          <div class="tab-tools bar far">
            {isWritten && (
              <span class="muted small">
                Written by <EntityLink urn={isWritten.actor} />, <Time ms={isWritten.time} />
              </span>
            )}
            {(editing || maySuggest) && (
              <span class="tab-tools-end line end">
                {editing ? <Button label="Edit" onClick={() => setOpen(editing)} /> : <Button label="Suggest…" onClick={() => suggest(true)} />}
              </span>
            )}
          </div>
          <div class="card documentation-text">
            <Markdown text={text} />
          </div>
        </>
      )}
      {text === '' && <DocumentationOfSiblings entity={entity} />}
      {original !== undefined && (
        <details class="documentation-more">
          <summary>From the platform</summary>
          <Markdown text={original} />
        </details>
      )}
      {others.map(({ text: other, source }) => (
        <details key={`${source}${other}`} class="documentation-more">
          <summary>From {source === undefined ? 'another source' : <EntityLink urn={source} />}</summary>
          <Markdown text={other} />
        </details>
      ))}
      {suggesting && <SuggestDialog urn={entity.urn} parts={['description']} text={text} onClose={() => suggest(false)} onDone={onSaved} />}
      {open && (
        <EditDialog
          urn={entity.urn}
          editing={open}
          current={entity.aspects[open.aspect]}
          onClose={() => setOpen(undefined)}
          onSaved={() => onSaved('Documentation saved')}
        />
      )}
    </section>
  );
}
