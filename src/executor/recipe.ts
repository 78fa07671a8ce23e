/**
 * The recipe of a run as the client of DataHub gets it: with Cairn as the sink, and with the names of variables in place of the names of secrets.
 * Pure.
 */
import { isRecord } from '../model/path.ts';

/** What the pipeline needs to know of a run. */
export interface PreparedRecipe {
  readonly recipe: Readonly<Record<string, unknown>>;
  /** Variable → the secret that its value comes from. */
  readonly variables: ReadonlyMap<string, string>;
}

/** Where the records of a run go. */
export type Sink = { readonly type: 'datahub-rest'; readonly url: string } | { readonly type: 'file'; readonly file: string };

export const TOKEN_VARIABLE = 'CAIRN_TOKEN';
/** A variable of the child never has the name that a recipe chose: a secret called PATH or LD_PRELOAD would change what runs. */
const VARIABLE = 'CAIRN_SECRET_';
/** It is in the name of a folder, too. */
const PLUGIN = /^[a-z][\w-]{0,63}$/;
/** Variables of Cairn's own: no recipe reads them. */
const RESERVED = /^CAIRN_/;
const BRACED = /\$\{(\w+)/g;
/** The client looks for bare names in texts that begin with one, or that have a braced one. */
const HAS_NAMES = /^\$\w|\$\{.+\}/;
const BARE = /\$([A-Za-z_]\w*)/g;

/** The type of the source; undefined if the recipe has none. */
export function sourceTypeOf(recipe: Readonly<Record<string, unknown>>): string | undefined {
  const { source } = recipe;
  return isRecord(source) && typeof source.type === 'string' && source.type !== '' ? source.type : undefined;
}

/** The extras of the package that a recipe needs. A source that is a class of the operator's own has none. */
export function pluginsOf(recipe: Readonly<Record<string, unknown>>): string[] {
  const type = sourceTypeOf(recipe);
  return [...new Set(['datahub-rest', ...(type !== undefined && PLUGIN.test(type) ? [type] : [])])].sort();
}

/** The names of all secrets that the texts of a recipe name, as `${NAME}` or `$NAME`. */
export function secretsIn(value: unknown): Set<string> {
  const names = new Set<string>();
  const found = (name: string): string => {
    names.add(name);
    return name;
  };
  renamed(value, found);
  return names;
}

/** The names for which a text gives no other value, as `${NAME:-other}` does. */
export function neededIn(value: unknown): Set<string> {
  const names = new Set<string>();
  walk(value, (text) => {
    for (const [, name = ''] of text.matchAll(/\$\{(\w+)\}/g)) names.add(name);
    return text;
  });
  return names;
}

/**
 * @param known the secrets that exist; other names stay as they are
 * @param token does the sink need a token?
 */
export function prepareRecipe(
  recipe: Readonly<Record<string, unknown>>,
  { run, sink, known, token }: { readonly run: string; readonly sink: Sink; readonly known: ReadonlySet<string>; readonly token: boolean },
): PreparedRecipe {
  const byName = new Map([...known].sort().map((name, at) => [name, `${VARIABLE}${at}`]));
  // What else a recipe may say of where its records and reports go: they go to this Cairn.
  const { sink: _, reporting: __, datahub_api: ___, ...own } = recipe;
  const filled = renamed(own, (name) => byName.get(name) ?? (RESERVED.test(name) ? `NO_${name}` : name)) as Record<string, unknown>;
  const config = sink.type === 'file' ? { filename: sink.file } : { server: sink.url, ...(token && { token: `\${${TOKEN_VARIABLE}}` }) };
  return {
    recipe: { ...filled, run_id: run, sink: { type: sink.type, config } },
    variables: new Map([...byName].map(([name, variable]) => [variable, name])),
  };
}

/** The same value with other names of variables in its texts. */
function renamed(value: unknown, rename: (name: string) => string): unknown {
  return walk(value, (text) => {
    if (!HAS_NAMES.test(text)) return text;
    const braced = text.replace(BRACED, (_, name: string) => `\${${rename(name)}`);
    return braced.replace(BARE, (_, name: string) => `$${rename(name)}`);
  });
}

function walk(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => walk(each, change));
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, walk(each, change)]));
  return value;
}
