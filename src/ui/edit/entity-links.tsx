/**
 * Edits the links of an asset to other entities: tags, terms, a domain, and those of models of your own.
 */
import { type Json, stampNow } from '../api/edit.ts';
import { listIn } from '../data/labels.ts';
import { partNamed } from '../data/parts.ts';
import { oneOf } from '../data/words.ts';
import { EntityLink } from '../parts/entity-link.tsx';
import { Tag } from '../parts/tag.tsx';
import type { EditedPart } from '../settings.ts';
import { type Creating, newTag, newTerm } from './create-label.ts';
import { EntityPicker } from './entity-picker.tsx';
import { withDifference } from './list-difference.ts';
import { PickedList } from './picked-list.tsx';
import type { Editing } from './use-editing.ts';

/** What only some parts have. */
interface Kind {
  /** Their links have a sign of their own. */
  readonly kind: 'tag' | 'term';
  readonly creating: Creating;
  /** The other members of the aspect, besides its list. */
  readonly rest?: () => Promise<Json>;
}

const KINDS: Readonly<Record<string, Kind>> = {
  tags: { kind: 'tag', creating: newTag },
  terms: { kind: 'term', creating: newTerm, rest: async () => ({ auditStamp: await stampNow() }) },
};

/** An item of the list: a URN, or a record that has it in the key of the part. */
type Item = unknown;

/** Edits a part of links. */
export function editLinksOf(part: EditedPart): Editing<readonly Item[]> {
  const { title, aspect, list = '', key, shape, word, types, name } = part;
  const { creating, rest } = KINDS[name] ?? {};
  const urnOf = (item: Item): string => String(key === undefined ? item : Object(item)[key]);
  const make = (urn: string): Item => (key === undefined ? urn : { [key]: urn });
  const label = (count: number): string =>
    shape === 'links' ? `Add ${oneOf(word)}` : count === 0 ? `Choose ${oneOf(word)}` : `Choose another ${word}`;
  return {
    title,
    aspect,
    read: (value) => listIn<Item>(value, list),
    change: async (now, form, from) => ({
      value: { ...now, ...(await rest?.()), [list]: shape === 'link' ? form : withDifference(listIn<Item>(now, list), form, from, urnOf) },
    }),
    Form: ({ form, set }) => (
      <>
        <Links part={part} urns={form.map(urnOf)} onRemove={(urn) => set(form.filter((each) => urnOf(each) !== urn))} />
        <EntityPicker
          label={label(form.length)}
          types={types}
          {...(creating && { creating })}
          onPick={(urn) => set(shape === 'link' ? [make(urn)] : form.some((each) => urnOf(each) === urn) ? form : [...form, make(urn)])}
        />
      </>
    ),
    Show: ({ value }) => <Links part={part} urns={listIn<Item>(value, list).map(urnOf)} />,
  };
}

/** Edits the part of this name. @throws Error if the model has none */
export function editLinksNamed(name: string): Editing<readonly Item[]> {
  const part = partNamed(name);
  if (!part) throw new Error(`the model has no part ${name}`);
  return editLinksOf(part);
}

interface LinksProps {
  readonly part: EditedPart;
  readonly urns: readonly string[];
  readonly onRemove?: (urn: string) => void;
}

/** The links of a part, as they are shown and edited. */
export function Links({ part, urns, onRemove }: LinksProps) {
  const kind = KINDS[part.name]?.kind;
  if (kind === undefined) return onRemove ? <PickedList urns={urns} onRemove={onRemove} /> : <EntityList urns={urns} />;
  if (urns.length === 0) return <p class="muted">None yet.</p>;
  return (
    <div class="tags bar close">
      {urns.map((urn) => (
        <Tag key={urn} urn={urn} kind={kind} {...(onRemove ? { onRemove: () => onRemove(urn) } : {})} />
      ))}
    </div>
  );
}

/** Entities by their names. */
export function EntityList({ urns }: { readonly urns: readonly string[] }) {
  if (urns.length === 0) return <p class="muted">None.</p>;
  return (
    <ul class="link-list">
      {urns.map((urn) => (
        <li key={urn}>
          <EntityLink urn={urn} />
        </li>
      ))}
    </ul>
  );
}
