/**
 * Reads the links of a part. Pure.
 */
import { isRecord } from '../../model/path.ts';
import type { LinkPart } from '../../model/types.ts';

/** The links in the value of the aspect of a part. */
export function linksIn({ list, key }: Pick<LinkPart, 'list' | 'key'>, value: unknown): string[] {
  const items = isRecord(value) ? value[list] : undefined;
  if (!Array.isArray(items)) return [];
  return items.map((item) => (key !== undefined && isRecord(item) ? item[key] : item)).filter((urn) => typeof urn === 'string');
}
