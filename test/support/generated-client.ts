/**
 * A client made from the OpenAPI document as users make one: types by openapi-typescript, requests by openapi-fetch, checked by tsc.
 */
import { execFile } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';

const MODULES = path.join(import.meta.dirname, '../../node_modules');
const run = promisify(execFile);

/** The test checks what the program prints. */
const PROGRAM = `
import createClient from 'openapi-fetch';
import type { components, paths } from './api.ts';

const { GET, POST } = createClient<paths>({ baseUrl: process.argv[2] ?? '' });
const urn = process.argv[3] ?? '';
const query = { action: 'ingestProposal' } as const;
const aspect = { value: JSON.stringify({ description: 'By a generated client' }), contentType: 'application/json' };
await POST('/aspects', { params: { query }, body: { proposal: { entityType: 'dataset', entityUrn: urn, changeType: 'UPSERT', aspectName: 'datasetProperties', aspect } } });
const tags: components['schemas']['globalTags'] = { tags: [{ tag: urn.split(':').slice(0, 2).join(':') + ':tag:gold' }] };
await POST('/openapi/v3/entity/{entityType}', { params: { path: { entityType: 'dataset' }, query: { async: false } }, body: [{ urn, globalTags: { value: tags } }] });
const { data, error } = await GET('/openapi/v3/entity/{entityType}/{urn}', { params: { path: { entityType: 'dataset', urn } } });
const found = await POST('/entities', { params: { query: { action: 'exists' } }, body: { urn } });
const refused = await GET('/openapi/v3/entity/{entityType}/{urn}', { params: { path: { entityType: 'dataset', urn: 'no urn' } } });
const description: string | undefined = data?.datasetProperties?.value.description;
const tag: string | undefined = data?.globalTags?.value.tags[0]?.tag;
console.log(JSON.stringify({ description, tag, error, exists: found.data, refused: refused.error?.status }));
`;

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2023',
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    allowImportingTsExtensions: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    types: ['node'],
  },
  include: ['*.ts'],
};

/** Writes the client into a folder. */
export async function makeGeneratedClient(folder: string, document: string): Promise<void> {
  writeFileSync(path.join(folder, 'api.ts'), astToString(await openapiTS(document)));
  writeFileSync(path.join(folder, 'client.ts'), PROGRAM);
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  symlinkSync(MODULES, path.join(folder, 'node_modules'));
}

/** Errors of the compiler; empty if there are none. */
export async function compilerSays(folder: string): Promise<string> {
  const tsc = path.join(MODULES, 'typescript/bin/tsc');
  return run(process.execPath, [tsc, '-p', folder]).then(
    () => '',
    (failure: { stdout: string }) => failure.stdout,
  );
}

/** What the client prints. */
export async function runGeneratedClient(folder: string, url: string, urn: string): Promise<unknown> {
  const { stdout } = await run(process.execPath, ['--import', 'tsx', 'client.ts', url, urn], { cwd: folder });
  return JSON.parse(stdout);
}
