/**
 * The notices of the packages whose code is in a bundle: their licences want to go where the code goes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';

/** The name of the file with the notices, beside a bundle. */
export const NOTICES = 'third-party-notices.txt';

/** `…/node_modules/@scope/name` of a file of a package. */
const FOLDER = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const FILES = /^(licen[cs]e|notice|copying)|bundle\.js\.license/i;

/** The folders of the packages that a bundle was made from. */
export function packagesOf({ inputs }: Metafile): string[] {
  return [...new Set(Object.keys(inputs).flatMap((file) => FOLDER.exec(file)?.[1] ?? []))];
}

/** What the packages in these folders say of themselves, by name; the same text once. */
export function noticesOf(folders: Iterable<string>): string {
  const byText = new Map<string, Set<string>>();
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && FILES.test(entry.name));
    const text = files.map((file) => readFileSync(path.join(folder, file.name), 'utf8').trim()).join('\n\n');
    const of = byText.get(text) ?? new Set();
    byText.set(text, of.add(`${name} ${version} (${license})`));
  }
  const parts = [...byText].map(([text, of]) => `${[...of].sort().join('\n')}\n\n${text}`.trim());
  return `Cairn contains code of these packages.\n\n${parts.sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
