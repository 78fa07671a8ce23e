/**
 * Which entities have open documents, and which should have one (document/open-documents.ts).
 */
import type { EntityTypeSpec } from '../../model/types.ts';
import { code } from '../document/encode.ts';
import { MARKS, tagTokens } from '../document/open-documents.ts';
import type { SearchEngine } from './client.ts';
import { collectionFields } from './collections.ts';
import { exportedNames } from './export.ts';

/** The entities of which columns are hidden by one of these tags in the present index. */
export function hiddenBy(engine: SearchEngine, tags: readonly string[]): Promise<string[]> {
  return urnsWhere(engine, `ct:=${MARKS.open} && ct:=[${tagTokens(tags).join(',')}]`);
}

/** The entities of these types that have values of these fields, and no open document. */
export async function withoutOpen(engine: SearchEngine, types: readonly EntityTypeSpec[], fields: readonly string[]): Promise<string[]> {
  return urnsWhere(engine, `type:=[${types.map(({ name }) => code(name)).join(',')}] && exists:=[${fields.map(code).join(',')}]`);
}

async function urnsWhere(engine: SearchEngine, filter: string): Promise<string[]> {
  const urns: string[] = [];
  if (!(await collectionFields(engine)).has('ct')) return urns;
  for await (const { urn } of exportedNames(engine, filter)) urns.push(String(urn));
  return urns;
}
