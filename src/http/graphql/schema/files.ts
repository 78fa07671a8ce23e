/**
 * The files of openapi/graphql: what the schema has beside the model, and examples of queries.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type DefinitionNode, parse } from 'graphql';

const FOLDER = path.join(import.meta.dirname, '../../../../openapi/graphql');

function textsIn(folder: string): string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.graphql'));
  return files.sort().map((file) => readFileSync(path.join(folder, file), 'utf8'));
}

/** All definitions, in the order of the files. */
export function readFiles(): DefinitionNode[] {
  return textsIn(FOLDER).flatMap((text) => [...parse(text, { noLocation: true }).definitions]);
}

/** The queries with which the GraphiQL page opens, each in a tab. `{urn}` and `{ns}` are filled with the names of the namespace. */
export function readExamples(): string[] {
  return textsIn(path.join(FOLDER, 'examples'));
}
