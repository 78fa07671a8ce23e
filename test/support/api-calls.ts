/**
 * The calls of the tests. Their answers are checked against the OpenAPI document. A whole run also records them for the table of the API's
 * coverage (test/api-coverage.ts): `API_CALLS` names the file.
 */
import { appendFileSync } from 'node:fs';
import { parse } from 'graphql';
import { checkAnswer } from './answers.ts';

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

/** Checks the answers of calls through `fetch`, and records the calls, each operation once for each test. */
export function watchCalls(): void {
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
    if (file !== undefined) {
      const fields = url.pathname.endsWith('/api/graphql') && typeof init?.body === 'string' ? rootFields(init.body) : [];
      note({ method, address: url.pathname + url.search, fields });
    }
    const answer = await send(input, init);
    if (url.hostname === '127.0.0.1' || url.hostname === 'localhost') await checkAnswer(method, url, answer);
    return answer;
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
