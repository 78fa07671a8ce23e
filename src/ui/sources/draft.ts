/**
 * A source that somebody edits: its answers or its recipe, and what is stored when it is saved or tested.
 */
import type { SourceForm } from '../../generated/sources.ts';
import { ApiError } from '../api/client.ts';
import { changeSource, makeSecret, makeSource, OWN_EXECUTOR, replaceSecret, type SourceInfo } from '../api/sources.ts';
import { isRecord, type Json } from '../data/is-record.ts';
import {
  type Answers,
  answersIn,
  missingIn,
  parsedRecipe,
  plainSecrets,
  recipeOf,
  referenceTo,
  secretAt,
  secretName,
  startOf,
  typeOfRecipe,
  withValue,
} from '../data/recipe.ts';
import { nextRun, type Schedule } from '../data/schedule.ts';
import { readYaml, yamlOf } from './yaml.ts';

/** How the recipe is edited: by the answers of a form, or as YAML. */
export type RecipeDraft = { readonly form: SourceForm; readonly answers: Answers } | { readonly yaml: string };

export interface SourceDraft {
  readonly name: string;
  readonly recipe: RecipeDraft;
  readonly schedule: Schedule | undefined;
  readonly executor: string;
}

/** A new source of a kind. */
export function newDraft(form: SourceForm | undefined): SourceDraft {
  const recipe = form ? { form, answers: startOf(form) } : { yaml: EXAMPLE };
  return { name: form?.title ?? '', recipe, schedule: undefined, executor: OWN_EXECUTOR };
}

const EXAMPLE = `source:
  type: clickhouse
  config:
    host_port: db.example.com:8123
    username: reader
    password: \${CLICKHOUSE_PASSWORD}
`;

/** The draft of a source that is stored. Its recipe is shown as a form, if one says all of it. */
export async function draftOf({ name, config, schedule }: SourceInfo, form: SourceForm | undefined): Promise<SourceDraft> {
  const recipe = parsedRecipe(config.recipe);
  const answers = form && answersIn(form, recipe);
  return {
    name,
    recipe: form && answers ? { form, answers } : { yaml: recipe ? await yamlOf(recipe) : config.recipe },
    schedule,
    executor: config.executorId ?? OWN_EXECUTOR,
  };
}

/** The recipe of a draft as YAML, for who wants more than its form asks. */
export async function asYaml(recipe: RecipeDraft): Promise<RecipeDraft> {
  return 'yaml' in recipe ? recipe : { yaml: await yamlOf(recipeOf(recipe.form, recipe.answers)) };
}

/** @throws Error in words if something is missing or cannot be read */
async function recipeIn(draft: RecipeDraft): Promise<Json> {
  if ('yaml' in draft) {
    const recipe = await readYaml(draft.yaml);
    if (!isRecord(recipe) || typeOfRecipe(recipe) === undefined) throw new Error('The recipe needs `source`, and in it a `type`, such as postgres.');
    return recipe;
  }
  const [missing] = missingIn(draft.form, draft.answers);
  if (missing) throw new Error(`${missing.label} is missing.`);
  return recipeOf(draft.form, draft.answers);
}

/** A draft whose secrets are stored, its recipe, and the secrets that were made for it. */
export interface StoredDraft {
  readonly recipe: Json;
  readonly draft: RecipeDraft;
  readonly made: readonly string[];
}

/**
 * Stores the secrets that a draft has as plain text, and names them in its recipe instead.
 *
 * @param before the recipe that is stored: a secret that it names gets the new value
 * @throws Error in words if something is missing
 */
export async function withSecretsStored({ name, recipe: draft }: SourceDraft, before: unknown): Promise<StoredDraft> {
  let recipe: unknown = await recipeIn(draft);
  const form = 'form' in draft ? draft.form : undefined;
  const made: string[] = [];
  for (const { path, value } of plainSecrets(form, recipe)) {
    const key = String(path.at(-1));
    const stored = await storeSecret(secretAt(before, path), (turn) => secretName(name, key, turn), value, `${key} of the source ${name}`);
    if (stored.isNew) made.push(stored.secret);
    recipe = withValue(recipe, path, referenceTo(stored.secret));
  }
  const whole = isRecord(recipe) ? recipe : {};
  const answers = form && answersIn(form, whole);
  return { recipe: whole, draft: form && answers ? { form, answers } : { yaml: await yamlOf(whole) }, made };
}

async function storeSecret(known: string | undefined, nameOf: (turn: number) => string, value: string, about: string) {
  if (known !== undefined && (await replaced(known, value))) return { secret: known, isNew: false };
  return { secret: await makeSecret(nameOf, value, about), isNew: true };
}

/** False if nothing has this name. */
async function replaced(name: string, value: string): Promise<boolean> {
  try {
    await replaceSecret(name, value);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}

/**
 * Stores a source.
 *
 * @param before what is stored, of a source that is not new
 * @returns its URN
 * @throws Error in words if something is missing
 */
export async function save({ name, schedule, executor }: SourceDraft, recipe: Json, before?: { readonly urn: string; readonly info: SourceInfo }) {
  if (name.trim() === '') throw new Error('The source needs a name.');
  checkSchedule(schedule);
  const config = { ...before?.info.config, recipe: JSON.stringify(recipe), executorId: executor.trim() || OWN_EXECUTOR };
  const info: SourceInfo = { name: name.trim(), type: typeOfRecipe(recipe) ?? '', config, ...(schedule && { schedule }) };
  if (!before) return makeSource(info);
  await changeSource(before.urn, info);
  return before.urn;
}

/** @throws Error in words for a schedule that never comes */
export function checkSchedule(schedule: Schedule | undefined): void {
  if (schedule && nextRun(schedule, Date.now()) === undefined)
    throw new Error('The schedule cannot be read. Expected five parts as in cron, such as 0 2 * * *, and a time zone such as Europe/Paris.');
}
