/**
 * What a search asks for: its text and filter in fields of the model, and of the structured properties that they name.
 */
import { type Fields, fieldsOf, type NamedField } from '../../model/fields.ts';
import type { Model } from '../../model/types.ts';
import { expanded, type UnknownField } from '../filter/expand.ts';
import { fieldsIn, type PropertyFinder, type PropertyMatch } from '../filter/property-fields.ts';
import { type Pattern, propertyField } from '../filter/query-ast.ts';
import { readQuery } from '../filter/query-string.ts';
import { criteriaOf, type Filter } from '../filter/tree.ts';
import { filterOf, marked, parsedInput, searchText } from './input.ts';

export interface ResolvedQuery {
  /** Of the model, and of the properties that are named: those under every name that is used, too. */
  readonly fields: Fields;
  /** Words that must all occur; empty: everything. */
  readonly words: string;
  /** What the query language makes of the rest of the text. */
  readonly typed: Filter;
  readonly filter: Filter;
  readonly unknown: readonly UnknownField[];
  /** Names of the property fields, as answers show them. */
  readonly shown: ReadonlyMap<string, string>;
}

export interface QueryToResolve {
  readonly input: string;
  readonly inputName?: string | undefined;
  readonly filter: Filter;
  /** Facets and sort fields. */
  readonly names?: readonly string[];
  /** The words of the input only narrow the result, too: nothing is ranked. */
  readonly onlyFilter?: boolean;
  /** Facets of properties without being named. */
  readonly offered?: boolean;
}

/** @throws Refusal malformed for text that cannot be read, or a soft-deleted property */
export async function resolvedQuery(model: Model, properties: PropertyFinder, asking: QueryToResolve): Promise<ResolvedQuery> {
  const query = asking.onlyFilter ? readQuery(asking.input, asking.inputName) : parsedInput(asking.input, asking.inputName);
  const patterns: Pattern[] = [
    ...fieldsIn(query),
    ...[...criteriaOf(asking.filter)].map(({ field }) => [withoutKeyword(field)]),
    ...(asking.names ?? []).map((name) => [withoutKeyword(name)]),
  ];
  const { fields, shown } = await withProperties(fieldsOf(model), properties, patterns, asking.offered ?? false);
  const text = asking.onlyFilter ? { words: '', filter: filterOf(fields, query) } : searchText(fields, query);
  const typed = expanded(model, fields, text.filter);
  const filter = expanded(model, fields, asking.filter);
  return { fields, words: text.words, typed: typed.filter, filter: filter.filter, unknown: [...typed.unknown, ...filter.unknown], shown };
}

export function withoutKeyword(field: string): string {
  return field.endsWith('.keyword') ? field.slice(0, -'.keyword'.length) : field;
}

/** A name of a property stands for the fields of all properties that it fits. */
async function withProperties(known: Fields, properties: PropertyFinder, patterns: readonly Pattern[], offered: boolean) {
  const names = new Map(patterns.flatMap((pattern) => (propertyField(pattern) ? [[marked(pattern), pattern] as const] : [])));
  if (names.size === 0 && !offered) return { fields: known, shown: new Map<string, string>() };
  const fields = new Map(known);
  const shown = new Map<string, string>();
  const add = (name: string, matches: readonly PropertyMatch[]): void => {
    const [first] = matches;
    if (!first) return;
    for (const { field, shown: text } of matches) {
      fields.set(field.name, { ...field, shown: text });
      shown.set(field.name, text);
    }
    fields.set(name, { ...first.field, name, standsFor: matches.map(({ field }) => field.name) });
  };
  const wanted = [...names.values()].flatMap((pattern) => propertyField(pattern) ?? []);
  const [found, always] = await Promise.all([wanted.length === 0 ? [] : properties.named(wanted), offered ? properties.offered() : []]);
  for (const match of always) add(match.shown, [match]);
  for (const [at, name] of [...names.keys()].entries()) add(name, found[at] ?? []);
  return { fields: fields as ReadonlyMap<string, NamedField>, shown };
}
