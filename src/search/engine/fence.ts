/**
 * Lets one server at a time write to the index. A server that begins to write creates its own key and deletes the keys of earlier servers.
 * Typesense orders deletions of keys and writes, so a server that was frozen during its work cannot overwrite a newer document with an older
 * one when it wakes up.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { fetchFrom, type SearchEngine, withKey } from './client.ts';
import type { SearchNode } from './nodes.ts';

const DESCRIPTION = 'Cairn index writer';
const TIMEOUT_MS = 5_000;
/** How long to wait until all nodes know the key, ms; and how often to check. */
const KNOWN_WITHIN_MS = 3_000;
const POLL_MS = 50;

interface ApiKey {
  readonly id: number;
  readonly description: string;
  readonly value?: string;
}

/**
 * Makes this server the only one that can write to the index.
 *
 * Other nodes learn of keys a little later than the leader, and pass on to it what they accept. So this waits until they know the new one
 * and not the earlier ones.
 *
 * @returns the engine with the new key; `undefined` if the key in TYPESENSE_API_KEY may not create keys
 * @throws an error of the connection
 */
export async function fence(engine: SearchEngine): Promise<SearchEngine | undefined> {
  const call = async <Body>(method: string, path: string, body?: object): Promise<Body | undefined> => {
    const answer = await fetchFrom(engine, 'write', `/keys${path}`, { method, ...(body && { body: JSON.stringify(body) }) }, TIMEOUT_MS);
    if (answer.status === 401 || answer.status === 403 || answer.status === 404) return undefined;
    if (!answer.ok) throw new Error(`Typesense answers ${answer.status} to ${method} /keys`);
    return (await answer.json()) as Body;
  };
  const own = await call<ApiKey>('POST', '', { description: DESCRIPTION, actions: ['*'], collections: ['*'] });
  if (own?.value === undefined) return undefined;
  const all = await call<{ keys: ApiKey[] }>('GET', '');
  for (const { id, description } of all?.keys ?? []) if (description === DESCRIPTION && id !== own.id) await call('DELETE', `/${id}`);
  const { nodes } = engine;
  await Promise.all(nodes.all.filter((node) => node !== nodes.current() && node.state === 'up').map((node) => knows(node, engine, own.id)));
  return withKey(engine, own.value);
}

/** Waits until a node knows this key and no other one of an index writer. A node that fails meanwhile is not waited for. */
async function knows({ url }: SearchNode, { address }: SearchEngine, id: number): Promise<void> {
  const until = Date.now() + KNOWN_WITHIN_MS;
  while (Date.now() < until) {
    try {
      const answer = await fetch(`${url}/keys`, { headers: { 'x-typesense-api-key': address.apiKey }, signal: AbortSignal.timeout(KNOWN_WITHIN_MS) });
      const { keys } = (await answer.json()) as { keys: ApiKey[] };
      if (keys.every((key) => key.id === id || key.description !== DESCRIPTION) && keys.some((key) => key.id === id)) return;
    } catch {
      return;
    }
    await pause(POLL_MS);
  }
}
