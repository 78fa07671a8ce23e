/**
 * Bundles programs with their packages: each into one file, and those that it loads later or shares.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { packagesOf } from './notices.ts';

const FROM = path.join(import.meta.dirname, '..');

/**
 * What is not bundled is what the package needs beside it: graph/chunks.ts changes a class of neo4j-driver, and @node-rs/argon2 loads a library. All
 * other packages are needed to build only.
 */
const { dependencies } = JSON.parse(readFileSync(path.join(FROM, '../package.json'), 'utf8')) as { dependencies: Record<string, string> };
const EXTERNAL = Object.keys(dependencies);

/** The programs in a folder of `src/`: what begins as a script does. */
function programsIn(folder: string): string[] {
  const files = readdirSync(path.join(FROM, folder)).filter((name) => name.endsWith('.ts'));
  return files.map((name) => path.join(FROM, folder, name)).filter((file) => readFileSync(file, 'utf8').startsWith('#!'));
}

/**
 * @param into the folder, beside `cypher` and `openapi`
 * @param first read some files instead
 * @param programs their folder; they go into a folder of the same name
 * @returns the folders of the packages in it
 */
export async function bundle(into: string, first: readonly Plugin[] = [], programs = '.'): Promise<string[]> {
  const up = path.relative(programs, '.');
  /** A module finds its files from its own folder, which in the bundle is that of the bundle. */
  const ownFolders: Plugin = {
    name: 'own folders',
    setup: ({ onLoad }) => {
      onLoad({ filter: /\/src\/[^/].*\.ts$/ }, ({ path: file }) => {
        const folder = path.relative(FROM, path.dirname(file));
        if (folder.startsWith('..')) return undefined;
        const text = readFileSync(file, 'utf8');
        return {
          contents: text.replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${path.join(up, folder)}`)})`),
          loader: 'ts',
        };
      });
    },
  };
  const { metafile } = await build({
    entryPoints: programsIn(programs),
    outdir: path.join(into, programs),
    bundle: true,
    external: EXTERNAL,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    banner: { js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);" },
    plugins: [...first, ownFolders],
    logLevel: 'warning',
    legalComments: 'none',
    metafile: true,
  });
  return packagesOf(metafile);
}
