/**
 * The columns of a dataset as lines of a CSV file.
 */
import { plainPath } from '../../column-names.ts';
import { lookUpName } from '../api/names.ts';
import type { Field } from '../data/merge-fields.ts';

/** Columns of one page: their names are looked up together. */
const AT_ONCE = 500;

export async function* columnRows(fields: readonly Field[]): AsyncGenerator<string[][]> {
  for (let from = 0; from < fields.length; from += AT_ONCE) yield Promise.all(fields.slice(from, from + AT_ONCE).map(columnRow));
}

async function columnRow({ path, type, nativeType, nullable, primaryKey, description, own, tags, terms }: Field): Promise<string[]> {
  const [tagNames, termNames] = await Promise.all([tags, terms].map((urns) => Promise.all(urns.map(lookUpName))));
  return [
    plainPath(path),
    type,
    nativeType,
    nullable ? 'yes' : 'no',
    primaryKey ? 'yes' : '',
    description,
    own.description === description ? '' : own.description,
    (tagNames ?? []).join('; '),
    (termNames ?? []).join('; '),
  ];
}
