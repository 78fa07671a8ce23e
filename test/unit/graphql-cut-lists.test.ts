/** Fields of GraphQL whose lists and sums stop say so in a warning; and coverage says how many parts are left out. */
import { expect } from 'chai';
import type { Catalog } from '../../src/catalog/index.ts';
import { countCoverage } from '../../src/catalog/series/coverage.ts';
import { documentFields } from '../../src/http/graphql/fields/documents.ts';
import { stats } from '../../src/http/graphql/fields/stats.ts';
import { type GraphContext, refOf } from '../../src/http/graphql/operation.ts';
import { entityFields } from '../../src/http/graphql/types/entity-fields.ts';
import { urns } from '../support/make.ts';
import { model, urnOf } from './support/model.ts';

/** Calls a resolver with as much of a context as it needs. */
async function warningsOf(resolver: unknown, urn: string, args: object, parts: object): Promise<string[]> {
  const warnings: string[] = [];
  const budget = { list: (read: () => unknown) => read(), spend: () => undefined, named: () => undefined };
  const context = { budget, warn: (text: string) => warnings.push(text), ...parts } as unknown as GraphContext;
  const [entity, { resolve = resolver }] = [refOf(urnOf(urn)), resolver as { resolve?: unknown }];
  await (resolve as (entity: unknown, args: object, context: GraphContext) => Promise<unknown>)(entity, args, context);
  return warnings;
}

describe('What stops in GraphQL', () => {
  it('is told of relationships without soft-deleted ends', async () => {
    const tag = urns.tag('t');
    const asked = (total: number) => {
      const catalog = { model, related: async () => ({ total, related: [{ type: 'TaggedWith', urn: urns.dataset('d') }] }) };
      const input = { direction: 'INCOMING', start: 0, count: 10, includeSoftDelete: false };
      return warningsOf(entityFields.Entity?.relationships, tag, { input }, { catalog, loaders: { value: async () => undefined } });
    };
    expect(await asked(10_000)).to.deep.equal([]);
    expect(await asked(12_345)).to.have.length(1);
    expect((await asked(12_345))[0]).to.include('the first 10000 of 12345 relationships');
  });

  it('is told of sums over points', async () => {
    const asked = (count: number) => {
      const point = { text: JSON.stringify({ timestampMillis: 1, eventGranularity: { unit: 'DAY' }, viewsCount: 1 }) };
      const points = async (_: unknown, { limit }: { limit: number }) => Array.from({ length: Math.min(limit, count) }, () => point);
      return warningsOf(stats.Dashboard?.usageStats, urns.dashboard('d'), {}, { catalog: { model }, loaders: { points } });
    };
    expect(await asked(1_000)).to.deep.equal([]);
    expect((await asked(1_001))[0]).to.include('the sums are of the newest 1000');
  });

  it('is counted of the parts of coverage', async () => {
    const values = [{ value: urns.of('domain', 'd'), count: 1 }];
    const search = async () => ({ total: 300, hits: [], unknown: [], facets: [{ field: 'domains', displayName: '', values, totalValues: 280 }] });
    expect((await countCoverage({ model, search: search as unknown as Catalog['search'] }, 'DOMAIN')).moreParts).to.equal(279);
  });

  it('is told of drafts and of stages', async () => {
    const drafts = { total: 1_500, related: [{ type: 'IsDraftOf', urn: urns.of('document', 'draft') }] };
    const document = { catalog: { model, related: async () => drafts } };
    expect((await warningsOf(documentFields.Document?.drafts, urns.of('document', 'd'), {}, document))[0]).to.include('1 of 1500 drafts');
    const stages = Array.from({ length: 1_001 }, (_, at) => urns.of('lifecycleStageType', String(at)));
    const asked = (count: number) => {
      const catalog = { model, urnsOf: async () => stages.slice(0, count) };
      return warningsOf(
        documentFields.Query?.listLifecycleStages,
        urns.of('document', 'd'),
        {},
        { catalog, loaders: { value: async () => undefined } },
      );
    };
    expect(await asked(1_000)).to.deep.equal([]);
    expect((await asked(1_001))[0]).to.include('the first 1000 stages');
  });
});
