import { expect } from 'chai';
import { api } from '../support/client.ts';
import { deleteReferences } from '../support/legacy.ts';
import { deletion, ownership, ownNames, proposal, schemaMetadata, status, tags, upstreams, urns } from '../support/make.ts';
import { edges, erase, write } from '../support/writes.ts';

const own = ownNames('edges');
const dataset = () => urns.dataset(own());
const outgoing = (urn: string, types?: string) => edges(urn, 'OUTGOING', types);
const incoming = (urn: string, types?: string) => edges(urn, 'INCOMING', types);
const type = { type: { [`${api.names.package}.schema.StringType`]: {} } };
const fineGrained = (up: string[] | undefined, down: string[] | undefined) => ({
  upstreamType: 'FIELD_SET',
  downstreamType: 'FIELD',
  ...(up && { upstreams: up }),
  ...(down && { downstreams: down }),
});

describe('How edges follow aspects (docs/semantics.md 8.2)', () => {
  it('writing an aspect replaces exactly its own edges', async () => {
    const urn = dataset();
    const [a, b, c, tag] = [urns.user(own()), urns.user(own()), urns.group(own()), urns.tag(own())];
    await write(urn, 'globalTags', tags(tag));
    await write(urn, 'ownership', ownership(a, b));
    await write(urn, 'ownership', ownership(b, c));
    expect(await outgoing(urn)).to.have.members([`OwnedBy ${b}`, `OwnedBy ${c}`, `TaggedWith ${tag}`]);
    expect(await incoming(a)).to.deep.equal([]);
    expect(await incoming(b)).to.deep.equal([`OwnedBy ${urn}`]);
    expect(await incoming(c)).to.deep.equal([`OwnedBy ${urn}`]);
  });

  it('a refused write changes no edge', async () => {
    const urn = dataset();
    const a = urns.user(own());
    await write(urn, 'ownership', ownership(a));
    expect((await api.ingestProposal(proposal(urn, 'ownership', { owners: [{ owner: urns.user(own()), type: 'NO_SUCH' }] }))).status).to.equal(422);
    expect(await outgoing(urn)).to.deep.equal([`OwnedBy ${a}`]);
  });

  it('an edge that ends and begins again exists once', async () => {
    const urn = dataset();
    const a = urns.user(own());
    for (const owners of [[a], [], [a], [], [a]]) await write(urn, 'ownership', ownership(...owners));
    expect(await outgoing(urn)).to.deep.equal([`OwnedBy ${a}`]);
    expect(await incoming(a)).to.deep.equal([`OwnedBy ${urn}`]);
  });

  it('if two fields of an aspect make the same edge, it disappears when both are removed', async () => {
    const [chart, input] = [urns.chart(own()), dataset()];
    const info = { title: 't', description: 'd', lastModified: {} };
    await write(chart, 'chartInfo', { ...info, inputs: [{ string: input }], inputEdges: [{ destinationUrn: input }] });
    await write(chart, 'chartInfo', { ...info, inputEdges: [{ destinationUrn: input }] });
    expect(await incoming(input)).to.deep.equal([`Consumes ${chart}`]);
    await write(chart, 'chartInfo', info);
    expect(await incoming(input)).to.deep.equal([]);
  });

  it('edges of other aspects to the same entity stay', async () => {
    const [term, schema] = [urns.term(own()), urns.chart(own())];
    const tag = urns.tag(own());
    const column = urns.column(dataset(), 'a');
    const field = { fieldPath: 'f', nativeDataType: 'n', type, globalTags: tags(tag) };
    await write(term, 'schemaMetadata', { ...schemaMetadata([]), fields: [field] });
    await write(schema, 'inputFields', { fields: [{ schemaFieldUrn: column, schemaField: field }] });
    expect(await incoming(tag)).to.have.members([`SchemaFieldTaggedWith ${term}`, `SchemaFieldTaggedWith ${schema}`]);

    const run = urns.of('dataProcessInstance', own());
    const output = dataset();
    await write(run, 'dataProcessInstanceInput', { inputs: [output] });
    await write(run, 'dataProcessInstanceOutput', { outputs: [output] });
    expect(await incoming(output)).to.have.members([`Consumes ${run}`, `Produces ${run}`]);
    await erase(run, 'dataProcessInstanceInput');
    expect(await incoming(output)).to.deep.equal([`Produces ${run}`]);
  });

  it('edges come from key aspects: a dataJob IsPartOf its dataFlow', async () => {
    const flow = urns.flow(own());
    const job = urns.job(flow, own());
    await write(job, 'status', status(false));
    expect(await outgoing(job)).to.deep.equal([`IsPartOf ${flow}`]);
    expect(await incoming(flow, 'IsPartOf')).to.deep.equal([`IsPartOf ${job}`]);
    await erase(job, 'dataJobKey');
    expect(await incoming(flow)).to.deep.equal([]);
  });

  const SHAPES: [string, () => string, string, (far: string) => unknown, () => string, string][] = [
    [
      'schema field tags',
      dataset,
      'editableSchemaMetadata',
      (far) => ({ editableSchemaFieldInfo: [{ fieldPath: 'a', globalTags: tags(far) }] }),
      () => urns.tag(own()),
      'EditableSchemaFieldTaggedWith',
    ],
    ['container', dataset, 'container', (far) => ({ container: far }), () => urns.container(own()), 'IsPartOf'],
    [
      'charts of a dashboard',
      () => urns.dashboard(own()),
      'dashboardInfo',
      (far) => ({ title: 't', description: 'd', lastModified: {}, charts: [far] }),
      () => urns.chart(own()),
      'Contains',
    ],
    [
      'members of a group',
      () => urns.group(own()),
      'corpGroupInfo',
      (far) => ({ admins: [], members: [far], groups: [] }),
      () => urns.user(own()),
      'IsPartOf',
    ],
    [
      'outputs of a job',
      () => urns.job(urns.flow(own()), own()),
      'dataJobInputOutput',
      (far) => ({ inputDatasets: [], outputDatasets: [far] }),
      dataset,
      'Produces',
    ],
    [
      'foreign keys',
      dataset,
      'schemaMetadata',
      (far) => schemaMetadata(['id'], { foreignKeys: [{ name: 'f', foreignFields: [], sourceFields: [], foreignDataset: far }] }),
      dataset,
      'ForeignKeyToDataset',
    ],
  ];
  for (const [what, urnOf, aspect, value, farOf, edge] of SHAPES) {
    it(`${what} make ${edge}`, async () => {
      const [urn, first, second] = [urnOf(), farOf(), farOf()];
      await write(urn, aspect, value(first));
      expect(await incoming(first)).to.deep.equal([`${edge} ${urn}`]);
      await write(urn, aspect, value(second));
      expect(await incoming(first)).to.deep.equal([]);
      expect(await incoming(second)).to.deep.equal([`${edge} ${urn}`]);
      expect(await outgoing(urn, edge)).to.include(`${edge} ${second}`);
      await erase(urn, aspect);
      expect(await incoming(second)).to.deep.equal([]);
    });
  }
});

