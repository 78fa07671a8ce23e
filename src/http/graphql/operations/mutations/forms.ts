/**
 * Mutations that make and change forms, and take them off entities (docs/semantics.md 15.7).
 */
import { randomUUID } from 'node:crypto';
import { type EditOperation, hasForm, patchEdit, unaskEdit } from '../../../../catalog/index.ts';
import { badParameter, noSuchForm } from '../../../../errors.ts';
import type { Arguments } from '../../../../generated/arguments.ts';
import { isRecord } from '../../../../model/path.ts';
import { recordsIn, textsIn } from '../../../../model/pick.ts';
import { pointerText } from '../../../../model/pointer.ts';
import { type GraphContext, type Resolve, type Resolvers, refOf, urnOfType, writeAll } from '../../operation.ts';
import { editEach, resourcesOf } from '../edits/resources.ts';
import { each, given, type InputObject, pick, present, type Values } from './sent.ts';
import { create } from './write.ts';

const INFO = 'formInfo';

interface Prompt extends Values {
  readonly id: string;
}

/** @throws Refusal malformed for a question about a property that does not say which */
function promptsOf(list: InputObject[string], pointer: string): Prompt[] {
  return (each(list, (prompt) => prompt) ?? []).map(({ id, required, structuredPropertyParams, ...rest }, at) => {
    if (!structuredPropertyParams && String(rest.type).endsWith('STRUCTURED_PROPERTY'))
      throw badParameter(`/input/${pointer}/${at}/structuredPropertyParams`, 'the property that the question asks for');
    const asked = {
      ...pick(rest, 'title', 'description', 'type'),
      ...(structuredPropertyParams && { structuredPropertyParams: pick(structuredPropertyParams, 'urn') }),
    };
    return present({ id: String(id ?? randomUUID()), ...asked, required: required ?? false });
  });
}

const createForm = create('form', ({ name, description, type, prompts, actors }) => ({
  [INFO]: {
    ...{ name, description, type: type ?? 'COMPLETION', prompts: promptsOf(prompts, 'prompts') },
    actors: given(pick(actors, 'users', 'groups', 'owners'), { owners: actors?.owners ?? true }),
  },
}));

interface UpdateForm extends InputObject {
  readonly urn: never;
}

/** Whom the form is for: a whole list, or what is added to it and taken off. */
function actorsOf(stored: unknown, change: NonNullable<InputObject[string]>): Values {
  const list = (name: string, added: string, removed: string): [string, string[]][] => {
    const gone = textsIn(change, removed);
    const base = Array.isArray(change[name]) ? textsIn(change, name) : textsIn(stored, name);
    const urns = [...new Set([...base, ...textsIn(change, added)])].filter((urn) => !gone.includes(urn));
    return urns.length > 0 ? [[name, urns]] : [];
  };
  const { users: _, groups: __, ...rest } = isRecord(stored) ? stored : {};
  const lists = [...list('users', 'usersToAdd', 'usersToRemove'), ...list('groups', 'groupsToAdd', 'groupsToRemove')];
  return { ...rest, owners: change.owners ?? rest.owners ?? true, ...Object.fromEntries(lists) };
}

/** A question with the id of one that is there takes its place. */
const updateForm: Resolve<{ input: UpdateForm }> = async (_, { input }, context) => {
  const { loaders, catalog } = context;
  const form = urnOfType(catalog.model, String(input.urn), 'form');
  const info = await loaders.value(form, INFO);
  if (!info) throw noSuchForm(form.text);
  const whole = input.prompts ? promptsOf(input.prompts, 'prompts') : recordsIn(info, 'prompts');
  const added = promptsOf(input.promptsToAdd, 'promptsToAdd');
  const gone = new Set([...textsIn(input, 'promptsToRemove'), ...added.map(({ id }) => id)]);
  const prompts = [...whole.filter(({ id }) => !gone.has(String(id))), ...added];
  const fields = present({
    ...pick(input, 'name', 'description', 'type'),
    ...((input.prompts || gone.size > 0) && { prompts }),
    ...(input.actors && { actors: actorsOf(info.actors, input.actors) }),
  });
  const patch = Object.entries(fields).map(([name, value]): EditOperation => ({ op: 'add', path: pointerText([name]), value }));
  if (patch.length > 0) await writeAll(context, [patchEdit(form.text, INFO, patch)]);
  return refOf(form);
};

/** Entities that are not asked the form stay as they are. */
const removeForm: Resolve<Arguments['batchRemoveForm']> = async (_, { input }, context) => {
  const form = urnOfType(context.catalog.model, input.formUrn, 'form');
  const entities = await asking(context, form.text, input.entityUrns);
  return editEach(context, entities, (urn) => unaskEdit(urn, form.text));
};

/** Of these entities those that have the form. */
async function asking(context: GraphContext, form: string, texts: readonly string[]): Promise<string[]> {
  const resources = await resourcesOf(context, texts);
  const values = await Promise.all(resources.map(({ urn }) => context.loaders.value(urn, 'forms')));
  return resources.flatMap(({ urn }, at) => (hasForm(values[at], form) ? [urn.text] : []));
}

export const formMutations: Resolvers = { Mutation: { createForm, updateForm, batchRemoveForm: removeForm } };
