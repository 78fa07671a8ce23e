/**
 * The table of the API's coverage: each operation of the REST reference and of the GraphQL schema, with a test that calls it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pageDocument } from '../src/http/docs/document.ts';
import { makeGraphSchema } from '../src/http/graphql/schema.ts';
import { loadModel } from '../src/model/load.ts';
import type { ApiCall } from './support/api-calls.ts';

const TABLE = path.join(import.meta.dirname, '../dist/api-coverage.md');
const METHODS = ['get', 'head', 'post', 'patch', 'delete'];

interface Operation {
  readonly name: string;
  meets(call: ApiCall): boolean;
}

/** Does a path lead to an address of the reference? URNs in it are taken as one part, as clients send them. */
function pathPattern(address: string): RegExp {
  return new RegExp(
    `(^|/)${address
      .slice(1)
      .replaceAll('.', '\\.')
      .replaceAll(/\{\w+\}/g, '[^/]+')}/?$`,
  );
}

function restOperations(): Operation[] {
  const { paths } = pageDocument({ model: loadModel('svc', undefined), version: '0', base: '/' }) as { paths: Record<string, object> };
  return Object.entries(paths).flatMap(([address, operations]) => {
    const [plain = '', query] = address.split('?');
    const pattern = pathPattern(plain);
    const action = new URLSearchParams(query).get('action');
    return METHODS.filter((method) => method in operations).map((method) => ({
      name: `${method.toUpperCase()} ${address}`,
      meets: (call: ApiCall) => {
        const [at = '', sent] = call.address.split('?');
        return call.method.toLowerCase() === method && pattern.test(at) && new URLSearchParams(sent).get('action') === action;
      },
    }));
  });
}

/** Queries of single entity types are one operation: they follow from the model, all from the same lines. */
function graphOperations(): Operation[] {
  const model = loadModel('svc', undefined);
  const schema = makeGraphSchema(model, '0');
  const generated = new Set([...model.entityTypes.values()].map(({ name }) => name.toLowerCase()));
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) => Object.keys(type?.getFields() ?? {}));
  return fields
    .filter((name) => !generated.has(name.toLowerCase()))
    .map((name) => ({ name: `GraphQL ${name}`, meets: ({ fields: sent }) => sent.includes(name) }));
}

/**
 * Writes the table to `dist/api-coverage.md`.
 *
 * @param file calls that the tests made, a line of JSON each
 * @returns the operations that no test calls
 */
export function writeCoverage(file: string): string[] {
  const calls = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as ApiCall]));
  const rows = [...restOperations(), ...graphOperations()].map(({ name, meets }) => {
    const tests = [...new Set(calls.filter(meets).map(({ test }) => test))];
    return { name, tests };
  });
  const lines = rows.map(({ name, tests }) => `| \`${name}\` | ${tests.length} | ${(tests[0] ?? '**none**').replaceAll('|', '\\|')} |`);
  writeFileSync(TABLE, `# Operations and their tests\n\n| operation | tests | one of them |\n| --- | ---: | --- |\n${lines.join('\n')}\n`);
  return rows.filter(({ tests }) => tests.length === 0).map(({ name }) => name);
}