describe('Column lineage (docs/data-model.md 1.4)', () => {
  it('makes DownstreamOf from every URN in downstreams to every URN in upstreams', async () => {
    const [up, down] = [dataset(), dataset()];
    const [a, b] = [urns.column(up, 'a'), urns.column(up, 'b')];
    const [x, y] = [urns.column(down, 'x'), urns.column(down, 'y')];
    await write(down, 'upstreamLineage', { ...upstreams(up), fineGrainedLineages: [fineGrained([a, b], [x, y])] });
    for (const column of [x, y]) expect(await outgoing(column)).to.have.members([`DownstreamOf ${a}`, `DownstreamOf ${b}`]);
    for (const column of [a, b])
      expect(await incoming(column, 'DownstreamOf')).to.have.members([`DownstreamOf ${x}`, `DownstreamOf ${y}`, `DownstreamOf ${down}`]);
    expect(await outgoing(down)).to.have.members([`DownstreamOf ${up}`, `DownstreamOf ${a}`, `DownstreamOf ${b}`]);
  });

  it('entries without one of the two lists make no edges', async () => {
    const [up, down] = [dataset(), dataset()];
    const [a, x] = [urns.column(up, 'a'), urns.column(down, 'x')];
    await write(down, 'upstreamLineage', { ...upstreams(up), fineGrainedLineages: [fineGrained(undefined, [x]), fineGrained([], [x])] });
    expect(await outgoing(x)).to.deep.equal([]);
    await write(down, 'upstreamLineage', { ...upstreams(up), fineGrainedLineages: [fineGrained([a], undefined)] });
    expect(await incoming(a)).to.deep.equal([`DownstreamOf ${down}`]);
  });

  it('a change of the aspect changes exactly the affected edges; its deletion ends all', async () => {
    const [up, down] = [dataset(), dataset()];
    const [a, b, x, y] = [urns.column(up, 'a'), urns.column(up, 'b'), urns.column(down, 'x'), urns.column(down, 'y')];
    await write(down, 'upstreamLineage', { ...upstreams(up), fineGrainedLineages: [fineGrained([a], [x]), fineGrained([b], [y])] });
    await write(down, 'upstreamLineage', { ...upstreams(up), fineGrainedLineages: [fineGrained([a], [x]), fineGrained([a], [y])] });
    expect(await outgoing(x)).to.deep.equal([`DownstreamOf ${a}`]);
    expect(await outgoing(y)).to.deep.equal([`DownstreamOf ${a}`]);
    expect(await incoming(b)).to.deep.equal([]);
    await erase(down, 'upstreamLineage');
    for (const column of [x, y]) expect(await outgoing(column)).to.deep.equal([]);
    expect(await incoming(a)).to.deep.equal([]);
  });

  it('a hard delete of the entity with the aspect also ends the edges between columns', async () => {
    const [up, down] = [dataset(), dataset()];
    const [a, x] = [urns.column(up, 'a'), urns.column(down, 'x')];
    await write(down, 'upstreamLineage', { ...upstreams(up), fineGrainedLineages: [fineGrained([a], [x])] });
    await erase(down, 'datasetKey');
    expect(await incoming(a)).to.deep.equal([]);
    expect(await outgoing(x)).to.deep.equal([]);
  });

  it('if two entities make the same edge between columns, it disappears when both are removed', async () => {
    const [up, down, job] = [dataset(), dataset(), urns.job(urns.flow(own()), own())];
    const [a, x] = [urns.column(up, 'a'), urns.column(down, 'x')];
    await write(down, 'upstreamLineage', { ...upstreams(up), fineGrainedLineages: [fineGrained([a], [x])] });
    await write(job, 'dataJobInputOutput', { inputDatasets: [up], outputDatasets: [down], fineGrainedLineages: [fineGrained([a], [x])] });
    expect(await outgoing(x)).to.deep.equal([`DownstreamOf ${a}`]);
    await erase(down, 'upstreamLineage');
    expect(await outgoing(x)).to.deep.equal([`DownstreamOf ${a}`]);
    await erase(job, 'dataJobInputOutput');
    expect(await outgoing(x)).to.deep.equal([]);
  });

  it('input fields make an edge from the column of the chart to the column that it reads', async () => {
    const [chart, source] = [urns.chart(own()), dataset()];
    const column = urns.column(source, 'price');
    await write(chart, 'inputFields', {
      fields: [
        { schemaFieldUrn: column, schemaField: { fieldPath: 'Total', nativeDataType: 'n', type } },
        { schemaFieldUrn: urns.column(source, 'alone') },
      ],
    });
    expect(await outgoing(urns.column(chart, 'Total'))).to.deep.equal([`DownstreamOf ${column}`]);
    const named = [`consumesField ${column}`, `consumesField ${urns.column(source, 'alone')}`];
    expect(await outgoing(chart)).to.have.members([...named, `Consumes ${source}`]);
    expect(await incoming(urns.column(source, 'alone'), 'DownstreamOf')).to.deep.equal([]);
    await erase(chart, 'inputFields');
    expect(await outgoing(urns.column(chart, 'Total'))).to.deep.equal([]);
  });
});

