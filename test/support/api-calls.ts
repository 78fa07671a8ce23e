/**
 * Records the calls of the tests for the table of the API's coverage (test/api-coverage.ts). Only a whole run records them: `API_CALLS`
 * names the file.
 */
import { appendFileSync } from 'node:fs';
import { parse } from 'graphql';

/** One call, and the test that made it. */
export interface ApiCall {
  readonly method: string;
  /** Path and query, as sent. */
  readonly address: string;
  /** Root fields of a GraphQL document. */
  readonly fields: readonly string[];
  readonly test: string;
}

const file = process.env.API_CALLS;
const noted = new Set<string>();
let test = '';

/** From now on, calls belong to this test. */
export function testBegins(title: string): void {
  test = title;
}

/** Records the calls through `fetch`, each operation once for each test. */
export function noteCalls(): void {
  if (file === undefined) return;
  const send = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const fields = pathname.endsWith('/api/graphql') && typeof init?.body === 'string' ? rootFields(init.body) : [];
    note({ method: init?.method ?? 'GET', address: pathname + search, fields });
    return send(input, init);
  };
}

/** Records one call. Code that does not use `fetch` calls this itself. */
export function note(call: Omit<ApiCall, 'test'>): void {
  if (file === undefined) return;
  const action = new URLSearchParams(call.address.split('?')[1]).get('action') ?? '';
  const parts = (call.address.split('?')[0] ?? '').split('/').map((part) => (/:|%3A/i.test(part) ? 'urn' : part));
  const key = [call.method, parts.join('/'), action, call.fields, test].join(' ');
  if (noted.has(key)) return;
  noted.add(key);
  appendFileSync(file, `${JSON.stringify({ ...call, address: call.address.slice(0, 2_000), test })}\n`);
}

function rootFields(body: string): string[] {
  try {
    const { definitions } = parse((JSON.parse(body) as { query: string }).query);
    return definitions.flatMap((each) =>
      each.kind === 'OperationDefinition' ? each.selectionSet.selections.flatMap((field) => (field.kind === 'Field' ? [field.name.value] : [])) : [],
    );
  } catch {
    // A test that sends an invalid document calls no operation.
    return [];
  }
}
