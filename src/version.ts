import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The version of Cairn. */
export function versionOf(): string {
  return (JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8')) as { version: string }).version;
}
