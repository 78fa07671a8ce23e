/**
 * Edits tags and glossary terms.
 */
import { type Json, stampNow } from '../api/edit.ts';
import { listIn } from '../data/labels.ts';
import { Tag } from '../parts/tag.tsx';
import { type Creating, newTag, newTerm } from './create-label.ts';
import { EntityPicker } from './entity-picker.tsx';
import { withDifference } from './list-difference.ts';
import type { Editing } from './use-editing.ts';

interface Label extends Record<string, unknown> {
  readonly tag?: string;
  readonly urn?: string;
}

interface Kind {
  readonly title: string;
  readonly aspect: string;
  readonly list: string;
  readonly kind: 'tag' | 'term';
  readonly label: string;
  readonly type: string;
  readonly creating: Creating;
  urnOf(label: Label): string;
  make(urn: string): Label;
  /** The other members of the aspect, besides its list. */
  rest(): Promise<Json>;
}

function editLabels({ title, aspect, list, kind, label, type, creating, urnOf, make, rest }: Kind): Editing<readonly Label[]> {
  return {
    title,
    aspect,
    read: (value) => listIn<Label>(value, list),
    change: async (now, form, from) => ({
      value: { ...now, ...(await rest()), [list]: withDifference(listIn<Label>(now, list), form, from, urnOf) },
    }),
    Form: ({ form, set }) => (
      <>
        <Labels labels={form} kind={kind} urnOf={urnOf} onRemove={(urn) => set(form.filter((each) => urnOf(each) !== urn))} />
        <EntityPicker
          label={label}
          types={[type]}
          creating={creating}
          onPick={(urn) => set(form.some((each) => urnOf(each) === urn) ? form : [...form, make(urn)])}
        />
      </>
    ),
    Show: ({ value }) => <Labels labels={listIn<Label>(value, list)} kind={kind} urnOf={urnOf} />,
  };
}

interface LabelsProps {
  readonly labels: readonly Label[];
  readonly kind: 'tag' | 'term';
  urnOf(label: Label): string;
  onRemove?(urn: string): void;
}

function Labels({ labels, kind, urnOf, onRemove }: LabelsProps) {
  if (labels.length === 0) return <p class="muted">None yet.</p>;
  return (
    <div class="tags bar close">
      {labels.map(urnOf).map((urn) => (
        <Tag key={urn} urn={urn} kind={kind} {...(onRemove ? { onRemove: () => onRemove(urn) } : {})} />
      ))}
    </div>
  );
}

export const editTags = editLabels({
  title: 'Tags',
  aspect: 'globalTags',
  list: 'tags',
  kind: 'tag',
  label: 'Add a tag',
  type: 'TAG',
  creating: newTag,
  urnOf: ({ tag }) => tag ?? '',
  make: (tag) => ({ tag }),
  rest: async () => ({}),
});

export const editTerms = editLabels({
  title: 'Glossary terms',
  aspect: 'glossaryTerms',
  list: 'terms',
  kind: 'term',
  label: 'Add a term',
  type: 'GLOSSARY_TERM',
  creating: newTerm,
  urnOf: ({ urn }) => urn ?? '',
  make: (urn) => ({ urn }),
  rest: async () => ({ auditStamp: await stampNow() }),
});
