/**
 * The GraphQL API as its clients call it.
 */
import { expect } from 'chai';
import { api } from './client.ts';
import { CODE } from './refusals.ts';

export interface GraphError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: {
    readonly code: number;
    readonly type: string;
    readonly classification: string;
    readonly reason: string;
    readonly details?: { pointer: string }[];
  };
}

/** Any JSON: each test checks what it expects. */
// biome-ignore lint/suspicious/noExplicitAny: answers have the shape of the query
export type Data = any;

export interface GraphAnswer {
  readonly data?: Data;
  readonly errors?: readonly GraphError[];
}

/** Sends a query. Fails unless the answer is 200. */
export async function ask(query: string, variables?: Record<string, unknown>): Promise<GraphAnswer> {
  const answer = await api.send<GraphAnswer>('POST', '/api/graphql', { json: { query, ...(variables && { variables }) } });
  expect(answer.status, answer.text).to.equal(200);
  expect(answer.headers.get('content-type')).to.match(/^application\/json/);
  return answer.body;
}

/** The data of a query that must succeed. */
export async function graphql(query: string, variables?: Record<string, unknown>): Promise<Data> {
  const { data, errors } = await ask(query, variables);
  expect(errors, JSON.stringify(errors)).to.equal(undefined);
  return data;
}

/** The error of a query that must fail: 200 with one error, in the form of docs/semantics.md 15.1. */
export async function refused(
  query: string,
  variables: Record<string, unknown> | undefined,
  type: string,
  mention: string | RegExp,
): Promise<GraphError> {
  const { errors = [] } = await ask(query, variables);
  expect(errors, JSON.stringify(errors)).to.have.length(1);
  const [error] = errors as [GraphError];
  const codes: Record<string, number> = { BAD_REQUEST: 400, UNAUTHORIZED: 403, NOT_FOUND: 404, CONFLICT: 409, SERVER_ERROR: 500 };
  expect(error.extensions).to.deep.include({ type, code: codes[type] });
  expect(error.extensions.classification).to.be.a('string');
  expect(error.extensions.reason).to.match(CODE);
  if (typeof mention === 'string') expect(error.message).to.include(mention);
  else expect(error.message).to.match(mention);
  return error;
}
