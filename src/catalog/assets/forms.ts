/**
 * Answers to forms: which questions of an entity are answered, when a form is complete, and who has verified it (docs/semantics.md 15.7).
 * The value of a question goes where it belongs, to a structured property of the entity or of a column. Pure.
 */
import { badParameter } from '../../errors.ts';
import { FORMS, SCHEMA_METADATA } from '../../model/known-names.ts';
import { isRecord } from '../../model/path.ts';
import { recordsIn } from '../../model/pick.ts';
import type { Urn } from '../../model/urn.ts';
import type { Merge, RawProposal } from '../write/proposal.ts';

const FORM_INFO = 'formInfo';

interface Stamp {
  /** Epoch ms. */
  readonly time: number;
  readonly actor: string;
}

export interface PromptAnswer {
  readonly form: Urn;
  /** Id of the question. */
  readonly prompt: string;
  /** The path of the column that it was answered for; absent for a question about the entity. */
  readonly column: string | undefined;
  readonly stamp: Stamp;
}

type Json = Record<string, unknown>;
interface Asked {
  readonly association: Json;
  readonly isComplete: boolean;
}

/**
 * Notes that a question is answered. A question about columns is answered when each column of the schema is. A form is complete when its
 * required questions are; a form that was verified and is answered anew must be verified again.
 *
 * @throws Refusal malformed, in the commit, if the entity is not asked this form
 */
export function answerEdit(entity: Urn, { form, prompt, column, stamp }: PromptAnswer): RawProposal {
  return merging(entity, form, stamp, (forms, info, schema) => {
    const { association } = askedIn(forms, form, entity);
    const own = (list: string): Json[] => recordsIn(association, list).filter(({ id }) => id === prompt);
    const others = (list: string): Json[] => recordsIn(association, list).filter(({ id }) => id !== prompt);
    const [before] = [...own('incompletePrompts'), ...own('completedPrompts')];
    const fields = column === undefined ? undefined : answeredColumns(before, column, stamp, schema);
    const isAnswered = fields === undefined || fields.incompleteFieldPrompts.length === 0;
    const answered = { id: prompt, lastModified: stamp, ...(fields && { fieldAssociations: fields }) };
    const after = {
      ...association,
      incompletePrompts: [...others('incompletePrompts'), ...(isAnswered ? [] : [answered])],
      completedPrompts: [...others('completedPrompts'), ...(isAnswered ? [answered] : [])],
    };
    const isComplete = openPrompts(after, info).length === 0;
    const rest = (list: string): Json[] => recordsIn(forms, list).filter(({ urn }) => urn !== form.text);
    return {
      ...forms,
      incompleteForms: [...rest('incompleteForms'), ...(isComplete ? [] : [after])],
      completedForms: [...rest('completedForms'), ...(isComplete ? [after] : [])],
      verifications: recordsIn(forms, 'verifications').filter((each) => each.form !== form.text),
    };
  });
}

/**
 * Notes that somebody has verified the answers.
 *
 * @throws Refusal malformed, in the commit, for a form that needs no verification, that the entity is not asked, or that is not complete
 */
export function verifyEdit(entity: Urn, form: Urn, stamp: Stamp): RawProposal {
  return merging(entity, form, stamp, (forms, info) => {
    const { association, isComplete } = askedIn(forms, form, entity);
    if (info.type !== 'VERIFICATION') throw badParameter('/input/formUrn', 'a form of the type VERIFICATION', form.text);
    const open = isComplete ? [] : openPrompts(association, info);
    if (open.length > 0) throw badParameter('/input/formUrn', `a form whose required questions are answered; ${open.join(', ')} are open`, form.text);
    const verifications = recordsIn(forms, 'verifications').filter((each) => each.form !== form.text);
    const rest = (list: string): Json[] => recordsIn(forms, list).filter(({ urn }) => urn !== form.text);
    return {
      ...forms,
      incompleteForms: rest('incompleteForms'),
      completedForms: [...rest('completedForms'), association],
      verifications: [...verifications, { form: form.text, lastModified: stamp }],
    };
  });
}

/** The new value is made in the commit, so that two answers at the same time both count. */
function merging(entity: Urn, form: Urn, { time }: Stamp, change: (forms: Json, info: Json, schema: unknown) => Json): RawProposal {
  const sees = [{ urn: form, aspect: FORM_INFO }, ...(entity.type.aspects.has(SCHEMA_METADATA) ? [{ urn: entity, aspect: SCHEMA_METADATA }] : [])];
  const merge: Merge = {
    sees,
    make: (base, see) => {
      const info = see(form.text, FORM_INFO);
      const schema = sees.length > 1 ? see(entity.text, SCHEMA_METADATA) : undefined;
      return { json: change(base?.json ?? {}, isRecord(info) ? info : {}, schema), lastObserved: time, observed: {} };
    },
  };
  return { entityUrn: entity.text, aspectName: FORMS, changeType: 'MERGE', merge };
}

/** @throws Refusal malformed */
function askedIn(forms: Json, form: Urn, entity: Urn): Asked {
  const find = (list: string): Json | undefined => recordsIn(forms, list).find(({ urn }) => urn === form.text);
  const [open, complete] = [find('incompleteForms'), find('completedForms')];
  const association = open ?? complete;
  if (!association) throw badParameter('/input/formUrn', `a form that ${entity.text} is asked`, form.text);
  return { association, isComplete: open === undefined };
}

/** Ids of the required questions that are open. */
function openPrompts(association: Json, info: Json): string[] {
  const answered = new Set(recordsIn(association, 'completedPrompts').map(({ id }) => id));
  return recordsIn(info, 'prompts').flatMap(({ id, required }) => (required === true && !answered.has(id) ? [String(id)] : []));
}

/** Which columns a question is answered for, and for which it is open. */
function answeredColumns(before: Json | undefined, column: string, stamp: Stamp, schema: unknown) {
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
