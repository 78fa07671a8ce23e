/**
 * Build step. Bundles the server with its packages into `dist/main.js` and the files that it loads later: to find, read and compile the
 * thousand files of the modules takes more than half of the CPU time of a start. The commands stay as `tsc` has written them.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';

const FROM = path.join(import.meta.dirname, '..');
const INTO = path.join(import.meta.dirname, '../../dist');

/** A module finds its files from its own folder, which in the bundle is that of the bundle. */
const ownFolders: Plugin = {
  name: 'own folders',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/src\/[^/].*\.ts$/ }, ({ path: file }) => {
      const folder = path.relative(FROM, path.dirname(file));
      const contents = readFileSync(file, 'utf8').replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${folder}`)})`);
      return folder.startsWith('..') ? undefined : { contents, loader: 'ts' };
    });
  },
};

for (const name of readdirSync(INTO)) if (/-[A-Z\d]{8}\.js$/.test(name)) rmSync(path.join(INTO, name));
await build({
  entryPoints: [path.join(FROM, 'main.ts')],
  outdir: INTO,
  bundle: true,
  // graph/chunks.ts changes a class of the first. The second loads a library.
  external: ['neo4j-driver', '@node-rs/argon2'],
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  banner: { js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);" },
  plugins: [ownFolders],
  logLevel: 'warning',
  legalComments: 'none',
});
