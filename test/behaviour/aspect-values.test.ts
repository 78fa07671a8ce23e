import { expect } from 'chai';
import { api } from '../support/client.ts';
import { ownership, ownNames, proposal, schemaMetadata, stamp, status, tags, upstreams, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { readEntity, values, write } from '../support/writes.ts';

const own = ownNames('values');
const dataset = () => urns.dataset(own());
const warning = api.names.warningHeader;

describe('Values that the server normalises (docs/semantics.md 3.4)', () => {
  it('ownership: ownerTypes is recomputed, an owner without typeUrn counts under __system__<type in lower case>', async () => {
    const urn = dataset();
    const custom = urns.of('ownershipType', own());
    const [a, b] = [urns.user('a'), urns.group('b')];
    const owners = [
      { owner: a, type: 'DATAOWNER' },
      { owner: b, type: 'DATAOWNER' },
      { owner: a, type: 'CUSTOM', typeUrn: custom },
      { owner: b, type: 'TECHNICAL_OWNER' },
    ];
    await write(urn, 'ownership', { owners, ownerTypes: { [custom]: ['nonsense'] }, lastModified: stamp() });
    expect((await values(urn)).ownership).to.deep.equal({
      owners,
      lastModified: stamp(),
      ownerTypes: {
        [urns.of('ownershipType', '__system__dataowner')]: [a, b],
        [custom]: [a],
        [urns.of('ownershipType', '__system__technical_owner')]: [b],
      },
    });
  });

  it('schemaMetadata: of duplicate fieldPaths the first one stays', async () => {
    const urn = dataset();
    const schema = schemaMetadata(['id', 'name', 'id']);
    await write(urn, 'schemaMetadata', { ...schema, fields: schema.fields.map((field, index) => ({ ...field, description: `${index}` })) });
    const { fields } = (await values(urn)).schemaMetadata as { fields: { fieldPath: string; description: string }[] };
    expect(fields.map(({ fieldPath, description: text }) => `${fieldPath} ${text}`)).to.deep.equal(['id 0', 'name 1']);
  });

  it('editableSchemaMetadata: of duplicate fieldPaths the first one stays', async () => {
    const urn = dataset();
    await write(urn, 'editableSchemaMetadata', {
      editableSchemaFieldInfo: [
        { fieldPath: 'a', description: '1' },
        { fieldPath: 'a', description: '2' },
      ],
    });
    expect((await values(urn)).editableSchemaMetadata).to.deep.equal({ editableSchemaFieldInfo: [{ fieldPath: 'a', description: '1' }] });
  });

  it('field entries with an empty fieldPath are refused', async () => {
    const urn = dataset();
    expectRefusal(await api.ingestProposal(proposal(urn, 'schemaMetadata', schemaMetadata(['id', '']))), 422, 'fieldPath');
    expectRefusal(
      await api.ingestProposal(proposal(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo: [{ fieldPath: '' }] })),
      422,
      'fieldPath',
    );
    expect(Object.keys(await values(urn))).to.deep.equal(['datasetKey']);
  });
});

describe('Values of unions', () => {
  it('the cost of a model needs no discriminator, because clients leave it out; one that is sent stays', async () => {
    const model = urns.of('mlModel', `(${urns.platform('science')},${own()},PROD)`);
    for (const cost of [{ costCode: 'a' }, { costId: 1.5, fieldDiscriminator: 'costId' }]) {
      await write(model, 'cost', { costType: 'ORG_COST_TYPE', cost });
      expect((await values(model)).cost).to.deep.equal({ costType: 'ORG_COST_TYPE', cost });
    }
  });
});

describe('Unknown fields inside an aspect (docs/semantics.md 1.3)', () => {
  it('are stored as sent, and a warning header names them, at any depth', async () => {
    const urn = dataset();
    const value = { ...ownership(urns.user('a')), colour: 'red' };
    (value.owners[0] as Record<string, unknown>).since = 2001;
    const answer = await write(urn, 'ownership', value);
    expect(answer.headers.get(warning)).to.include('ownership/colour').and.include('ownership/owners/0/since');
    const { ownerTypes: _, ...found } = (await values(urn)).ownership ?? {};
    expect(found).to.deep.equal(value);
  });

  it('are stored and returned, whatever their names', async () => {
    const urn = dataset();
    const answer = await write(urn, 'status', { removed: false, 'half\ud800': 1, 'new\r\nline': 2, größe: 3 });
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.headers.get(warning)).to.include('status/half').and.include('status/gr');
  });

  it('in a batch are named too', async () => {
    const answer = await api.ingestProposalBatch([
      proposal(dataset(), 'status', { removed: false }),
      proposal(dataset(), 'status', { removed: false, remvoed: true }),
    ]);
    expect(answer.status).to.equal(200);
    expect(answer.headers.get(warning)).to.include('status/remvoed');
  });

  it('a write without unknown fields gets no warning', async () => {
    expect((await write(dataset(), 'status', status(false))).headers.get(warning)).to.equal(null);
  });

  it('unknown fields of the proposal envelope itself are refused', async () => {
    const urn = dataset();
    expectRefusal(await api.ingestProposal(proposal(urn, 'status', status(false), { colour: 'red' })), 400, '/proposal/colour');
    expectRefusal(
      await api.send('POST', '/aspects?action=ingestProposal', { json: { proposal: proposal(urn, 'status', status(false)), colour: 'red' } }),
      400,
      '/colour',
    );
  });
});

