/**
 * Build step of `packages/client`. Writes the types of the API, by openapi-typescript from the document that Cairn serves as `/openapi.json`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { apiDocument } from '../http/docs/document.ts';
import { loadModel } from '../model/load.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
const document = apiDocument({ model: loadModel('svc', undefined), version, base: '/' });
// Writers may leave out a field that has a default.
const types = await openapiTS(JSON.stringify(document), { defaultNonNullable: false });
writeFileSync(path.join(ROOT, 'packages/client/api.ts'), astToString(types));
