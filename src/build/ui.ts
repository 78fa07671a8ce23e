/**
 * Build step. Bundles the browser pages of `src/ui/` into `ui/` of a folder (default: `dist/`) with esbuild, and copies there what the reference and the GraphQL console
 * load. A file name contains a hash of the file's content, so that browsers may cache it; `files.json` has the names. Each file lies beside its
 * compressed forms. What the pages load later (`import()`) becomes a file of its own.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';
import { NOTICES, noticesOf, packagesOf } from './notices.ts';
import { DIST } from './place.ts';

const FROM = path.join(import.meta.dirname, '../ui');
const INTO = path.join(process.argv[2] ?? DIST, 'ui');

const SHARED: BuildOptions = {
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  outdir: INTO,
  logLevel: 'warning',
  legalComments: 'none',
};

/** Folders of packages whose code browsers get. */
const packages = new Set<string>();

/** Bundles files of `src/ui/`. Returns the names of the bundles in the same order. */
async function bundle(files: readonly string[], options: BuildOptions): Promise<string[]> {
  const entryPoints = files.map((file) => path.join(FROM, file));
  const { metafile } = await build({ ...SHARED, ...options, entryPoints, metafile: true as const });
  const made = Object.entries(metafile.outputs);
  for (const folder of packagesOf(metafile)) packages.add(folder);
  leaveHelpers(made);
  return entryPoints.map((entry) => {
    const [name] = made.find(([, { entryPoint }]) => entryPoint !== undefined && path.resolve(entryPoint) === entry) ?? [];
    if (name === undefined) throw new Error(`esbuild wrote no output for ${entry}`);
    return path.basename(name);
  });
}

/**
 * Files of helpers are esbuild's own, made of no source. Loading one does nothing, so who takes nothing from it need not ask for it: the
 * first page would wait for one more file.
 */
function leaveHelpers(made: readonly [name: string, output: { readonly inputs: object }][]): void {
  const helpers = made.filter(([name, { inputs }]) => name.endsWith('.js') && Object.keys(inputs).length === 0);
  for (const [name] of made.filter(([each]) => each.endsWith('.js'))) {
    const text = readFileSync(name, 'utf8');
    const left = helpers.reduce((rest, [helper]) => rest.replace(`import"./${path.basename(helper)}";`, ''), text);
    if (left !== text) writeFileSync(name, left);
  }
}

/** Writes a text that is ready for browsers. Returns its name. */
function copied(name: string, content: string | Buffer): string {
  const { name: stem, ext } = path.parse(name);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8).toUpperCase();
  writeFileSync(path.join(INTO, `${stem}-${hash}${ext}`), content);
  return `${stem}-${hash}${ext}`;
}

const { resolve } = createRequire(import.meta.url);

/** The style of the GraphQL console, without its fonts: they are ten times as large as all else of it. */
function consoleLibraryStyle(): string {
  const style = readFileSync(resolve('graphiql/style.css'), 'utf8');
  return copied('graphiql.css', style.replaceAll(/@font-face\s*\{[^}]*\}/g, ''));
}

rmSync(INTO, { recursive: true, force: true });
mkdirSync(INTO, { recursive: true });
const HASHED = { entryNames: '[name]-[hash]' };
// Not a module: it runs before the page is drawn.
const [theme = ''] = await bundle(['theme.ts'], { ...HASHED, format: 'iife' });
const [docs = '', reference = ''] = await bundle(['docs/docs.ts', 'docs/reference.ts'], HASHED);
const [console = ''] = await bundle(['docs/console.ts'], { ...HASHED, define: { 'process.env.NODE_ENV': '"production"' } });
const [docsStyle = '', handbookStyle = '', referenceStyle = '', consoleStyle = ''] = await bundle(
  ['style/docs.css', 'style/handbook.css', 'style/docs-reference.css', 'style/docs-console.css'],
  HASHED,
);
const swagger = (name: string): string => copied(name, readFileSync(resolve(`swagger-ui-dist/${name}`)));
const [script = '', style = '', icon = ''] = await bundle(['main.tsx', 'style/index.css', 'icon.svg'], {
  ...HASHED,
  chunkNames: '[name]-[hash]',
  splitting: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.svg': 'copy' },
});
const files: Readonly<Record<string, string>> = {
  ...{ script, style, icon, theme, docs, reference, console, docsStyle, handbookStyle, referenceStyle, consoleStyle },
  swagger: swagger('swagger-ui-bundle.js'),
  swaggerStyle: swagger('swagger-ui.css'),
  graphiqlStyle: consoleLibraryStyle(),
};
writeFileSync(path.join(INTO, 'files.json'), JSON.stringify(files));
const page = readFileSync(path.join(FROM, 'index.html'), 'utf8');
writeFileSync(
  path.join(INTO, 'index.html'),
  page.replace(/\{\{(script|style|icon)\}\}/g, (_, name: string) => files[name] ?? ''),
);
for (const name of ['swagger-ui-dist', 'graphiql']) packages.add(path.dirname(resolve(`${name}/package.json`)));
writeFileSync(path.join(INTO, NOTICES), noticesOf(packages));
for (const name of readdirSync(INTO).filter((each) => /\.(js|css|svg|txt)$/.test(each))) {
  const plain = readFileSync(path.join(INTO, name));
  writeFileSync(path.join(INTO, `${name}.gz`), gzipSync(plain, { level: 9 }));
  // The best quality takes seconds for the two largest files, which only the references load.
  const quality = plain.length < 500_000 ? constants.BROTLI_MAX_QUALITY : 9;
  writeFileSync(path.join(INTO, `${name}.br`), brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
}
