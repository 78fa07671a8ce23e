/**
 * Edits what people say about a column: `editableSchemaMetadata` of its dataset has an entry for each column that was edited.
 */
import type { TargetedKeyboardEvent } from 'preact';
import { plainPath } from '../../column-names.ts';
import { type AspectEdit, type Json, type PatchOperation, pathPart, stampNow } from '../api/edit.ts';
import { isRecord, recordsIn, textOf } from '../data/is-record.ts';
import type { Field } from '../data/merge-fields.ts';
import { TextArea } from '../parts/field.tsx';
import { Tag } from '../parts/tag.tsx';
import { changedMembers } from './changed-members.ts';
import { newTag, newTerm } from './create-label.ts';
import { EntityPicker } from './entity-picker.tsx';
import { withDifference } from './list-difference.ts';
import type { Editing } from './use-editing.ts';

const ASPECT = 'editableSchemaMetadata';
const LIST = 'editableSchemaFieldInfo';

function entryOf(value: Json | undefined, path: string): Json | undefined {
  return recordsIn(value?.[LIST]).find((each) => each.fieldPath === path);
}

/** Sets members of the entry of a column, or removes those that are undefined. Entries of other columns stay. */
function changeOf(now: Json | undefined, path: string, members: Readonly<Record<string, unknown>>): AspectEdit {
  const entry = entryOf(now, path);
  const at = `/${LIST}/${pathPart(path)}`;
  const set = Object.entries(members).filter(([, value]) => value !== undefined);
  const patch: PatchOperation[] = entry
    ? Object.entries(members).flatMap(([name, value]): PatchOperation[] => {
        if (value !== undefined) return [{ op: 'add', path: `${at}/${name}`, value }];
        return entry[name] === undefined ? [] : [{ op: 'remove', path: `${at}/${name}` }];
      })
    : [{ op: 'add', path: at, value: { fieldPath: path, ...Object.fromEntries(set) } }];
  return { patch, arrayPrimaryKeys: { [LIST]: ['fieldPath'] } };
}

/**
 * Edits the description. An empty one, or that of the source, brings back that of the source.
 *
 * @param goesOn Enter leads to the next column
 */
export function editColumnDescription({ path, entry, own }: Field, goesOn = false): Editing<string> {
  return {
    title: `Description of ${plainPath(path)}`,
    part: `description of ${path}`,
    aspect: ASPECT,
    read: (value) => textOf(entryOf(value, entry)?.description) || own.description,
    change: (now, text) => changeOf(now, entry, { description: ['', own.description].includes(text.trim()) ? undefined : text.trim() }),
    Form: ({ form, set }) => (
      <div class="field">
        <TextArea
          id="column-description"
          label="Description"
          rows={4}
          value={form}
          onType={set}
          onKeyDown={saveOnEnter}
          hint={
            <>
              <kbd>Enter</kbd> saves{goesOn && ' and opens the next column'}, <kbd>Shift</kbd> <kbd>Enter</kbd> begins a new line.
            </>
          }
        />
        {own.description !== '' && own.description !== form && (
          <p class="from-source small">
            <span class="muted">From the source</span> {own.description}
          </p>
        )}
      </div>
    ),
    Show: ({ value }) => <p class="prose">{textOf(entryOf(value, entry)?.description) || own.description}</p>,
  };
}

function saveOnEnter(event: TargetedKeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

interface Labels {
  /** As they are stored, so that what else is stored with them stays. */
  readonly tags: readonly Json[];
  readonly terms: readonly Json[];
}

const tagUrn = (label: Json): string => textOf(label.tag);
const termUrn = (label: Json): string => textOf(label.urn);

function labelsIn(value: Json | undefined, path: string): Labels {
  const { globalTags, glossaryTerms } = entryOf(value, path) ?? {};
  return {
    tags: recordsIn(isRecord(globalTags) ? globalTags.tags : undefined),
    terms: recordsIn(isRecord(glossaryTerms) ? glossaryTerms.terms : undefined),
  };
}

/** Edits tags and terms. Those from the source stay, because the source would bring them back. */
export function editColumnLabels({ path, entry: spelling, own }: Field): Editing<Labels> {
  return {
    title: `Tags and terms of ${plainPath(path)}`,
    part: `tags and terms of ${path}`,
    aspect: ASPECT,
    read: (value) => labelsIn(value, spelling),
    change: async (now, form, from) => {
      const stored = labelsIn(now, spelling);
      const entry = entryOf(now, spelling);
      const changed = changedMembers(form, from);
      const tags = withDifference(stored.tags, form.tags, from.tags, tagUrn);
      const terms = withDifference(stored.terms, form.terms, from.terms, termUrn);
      const record = (name: string): Json => (isRecord(entry?.[name]) ? entry[name] : {});
      return changeOf(now, spelling, {
        ...(changed.tags && { globalTags: tags.length === 0 ? undefined : { ...record('globalTags'), tags } }),
        ...(changed.terms && { glossaryTerms: terms.length === 0 ? undefined : { ...record('glossaryTerms'), terms, auditStamp: await stampNow() } }),
      });
    },
    Form: ({ form, set }) => (
      <>
        <LabelList
          own={own.tags}
          urns={form.tags.map(tagUrn)}
          kind="tag"
          onRemove={(urn) => set({ ...form, tags: without(form.tags, tagUrn, urn) })}
        />
        <EntityPicker
          label="Add a tag"
          types={['TAG']}
          creating={newTag}
          onPick={(tag) => set({ ...form, tags: [...without(form.tags, tagUrn, tag), { tag }] })}
        />
        <LabelList
          own={own.terms}
          urns={form.terms.map(termUrn)}
          kind="term"
          onRemove={(urn) => set({ ...form, terms: without(form.terms, termUrn, urn) })}
        />
        <EntityPicker
          label="Add a term"
          types={['GLOSSARY_TERM']}
          creating={newTerm}
          onPick={(urn) => set({ ...form, terms: [...without(form.terms, termUrn, urn), { urn }] })}
        />
      </>
    ),
    Show: ({ value }) => {
      const { tags, terms } = labelsIn(value, spelling);
      return (
        <>
          <LabelList own={[]} urns={tags.map(tagUrn)} kind="tag" />
          <LabelList own={[]} urns={terms.map(termUrn)} kind="term" />
        </>
      );
    },
  };
}

function without(labels: readonly Json[], urnOf: (label: Json) => string, urn: string): Json[] {
  return labels.filter((label) => urnOf(label) !== urn);
}

interface LabelListProps {
  /** URNs from the source. */
  readonly own: readonly string[];
  readonly urns: readonly string[];
  readonly kind: 'tag' | 'term';
  readonly onRemove?: (urn: string) => void;
}

function LabelList({ own, urns, kind, onRemove }: LabelListProps) {
  const fromSource = own.filter((urn) => !urns.includes(urn));
  if (urns.length + fromSource.length === 0) return null;
  return (
    <div class="tags bar close">
      {fromSource.map((urn) => (
        <Tag key={urn} urn={urn} kind={kind} />
      ))}
      {fromSource.length > 0 && <span class="muted small">from the source</span>}
      {urns.map((urn) => (
        <Tag key={urn} urn={urn} kind={kind} {...(onRemove ? { onRemove: () => onRemove(urn) } : {})} />
      ))}
    </div>
  );
}
