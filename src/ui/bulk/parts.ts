/**
 * What can be changed of many entities at once: the parts of the model, and the description.
 */
import { spaced } from '../data/words.ts';
import { type EditedPart, settings } from '../settings.ts';

/** The name of a part of the model, or `description`. */
export type BulkPart = string;

interface BulkPartInfo {
  readonly id: BulkPart;
  readonly title: string;
  /** Can columns be changed so, too? */
  readonly ofColumns: boolean;
}

/** What comes behind the description: what becomes of the whole entity. */
const STATES = new Set(['deprecation', 'forms', 'deletion']);
const DESCRIPTION: BulkPartInfo = { id: 'description', title: 'Description', ofColumns: true };

export function bulkParts(): BulkPartInfo[] {
  const info = ({ name, columns }: EditedPart): BulkPartInfo => ({ id: name, title: spaced(name), ofColumns: columns !== undefined });
  const parts = settings.parts.filter(({ shape }) => shape !== 'pages');
  return [...parts.filter(({ shape }) => !STATES.has(shape)).map(info), DESCRIPTION, ...parts.filter(({ shape }) => STATES.has(shape)).map(info)];
}

export function titleOfPart(part: string): string {
  return spaced(part);
}
