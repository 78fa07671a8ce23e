/**
 * A client of Cairn: openapi-fetch with the types of the API and of the metadata model.
 */
import createClient, { type Client, type ClientOptions } from 'openapi-fetch';
import type { components, paths } from './api.ts';

export type { components, paths };
/** Aspects and answers by name: `Schemas['globalTags']`. */
export type Schemas = components['schemas'];

export interface CairnOptions extends Omit<ClientOptions, 'baseUrl' | 'headers'> {
  /** Where Cairn answers, with its prefix if it has one: `http://localhost:8080`. */
  readonly url: string;
  /** Sent as `Authorization: Bearer <token>`. */
  readonly token?: string;
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** `Api`: the types of another model or namespace, made by openapi-typescript from the `/openapi.json` of that server. */
export function createCairn<Api extends object = paths>({ url, token, headers, ...more }: CairnOptions): Client<Api> {
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return createClient<Api>({ ...more, baseUrl: url, headers: { ...headers, ...authorization } });
}
