/**
 * Answers to forms: which questions of an entity are answered, when a form is complete, and who has verified it (docs/semantics.md 15.7).
 * The value of a question goes where it belongs, to a structured property of the entity or of a column. Pure.
 */
import { badParameter } from '../../errors.ts';
import { DOMAINS, FORMS, GLOBAL_TAGS, GLOSSARY_TERMS, OWNERSHIP, SCHEMA_METADATA } from '../../model/known-names.ts';
import { isRecord, type JsonObject } from '../../model/path.ts';
import { recordsIn } from '../../model/pick.ts';
import { pointerText } from '../../model/pointer.ts';
import type { Urn } from '../../model/urn.ts';
import type { Merge, RawProposal } from '../write/proposal.ts';
import { type EditOperation, patchEdit } from './edit.ts';
import { textsOf } from './texts.ts';

const FORM_INFO = 'formInfo';
/** Where an entity has its forms. */
const HOLDERS = ['incompleteForms', 'completedForms', 'verifications'];

interface FormStamp {
  /** Epoch ms. */
  readonly time: number;
  readonly actor: string;
}

interface PromptAnswer {
  readonly form: Urn;
  /** Id of the question. */
  readonly prompt: string;
  /** Its type. */
  readonly asks: string;
  /** The path of the column that it was answered for; absent for a question about the entity. */
  readonly column: string | undefined;
  readonly stamp: FormStamp;
}

interface FormAssociation {
  readonly association: JsonObject;
  readonly isComplete: boolean;
}

/**
 * Notes that a question is answered. A question about columns is answered when each column of the schema is. A form is complete when its
 * required questions are; a form that was verified and is answered anew must be verified again.
 *
 * @throws Refusal malformed, in the commit, if the entity is not asked this form, or has not what a question asks for that is no property
 */
export function answerEdit(entity: Urn, { form, prompt, asks, column, stamp }: PromptAnswer): RawProposal {
  const places = placesOf(entity, asks);
  const aspects = places?.map(([aspect]) => aspect) ?? [SCHEMA_METADATA];
  return merging(entity, form, aspects, (forms, info, see) => {
    const { association } = askedIn(forms, form, entity);
    if (places && !places.some(([aspect, field]) => isThere(see(aspect), field)))
      throw badParameter('/input/promptId', `a question that ${entity.text} has an answer to`, prompt);
    const own = (list: string): JsonObject[] => recordsIn(association, list).filter(({ id }) => id === prompt);
    const others = (list: string): JsonObject[] => recordsIn(association, list).filter(({ id }) => id !== prompt);
    const [before] = [...own('incompletePrompts'), ...own('completedPrompts')];
    const fields = column === undefined ? undefined : answeredColumns(before, column, stamp, see(SCHEMA_METADATA));
    const isAnswered = fields === undefined || fields.incompleteFieldPrompts.length === 0;
    const answered = { id: prompt, lastModified: stamp, ...(fields && { fieldAssociations: fields }) };
    const after = {
      ...association,
      incompletePrompts: [...others('incompletePrompts'), ...(isAnswered ? [] : [answered])],
      completedPrompts: [...others('completedPrompts'), ...(isAnswered ? [answered] : [])],
    };
    const isComplete = openPrompts(after, info).length === 0;
    const rest = (list: string): JsonObject[] => recordsIn(forms, list).filter(({ urn }) => urn !== form.text);
    return {
      ...forms,
      incompleteForms: [...rest('incompleteForms'), ...(isComplete ? [] : [after])],
      completedForms: [...rest('completedForms'), ...(isComplete ? [after] : [])],
      verifications: recordsIn(forms, 'verifications').filter((each) => each.form !== form.text),
    };
  });
}

/** Where the answer to a question is that is not about a property: aspect and field. */
function placesOf({ type }: Urn, asks: string): (readonly [string, string])[] | undefined {
  if (asks === 'DOCUMENTATION') return textsOf(type).descriptions.map((place) => place.split('.') as [string, string]);
  const place = LISTS[asks];
  return place && [place];
}

const LISTS: Readonly<Record<string, readonly [string, string]>> = {
  OWNERSHIP: [OWNERSHIP, 'owners'],
  DOMAIN: [DOMAINS, 'domains'],
  GLOSSARY_TERMS: [GLOSSARY_TERMS, 'terms'],
  TAGS: [GLOBAL_TAGS, 'tags'],
};

/** A text or a list that is not empty. */
function isThere(value: unknown, field: string): boolean {
  const found = isRecord(value) ? value[field] : undefined;
  return (typeof found === 'string' || Array.isArray(found)) && found.length > 0;
}

/** Asks a form about an entity. One that is asked it already stays as it is. */
export function askEdit(entity: Urn, form: Urn, stamp: FormStamp): RawProposal {
  return merging(entity, form, [], (forms, info) => {
    const lists = [recordsIn(forms, 'incompleteForms'), recordsIn(forms, 'completedForms')] as const;
    if (lists.flat().some(({ urn }) => urn === form.text)) return undefined;
    const incompletePrompts = recordsIn(info, 'prompts').map(({ id }) => ({ id, lastModified: stamp }));
    return { ...forms, incompleteForms: [...lists[0], { urn: form.text, incompletePrompts }], completedForms: lists[1] };
  });
}

