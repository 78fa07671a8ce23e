/**
 * The files of openapi/graphql: types and fields that known clients read, and where each comes from.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type DefinitionNode, parse } from 'graphql';

const FOLDER = path.join(import.meta.dirname, '../../../../openapi/graphql');

/** All definitions, in the order of the files. */
export function readShapes(): DefinitionNode[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.graphql'));
  return files.sort().flatMap((file) => [...parse(readFileSync(path.join(FOLDER, file), 'utf8'), { noLocation: true }).definitions]);
}
