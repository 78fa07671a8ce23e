/**
 * Recipes of sources, and the forms that write them (`openapi/sources/`). Pure.
 */
import type { SourceField, SourceForm } from '../../generated/sources.ts';
import { isRecord, type Json } from './is-record.ts';

/** What a form has in its fields, by `at`. A secret is the reference that the recipe has, or what somebody has typed. */
export type Answers = Readonly<Record<string, string | boolean>>;

const REFERENCE = /^\$\{?([A-Za-z_][\w.-]*)\}?$/;

/** The name of the secret that a value of a recipe stands for; undefined for another value. */
export function secretNamed(value: unknown): string | undefined {
  return typeof value === 'string' ? REFERENCE.exec(value.trim())?.[1] : undefined;
}

/** How a recipe names a secret. */
export function referenceTo(secret: string): string {
  return `\${${secret}}`;
}

/** What a new source begins with. */
export function startOf({ fields }: SourceForm): Answers {
  return Object.fromEntries(fields.flatMap(({ at, start }) => (start === undefined ? [] : [[at, start]])));
}

/** The recipe that the answers of a form make. */
export function recipeOf({ type, fields, config }: SourceForm, answers: Answers): Json {
  const made: Json = structuredClone(config);
  for (const field of fields) {
    const value = valueOf(field, answers[field.at]);
    if (value !== undefined) put(made, field.at.split('/'), value);
  }
  return { source: { type, config: made } };
}

function valueOf({ kind, of }: SourceField, answer: string | boolean | undefined): unknown {
  if (kind === 'check') return answer === true ? true : undefined;
  if (typeof answer !== 'string') return undefined;
  if (kind !== 'list') return answer.trim() === '' ? undefined : answer.trim();
  const items = linesOf(answer);
  if (items.length === 0) return undefined;
  return of === undefined ? items : items.map((item) => ({ [of]: item }));
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function put(into: Json, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    into[key] = value;
    return;
  }
  const inner = isRecord(into[key]) ? into[key] : {};
  into[key] = inner;
  put(inner, rest, value);
}

function get(from: unknown, path: string): unknown {
  return path.split('/').reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), from);
}

/** The answers that make this recipe; undefined if the recipe says something that the form does not ask. */
export function answersIn(form: SourceForm, recipe: unknown): Answers | undefined {
  const config = get(recipe, 'source/config') ?? {};
  const answers = Object.fromEntries(form.fields.flatMap((field) => answerIn(field, get(config, field.at))));
  return sameJson(recipeOf(form, answers), recipe) ? answers : undefined;
}

function answerIn({ at, kind, of }: SourceField, value: unknown): [string, string | boolean][] {
  if (kind === 'check') return [[at, value === true]];
  if (kind !== 'list') return typeof value === 'string' ? [[at, value]] : [];
  if (!Array.isArray(value)) return [];
  const items = of === undefined ? value : value.map((each) => get(each, of));
  return [[at, items.map(String).join('\n')]];
}

/** The same JSON, in whatever order its members are. */
function sameJson(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return one.length === other.length && one.every((each, at) => sameJson(each, other[at]));
  if (!isRecord(one) || !isRecord(other)) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => sameJson(one[name], other[name]));
}

/** The required fields without an answer. */
export function missingIn({ fields }: SourceForm, answers: Answers): SourceField[] {
  return fields.filter((field) => field.required && valueOf(field, answers[field.at]) === undefined);
}

/** Keys whose values nobody else should read. */
const SECRET_KEY = /(password|passwd|passphrase|secret|token|token_value|private_key|api_?key|access_key)$/i;

type Path = readonly (string | number)[];

/** A secret that stands in a recipe as plain text. */
export interface PlainSecret {
  readonly path: Path;
  readonly value: string;
}

/** The secrets that a recipe has as plain text: the answers that its form calls secret, and what a key calls so. */
export function plainSecrets(form: SourceForm | undefined, recipe: unknown): PlainSecret[] {
  const asked = new Set(
    (form?.fields ?? []).flatMap(({ at, kind }) => (kind === 'secret' ? [['source', 'config', ...at.split('/')].join('/')] : [])),
  );
  return textsIn(recipe).filter(({ path, value }) => {
    const isSecret = asked.has(path.join('/')) || SECRET_KEY.test(String(path.at(-1)));
    return isSecret && value !== '' && !value.includes('${');
  });
}

function textsIn(value: unknown, path: Path = []): PlainSecret[] {
  if (typeof value === 'string') return [{ path, value }];
  if (Array.isArray(value)) return value.flatMap((each, at) => textsIn(each, [...path, at]));
  return isRecord(value) ? Object.entries(value).flatMap(([key, each]) => textsIn(each, [...path, key])) : [];
}

/** The recipe with another value at a path. */
export function withValue(recipe: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(recipe)) return recipe.map((each, at) => (at === key ? withValue(each, rest, value) : each));
  return isRecord(recipe) ? { ...recipe, [key]: withValue(recipe[key], rest, value) } : recipe;
}

/** The name of a new secret, from those of its source and of its key: `SHOP_PASSWORD`. */
export function secretName(source: string, key: string, turn: number): string {
  const words = `${source} ${key}`
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  const name = /^[A-Z]/.test(words) ? words : `SECRET_${words}`;
  return turn === 0 ? name : `${name}_${turn + 1}`;
}

/** The secret that a recipe names at a path. */
export function secretAt(recipe: unknown, path: Path): string | undefined {
  const found = path.reduce<unknown>((value, key) => (isRecord(value) || Array.isArray(value) ? Reflect.get(value, key) : undefined), recipe);
  return secretNamed(found);
}

/** The type of the source of a recipe. */
export function typeOfRecipe(recipe: unknown): string | undefined {
  const type = get(recipe, 'source/type');
  return typeof type === 'string' && type.trim() !== '' ? type : undefined;
}

/** The recipe that a source has as text; undefined if the text is no JSON object. */
export function parsedRecipe(text: string | null | undefined): Json | undefined {
  try {
    const read: unknown = JSON.parse(text ?? '');
    return isRecord(read) ? read : undefined;
  } catch {
    return undefined;
  }
}
