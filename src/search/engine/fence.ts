/**
 * Lets one server at a time write to the index. A server that begins to write creates its own key and deletes the keys of earlier servers.
 * Typesense orders deletions of keys and writes, so a server that was frozen during its work cannot overwrite a newer document with an older
 * one when it wakes up.
 */
import { type SearchEngine, withKey } from './client.ts';

const DESCRIPTION = 'Cairn index writer';
const TIMEOUT_MS = 5_000;

interface Key {
  readonly id: number;
  readonly description: string;
  readonly value?: string;
}

/**
 * Makes this server the only one that can write to the index.
 *
 * @returns the engine with the new key; `undefined` if the key in TYPESENSE_API_KEY may not create keys
 * @throws an error of the connection
 */
export async function fence(engine: SearchEngine): Promise<SearchEngine | undefined> {
  const call = async <Body>(method: string, path: string, body?: object): Promise<Body | undefined> => {
    const answer = await fetch(`${engine.address.url}/keys${path}`, {
      method,
      headers: { 'x-typesense-api-key': engine.address.apiKey, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.status === 401 || answer.status === 403 || answer.status === 404) return undefined;
    if (!answer.ok) throw new Error(`Typesense answers ${answer.status} to ${method} /keys`);
    return (await answer.json()) as Body;
  };
  const own = await call<Key>('POST', '', { description: DESCRIPTION, actions: ['*'], collections: ['*'] });
  if (own?.value === undefined) return undefined;
  const all = await call<{ keys: Key[] }>('GET', '');
  for (const { id, description } of all?.keys ?? []) if (description === DESCRIPTION && id !== own.id) await call('DELETE', `/${id}`);
  return withKey(engine, own.value);
}
