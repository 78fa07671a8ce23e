/** What the settings `API_NAMESPACE`, `RETENTION_VERSIONS` and `STRICT_FIELDS` change (docs/operations.md 2; docs/semantics.md 18.2). */
import { expect } from 'chai';
import { encode, makeClient } from '../../support/client.ts';
import { moment } from '../../support/lineage.ts';
import { ownNames, proposal, urnsOf } from '../../support/make.ts';
import { DATAHUB } from '../../support/names.ts';
import { expectRefusal } from '../../support/refusals.ts';

const own = ownNames('names');
const urns = urnsOf(DATAHUB);

/** The settings of the Cairn that the tests need. */
export const NAMESPACE = { API_NAMESPACE: 'datahub', RETENTION_VERSIONS: '2', STRICT_FIELDS: 'true' };

export function testNamespace(url: () => string): void {
  describe('API_NAMESPACE=datahub, RETENTION_VERSIONS=2, STRICT_FIELDS=true', () => {
    const api = makeClient(url, DATAHUB);

    it('URNs begin with urn:li:, records with com.linkedin', async () => {
      const urn = urns.dataset(own());
      const stamp = { time: 1, actor: urns.user('a') };
      const schema = {
        schemaName: 's',
        platform: urns.platform('hive'),
        version: 0,
        hash: '',
        platformSchema: { 'com.linkedin.schema.KafkaSchema': { documentSchema: '{}' } },
        fields: [{ fieldPath: 'a', nativeDataType: 'n', type: { type: { 'com.linkedin.schema.StringType': {} } }, created: stamp }],
      };
      const answer = await api.ingestProposal(proposal(urn, 'schemaMetadata', schema));
      expect(answer.status, answer.text).to.equal(200);
      expect(answer.body.value).to.equal(urn);
      expect((await api.aspect(urn, 'schemaMetadata')).body.aspect).to.deep.equal({ 'com.linkedin.schema.SchemaMetadata': schema });
      const { aspects } = (await api.entity(urn)).body;
      expect(aspects.dataPlatformInstance?.value).to.deep.equal({ platform: urns.platform('hive') });
      expect(aspects.schemaMetadata?.created.actor).to.equal(DATAHUB.systemActor);
    });

    it('ownerTypes and edges use the names too', async () => {
      const [urn, owner] = [urns.dataset(own()), urns.user(own())];
      await api.ingestProposal(proposal(urn, 'ownership', { owners: [{ owner, type: 'DATAOWNER' }] }), { [DATAHUB.actorHeader]: urns.user('jdoe') });
      const { aspects } = (await api.entity(urn)).body;
      expect(aspects.ownership?.value.ownerTypes).to.deep.equal({ 'urn:li:ownershipType:__system__dataowner': [owner] });
      expect(aspects.ownership?.created.actor).to.equal(urns.user('jdoe'));
      expect((await api.relationships(owner, 'INCOMING', { types: 'OwnedBy' })).body.entities).to.deep.equal([urn]);
    });

    it('errors have the header and the class of the namespace', async () => {
      expectRefusal(await api.entity('urn:svc:tag:x'), 400, 'urn', DATAHUB);
      expectRefusal(await api.ingestProposal(proposal(urns.dataset('x'), 'status', { removed: 'x' })), 422, '/removed', DATAHUB);
    });

    it('the configuration has what clients of that namespace expect', async () => {
      const { body } = await api.send<Record<string, unknown>>('GET', '/config');
      expect(body).to.include({ noCode: 'true' });
      expect(body.datahub).to.have.keys('serverType');
      const versions = body.versions as Record<string, { version: string }>;
      expect(Object.keys(versions)).to.deep.equal(['acryldata/datahub']);
      // From 1.0.1 on clients write through OpenAPI and trace their writes.
      expect(versions['acryldata/datahub']?.version).to.match(/^v1\.7\.\d+$/);
      expect(body).to.include({ patchCapable: true, supportsImpactAnalysis: true, statefulIngestionCapable: true });
    });

    it('v3 answers one aspect alone, and doubles as doubles', async () => {
      const [urn, property] = [urns.dataset(own()), urns.of('structuredProperty', own())];
      const definition = {
        qualifiedName: property.split(':').at(-1),
        valueType: urns.of('dataType', 'datahub.number'),
        entityTypes: [urns.of('entityType', 'datahub.dataset')],
      };
      expect((await api.ingestProposal(proposal(property, 'propertyDefinition', definition))).status).to.equal(200);
      const value = { properties: [{ propertyUrn: property, values: [{ double: 60 }] }] };
      expect((await api.ingestProposal(proposal(urn, 'structuredProperties', value))).status).to.equal(200);
      const { text } = await api.send('GET', `/openapi/v3/entity/dataset/${encode(urn)}/structuredProperties`);
      expect(JSON.parse(text)).to.have.all.keys('value');
      expect(text).to.include('[{"double":60.0}]');
    });

    it('STRICT_FIELDS=true refuses fields that the model does not know', async () => {
      expectRefusal(await api.ingestProposal(proposal(urns.dataset(own()), 'status', { removed: false, colour: 'red' })), 422, '/colour', DATAHUB);
    });

    it('RETENTION_VERSIONS=2 keeps the newest two older versions; numbers stay the same', async () => {
      const urn = urns.dataset(own());
      const times: number[] = [];
      for (const name of ['a', 'b', 'c', 'd', 'e']) {
        expect((await api.ingestProposal(proposal(urn, 'datasetProperties', { name }))).status).to.equal(200);
        times.push(await moment());
      }
      const read = async (version: number) =>
        (await api.aspect(urn, 'datasetProperties', version)).body.aspect?.['com.linkedin.dataset.DatasetProperties']?.name;
      expect(await Promise.all([0, 1, 2, 3, 4, 5].map(read))).to.deep.equal(['e', undefined, undefined, 'c', 'd', undefined]);
      expect((await api.entity(urn)).body.aspects.datasetProperties?.systemMetadata?.version).to.equal('5');
      const asOf = (time: number | undefined) => api.send('GET', `/entitiesV2/${encode(urn)}?asOf=${time}`);
      expectRefusal(await asOf(times[0]), 400, 'time since', DATAHUB);
      expect((await asOf(times[2])).text).to.include('"name":"c"');
    });
  });
}
