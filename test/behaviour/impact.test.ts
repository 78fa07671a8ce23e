/**
 * `GET /impact` (section 8.6 of docs/semantics.md).
 */
import { expect } from 'chai';
import { api } from '../support/client.ts';
import { ownership, ownNames, proposal, status, upstreams, urns } from '../support/make.ts';

const name = ownNames('impact');
const [orders, facts, report, gone] = ['orders', 'facts', 'report', 'gone'].map((each) => urns.dataset(name(each))) as [
  string,
  string,
  string,
  string,
];
const dashboard = urns.dashboard(name('board'));
const owner = urns.user(name('owner'));

interface Impact {
  readonly urn: string;
  readonly total: number;
  readonly hidden: number;
  readonly byType: Record<string, number>;
  readonly columns: number;
  readonly cut: boolean;
  readonly affected: readonly { urn: string; degree?: number; path: string[]; owners: string[]; columns: unknown }[];
  readonly references: readonly { type: string; urn: string }[];
}

const impact = async (query: string): Promise<Impact> => {
  const { status: code, body } = await api.send<Impact>('GET', `/impact?urn=${encodeURIComponent(orders)}${query}`);
  expect(code).to.equal(200);
  return body;
};

describe('GET /impact', () => {
  before(async () => {
    const lineage = (pairs: [string, string][]) => ({
      upstreams: [{ dataset: orders, type: 'TRANSFORMED' }],
      fineGrainedLineages: pairs.map(([from, to]) => ({
        upstreamType: 'FIELD_SET',
        upstreams: [urns.column(orders, from)],
        downstreamType: 'FIELD',
        downstreams: [urns.column(facts, to)],
      })),
    });
    await api.ingestProposalBatch([
      proposal(orders, 'datasetProperties', { name: 'orders' }),
      proposal(facts, 'datasetProperties', { name: 'facts' }),
      proposal(facts, 'upstreamLineage', lineage([['amount', 'total']])),
      proposal(facts, 'ownership', ownership(owner)),
      proposal(report, 'datasetProperties', { name: 'report' }),
      proposal(report, 'upstreamLineage', upstreams(facts)),
      proposal(dashboard, 'dashboardInfo', { title: 'Board', description: '', lastModified: {}, datasetEdges: [{ destinationUrn: report }] }),
      proposal(gone, 'upstreamLineage', upstreams(orders)),
      proposal(gone, 'status', status(true)),
    ]);
  });

  it('lists everything downstream with hops, path, owners and affected columns', async () => {
    const found = await impact('');
    expect(found).to.include({ urn: orders, total: 3, hidden: 1, columns: 1, cut: false });
    expect(found.byType).to.deep.equal({ dataset: 2, dashboard: 1 });
    expect(found.affected.map(({ urn, degree }) => [urn, degree])).to.deep.equal([
      [facts, 1],
      [report, 2],
      [dashboard, 3],
    ]);
    expect(found.affected[0]?.owners).to.deep.equal([owner]);
    expect(found.affected[0]?.columns).to.deep.equal([{ column: 'total', from: 'amount', degree: 1 }]);
    expect(found.affected[2]?.path).to.deep.equal([orders, facts, report, dashboard]);
    expect(found.references).to.deep.equal([]);
  });

  it('says for the named columns which assets take them, which do not on any way, and of which nobody told', async () => {
    const columnsOf = ({ affected }: Impact): Record<string, unknown> => Object.fromEntries(affected.map(({ urn, columns }) => [urn, columns]));
    expect(columnsOf(await impact('&columns=note'))).to.include({ [facts]: 'none', [report]: 'none', [dashboard]: 'none' });
    expect(columnsOf(await impact('&columns=amount'))).to.include({ [report]: 'unknown', [dashboard]: 'unknown' });
    const both = columnsOf(await impact('&columns=note&columns=amount'));
    expect(both[facts]).to.deep.equal([{ column: 'total', from: 'amount', degree: 1 }]);
    expect(columnsOf(await impact('&columns=List(note,amount)'))).to.deep.equal(both);
  });

  it('leaves out what is soft-deleted, also if only column lineage reaches it', async () => {
    const [byColumn, byBoth, query] = [urns.dataset(name('byColumn')), urns.dataset(name('byBoth')), urns.of('query', name('query'))];
    const before = await impact('&columns=amount');
    const fine = (to: string) => ({
      upstreamType: 'FIELD_SET',
      upstreams: [urns.column(orders, 'amount')],
      downstreamType: 'FIELD',
      downstreams: [urns.column(to, 'c')],
    });
    await api.ingestProposalBatch([
      proposal(byColumn, 'upstreamLineage', { upstreams: [], fineGrainedLineages: [fine(byColumn)] }),
      proposal(byBoth, 'upstreamLineage', { upstreams: [{ dataset: orders, type: 'TRANSFORMED' }], fineGrainedLineages: [fine(byBoth)] }),
      proposal(query, 'querySubjects', { subjects: [{ entity: urns.column(orders, 'amount') }] }),
    ]);
    const shown = await impact('&columns=amount');
    expect(shown.affected.map(({ urn }) => urn)).to.include.members([byColumn, byBoth]);
    expect(shown.references.map(({ urn }) => urn)).to.deep.equal([query]);
    await api.ingestProposalBatch([byColumn, byBoth, query].map((urn) => proposal(urn, 'status', status(true))));
    const found = await impact('&columns=amount');
    expect({ ...found, hidden: found.hidden - 2 }).to.deep.equal(before);
  });

  it('says none only of what cannot be affected on any way', async () => {
    const [a, b1, b2, c, d] = ['A', 'B1', 'B2', 'C', 'D'].map((each) => urns.dataset(name(each))) as [string, string, string, string, string];
    const entry = (upstreamsOf: string[], downstreams: string[], upstreamType = 'FIELD_SET') => ({
      upstreamType,
      upstreams: upstreamsOf,
      downstreamType: 'FIELD',
      downstreams,
    });
    const from = (tables: string[], fineGrainedLineages: object[]) => ({ ...upstreams(...tables), fineGrainedLineages });
    await api.ingestProposalBatch([
      ...[a, b1, b2, c, d].map((urn) => proposal(urn, 'datasetProperties', { name: urn })),
      proposal(b1, 'upstreamLineage', from([a], [entry([urns.column(a, 'a')], [urns.column(b1, 'x')])])),
      proposal(b2, 'upstreamLineage', upstreams(a)),
      proposal(c, 'upstreamLineage', from([b1, b2], [entry([urns.column(b1, 'x')], [urns.column(c, 'y')])])),
      proposal(d, 'upstreamLineage', from([a], [entry([urns.column(a, 'Struct.Field')], [urns.column(d, 'y')]), entry([urns.column(a, 'f')], [])])),
    ]);
    const of = async (column: string): Promise<unknown[]> => {
      const found = (await api.send<Impact>('GET', `/impact?urn=${encodeURIComponent(a)}&columns=${column}`)).body;
      return [b1, b2, c, d].map((urn) => found.affected.find((each) => each.urn === urn)?.columns);
    };
    expect(await of('b')).to.deep.equal(['none', 'unknown', 'unknown', 'none']);
    expect((await of('struct')).at(-1)).to.equal('unknown');
    expect((await of('struct.field.inner')).at(-1)).to.equal('unknown');
    expect((await of('struct.other')).at(-1)).to.equal('none');
    expect((await of('f')).at(-1)).to.equal('unknown');
    await api.ingestProposal(
      proposal(
        b1,
        'upstreamLineage',
        from([a], [entry([urns.column(a, 'a')], [urns.column(b1, 'x')]), entry([a], [urns.column(b1, 'z')], 'DATASET')]),
      ),
    );
    expect((await of('b'))[0]).to.equal('unknown');
  });

  it('counts all, each once, also what only columns lead to, and lists it in pages', async () => {
    const [hub, ...below] = Array.from({ length: 13 }, (_, at) => urns.dataset(name(`page${at}`))) as [string, ...string[]];
    const fine = (to: string, columns: string[]) =>
      columns.map((column) => ({
        upstreamType: 'FIELD_SET',
        upstreams: [urns.column(hub, column)],
        downstreamType: 'FIELD',
        downstreams: [urns.column(to, column)],
      }));
    const lineageOf = (to: string, at: number) =>
      at < 6 ? { ...upstreams(hub), fineGrainedLineages: fine(to, ['a', 'b']) } : { upstreams: [], fineGrainedLineages: fine(to, ['a']) };
    await api.ingestProposalBatch([
      proposal(hub, 'datasetProperties', { name: 'hub' }),
      ...below.flatMap((urn, at) => [proposal(urn, 'datasetProperties', { name: urn }), proposal(urn, 'upstreamLineage', lineageOf(urn, at))]),
    ]);
    const page = async (query: string) =>
      (await api.send<Impact & { nextStart?: number; byColumns: object }>('GET', `/impact?urn=${encodeURIComponent(hub)}${query}`)).body;
    for (const [query, byColumns] of [
      ['', { takes: 12, unknown: 0, none: 0 }],
      ['&columns=b', { takes: 6, unknown: 0, none: 6 }],
    ] as const) {
      const all = await page(query);
      expect(all).to.deep.include({ total: 12, byType: { dataset: 12 }, byColumns, cut: false });
      const seen: string[] = [];
      for (let start: number | undefined = 0; start !== undefined; ) {
        const next = await page(`${query}&start=${start}&count=5`);
        expect(next).to.deep.include({ total: 12, byType: { dataset: 12 }, byColumns, cut: next.nextStart !== undefined });
        seen.push(...next.affected.map(({ urn }) => urn));
        start = next.nextStart;
      }
      expect(seen).to.deep.equal(all.affected.map(({ urn }) => urn));
      expect(new Set(seen).size).to.equal(12);
    }
  });

  it('of a dbt model includes who takes the table that is its sibling, by columns of the same name, too', async () => {
    const [model, table, consumer, other] = ['model', 'table', 'consumer', 'other'].map((each) => urns.dataset(name(each))) as [
      string,
      string,
      string,
      string,
    ];
    const fine = {
      ...{ upstreamType: 'FIELD_SET', upstreams: [urns.column(table, 'id')] },
      ...{ downstreamType: 'FIELD', downstreams: [urns.column(consumer, 'ref')] },
    };
    await api.ingestProposalBatch([
      proposal(model, 'siblings', { siblings: [table], primary: true }),
      proposal(table, 'siblings', { siblings: [model], primary: false }),
      proposal(consumer, 'upstreamLineage', { ...upstreams(table), fineGrainedLineages: [fine] }),
      proposal(other, 'upstreamLineage', upstreams(model)),
    ]);
    const of = async (urn: string, query = '') => (await api.send<Impact>('GET', `/impact?urn=${encodeURIComponent(urn)}${query}`)).body.affected;
    const rows = (affected: Impact['affected']) => affected.map(({ urn, degree, path }) => [urn, degree, path]).sort();
    expect(rows(await of(model))).to.deep.equal(
      [
        [consumer, 2, [model, table, consumer]],
        [other, 1, [model, other]],
      ].sort(),
    );
    expect(rows(await of(table))).to.deep.equal(
      [
        [consumer, 1, [table, consumer]],
        [other, 2, [table, model, other]],
      ].sort(),
    );
    expect((await of(model, '&columns=id')).find(({ urn }) => urn === consumer)?.columns).to.deep.equal([{ column: 'ref', from: 'id', degree: 1 }]);
    await api.ingestProposal(proposal(table, 'status', status(true)));
    expect(rows(await of(model))).to.deep.equal([[other, 1, [model, other]]]);
  });

  it('refuses a missing URN, and more columns than it looks at', async () => {
    expect((await api.send('GET', '/impact')).status).to.equal(400);
    const many = Array.from({ length: 51 }, (_, at) => `&columns=c${at}`).join('');
    const refused = await api.send<{ message: string }>('GET', `/impact?urn=${encodeURIComponent(orders)}${many}`);
    expect(refused.status).to.equal(400);
    expect(refused.body.message).to.include('columns');
  });
});
