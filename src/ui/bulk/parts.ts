/**
 * What can be changed of many entities at once.
 */
import type { BulkChanges } from '../api/bulk.ts';

export type BulkPart = keyof BulkChanges;

interface BulkPartInfo {
  readonly id: BulkPart;
  readonly title: string;
  /** Can columns be changed so, too? */
  readonly ofColumns: boolean;
}

export const BULK_PARTS: readonly BulkPartInfo[] = [
  { id: 'tags', title: 'Tags', ofColumns: true },
  { id: 'terms', title: 'Terms', ofColumns: true },
  { id: 'owners', title: 'Owners', ofColumns: true },
  { id: 'domain', title: 'Domain', ofColumns: false },
  { id: 'properties', title: 'Property', ofColumns: true },
  { id: 'description', title: 'Description', ofColumns: true },
  { id: 'deprecation', title: 'Deprecation', ofColumns: true },
  { id: 'forms', title: 'Forms', ofColumns: false },
  { id: 'deletion', title: 'Deletion', ofColumns: false },
];

export function titleOfPart(part: string): string {
  return BULK_PARTS.find(({ id }) => id === part)?.title ?? part;
}
