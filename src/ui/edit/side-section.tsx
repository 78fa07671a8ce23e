import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { EntityView } from '../api/entity.ts';
import { Button } from '../parts/button.tsx';
import { EditDialog } from './edit-dialog.tsx';
import type { Editing } from './use-editing.ts';

interface SideHeadProps {
  readonly title: string;
  /** What has the section, where that is not the entity of the page. */
  readonly of?: string;
  readonly level?: 2 | 4;
  readonly empty: boolean;
  /** Absent if the reader cannot change it here. */
  readonly onEdit: (() => void) | undefined;
  /** Suggests a change to those who can. */
  readonly onSuggest?: (() => void) | undefined;
}

/** The title of a section and its button: "Edit", or "+ Add" if there is nothing yet, or "Suggest…" to who may not. */
export function SideHead({ title, of, level = 2, empty, onEdit, onSuggest }: SideHeadProps) {
  const Heading = level === 2 ? 'h2' : 'h4';
  const what = of === undefined ? title.toLowerCase() : `${title.toLowerCase()} of the ${of}`;
  return (
    <div class="side-head line spread flush">
      <Heading>{title}</Heading>
      {onEdit && <Button label={empty ? '+ Add' : 'Edit'} class="plain small" aria-label={`${empty ? 'Add' : 'Edit'} ${what}`} onClick={onEdit} />}
      {!onEdit && onSuggest && <Button label="Suggest…" class="plain small" aria-label={`Suggest ${what}`} onClick={onSuggest} />}
    </div>
  );
}

interface SideSectionProps<Form> {
  readonly entity: EntityView;
  readonly onSaved: (what: string) => void;
  readonly title: string;
  readonly editing?: Editing<Form> | undefined;
  /** Suggests a change, where the reader cannot make it. */
  readonly onSuggest?: (() => void) | undefined;
  readonly empty: boolean;
  readonly children: ComponentChildren;
}

/** A section of the sidebar. Without content it is one line; without content and a way to add some, it is not there. */
export function SideSection<Form>({ entity, title, editing, onSuggest, empty, onSaved, children }: SideSectionProps<Form>) {
  // The value when the dialog opened. The form stays the same while the page around it is read again.
  const [open, setOpen] = useState<Editing<Form> | undefined>(undefined);
  if (empty && !editing && !onSuggest) return null;
  return (
    <section class={empty ? 'side-section stack close breaks is-empty' : 'side-section stack close breaks'}>
      <SideHead title={title} empty={empty} onEdit={editing && (() => setOpen(editing))} onSuggest={onSuggest} />
      {!empty && children}
      {open && (
        <EditDialog
          urn={entity.urn}
          editing={open}
          current={entity.aspects[open.aspect]}
          onClose={() => setOpen(undefined)}
          onSaved={() => onSaved(`${title} saved`)}
        />
      )}
    </section>
  );
}
