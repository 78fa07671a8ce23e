/**
 * Mutations by which clients ask forms about entities, as they do when they load forms from files (docs/semantics.md 15.3).
 */

import { noSuchForm } from '../../../errors.ts';
import { valueOf } from '../../../model/json.ts';
import { urnFrom } from '../../../model/named.ts';
import { isRecord } from '../../../model/path.ts';
import { pointerPart } from '../../../model/pointer.ts';
import type { Urn } from '../../../model/urn.ts';
import { type GraphContext, type Part, type Resolve, urnOfType, writeAll } from '../operation.ts';
import { filterOf, type OrFilters } from './search-inputs.ts';

/** Ids of the questions of a form. @throws Refusal notFound */
async function promptsOf({ loaders }: GraphContext, form: Urn): Promise<unknown[]> {
  const info = await loaders.value(form, 'formInfo');
  if (!info) throw noSuchForm(form.text);
  return Array.isArray(info.prompts) ? info.prompts.filter(isRecord).map(({ id }) => id) : [];
}

/** Entities that have been asked already stay as they are. */
const assign: Resolve<{ input: { formUrn: string; entityUrns: readonly string[] } }> = async (_, { input }, context) => {
  const { model } = context.catalog;
  const form = urnOfType(model, input.formUrn, 'form');
  const lastModified = { time: Date.now(), actor: context.actor };
  const incompletePrompts = (await promptsOf(context, form)).map((id) => ({ id, lastModified }));
  const entities = [...new Set(input.entityUrns)].map((text) => urnFrom(model, text));
  const forms = await Promise.all(entities.map((entity) => context.loaders.value(entity, 'forms')));
  const asked = forms.map((value) => [value?.incompleteForms, value?.completedForms].flat().some((each) => isRecord(each) && each.urn === form.text));
  const op = {
    op: 'add',
    path: `/incompleteForms/${pointerPart(form.text)}`,
    value: { urn: form.text, incompletePrompts },
  };
  const value = valueOf({ patch: [op], arrayPrimaryKeys: { incompleteForms: ['urn'] } });
  const open = entities.filter((__, index) => !asked[index]);
  await writeAll(
    context,
    open.map(({ text }) => ({ entityUrn: text, aspectName: 'forms', changeType: 'PATCH' as const, value })),
  );
  return true;
};

/** Keeps the filter that says which entities a form is for. */
const assignByFilter: Resolve<{ input: { formUrn: string; orFilters: OrFilters } }> = async (_, { input }, context) => {
  const form = urnOfType(context.catalog.model, input.formUrn, 'form');
  await promptsOf(context, form);
  const value = valueOf({ filter: filterOf(input.orFilters) });
  await writeAll(context, [{ entityUrn: form.text, aspectName: 'dynamicFormAssignment', changeType: 'UPSERT', value }]);
  return true;
};

export const forms: Part = {
  sdl: `
input BatchAssignFormInput { formUrn: String! entityUrns: [String!]! }
input CreateDynamicFormAssignmentInput { formUrn: String! orFilters: [AndFilterInput!]! }
extend type Mutation {
  "Asks a form about entities."
  batchAssignForm(input: BatchAssignFormInput!): Boolean
  "Keeps the filter that says which entities a form is for."
  createDynamicFormAssignment(input: CreateDynamicFormAssignmentInput!): Boolean
}`,
  resolvers: { Mutation: { batchAssignForm: assign, createDynamicFormAssignment: assignByFilter } },
};
