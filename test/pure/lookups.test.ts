/**
 * Whose secret is looked up when: those that were right before at once, all others by address.
 */
import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import type { Catalog } from '../../src/catalog/index.ts';
import { Refusal } from '../../src/errors.ts';
import { makeLookups } from '../../src/http/signin/lookups.ts';
import { singleSignOnHandlers } from '../../src/http/signin/single-sign-on.ts';
import type { Context } from '../../src/http/types.ts';

const from = (address: string): Context => ({ state: { address }, res: new EventEmitter() }) as unknown as Context;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Secrets', () => {
  // SECURITY.md L10
  it('that nobody has are looked up a few at a time of each address, beside those that were right before', async () => {
    const lookUp = makeLookups();
    await lookUp(from('good'), 'known', async () => 'me');
    const waiting: ((error: Error) => void)[] = [];
    const looked: string[] = [];
    const made = (address: string, secret: string) =>
      lookUp(from(address), secret, () => {
        looked.push(address);
        return new Promise<never>((_, reject) => waiting.push(reject));
      }).catch(() => undefined);
    const all = Array.from({ length: 100 }, (_, at) => made('bad', `made up ${at}`));
    await turn();
    expect(looked).to.have.length(2);
    void made('other', 'made up, too');
    await turn();
    expect(looked, 'an address without any begins at once').to.have.members(['bad', 'bad', 'other']);
    expect(await lookUp(from('bad'), 'known', async () => 'me'), 'known, whatever else comes from its address').to.equal('me');
    while (waiting.length > 0) {
      waiting.shift()?.(new Error('unknown'));
      await turn();
    }
    await Promise.all(all);
  });

  it('that count no more wait like those that nobody has', async () => {
    const lookUp = makeLookups();
    const look = (at: number) => lookUp(from('a'), 'once right', () => (at === 0 ? Promise.resolve('me') : Promise.reject(new Error('revoked'))));
    await look(0);
    await look(1).catch(() => undefined);
    let begun = 0;
    for (let at = 0; at < 20; at++)
      void lookUp(from('a'), 'once right', () => {
        begun++;
        return new Promise<never>(() => undefined);
      });
    await turn();
    expect(begun).to.be.below(10);
  });

  it('are refused when too many of an address wait', async () => {
    const lookUp = makeLookups();
    const made = Array.from({ length: 1_200 }, (_, at) => lookUp(from('a'), `made up ${at}`, () => new Promise<never>(() => undefined)));
    const refused = await Promise.race(made).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(Refusal).and.include({ code: 'too-much-at-once', status: 429 });
    for (const each of made) each.catch(() => undefined);
  });

  // SECURITY.md L10
  it('wait in the same way at the addresses that need no token, and look at cookies', async () => {
    let looks = 0;
    const look = () => {
      looks++;
      return new Promise<never>(() => undefined);
    };
    const lookUp = makeLookups();
    await lookUp(from('good'), 'known', async () => 'me');
    const handlers = singleSignOnHandlers({ providers: new Map(), home: '/', publicUrl: undefined, log: () => undefined, lookUp });
    const catalog = { people: { signIn: look }, signIns: { end: look } } as unknown as Catalog;
    const headers: Record<string, string> = { cookie: 'cairn_session=cairn_made-up', host: 'localhost' };
    for (const name of ['authenticate', 'logOut'] as const) {
      const before = looks;
      for (let at = 0; at < 20; at++)
        void handlers[name](Object.assign(from(name), { querystring: '', get: (header: string) => headers[header] ?? '' }), catalog);
      await turn();
      expect(looks - before, name).to.equal(2);
    }
  });
});
