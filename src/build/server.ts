/**
 * Build step. Bundles the server with its packages into `dist/main.js` and the files that it loads later: to find, read and compile the
 * thousand files of the modules takes more than half of the CPU time of a start. The commands stay as `tsc` has written them.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundle } from './bundle.ts';
import { NOTICES, noticesOf } from './notices.ts';

const INTO = path.join(import.meta.dirname, '../../dist');

for (const name of readdirSync(INTO)) if (/-[A-Z\d]{8}\.js$/.test(name)) rmSync(path.join(INTO, name));
writeFileSync(path.join(INTO, NOTICES), noticesOf(await bundle(INTO)));
