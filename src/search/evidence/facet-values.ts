/**
 * The facets of a ranked list. Typesense counts facets by reading a whole document for each value. A ranked list is short, so the evidence
 * document of an entity holds its facet values, and Cairn counts those. Pure.
 */
import { fieldsOf, type NamedField } from '../../model/fields.ts';
import type { Model } from '../../model/types.ts';
import { countedField, countedTogether, type FacetField } from '../document/asked-fields.ts';
import { equality } from '../document/index-fields.ts';
import type { TruncatedField } from '../document/truncation.ts';
import type { RawResult } from '../engine/multi.ts';
import { isPropertyField } from '../filter/property-fields.ts';
import type { EvidenceDocument } from './candidates.ts';

/** Longer texts of values are left out: then Typesense counts. */
const MOST_TEXT = 4_000;

/** Are the values of this field in evidence documents? Those of structured properties come and go with their definitions. */
function isKept(field: NamedField): boolean {
  return field.facet !== undefined && !isPropertyField(field);
}

/** May they be counted there by a reader? Not if that one may not read some of the fields that are counted together. */
export function isCountedThere(field: FacetField): boolean {
  return isKept(field) && field.counted === countedField(field);
}

/** The values as one text: `<field>,<token>,…;<field>,…`. `undefined` if it would be too long. */
export function facetValues(model: Model, values: ReadonlyMap<string, TruncatedField>): string | undefined {
  const fields = fieldsOf(model);
  let text = '';
  const together = countedTogether(fields, (name) => values.get(name)?.whole ?? []);
  const alone = [...values].flatMap(([name, { whole }]) => {
    const field = fields.get(name);
    return field && whole.length > 0 && !together.some((each) => each.field.name === name) ? [{ field, values: whole }] : [];
  });
  for (const { field, values: counted } of [...alone, ...together]) {
    if (!isKept(field)) continue;
    const tokens = new Set<string>();
    let size = 0;
    for (const value of counted) {
      const { token } = equality(field, String(value));
      if (tokens.has(token)) continue;
      size += token.length + 1;
      if (text.length + size > MOST_TEXT) return undefined;
      tokens.add(token);
    }
    text += `${text === '' ? '' : ';'}${field.name},${[...tokens].join(',')}`;
  }
  return text;
}

/** Counts the values of these fields. `undefined` if one of the documents does not have its values. */
export function countedFacets(documents: readonly EvidenceDocument[], fields: readonly FacetField[]): RawResult | undefined {
  const counts = new Map(fields.map(({ name }) => [name, new Map<string, number>()]));
  for (const { f } of documents) {
    if (typeof f !== 'string') return undefined;
    for (const part of f.split(';')) {
      const [name = '', ...tokens] = part.split(',');
      const own = counts.get(name);
      if (own) for (const token of tokens) own.set(token, (own.get(token) ?? 0) + 1);
    }
  }
  const facets = fields
    .map((field) => ({ field, own: counts.get(field.name) ?? new Map<string, number>() }))
    .map(({ field, own }) => ({
      field_name: field.counted,
      counts: [...own].map(([value, count]) => ({ value, count })),
      stats: { total_values: own.size },
    }));
  return { found: documents.length, hits: [], facet_counts: facets };
}
