/**
 * Build step. Writes to `src/generated/`: TypeScript types of the metadata model and of the API (by openapi-typescript), the columns of the
 * statements of `cypher/`, the GraphQL documents of the pages (queries.ts), the arguments of resolvers (arguments.ts), the forms of sources
 * (sources.ts), and the parser of the query language (by peggy). Writes to `dist/` what the YAML files of `openapi/` contain, and to `docs/` what the code knows (pages.ts).
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import peggy from 'peggy';
import { parse } from 'yaml';
import { TYPE_PAGE } from '../model/annotations.ts';
import { hashOf, PARSED } from '../model/files.ts';
import { loadModel } from '../model/load.ts';
import { argumentsOf } from './arguments.ts';
import { queriesOf } from './queries.ts';
import { sourceForms } from './sources.ts';
import { statementTypes } from './statements.ts';

const FOLDER = path.join(import.meta.dirname, '../generated');

/** Writes a file only if its content changes, so that the compiler does not recompile what is unchanged. */
function writeChanged(file: string, text: string): void {
  let before: string | undefined;
  try {
    before = readFileSync(file, 'utf8');
  } catch {
    // This is the first build.
  }
  if (before !== text) writeFileSync(file, text);
}

// What an earlier build has checked is checked again: the checks may be others now.
rmSync(PARSED, { force: true });
mkdirSync(FOLDER, { recursive: true });

const GRAMMAR = path.join(import.meta.dirname, '../search/filter/query-string.peggy');
const parser = peggy.generate(readFileSync(GRAMMAR, 'utf8'), { output: 'source', format: 'es', grammarSource: 'query-string.peggy' });
writeChanged(path.join(FOLDER, 'query-string.ts'), `// @ts-nocheck\n${parser}`);

writeChanged(path.join(FOLDER, 'statements.ts'), statementTypes());

// Only now: the server itself imports the parser and the names of the statements.
const { pageDocument } = await import('../http/docs/document.ts');
const { makeGraphSchema } = await import('../http/graphql/schema.ts');
const { DOCS, pages } = await import('./pages.ts');

const model = loadModel('svc', undefined);
// Each legacy action has a path of its own here, and so an answer of its own.
const document = pageDocument({ model, version: '1', base: '/' });
(document.components as { schemas: Record<string, unknown> }).schemas.TypePage = TYPE_PAGE;
writeChanged(path.join(FOLDER, 'api.ts'), astToString(await openapiTS(JSON.stringify(document), { immutable: true })));

const QUERIES = path.join(import.meta.dirname, '../ui/api/queries.graphql');
const schema = makeGraphSchema(model, '1');
writeChanged(path.join(FOLDER, 'queries.ts'), queriesOf(schema, readFileSync(QUERIES, 'utf8')));
writeChanged(path.join(FOLDER, 'arguments.ts'), argumentsOf(schema));
writeChanged(path.join(FOLDER, 'sources.ts'), sourceForms());

const OPENAPI = path.join(import.meta.dirname, '../../openapi');
const texts = readdirSync(OPENAPI, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml'))
  .sort()
  .map((name) => readFileSync(path.join(OPENAPI, name), 'utf8'));
mkdirSync(path.dirname(PARSED), { recursive: true });
writeFileSync(`${PARSED}.new`, JSON.stringify(Object.fromEntries(texts.map((text) => [hashOf(text), parse(text)]))));
// A server that starts now reads a whole file.
renameSync(`${PARSED}.new`, PARSED);

// An image of a container is built without docs/.
if (existsSync(DOCS)) for (const { file, expected } of pages()) writeChanged(file, expected);
