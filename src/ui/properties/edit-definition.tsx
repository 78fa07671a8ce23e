/**
 * Changes a definition in ways that keep existing values valid.
 */
import { type Json, stampNow } from '../api/edit.ts';
import { type Choice, entityTypeUrn, type Property } from '../api/properties.ts';
import { changedMembers } from '../edit/changed-members.ts';
import type { Editing } from '../edit/use-editing.ts';
import { Check } from '../parts/check.tsx';
import { TextArea, TextField } from '../parts/field.tsx';
import { ChoiceFields } from './choice-fields.tsx';
import { TypeFields } from './type-fields.tsx';

interface DefinitionForm {
  readonly displayName: string;
  readonly description: string;
  readonly many: boolean;
  readonly types: readonly string[];
  /** Allowed values to add to the existing ones. */
  readonly more: readonly Choice[];
}

/** @param types names of all entity types on which properties can be set */
export function editDefinition(property: Property, types: readonly string[]): Editing<DefinitionForm> {
  const { kind, many, entityTypes, choices } = property;
  return {
    title: 'Change the property',
    aspect: 'propertyDefinition',
    read: () => ({ displayName: property.name, description: property.description, many, types: entityTypes, more: [] }),
    change: async (now, form, from) => ({ value: { ...now, ...changed(now, changedMembers(form, from)), lastModified: await stampNow() } }),
    Form: ({ form, set }) => (
      <>
        <TextField id="displayName" label="Name" required value={form.displayName} onType={(text) => set({ ...form, displayName: text })} />
        <TextArea id="about" label="What it means" rows={3} value={form.description} onType={(text) => set({ ...form, description: text })} />
        {choices && <ChoiceFields kind={kind} choices={form.more} onChange={(more) => set({ ...form, more })} label="More allowed values" />}
        {!many && (
          <Check checked={form.many} onCheck={(yes) => set({ ...form, many: yes })}>
            Allow several values (you cannot undo this)
          </Check>
        )}
        <TypeFields types={types} chosen={form.types} fixed={entityTypes} onChange={(chosen) => set({ ...form, types: chosen })} />
      </>
    ),
    Show: ({ value }) => (
      <p>
        <strong>{String(value?.displayName ?? '')}</strong> {String(value?.description ?? '')}
      </p>
    ),
  };
}

/** What is only added comes to what others have added meanwhile. */
function changed(now: Json | undefined, { displayName, description, many = false, types = [], more = [] }: Partial<DefinitionForm>): Json {
  const there = Array.isArray(now?.entityTypes) ? (now.entityTypes as string[]) : [];
  const added = types.map(entityTypeUrn).filter((urn) => !there.some((each) => each.toLowerCase() === urn.toLowerCase()));
  const allowed = Array.isArray(now?.allowedValues) ? now.allowedValues : [];
  return {
    ...(displayName !== undefined && { displayName }),
    ...(description !== undefined && { description }),
    ...(many && { cardinality: 'MULTIPLE' }),
    ...(added.length > 0 && { entityTypes: [...there, ...added] }),
    ...(more.length > 0 && { allowedValues: [...allowed, ...more] }),
  };
}
