/**
 * Renames a term, a group, a domain, a data product, a tag or a document, moves it into another one, and says whether a tag is sensitive.
 */
import { readAbout } from '../api/about.ts';
import type { PatchOperation } from '../api/edit.ts';
import { Check } from '../parts/check.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { TextField } from '../parts/field.tsx';
import { typeSettings } from '../settings.ts';
import { Chosen } from './new-thing.tsx';
import type { Editing } from './use-editing.ts';
import { changeWords, isFlagged, placeIn, type Thing } from './vocabulary.ts';

interface ArrangeForm {
  readonly name: string;
  readonly parent?: string | undefined;
  readonly flag?: boolean;
}

/** @param shown the name that the page shows, where the aspect has none */
export function editPlace(urn: string, thing: Thing, shown: string): Editing<ArrangeForm> {
  const { aspect, nameField, place, flag, named, word } = thing;
  return {
    title: `${changeWords(thing)} the ${word}`,
    aspect,
    read: (value) => ({ name: String(value?.[nameField] ?? '') || shown, parent: placeIn(thing, value), flag: isFlagged(thing, value) }),
    check: ({ name }) => (name.trim() === '' ? `A ${word} has a ${named.toLowerCase()}.` : undefined),
    change: async (now, form, from) => {
      if (form.parent !== from.parent && form.parent !== undefined) await mustNotBeIn(urn, form.parent, word);
      const patch: PatchOperation[] = [];
      const needsName = now === undefined && typeSettings(thing.type)?.namesNeeded.includes(nameField) === true;
      if (form.name !== from.name || needsName) patch.push({ op: 'add', path: `/${nameField}`, value: form.name.trim() });
      if (place && form.parent !== from.parent) {
        if (form.parent !== undefined) patch.push({ op: 'add', path: `/${place.field}`, value: place.write(form.parent) });
        else if (placeIn(thing, now) !== undefined) patch.push({ op: 'remove', path: `/${place.field}` });
      }
      if (flag && form.flag !== from.flag) patch.push({ op: 'add', path: `/${flag.field}`, value: form.flag === true });
      return { patch };
    },
    Form: ({ form, set }) => (
      <>
        <TextField id="thing-name" label={named} required value={form.name} onType={(text) => set({ ...form, name: text })} />
        {place && <Chosen label={place.label} types={place.types} urn={form.parent} onChoose={(parent) => set({ ...form, parent })} />}
        {flag && (
          <Check checked={form.flag === true} onCheck={(yes) => set({ ...form, flag: yes })}>
            {flag.label}
          </Check>
        )}
      </>
    ),
    Show: ({ value }) => {
      const parent = placeIn(thing, value);
      return (
        <p>
          <strong>{String(value?.[nameField] ?? '')}</strong> {parent !== undefined && <EntityLink urn={parent} />}
          {isFlagged(thing, value) && flag?.badge}
        </p>
      );
    },
  };
}

/** @throws Error if the new parent is the thing itself, or in it */
async function mustNotBeIn(urn: string, parent: string, word: string): Promise<void> {
  if (parent === urn) throw new Error(`A ${word} cannot be in itself. Choose another one.`);
  const { parents } = await readAbout(parent);
  const last = parents.find((each) => each.urn === urn);
  if (last) throw new Error(`What you have chosen is itself in “${last.name}”. Choose one that is not.`);
}