describe('Common habits of bodies (docs/semantics.md 1.3)', () => {
  it('nulls count as absent, and are never returned', async () => {
    const urn = dataset();
    await write(urn, 'datasetProperties', '{"name":null,"description":"d","customProperties":{"a":null,"b":"null"},"created":null, "uri" : null }');
    expect((await values(urn)).datasetProperties).to.deep.equal({ description: 'd', customProperties: { b: 'null' } });
    expect((await api.entity(urn)).text).not.to.match(/:\s*null/);
  });

  it('null for a required field counts as missing', async () => {
    expectRefusal(
      await api.ingestProposal(proposal(dataset(), 'tagProperties', { name: null }, { entityType: 'tag', entityUrn: urns.tag(own()) })),
      422,
      '/name',
    );
  });

  it('null in a list is refused', async () => {
    expectRefusal(await api.ingestProposal(proposal(dataset(), 'globalTags', '{"tags":[null]}')), 422, '/tags/0');
    expectRefusal(await api.ingestProposal(proposal(dataset(), 'datasetProperties', '{"tags":["a",null]}')), 422, '/tags/1');
  });

  it('an integer may be sent as a float and a float as an integer, if the value fits', async () => {
    const urn = dataset();
    await write(urn, 'datasetProfile', '{"timestampMillis":1.0,"rowCount":6e1,"fieldProfiles":[{"fieldPath":"a","uniqueProportion":1}]}');
    const found = JSON.parse((await api.series({ urn, entity: 'dataset', aspect: 'datasetProfile' })).body.value.values[0]?.aspect.value ?? '{}');
    expect(found).to.deep.include({ timestampMillis: 1, rowCount: 60, fieldProfiles: [{ fieldPath: 'a', uniqueProportion: 1 }] });
    expectRefusal(await api.ingestProposal(proposal(urn, 'datasetProfile', { timestampMillis: 1, rowCount: 1.5 })), 422, '/rowCount');
  });

  it('numbers come back as they were sent, also beside what a patch changes and beside nulls', async () => {
    const urn = urns.of('mlModel', `(${urns.platform('x')},${own()},PROD)`);
    await write(urn, 'cost', '{"costType":"ORG_COST_TYPE","cost":{"fieldDiscriminator":"costId","costId":1.0,"costCode":null}}');
    const stored = async (): Promise<string> => (await api.entity(urn, 'List(cost)')).text;
    expect(await stored()).to.include('"costId":1.0');
    await write(urn, 'cost', { patch: [{ op: 'add', path: '/cost/costCode', value: '1' }] }, { changeType: 'PATCH' });
    expect(await stored())
      .to.include('"costCode":"1"')
      .and.to.include('"costId":1.0');
  });

  it('optional fields that were not sent are not returned', async () => {
    const urn = dataset();
    await write(urn, 'datasetProperties', { name: 'n' });
    expect((await values(urn)).datasetProperties)
      .to.include({ name: 'n' })
      .and.not.have.any.keys('description', 'uri', 'qualifiedName');
  });

  it('the largest exact integers come back exactly', async () => {
    const urn = dataset();
    for (const time of ['9007199254740991', '-9007199254740991', '1234567890123456']) {
      await write(urn, 'datasetProperties', `{"created":{"time":${time}}}`);
      expect((await api.entity(urn, 'List(datasetProperties)')).text).to.include(`"time":${time}`);
    }
  });

  it('integers beyond 2^53 are stored exactly or refused, never rounded', async () => {
    const urn = dataset();
    const wanted = ['9007199254740993', '-9007199254740993', '12345678901234567890', '100000000000000000001'];
    for (const number of wanted) {
      for (const value of [
        `{"created":{"time":${number}}}`,
        `{"unknown":[{"deep":${number}}]}`,
        `{"name":"a:1234567890123456789,","unknown":${number}}`,
        `{"name":null,"unknown":${number}}`,
      ]) {
        const answer = await api.ingestProposal(proposal(urn, 'datasetProperties', value));
        if (answer.status === 200) expect((await api.entity(urn, 'List(datasetProperties)')).text).to.include(number);
        else expectRefusal(answer, [400, 422], /created|deep|unknown/);
      }
    }
  });

  it('long sequences of digits in texts are not integers', async () => {
    const urn = dataset();
    const value = {
      name: '9007199254740993',
      description: '[12345678901234567890, 9007199254740993]',
      customProperties: { a: ':9007199254740993}' },
    };
    await write(urn, 'datasetProperties', value);
    expect((await values(urn)).datasetProperties).to.deep.equal(value);
  });

  it('names with a meaning in JavaScript are ordinary names', async () => {
    const urn = dataset();
    const text = '{"customProperties":{"__proto__":"a","constructor":"b","toString":"c","hasOwnProperty":"d"},"name":null}';
    await write(urn, 'datasetProperties', text);
    const { customProperties } = (await values(urn)).datasetProperties as { customProperties: object };
    expect(Object.entries(customProperties)).to.have.deep.members([
      ['__proto__', 'a'],
      ['constructor', 'b'],
      ['toString', 'c'],
      ['hasOwnProperty', 'd'],
    ]);
  });
});

