import { expect } from 'chai';
import { api } from '../support/client.ts';
import { deleteReferences } from '../support/legacy.ts';
import { ownNames, schemaMetadata, status, upstreams, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import { edges, values, write } from '../support/writes.ts';

const own = ownNames('platform');

describe('Foreign keys of the everyday aspects are edges (docs/semantics.md 8.2)', () => {
  it('a platform: from the key, from dataPlatformInstance and from the schema, in both directions, also as of a time', async () => {
    const name = own('p');
    const [platform, urn] = [urns.platform(name), urns.dataset(own(), name)];
    await write(urn, 'schemaMetadata', { ...schemaMetadata(['a']), platform });
    const names = ['OnPlatform', 'SchemaPlatform', 'SourcePlatform'];
    expect(await edges(urn, 'OUTGOING', `List(${names})`)).to.deep.equal(names.map((type) => `${type} ${platform}`));
    expect(await edges(platform, 'INCOMING', `List(${names})`)).to.deep.equal(names.map((type) => `${type} ${urn}`));
    const { body } = await api.relationships(platform, 'INCOMING', { types: `List(${names})`, asOf: String(Date.now() + 60_000) });
    expect(body.relationships).to.deep.equal(names.map((type) => ({ type, entity: urn })));
  });

  it('data types and entity types of a definition, and the property of a value', async () => {
    const id = `io.acme.${own('d')}`;
    const [property, urn] = [urns.of('structuredProperty', id), urns.dataset(own())];
    const [dataType, entityType] = [urns.of('dataType', 'svc.string'), urns.of('entityType', 'svc.dataset')];
    await write(property, 'propertyDefinition', { qualifiedName: id, valueType: dataType, entityTypes: [entityType], cardinality: 'SINGLE' });
    await write(urn, 'status', status(false));
    await write(urn, 'structuredProperties', { properties: [{ propertyUrn: property, values: [{ string: 'x' }] }] });
    expect(await edges(property, 'OUTGOING')).to.deep.equal([`HasValueType ${dataType}`, `StructuredPropertyOf ${entityType}`]);
    expect(await edges(property, 'INCOMING')).to.deep.equal([`HAS_PROPERTY ${urn}`]);
    expect(await edges(urn, 'OUTGOING', 'HAS_PROPERTY')).to.deep.equal([`HAS_PROPERTY ${property}`]);
  });

  it('deleteReferences leaves what an entity says because its URN does: its platform, and its schema with it', async () => {
    const name = own('gone');
    const [platform, urn, chart] = [urns.platform(name), urns.dataset(own(), name), urns.chart(own())];
    await write(urn, 'schemaMetadata', { ...schemaMetadata(['a']), platform });
    await write(chart, 'dataPlatformInstance', { platform });
    await write(chart, 'status', status(false));
    expect((await deleteReferences(platform)).total).to.equal(4);
    expect(await values(urn)).to.include.keys('datasetKey', 'dataPlatformInstance', 'schemaMetadata');
    expect(await values(chart)).not.to.include.keys('dataPlatformInstance');
    expect(await edges(platform, 'INCOMING', 'SchemaPlatform')).to.deep.equal([`SchemaPlatform ${urn}`]);
  });
});

describe('A write warns of column lineage to columns that the schema does not have', () => {
  const lineage = (down: string, pairs: readonly (readonly [string, string])[], up: string) => ({
    ...upstreams(up),
    fineGrainedLineages: pairs.map(([from, to]) => ({
      upstreamType: 'FIELD_SET',
      downstreamType: 'FIELD',
      upstreams: [urns.column(up, from)],
      downstreams: [urns.column(down, to)],
    })),
  });

  it('a missing column is named once; existing columns, in either form of paths, are not', async () => {
    const [up, down] = [urns.dataset(own()), urns.dataset(own())];
    await write(up, 'schemaMetadata', schemaMetadata(['a', '[version=2.0].[type=struct].[type=string].b.c']));
    await write(down, 'schemaMetadata', schemaMetadata(['x']));
    const good = await write(
      down,
      'upstreamLineage',
      lineage(
        down,
        [
          ['a', 'x'],
          ['b.c', 'x'],
        ],
        up,
      ),
    );
    expect(good.headers.get(SVC.warningHeader)).to.equal(null);
    const bad = await write(
      down,
      'upstreamLineage',
      lineage(
        down,
        [
          ['a', 'y'],
          ['typo', 'x'],
          ['typo', 'x'],
        ],
        up,
      ),
    );
    expect(bad.headers.get(SVC.warningHeader)).to.contain(urns.column(up, 'typo')).and.to.contain(urns.column(down, 'y'));
    expect(bad.headers.get(SVC.warningHeader)?.match(/typo/g)).to.have.length(1);
    expect(await edges(urns.column(down, 'y'), 'OUTGOING', 'DownstreamOf')).to.deep.equal([`DownstreamOf ${urns.column(up, 'a')}`]);
  });

  it('nothing is checked for a dataset without a schema, and a schema in the same batch counts', async () => {
    const [up, down] = [urns.dataset(own()), urns.dataset(own())];
    const none = await write(down, 'upstreamLineage', lineage(down, [['a', 'x']], up));
    expect(none.headers.get(SVC.warningHeader)).to.equal(null);
    await write(up, 'schemaMetadata', schemaMetadata(['old']));
    const answer = await api.ingestProposalBatch([
      {
        entityType: 'dataset',
        entityUrn: down,
        changeType: 'UPSERT',
        aspectName: 'upstreamLineage',
        aspect: {
          contentType: 'application/json',
          value: JSON.stringify(
            lineage(
              down,
              [
                ['new', 'x'],
                ['old', 'x'],
              ],
              up,
            ),
          ),
        },
      },
      {
        entityType: 'dataset',
        entityUrn: up,
        changeType: 'UPSERT',
        aspectName: 'schemaMetadata',
        aspect: { contentType: 'application/json', value: JSON.stringify(schemaMetadata(['new'])) },
      },
    ]);
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.headers.get(SVC.warningHeader)).to.contain(urns.column(up, 'old')).and.not.to.contain(urns.column(up, 'new'));
  });
});
