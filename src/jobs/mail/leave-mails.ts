/**
 * Links by which somebody stops the mails without signing in (RFC 8058). Each is signed for one person, with a key of the store.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { patchEdit } from '../../catalog/assets/edit.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Graph } from '../../graph/driver.ts';
import { mailKey } from '../../graph/mailboxes.ts';
import { isProblem, parseUrn } from '../../model/urn.ts';
import { FOLLOWING } from './followers.ts';

export interface LeaveMails {
  /** @param person URN. @returns the query of the link */
  query(person: string): Promise<string>;
  /** Stops the mails to this person. @returns false if the signature is not theirs */
  stop(person: string, signature: string): Promise<boolean>;
}

export function makeLeaveMails(graph: Graph, { model, write }: Pick<Catalog, 'model' | 'write'>): LeaveMails {
  let key: Promise<string> | undefined;
  const sign = async (person: string): Promise<string> => {
    key ??= mailKey(graph, randomBytes(32).toString('hex'));
    const known = await key.catch((error: unknown) => {
      key = undefined;
      throw error;
    });
    return createHmac('sha256', Buffer.from(known, 'hex')).update(person).digest('base64url');
  };
  return {
    query: async (person) => `${new URLSearchParams({ person, signature: await sign(person) })}`,
    async stop(person, signature) {
      const [given, right] = [Buffer.from(signature), Buffer.from(await sign(person))];
      const urn = parseUrn(model, person);
      if (given.length !== right.length || !timingSafeEqual(given, right) || isProblem(urn)) return false;
      const proposals = [patchEdit(urn.text, FOLLOWING, [{ op: 'add', path: '/mail', value: 'never' }])];
      const { items } = await write({ proposals, together: true, actor: urn.text });
      for (const item of items) if ('refusal' in item) throw item.refusal;
      return true;
    },
  };
}
