/**
 * The design page (../design) as a script that takes the place of that of the pages.
 */
import path from 'node:path';
import { build } from 'esbuild';

let built: Promise<string> | undefined;

export function designScript(): Promise<string> {
  built ??= bundled();
  return built;
}

async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, '../design/main.tsx')],
    tsconfig: path.join(import.meta.dirname, '../../../src/ui/tsconfig.json'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    loader: { '.css': 'text' },
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