describe('Records of the everyday aspects (docs/data-model.md 1.1)', () => {
  const record = (name: string) => `${api.names.package}.${name}`;
  const change = { created: stamp(), lastModified: stamp() };
  const ROWS: [urn: () => string, aspect: string, record: string, value: Record<string, unknown>][] = [
    [dataset, 'status', 'common.Status', status(true)],
    [
      dataset,
      'institutionalMemory',
      'common.InstitutionalMemory',
      { elements: [{ url: 'https://wiki/x', description: 'wiki', createStamp: stamp() }] },
    ],
    [dataset, 'globalTags', 'common.GlobalTags', tags(urns.tag('PII'))],
    [dataset, 'browsePaths', 'common.BrowsePaths', { paths: ['/prod/kafka/SampleKafkaDataset'] }],
    [dataset, 'dataPlatformInstance', 'common.DataPlatformInstance', { platform: urns.platform('hive') }],
    [dataset, 'schemaMetadata', 'schema.SchemaMetadata', schemaMetadata(['id', 'address.city'])],
    [
      dataset,
      'editableSchemaMetadata',
      'schema.EditableSchemaMetadata',
      { created: stamp(), lastModified: stamp(), editableSchemaFieldInfo: [{ fieldPath: 'id', globalTags: tags(urns.tag('Key')) }] },
    ],
    [dataset, 'upstreamLineage', 'dataset.UpstreamLineage', upstreams(urns.dataset('up'))],
    [() => urns.user(own()), 'corpUserInfo', 'identity.CorpUserInfo', { active: true, displayName: 'D', fullName: 'Full', email: 'd@e.f' }],
    [() => urns.user(own()), 'corpUserEditableInfo', 'identity.CorpUserEditableInfo', {}],
    [
      () => urns.group(own()),
      'corpGroupInfo',
      'identity.CorpGroupInfo',
      { email: 'g@e.f', admins: [urns.user('jdoe')], members: [urns.user('jdoe'), urns.user('b')], groups: [] },
    ],
    [
      () => urns.chart(own()),
      'chartInfo',
      'chart.ChartInfo',
      { title: 'T', description: 'D', inputs: [{ string: urns.dataset('in') }], lastModified: change },
    ],
    [
      () => urns.dashboard(own()),
      'dashboardInfo',
      'dashboard.DashboardInfo',
      { title: 'T', description: 'D', charts: [urns.chart('c')], lastModified: change },
    ],
    [() => urns.tag(own()), 'tagProperties', 'tag.TagProperties', { name: 'N', description: 'D' }],
    [
      () => urns.term(own()),
      'glossaryTermInfo',
      'glossary.GlossaryTermInfo',
      { definition: 'D', customProperties: { a: 'b' }, sourceRef: 'R', sourceUrl: 'https://s', termSource: 'EXTERNAL' },
    ],
  ];
  for (const [urnOf, aspect, name, value] of ROWS) {
    it(`${aspect} comes back as it was written, under the record name ${name}`, async () => {
      const urn = urnOf();
      const answer = await write(urn, aspect, value);
      expect(answer.headers.get(warning), 'every field is known').to.equal(null);
      expect((await readEntity(urn)).aspects[aspect]?.value).to.deep.equal(value);
      expect((await api.aspect(urn, aspect)).body).to.deep.equal({ version: 0, aspect: { [record(name)]: value } });
    });
  }

  it('ownership of a glossary term has the same shape as Ownership', async () => {
    const urn = urns.term(own());
    await write(urn, 'ownership', ownership(urns.user('jdoe')));
    expect((await values(urn)).ownership).to.deep.include(ownership(urns.user('jdoe')));
    expect(Object.keys((await api.aspect(urn, 'ownership')).body.aspect)).to.deep.equal([record('common.Ownership')]);
  });

  it('columns of every kind of type can be stored', async () => {
    const urn = dataset();
    const types = ['StringType', 'RecordType', 'DateType', 'NumberType'].map((name) => ({ type: { [record(`schema.${name}`)]: {} } }));
    const schema = schemaMetadata(['a', 'b', 'c', 'd']);
    const value = { ...schema, fields: schema.fields.map((field, index) => ({ ...field, type: types[index] })) };
    await write(urn, 'schemaMetadata', value);
    expect((await values(urn)).schemaMetadata).to.deep.equal(value);
  });
});
