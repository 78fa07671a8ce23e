/**
 * Mutations by which clients ask forms about entities, as they do when they load forms from files (docs/semantics.md 15.3).
 */
import { answerEdit, askEdit, promptOf, propertyEdit, verifyEdit } from '../../../catalog/index.ts';
import { badParameter, noSuchEntity, noSuchForm } from '../../../errors.ts';
import type { Arguments, SubmitFormPromptInput } from '../../../generated/arguments.ts';
import { valueOf } from '../../../model/json.ts';
import { urnFrom, urnsFrom } from '../../../model/named.ts';
import type { Model } from '../../../model/types.ts';
import type { Urn } from '../../../model/urn.ts';
import { type GraphContext, type Resolve, type Resolvers, stampOf, urnOfType, writeAll } from '../operation.ts';
import { checkExist, columnsAt } from '../operations/edits/resources.ts';
import { filterOf } from './search-inputs.ts';
import { valueFrom } from './values.ts';

/** The questions of a form. @throws Refusal notFound */
async function infoOf({ loaders }: GraphContext, form: Urn): Promise<unknown> {
  const info = await loaders.value(form, 'formInfo');
  if (!info) throw noSuchForm(form.text);
  return info;
}

/** Entities that have been asked already stay as they are. */
const assign: Resolve<Arguments['batchAssignForm']> = async (_, { input }, context) => {
  const { model } = context.catalog;
  const form = urnOfType(model, input.formUrn, 'form', '/input/formUrn');
  await infoOf(context, form);
  const entities = urnsFrom(model, [...new Set(input.entityUrns)], '/input/entityUrns');
  await checkExist(context.loaders, entities);
  await writeAll(
    context,
    entities.map((entity) => askEdit(entity, form, stampOf(context.actor))),
  );
  return true;
};

/** Keeps the filter that says which entities a form is for. */
const assignByFilter: Resolve<Arguments['createDynamicFormAssignment']> = async (_, { input }, context) => {
  const form = urnOfType(context.catalog.model, input.formUrn, 'form', '/input/formUrn');
  await infoOf(context, form);
  const value = valueOf({ filter: filterOf(input.orFilters) });
  await writeAll(context, [{ entityUrn: form.text, aspectName: 'dynamicFormAssignment', changeType: 'UPSERT', value }]);
  return true;
};

/** Sets the property that the question asks for, and notes that it is answered, both or neither. */
const submit: Resolve<Arguments['submitFormPrompt']> = async (_, { urn, input }, context) => {
  const { model } = context.catalog;
  const [entity, form] = [urnFrom(model, urn), urnOfType(model, input.formUrn, 'form', '/input/formUrn')];
  if (!(await context.loaders.exists(entity))) throw noSuchEntity(entity.text);
  const prompt = promptOf(await infoOf(context, form), input.promptId);
  if (!prompt) throw badParameter('/input/promptId', 'the id of a question of the form', input.promptId);
  if (prompt.type !== input.type) throw badParameter('/input/type', `${prompt.type}, the type of the question`, input.type);
  const ofColumns = prompt.type === 'FIELDS_STRUCTURED_PROPERTY';
  const named = input.fieldPath ?? undefined;
  if (ofColumns !== (named !== undefined))
    throw badParameter('/input/fieldPath', ofColumns ? 'the path of a column: the question is about columns' : 'no column', named);
  const [column] = await columnsAt(context, [{ urn: entity, column: named }], '/input/fieldPath');
  const values = prompt.type.endsWith('STRUCTURED_PROPERTY')
    ? [propertyEdit(model, { urn: entity, column: column?.column }, [valuesOf(model, prompt, input)], [])]
    : [];
  const answer = { form, prompt: input.promptId, asks: prompt.type, column: column?.column, stamp: stampOf(context.actor) };
  await writeAll(context, [...values, answerEdit(entity, answer)]);
  return true;
};

/** @throws Refusal malformed */
function valuesOf(model: Model, prompt: { readonly property: string | undefined }, { structuredPropertyParams: params }: SubmitFormPromptInput) {
  if (!params) throw badParameter('/input/structuredPropertyParams', 'the property that the question asks for, with values');
  const property = urnOfType(model, params.structuredPropertyUrn, 'structuredProperty').text;
  if (property !== prompt.property)
    throw badParameter('/input/structuredPropertyParams/structuredPropertyUrn', `${prompt.property}, for which the question asks`, property);
  const values = params.values.map((each, at) => {
    const stored = valueFrom(each, `/input/structuredPropertyParams/values/${at}`);
    return 'string' in stored ? stored.string : stored.double;
  });
  return { property, values };
}

const verify: Resolve<Arguments['verifyForm']> = async (_, { input }, context) => {
  const { model } = context.catalog;
  const [entity, form] = [urnFrom(model, input.entityUrn, '/input/entityUrn'), urnOfType(model, input.formUrn, 'form', '/input/formUrn')];
  await infoOf(context, form);
  await writeAll(context, [verifyEdit(entity, form, stampOf(context.actor))]);
  return true;
};

export const forms: Resolvers = {
  Mutation: { batchAssignForm: assign, createDynamicFormAssignment: assignByFilter, submitFormPrompt: submit, verifyForm: verify },
};
