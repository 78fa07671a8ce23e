/**
 * Build step. Bundles the server with its packages into `main.js` of a folder (default: `dist/`) and the files that it loads later, and
 * the commands into its `commands/`: to find, read and compile the thousand files of the modules takes more than half of the CPU time of a start.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundle } from './bundle.ts';
import { NOTICES, noticesOf } from './notices.ts';
import { DIST } from './place.ts';

const [, , into = DIST] = process.argv;

const folders: string[] = [];
for (const programs of ['.', 'commands']) folders.push(...(await bundle(into, [], programs)));
writeFileSync(path.join(into, NOTICES), noticesOf(new Set(folders)));
