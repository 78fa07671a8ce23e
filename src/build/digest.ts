/**
 * A digest of everything that a build reads. The build keeps it, so that a start builds only if something has changed.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');
const SOURCES = ['src', 'openapi', 'cypher', 'docs', 'package.json', 'package-lock.json', 'tsconfig.json'];
/** The build writes it. */
const MADE = path.join('src', 'generated');

/** The files below a name of the repository, in a stable order. */
function filesAt(name: string): string[] {
  const place = path.join(ROOT, name);
  // An image of a container is built without docs/.
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return [name];
  return readdirSync(place, { withFileTypes: true })
    .map((entry) => path.join(name, entry.name))
    .filter((each) => each !== MADE)
    .sort()
    .flatMap(filesAt);
}

export function digestOfSources(): string {
  const hash = createHash('sha256');
  for (const name of SOURCES.flatMap(filesAt)) {
    const content = readFileSync(path.join(ROOT, name));
    hash.update(`${name}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}
