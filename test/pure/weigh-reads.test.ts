/**
 * What a read weighs before it begins.
 */
import { expect } from 'chai';
import type { Catalog } from '../../src/catalog/index.ts';
import { weighReads } from '../../src/http/request/weigh-reads.ts';
import type { Urn } from '../../src/model/urn.ts';

describe('A read', () => {
  // SECURITY.md L9
  it('weighs what it may bring, before it is done', async () => {
    const done: string[] = [];
    const read = async (): Promise<[]> => {
      done.push('read');
      return [];
    };
    const runs = { list: read, describe: read };
    const weighed = weighReads({ read, exists: read, list: async () => read(), runs } as unknown as Catalog, {
      begin: async (more) => void done.push(String(more)),
    });
    const urns = Array<Urn>(1_000);
    await weighed.read(urns.slice(0, 1), ['ownership']);
    await weighed.read(urns.slice(0, 9), undefined);
    await weighed.read(urns, ['ownership', 'status']);
    await weighed.read(urns, undefined);
    await weighed.exists(urns, true);
    await weighed.runs.describe('run', 0, 1_000, true);
    await weighed.runs.list(0, 20, true);
    expect(done.join(' ')).to.equal('read read 20 read 100 read 10 read 10 read 20 read');
  });
});