/** Takes a form off an entity that has it, with its answers. */
export function unaskEdit(entity: string, form: string): RawProposal {
  return patchEdit(
    entity,
    FORMS,
    HOLDERS.map((list): EditOperation => ({ op: 'remove', path: pointerText([list, form]) })),
  );
}

/** Is this entity asked the form, or has it been? */
export function hasForm(forms: unknown, form: string): boolean {
  return HOLDERS.some((list) => recordsIn(forms, list).some((each) => each.urn === form || each.form === form));
}

/**
 * Notes that somebody has verified the answers.
 *
 * @throws Refusal malformed, in the commit, for a form that needs no verification, that the entity is not asked, or that is not complete
 */
export function verifyEdit(entity: Urn, form: Urn, stamp: FormStamp): RawProposal {
  return merging(entity, form, [], (forms, info) => {
    const { association, isComplete } = askedIn(forms, form, entity);
    if (info.type !== 'VERIFICATION') throw badParameter('/input/formUrn', 'a form of the type VERIFICATION', form.text);
    const open = isComplete ? [] : openPrompts(association, info);
    if (open.length > 0) throw badParameter('/input/formUrn', `a form whose required questions are answered; ${open.join(', ')} are open`, form.text);
    const verifications = recordsIn(forms, 'verifications').filter((each) => each.form !== form.text);
    const rest = (list: string): JsonObject[] => recordsIn(forms, list).filter(({ urn }) => urn !== form.text);
    return {
      ...forms,
      incompleteForms: rest('incompleteForms'),
      completedForms: [...rest('completedForms'), association],
      verifications: [...verifications, { form: form.text, lastModified: stamp }],
    };
  });
}

type FormChange = (forms: JsonObject, info: JsonObject, see: (aspect: string) => unknown) => JsonObject | undefined;

/**
 * The new value is made in the commit, so that two answers at the same time both count.
 *
 * @param aspects what else of the entity the change looks at
 */
function merging(entity: Urn, form: Urn, aspects: readonly string[], change: FormChange): RawProposal {
  const own = aspects.filter((aspect) => entity.type.aspects.has(aspect));
  const merge: Merge = {
    sees: [{ urn: form, aspect: FORM_INFO }, ...own.map((aspect) => ({ urn: entity, aspect }))],
    make: (base, see) => {
      const info = see(form.text, FORM_INFO);
      const json = change(base?.json ?? {}, isRecord(info) ? info : {}, (aspect) => (own.includes(aspect) ? see(entity.text, aspect) : undefined));
      return json && { json, lastObserved: 0, observed: {} };
    },
  };
  return { entityUrn: entity.text, aspectName: FORMS, changeType: 'MERGE', merge };
}

/** @throws Refusal malformed */
function askedIn(forms: JsonObject, form: Urn, entity: Urn): FormAssociation {
  const find = (list: string): JsonObject | undefined => recordsIn(forms, list).find(({ urn }) => urn === form.text);
  const [open, complete] = [find('incompleteForms'), find('completedForms')];
  const association = open ?? complete;
  if (!association) throw badParameter('/input/formUrn', `a form that ${entity.text} is asked`, form.text);
  return { association, isComplete: open === undefined };
}

/** Ids of the required questions that are open. */
function openPrompts(association: JsonObject, info: JsonObject): string[] {
  const answered = new Set(recordsIn(association, 'completedPrompts').map(({ id }) => id));
  return recordsIn(info, 'prompts').flatMap(({ id, required }) => (required === true && !answered.has(id) ? [String(id)] : []));
}

/** Which columns a question is answered for, and for which it is open. */
function answeredColumns(before: JsonObject | undefined, column: string, stamp: FormStamp, schema: unknown) {
  const done = recordsIn(before?.fieldAssociations, 'completedFieldPrompts').filter(({ fieldPath }) => fieldPath !== column);
  const completedFieldPrompts = [...done, { fieldPath: column, lastModified: stamp }];
  const answered = new Set(completedFieldPrompts.map(({ fieldPath }) => fieldPath));
  const columns = recordsIn(schema, 'fields').flatMap(({ fieldPath }) => (answered.has(fieldPath) ? [] : [fieldPath]));
  return { completedFieldPrompts, incompleteFieldPrompts: columns.map((fieldPath) => ({ fieldPath, lastModified: stamp })) };
}

/** The question of a form with this id. */
export function promptOf(info: unknown, id: string): { readonly type: string; readonly property: string | undefined } | undefined {
  const found = recordsIn(info, 'prompts').find((each) => each.id === id);
  if (!found) return undefined;
  const { urn } = isRecord(found.structuredPropertyParams) ? found.structuredPropertyParams : {};
  return { type: String(found.type), property: typeof urn === 'string' ? urn : undefined };
}
