/**
 * Build step. Bundles the browser pages of `src/ui/` into `dist/ui/` with esbuild. A file name contains a hash of the file's content, so
 * that browsers may cache it. Each `*.worker.ts` becomes a separate script and keeps its name.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BuildOptions, build } from 'esbuild';

const FROM = path.join(import.meta.dirname, '../ui');
const INTO = path.join(import.meta.dirname, '../../dist/ui');

const SHARED: BuildOptions = {
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  outdir: INTO,
  logLevel: 'warning',
  legalComments: 'none',
};

/** Bundles files of `src/ui/`. Returns the names of the bundles in the same order. */
async function bundle(files: readonly string[], options: BuildOptions): Promise<string[]> {
  const entryPoints = files.map((file) => path.join(FROM, file));
  const { metafile } = await build({ ...SHARED, ...options, entryPoints, metafile: true });
  const made = Object.entries(metafile?.outputs ?? {});
  return entryPoints.map((entry) => {
    const [name] = made.find(([, { entryPoint }]) => entryPoint !== undefined && path.resolve(entryPoint) === entry) ?? [];
    if (name === undefined) throw new Error(`esbuild wrote no output for ${entry}`);
    return path.basename(name);
  });
}

rmSync(INTO, { recursive: true, force: true });
mkdirSync(INTO, { recursive: true });
const workers = readdirSync(FROM, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.worker.ts'));
if (workers.length > 0) await bundle(workers, { entryNames: '[name]' });
await bundle(['reference.ts', 'style/docs.css', 'style/docs-model.css'], { entryNames: '[name]' });
const [script = '', style = '', icon = ''] = await bundle(['main.tsx', 'style/index.css', 'icon.svg'], {
  entryNames: '[name]-[hash]',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.svg': 'copy' },
});
const page = readFileSync(path.join(FROM, 'index.html'), 'utf8');
const files: Readonly<Record<string, string>> = { script, style, icon };
writeFileSync(
  path.join(INTO, 'index.html'),
  page.replace(/\{\{(script|style|icon)\}\}/g, (_, name: string) => files[name] ?? ''),
);
