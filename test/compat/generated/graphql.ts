/**
 * A client in TypeScript that graphql-codegen makes from the schema behind /api/graphql: its types fit its use, and its documents make real calls.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type DocumentNode, print } from 'graphql';

const { COMPAT_URL: url = '', COMPAT_WORK: work = '', COMPAT_MODULES: modules = '' } = process.env;

const USE = `import type { AboutQuery, FindQueryVariables } from './made.ts';
export const asked: FindQueryVariables = { input: { types: ['DATASET'], query: 'x', start: 0, count: 10 } };
export const version = (answer: AboutQuery): string => answer.appConfig.appVersion;
`;

async function step(name: string, run: () => Promise<string>): Promise<void> {
  const told = await run().then(
    (note) => ({ ok: true, note }),
    (error: unknown) => ({ ok: false, note: String(error).slice(0, 600) }),
  );
  console.log(`\n@@ ${JSON.stringify({ step: `graphql-codegen: ${name}`, ...told })}`);
}

function program(name: string, ...given: string[]): void {
  execFileSync(path.join(modules, '.bin', name), given, { cwd: work, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function ask(document: DocumentNode, variables: object): Promise<Record<string, unknown>> {
  const body = JSON.stringify({ query: print(document), variables });
  const answer = await fetch(`${url}/api/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { data, errors } = (await answer.json()) as { data: Record<string, unknown>; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

await step('types and documents are made from the schema of /api/graphql, and compile', async () => {
  symlinkSync(modules, path.join(work, 'node_modules'));
  copyFileSync(path.join(import.meta.dirname, 'queries.graphql'), path.join(work, 'queries.graphql'));
  const plugins = ['typescript-operations', 'typed-document-node'];
  const config = {
    schema: `${url}/api/graphql`,
    documents: ['queries.graphql'],
    generates: { 'made.ts': { plugins, config: { useTypeImports: true } } },
  };
  writeFileSync(path.join(work, 'codegen.json'), JSON.stringify(config));
  writeFileSync(path.join(work, 'package.json'), '{"type": "module"}');
  writeFileSync(path.join(work, 'use.ts'), USE);
  program('graphql-codegen', '--config', 'codegen.json');
  program('tsc', '--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions', '--module', 'nodenext', '--target', 'es2022', 'use.ts');
  return '';
});

await step('its documents write and read', async () => {
  const made = (await import(pathToFileURL(path.join(work, 'made.ts')).href)) as Record<string, DocumentNode>;
  const { createTag } = await ask(made.CreateTagDocument as DocumentNode, { input: { id: 'codegen', name: 'Codegen' } });
  if (createTag !== 'urn:li:tag:codegen') throw new Error(`answered ${JSON.stringify(createTag)}`);
  const { me } = await ask(made.AboutDocument as DocumentNode, {});
  return JSON.stringify(me);
});
