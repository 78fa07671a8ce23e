/**
 * Relationships and lineage of a reader who sees a part: a limit is told of what is seen only.
 */
import { expect } from 'chai';
import { restrictedEdges } from '../../../src/catalog/access/restricted-edges.ts';

const urn = { text: 'urn:svc:tag:all' } as never;

function edgesSeen(seen: readonly string[]) {
  const catalog = {
    related: async () => ({ total: 6_000, related: [] }),
    lineage: async () => ({ total: 3_000, filtered: 0, degrees: [], reached: [] }),
  };
  return restrictedEdges(catalog as never, { among: async () => new Set(seen) } as never, async (what) => new Error(what) as never);
}

describe('Limits of a reader who sees a part', () => {
  const related = (seen: readonly string[]) => edgesSeen(seen).related(urn, 'INCOMING', ['TaggedWith'], 0, 10, undefined);
  const lineage = (seen: readonly string[]) => edgesSeen(seen).lineage({ urn, direction: 'UPSTREAM', start: 0, count: 10 } as never);
  const said = (work: Promise<unknown>) => work.catch((error: Error) => error.message);

  it('tell nothing of what is hidden', async () => {
    expect(await related([])).to.deep.equal({ total: 0, related: [] });
    expect(await lineage([])).to.include({ total: 0, filtered: 0 });
  });

  it('are told of what is seen', async () => {
    expect(await said(related(['urn:svc:tag:all']))).to.include('more than 5000');
    expect(await said(lineage(['urn:svc:tag:all']))).to.include('more than 2000');
  });
});