describe('Edges in one batch', () => {
  it('follow the last of several writes of an aspect', async () => {
    const urn = dataset();
    const [a, b, c] = [dataset(), dataset(), dataset()];
    await write(urn, 'upstreamLineage', upstreams(a));
    const answer = await api.ingestProposalBatch([
      proposal(urn, 'upstreamLineage', upstreams(b)),
      proposal(urn, 'upstreamLineage', upstreams(b, c)),
      proposal(urn, 'upstreamLineage', upstreams(a, c)),
    ]);
    expect(answer.status, answer.text).to.equal(200);
    expect(await outgoing(urn)).to.have.members([`DownstreamOf ${a}`, `DownstreamOf ${c}`]);
    expect(await incoming(b)).to.deep.equal([]);
  });

  it('disappear if the batch deletes the aspect', async () => {
    const [urn, a] = [dataset(), dataset()];
    const answer = await api.ingestProposalBatch([proposal(urn, 'upstreamLineage', upstreams(a)), deletion(urn, 'upstreamLineage')]);
    expect(answer.status, answer.text).to.equal(200);
    expect(await outgoing(urn)).to.deep.equal([]);
  });

  it('may connect entities of the batch in a cycle', async () => {
    const [a, b] = [dataset(), dataset()];
    const answer = await api.ingestProposalBatch([proposal(a, 'upstreamLineage', upstreams(b)), proposal(b, 'upstreamLineage', upstreams(a))]);
    expect(answer.status, answer.text).to.equal(200);
    expect(await outgoing(a)).to.deep.equal([`DownstreamOf ${b}`]);
    expect(await outgoing(b)).to.deep.equal([`DownstreamOf ${a}`]);
  });

  const writeAll = async (...proposals: unknown[]) => {
    const answer = await api.ingestProposalBatch(proposals);
    expect(answer.status, answer.text).to.equal(200);
  };
  const BEFORE: [title: string, before: (y: string, x: string) => Promise<unknown>][] = [
    ['for the first time', async () => undefined],
    ['as it was', (y, x) => write(y, 'upstreamLineage', upstreams(x))],
    [
      'as it was, its edge lost with an earlier hard delete',
      async (y, x) => {
        await write(y, 'upstreamLineage', upstreams(x));
        await erase(x, 'datasetKey');
        await write(x, 'status', status(false));
      },
    ],
  ];
  for (const [title, before] of BEFORE) {
    it(`an aspect written ${title} keeps a URN that is hard-deleted later in the batch, and writing it again recreates the edge`, async () => {
      const [x, y, z] = [dataset(), dataset(), dataset()];
      await write(x, 'status', status(false));
      await before(y, x);
      await writeAll(proposal(y, 'upstreamLineage', upstreams(x, z)), deletion(x, 'datasetKey'));
      expect(await outgoing(y)).to.deep.equal([`DownstreamOf ${z}`]);
      expect(await deleteReferences(x, true)).to.deep.equal({
        total: 1,
        relatedAspects: [{ relationship: 'DownstreamOf', entity: y, aspect: 'upstreamLineage' }],
      });
      await write(y, 'upstreamLineage', upstreams(x, z));
      expect(await outgoing(y)).to.have.members([`DownstreamOf ${x}`, `DownstreamOf ${z}`]);
      await write(y, 'upstreamLineage', upstreams(z));
      expect((await deleteReferences(x, true)).total).to.equal(0);
    });
  }

  it('an unchanged aspect keeps its only URN if that entity is hard-deleted later in the batch', async () => {
    const [x, y] = [dataset(), dataset()];
    await write(x, 'status', status(false));
    await write(y, 'upstreamLineage', upstreams(x));
    await writeAll(proposal(y, 'upstreamLineage', upstreams(x)), deletion(x, 'datasetKey'));
    expect(await outgoing(y)).to.deep.equal([]);
    expect((await deleteReferences(x, true)).total).to.equal(1);
    await write(y, 'upstreamLineage', upstreams(x));
    expect(await outgoing(y)).to.deep.equal([`DownstreamOf ${x}`]);
  });

  it('an aspect that is deleted together with its target has no edge', async () => {
    const [x, y] = [dataset(), dataset()];
    await write(x, 'status', status(false));
    await write(y, 'upstreamLineage', upstreams(x));
    await writeAll(deletion(y, 'upstreamLineage'), deletion(x, 'datasetKey'));
    expect((await deleteReferences(x, true)).total).to.equal(0);
  });
});
