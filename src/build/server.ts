/**
 * Build step. Bundles the server with its packages into `dist/main.js` and the files that it loads later, and the commands into
 * `dist/commands/`: to find, read and compile the thousand files of the modules takes more than half of the CPU time of a start.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundle } from './bundle.ts';
import { NOTICES, noticesOf } from './notices.ts';

const INTO = path.join(import.meta.dirname, '../../dist');

const folders: string[] = [];
for (const programs of ['.', 'commands']) {
  const into = path.join(INTO, programs);
  mkdirSync(into, { recursive: true });
  for (const name of readdirSync(into)) if (/-[A-Z\d]{8}\.js$/.test(name)) rmSync(path.join(into, name));
  folders.push(...(await bundle(INTO, [], programs)));
}
writeFileSync(path.join(INTO, NOTICES), noticesOf(new Set(folders)));
