/**
 * Columns that column lineage names and that the schema of their dataset does not have: mostly a misspelt name, told to who writes it
 * (docs/semantics.md 8.5). Nothing is refused: lineage may come before the schema, and datasets without a schema are not checked.
 * Pure.
 */
import { columnPath } from '../../model/column-urn.ts';
import { SCHEMA_FIELD_TYPE } from '../../model/known-names.ts';
import { valuesAt } from '../../model/path.ts';
import { recordsIn } from '../../model/pick.ts';
import type { AspectSpec, Model } from '../../model/types.ts';
import { isProblem, parseUrn } from '../../model/urn.ts';
import type { Proposal } from './proposal.ts';

/** Most datasets whose schemas a commit reads. Columns of further datasets are not checked. */
export const MOST_SCHEMAS = 100;
/** Up to so many columns of one dataset are looked for in the text of its schema, without parsing it. */
const FEW_COLUMNS = 16;

interface NamedColumn {
  readonly urn: string;
  readonly dataset: string;
  readonly path: string;
}

/** The datasets of the columns that a proposal refers to, as far as that is known before its patch is applied. */
export function datasetsOfColumns(model: Model, { aspect, value, patch }: Proposal): Set<string> {
  const found = new Set<string>();
  if (aspect.columnLineage.length === 0) return found;
  const columns = value ? columnsIn(model, aspect, value.json) : textsIn(patch?.operations ?? []).flatMap((text) => columnOf(model, text) ?? []);
  for (const { dataset } of columns) found.add(dataset);
  return found;
}

/**
 * URNs of columns that the schemas do not have.
 *
 * @param schemaOf text of the schema of a dataset; absent if there is none or it was not read
 */
export function missingColumns(model: Model, aspect: AspectSpec, json: unknown, schemaOf: (dataset: string) => string | undefined): string[] {
  return absent(columnsIn(model, aspect, json), schemaOf);
}

/**
 * Those of some URNs that are columns which the schemas of their datasets do not have.
 *
 * @param schemaOf as in `missingColumns`
 */
export function missingAmong(model: Model, urns: readonly string[], schemaOf: (dataset: string) => string | undefined): string[] {
  return absent(
    urns.flatMap((urn) => columnOf(model, urn) ?? []),
    schemaOf,
  );
}

/** Datasets of the columns among some URNs. */
export function datasetsAmong(model: Model, urns: readonly string[]): string[] {
  return [...new Set(urns.flatMap((urn) => columnOf(model, urn)?.dataset ?? []))];
}

function absent(columns: readonly NamedColumn[], schemaOf: (dataset: string) => string | undefined): string[] {
  const known = new Map<string, ReadonlySet<string>>();
  const missing = new Set<string>();
  const named = new Map<string, number>();
  for (const { dataset } of columns) named.set(dataset, (named.get(dataset) ?? 0) + 1);
  for (const { urn, dataset, path } of columns) {
    const text = schemaOf(dataset);
    // Most columns exist, and the text of the schema shows it without parsing. For many columns of one dataset it is parsed once.
    const isFew = (named.get(dataset) ?? 0) <= FEW_COLUMNS;
    if (text === undefined || (isFew && text.includes(`"fieldPath":${JSON.stringify(path)}`))) continue;
    let paths = known.get(dataset);
    if (!paths) {
      paths = pathsOf(text);
      known.set(dataset, paths);
    }
    if (!paths.has(simple(path)) && !paths.has(simple(columnPath(path)))) missing.add(urn);
  }
  return [...missing];
}

/** The field paths of a schema, each in its simple form. */
function pathsOf(schema: string): Set<string> {
  const fields = recordsIn(JSON.parse(schema), 'fields');
  return new Set(fields.flatMap(({ fieldPath }) => (typeof fieldPath === 'string' ? [simple(fieldPath)] : [])));
}

/** A field path without the brackets of version 2, which clients leave out in lineage: `[version=2.0].[type=string].a` is `a`. */
function simple(path: string): string {
  if (!path.startsWith('[version=2.0]')) return path;
  const names = path.replaceAll(/\[[^\]]*\]\.?/g, '').replace(/\.$/, '');
  return names === '' ? path : names;
}

function columnsIn(model: Model, aspect: AspectSpec, json: unknown): NamedColumn[] {
  const texts = aspect.columnLineage.flatMap(({ path, upstreams, downstreams = [] }) =>
    valuesAt(path, json)
      .flat()
      .flatMap((entry) => [...valuesAt(upstreams, entry), ...(downstreams.length > 0 ? valuesAt(downstreams, entry) : [])]),
  );
  return [...new Set(texts)].flatMap((text) => (typeof text === 'string' ? (columnOf(model, text) ?? []) : []));
}

function columnOf(model: Model, text: string): NamedColumn | undefined {
  const urn = parseUrn(model, text);
  const [dataset, path] = isProblem(urn) || urn.type.name !== SCHEMA_FIELD_TYPE ? [] : urn.parts;
  return isProblem(urn) || dataset === undefined || path === undefined ? undefined : { urn: urn.text, dataset, path };
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
