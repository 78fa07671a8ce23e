/** Which changes mails tell people, and what of them. */
import { expect } from 'chai';
import type { Change } from '../../src/catalog/changes/types.ts';
import type { Catalog } from '../../src/catalog/index.ts';
import { badParameter, noSuchVersion, notForAnybody } from '../../src/errors.ts';
import { asSeen } from '../../src/jobs/mail/as-seen.ts';
import { concerning, type Follower } from '../../src/jobs/mail/followers.ts';
import type { SearchRequest } from '../../src/search/index.ts';
import { urns } from '../support/make.ts';
import { model, urnOf } from './support/model.ts';

const TABLE = urns.dataset('t');
const changeOf = (more: Partial<Change> = {}): Change =>
  ({
    seq: 1,
    urn: TABLE,
    entityType: 'dataset',
    aspect: 'schemaMetadata',
    type: 'update',
    actor: urns.user('x'),
    at: 100,
    version: 2,
    before: 1,
    ...more,
  }) as Change;

describe('A mail about what somebody follows', () => {
  it('looks in all lists, however many somebody follows, in many of them at once', async () => {
    const searches: SearchRequest[] = [];
    // Only the last domain has it.
    const search = async (request: SearchRequest) => {
      searches.push(request);
      return { hits: JSON.stringify(request.filter).includes(`${urns.of('domain', '119')}"`) ? [{ urn: TABLE }] : [] };
    };
    const seen = { search, closed: async () => undefined };
    const core = {
      model,
      pending: async () => [false],
      seenBy: async () => ({ ...seen, model, readVersion: async () => Promise.reject(noSuchVersion(TABLE, 'schemaMetadata', 1)) }),
    } as unknown as Catalog;
    const domains = Array.from({ length: 120 }, (_, at) => ({ since: at % 2, entity: urns.of('domain', String(at)), page: undefined }));
    const page = { since: 0, entity: undefined, page: '/search?query=orders' };
    const follower: Follower = { person: urnOf(urns.user('jane')), wish: 'each', follows: [...domains, page] };
    expect(await concerning(core, follower, [changeOf()], true)).to.have.length(1);
    const domainsIn = JSON.stringify(searches.map(({ filter }) => filter)).match(/domain:\d+/g);
    expect([new Set(domainsIn).size, searches.length < 10, searches.at(-1)?.input]).to.deep.equal([120, true, 'orders']);
    const refusing = {
      ...core,
      seenBy: async () => ({ ...(await core.seenBy({ user: '' })), search: async () => Promise.reject(badParameter('/x', 'y', 'z')) }),
    };
    expect(await concerning(refusing as unknown as Catalog, follower, [changeOf()], true), 'a list that is refused finds nothing').to.deep.equal([]);
    searches.length = 0;
    const late = { ...follower, follows: domains.map((each) => ({ ...each, since: 101 })) };
    expect(await concerning(core, late, [changeOf()], true), 'nothing older is news').to.deep.equal([]);
  });

  // SECURITY.md R8
  it('tells values as the reader may read them, and nothing of what is closed or hidden', async () => {
    const versions: Record<number, string> = { 1: '{"fields":[]}', 0: '{"fields":[{"fieldPath":"id"}]}' };
    const reads = (closed: boolean, texts: Record<number, string>) => ({
      model,
      closed: async () => (closed ? notForAnybody('x', 'y', 'z') : undefined),
      readVersion: async (_: unknown, __: string, version: number) => {
        const text = texts[version];
        if (text === undefined) throw noSuchVersion(TABLE, 'schemaMetadata', version);
        return { state: { seq: version === 0 ? 2 : version, value: { text } } };
      },
    });
    const told = (closed: boolean, texts: Record<number, string>) =>
      asSeen(reads(closed, texts) as unknown as Catalog, [changeOf({ value: 'iban', beforeValue: 'iban' })]);
    expect((await told(false, versions)).map(({ value, beforeValue }) => [value, beforeValue])).to.deep.equal([[versions[0], versions[1]]]);
    expect(await told(true, versions)).to.deep.equal([]);
    expect(await told(false, { 0: '{"a":1,"b":2}', 1: '{"b":2,"a":1}' }), 'only what is hidden has changed').to.deep.equal([]);
    expect(
      (await told(false, {})).map(({ value, beforeValue }) => [value, beforeValue]),
      'not stored any more',
    ).to.deep.equal([[null, null]]);
  });
});
