/**
 * Forms: questions about assets, who is asked, and how far the answers are.
 */
import { answerPromptMutation, changeFormMutation, makeFormMutation, verifyFormMutation } from '../../generated/queries.ts';
import type { Shape } from '../data/aspects.ts';
import { isRecord, recordsIn } from '../data/is-record.ts';
import { compareNames } from '../data/words.ts';
import { mutate } from './client.ts';
import { count, type Scope } from './counts.ts';
import { listEntities, readEntities, readEntity, type Stamp } from './entity.ts';
import { forgetName } from './names.ts';
import type { PropertyValue } from './properties.ts';
import type { FacetValue } from './search.ts';
import { idOfUrn } from './urn.ts';

type Info = Shape<'formInfo'>;
export type Prompt = Info['prompts'][number];
export type PromptType = Prompt['type'];
/** A question that is being made has no id yet. */
export type Question = Omit<Prompt, 'id'> & { readonly id?: string };

export interface Form {
  readonly urn: string;
  readonly name: string;
  readonly description: string;
  /** Somebody signs the answers off. */
  readonly verified: boolean;
  readonly prompts: readonly Prompt[];
  /** Who answers. */
  readonly owners: boolean;
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

export type FormDraft = Omit<Form, 'urn' | 'prompts'> & { readonly prompts: readonly Question[] };

function formFrom({ urn, aspects }: Awaited<ReturnType<typeof readEntity>>): Form {
  const { name, description, type, prompts, actors } = (aspects.formInfo?.value ?? {}) as Partial<Info>;
  return {
    urn,
    name: name || idOfUrn(urn),
    description: description ?? '',
    verified: type === 'VERIFICATION',
    prompts: prompts ?? [],
    owners: actors?.owners !== false,
    users: actors?.users ?? [],
    groups: actors?.groups ?? [],
  };
}

export async function readForm(urn: string, signal?: AbortSignal): Promise<Form> {
  return formFrom(await readEntity(urn, signal));
}

/** Those of these forms that exist. */
export async function readForms(urns: readonly string[], signal?: AbortSignal): Promise<Form[]> {
  return urns.length === 0 ? [] : (await readEntities(urns, signal)).map(formFrom);
}

/** All forms, by name. */
export async function listForms(signal?: AbortSignal): Promise<Form[]> {
  const entities = await listEntities('form', { aspects: ['formInfo'] }, signal);
  return entities
    .filter(({ aspects }) => aspects.formInfo)
    .map(formFrom)
    .sort((a, b) => compareNames(a.name, b.name));
}

/** @param urn of the form that is changed; absent: a new one. @returns its URN */
export async function saveForm(urn: string | undefined, { name, description, verified, prompts, owners, users, groups }: FormDraft): Promise<string> {
  const type = verified ? ('VERIFICATION' as const) : ('COMPLETION' as const);
  const input = { name, description, type, prompts, actors: { owners, users, groups } };
  if (urn === undefined) return (await mutate(makeFormMutation, { input })).made.urn;
  await mutate(changeFormMutation, { input: { urn, ...input } });
  forgetName(urn);
  return urn;
}

interface PromptAnswer {
  readonly prompt: Prompt;
  readonly column?: string;
  readonly values?: readonly PropertyValue[];
}

/** Answers a question about an asset. What is no property is there already: this notes that it is the answer. */
export async function answerPrompt(urn: string, form: string, { prompt, column, values }: PromptAnswer): Promise<void> {
  const property = prompt.structuredPropertyParams?.urn;
  const sent = values?.map((value) => ('double' in value ? { numberValue: value.double } : { stringValue: value.string }));
  const input = {
    promptId: prompt.id,
    formUrn: form,
    type: prompt.type,
    ...(column !== undefined && { fieldPath: column }),
    ...(property !== undefined && sent && { structuredPropertyParams: { structuredPropertyUrn: property, values: sent } }),
  };
  await mutate(answerPromptMutation, { urn, input });
}

export async function verifyForm(urn: string, form: string): Promise<void> {
  await mutate(verifyFormMutation, { input: { formUrn: form, entityUrn: urn } });
}

interface AnsweredPrompt {
  /** False for a question about columns that lacks some. */
  readonly done: boolean;
  readonly stamp: Stamp | undefined;
  /** For a question about columns: their paths. */
  readonly columns: readonly string[];
}

/** A form as an asset is asked it. */
export interface AskedForm {
  readonly form: string;
  readonly complete: boolean;
  /** Who signed the answers off, and when. */
  readonly verified: Stamp | undefined;
  /** Answers so far, also of questions about columns that are not done; by the id of the question. */
  readonly answers: ReadonlyMap<string, AnsweredPrompt>;
}

/** @param value of the aspect `forms` */
export function askedIn(value: Readonly<Record<string, unknown>> | undefined): AskedForm[] {
  const { incompleteForms = [], completedForms = [], verifications = [] } = (value ?? {}) as Partial<Shape<'forms'>>;
  const verifiedBy = new Map(verifications.map(({ form, lastModified }) => [form, lastModified]));
  return [...incompleteForms.map((each) => [each, false] as const), ...completedForms.map((each) => [each, true] as const)].map(
    ([{ urn, incompletePrompts, completedPrompts }, complete]) => ({
      form: urn,
      complete,
      verified: verifiedBy.get(urn),
      answers: new Map([
        ...(incompletePrompts ?? []).map((each) => [each.id, answeredIn(each, false)] as const),
        ...(completedPrompts ?? []).map((each) => [each.id, answeredIn(each, true)] as const),
      ]),
    }),
  );
}

function answeredIn({ lastModified, fieldAssociations }: { lastModified?: Stamp; fieldAssociations?: unknown }, done: boolean): AnsweredPrompt {
  const fields = isRecord(fieldAssociations) ? recordsIn(fieldAssociations.completedFieldPrompts) : [];
  return { done, stamp: lastModified, columns: fields.map(({ fieldPath }) => String(fieldPath)) };
}

export interface FormPart {
  /** URN of a domain or an owner. */
  readonly of: string;
  readonly open: number;
  readonly complete: number;
}

export interface Progress {
  readonly open: number;
  readonly complete: number;
  readonly verified: number;
  /** Those with the most that is open first. */
  readonly domains: readonly FormPart[];
  readonly owners: readonly FormPart[];
}

const MOST_PARTS = 200;

/** How far the answers to a form are, in all and by whom they are asked of. */
export async function readProgress(form: string, signal?: AbortSignal): Promise<Progress> {
  const [open, complete] = [askedScope('incompleteForms', form), askedScope('completedForms', form)];
  const facets = ['domains', 'owners'].flatMap((field) => [open, complete].map((scope) => ({ field, most: MOST_PARTS, ...scope })));
  const read = await count(facets, [open, complete, askedScope('verifiedForms', form)], signal);
  const [domainsOpen = [], domainsComplete = [], ownersOpen = [], ownersComplete = []] = read.facets;
  const [opens = 0, completes = 0, verified = 0] = read.totals;
  return {
    open: opens,
    complete: completes,
    verified,
    domains: partsOf(domainsOpen, domainsComplete),
    owners: partsOf(ownersOpen, ownersComplete),
  };
}

function partsOf(open: readonly FacetValue[], complete: readonly FacetValue[]): FormPart[] {
  const of = (list: readonly FacetValue[], value: string): number => list.find((each) => each.value === value)?.count ?? 0;
  return [...new Set([...open, ...complete].map(({ value }) => value))]
    .map((value) => ({ of: value, open: of(open, value), complete: of(complete, value) }))
    .sort((a, b) => b.open - a.open || b.complete - a.complete);
}

/** Forms whose assets are counted in one request, and at most. */
const [AT_ONCE, MOST_COUNTED] = [10, 50];

/** How many assets each form is open and complete on. */
export async function countAsked(forms: readonly Form[], signal?: AbortSignal): Promise<readonly FormPart[]> {
  const parts: FormPart[] = [];
  for (let from = 0; from < Math.min(forms.length, MOST_COUNTED); from += AT_ONCE) {
    const some = forms.slice(from, from + AT_ONCE);
    const scopes = some.flatMap(({ urn }) => [askedScope('incompleteForms', urn), askedScope('completedForms', urn)]);
    const { totals } = await count([], scopes, signal);
    parts.push(...some.map(({ urn }, at) => ({ of: urn, open: totals[2 * at] ?? 0, complete: totals[2 * at + 1] ?? 0 })));
  }
  return parts;
}

const askedScope = (field: string, form: string): Scope => ({ anyOf: [[{ field, values: [form] }]] });
