/** Rights of their own in reading (docs/access.md 6): SQL, profiles, usage, operations and sensitive properties of entities that are seen. */
import { expect } from 'chai';
import { connectAgent } from '../support/agent.ts';
import { type Answer, encode, makeClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import type { Data } from '../support/graphql.ts';
import { description, proposal, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import { endAll, type RunningCairn, startCairn } from '../support/process.ts';
import { emptyEngines } from '../support/shared-engines.ts';

const SYNC = { 'X-Svc-Sync-Index-Update': 'true' };
const [SALES, OPEN] = [urns.of('domain', 'sales'), urns.of('domain', 'open')];
/** Ann reads both tables, and all of the second. */
const [TABLE, WHOLE] = [urns.dataset('orders'), urns.dataset('calendar')];
const [QUERY, FREE] = [urns.of('query', 'of-orders'), urns.of('query', 'of-calendar')];
const [SALARY, COLOUR] = [urns.of('structuredProperty', 'salary'), urns.of('structuredProperty', 'colour')];
/** What nobody without the right may get, in any answer. */
const SECRETS = /SECRET_SQL|424242|sample-person/;
const at = Date.parse('2026-05-01T00:00:00Z');

describe('What has rights of its own', function () {
  this.timeout(300_000);
  let cairn: RunningCairn;
  let ann: Record<string, string>;
  const client = makeClient(() => cairn.url, SVC);
  const send = (headers: Record<string, string>, method: string, path: string, json?: unknown): Promise<Answer<Data>> =>
    client.send<Data>(method, path, { headers, ...(json !== undefined && { json }) });
  const graphql = async (headers: Record<string, string>, query: string, variables: object = {}): Promise<Data> => {
    const { status, body, text } = await send(headers, 'POST', '/api/graphql', { query, variables });
    expect([status, body.errors], text).to.deep.equal([200, undefined]);
    return body.data;
  };
  const write = async (...all: [urn: string, aspect: string, value: unknown][]): Promise<void> => {
    const proposals = all.map(([urn, aspect, value]) => proposal(urn, aspect, value));
    const answer = await send(SYNC, 'POST', '/aspects?action=ingestProposalBatch', { proposals });
    expect(answer.status, answer.text).to.equal(200);
  };
  const policy = (id: string, more: Record<string, unknown>): [string, string, unknown] => [
    urns.of('dataHubPolicy', id),
    'dataHubPolicyInfo',
    { displayName: id, description: '', type: 'METADATA', state: 'ACTIVE', privileges: [], actors: { users: [urns.user('ann')] }, ...more },
  ];
  const about = (urn: string) => ({ resources: { filter: { criteria: [{ field: 'DOMAIN', values: [urn] }] } } });
  const stamp = { time: at, actor: urns.user('bob') };
  const sql = (name: string, title?: string) => ({
    ...(title !== undefined && { name: title }),
    statement: { value: `select ${name}`, language: 'SQL' },
    source: 'MANUAL',
    created: stamp,
    lastModified: stamp,
  });

  before(async () => {
    cairn = await startCairn({ ...(await emptyEngines()), READ_POLICIES: 'true' });
    const definition = { valueType: urns.of('dataType', 'svc.string'), entityTypes: [urns.of('entityType', 'svc.dataset')] };
    await write(
      [SALES, 'domainProperties', { name: 'Sales' }],
      [OPEN, 'domainProperties', { name: 'Open' }],
      ...['salary', 'colour'].map((name): [string, string, unknown] => [
        urns.of('structuredProperty', name),
        'propertyDefinition',
        { qualifiedName: name, ...definition },
      ]),
      [SALARY, 'structuredPropertySettings', { isSensitive: true }],
    );
    const all = [TABLE, WHOLE].flatMap((urn): [string, string, unknown][] => {
      const value = urn === TABLE ? 'SECRET_SQL' : 'SHOWN_SQL';
      return [
        [urn, 'datasetProperties', description('a table')],
        [urn, 'domains', { domains: [urn === TABLE ? SALES : OPEN] }],
        [urn, 'viewProperties', { materialized: false, viewLogic: `select ${value}`, viewLanguage: 'SQL' }],
        [urn, 'datasetProfile', { timestampMillis: at, rowCount: 424242, fieldProfiles: [{ fieldPath: 'a', sampleValues: ['sample-person'] }] }],
        [urn, 'datasetUsageStatistics', { timestampMillis: at, totalSqlQueries: 424242, topSqlQueries: [`select ${value}`] }],
        [urn, 'operation', { timestampMillis: at, lastUpdatedTimestamp: at, operationType: 'INSERT', numAffectedRows: 424242 }],
      ];
    });
    await write(
      ...all,
      [QUERY, 'queryProperties', sql('SECRET_SQL', 'Revenue')],
      [QUERY, 'querySubjects', { subjects: [{ entity: TABLE }] }],
      [FREE, 'queryProperties', sql('SHOWN_SQL')],
      [FREE, 'querySubjects', { subjects: [{ entity: WHOLE }] }],
      [
        TABLE,
        'structuredProperties',
        {
          properties: [
            { propertyUrn: SALARY, values: [{ string: 'SECRET_SQL' }] },
            { propertyUrn: COLOUR, values: [{ string: 'red' }] },
          ],
        },
      ],
    );
    await write([urns.user('ann'), 'corpUserInfo', { active: true, displayName: 'ann' }]);
    const input = { type: 'PERSONAL', actorUrn: urns.user('ann'), duration: 'ONE_HOUR', name: 'test' };
    const made = await graphql({}, 'mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { accessToken } }', { input });
    ann = { Authorization: `Bearer ${made.createAccessToken.accessToken}` };
  });
  after(endAll);

  const refused = ({ status, text }: Answer, mention: string): void => {
    expect(status, text).to.equal(403);
    expect(text).to.contain('not-allowed').and.to.contain(mention);
  };
  const ASPECTS = ['viewProperties', 'datasetProfile', 'datasetUsageStatistics', 'operation'];
  const read = (urn: string, aspect: string, headers = ann) => send(headers, 'GET', `/openapi/v3/entity/dataset/${encode(urn)}/${aspect}`);

  it('is read by everybody in a new catalog, but for sensitive properties', async () => {
    for (const aspect of ASPECTS) expect((await read(TABLE, aspect)).text, aspect).to.match(SECRETS);
    const { text } = await read(TABLE, 'structuredProperties');
    expect(text).to.contain('red').and.not.to.match(SECRETS);
  });

  describe('of a reader of entities only', () => {
    before(async () => {
      await write(
        policy('view-entity-page-all', { actors: { allUsers: true }, privileges: ['VIEW_ENTITY_PAGE'] }),
        policy('view-dataset-sensitive', { actors: { allUsers: true }, state: 'INACTIVE' }),
        policy('ann-system', { type: 'PLATFORM', privileges: ['MANAGE_SYSTEM_OPERATIONS'] }),
        policy('ann-open', {
          privileges: ['VIEW_ENTITY_QUERIES', 'VIEW_DATASET_PROFILE', 'VIEW_DATASET_USAGE', 'VIEW_DATASET_OPERATIONS'],
          ...about(OPEN),
        }),
      );
    });

    // SECURITY.md R6
    it('is refused as an aspect, in the present and in the past, with what is missing', async () => {
      for (const [aspect, privilege] of [
        ['viewProperties', 'VIEW_ENTITY_QUERIES or VIEW_ALL_QUERIES'],
        ['datasetProfile', 'VIEW_DATASET_PROFILE'],
        ['datasetUsageStatistics', 'VIEW_DATASET_USAGE'],
        ['operation', 'VIEW_DATASET_OPERATIONS'],
      ] as const) {
        refused(await read(TABLE, aspect), privilege);
        expect((await read(WHOLE, aspect)).status).to.equal(200);
        if (aspect === 'viewProperties') continue;
        const asked = { urn: TABLE, entity: 'dataset', aspect };
        refused(await send(ann, 'POST', '/aspects?action=getTimeseriesAspectValues', asked), privilege);
        refused(await send(ann, 'GET', `/openapi/v2/timeseries/dataset/${aspect}?urns=${encode(TABLE)}`), privilege);
        const listed = await send(ann, 'GET', `/openapi/v2/timeseries/dataset/${aspect}`);
        expect(listed.text).to.contain(WHOLE).and.not.to.contain(TABLE);
      }
      for (const rest of ['version=0', 'version=1', 'start=0&count=5', `version=0&asOf=${Date.now()}`])
        refused(await send(ann, 'GET', `/aspects/${encode(TABLE)}?aspect=viewProperties&${rest}`), 'VIEW_ENTITY_QUERIES');
      const usage = { resource: TABLE, duration: 'DAY', rangeFromEnd: 'ALL' };
      refused(await send(ann, 'POST', '/usageStats?action=queryRange', usage), 'VIEW_DATASET_USAGE');
      refused(await send(ann, 'POST', '/webhooks', { url: 'https://example.com', sends: 'changes' }), 'VIEW_');
    });

    // SECURITY.md R6
    it('is left out of entities, of every API', async () => {
      const point = '{ timestampMillis }';
      const query = `query ($urn: String!) { dataset(urn: $urn) {
        viewProperties { logic } datasetProfiles(limit: 5) ${point} operations(limit: 5) ${point} usageStats { buckets { bucket } }
        structuredProperties { properties { structuredProperty { urn } } }
        privileges { canViewDatasetUsage canViewDatasetProfile canViewDatasetOperations }
      } }`;
      const closed = await graphql(ann, query, { urn: TABLE });
      expect(closed.dataset).to.deep.include({ viewProperties: null, datasetProfiles: [], operations: [], usageStats: { buckets: [] } });
      expect(closed.dataset.structuredProperties.properties).to.deep.equal([{ structuredProperty: { urn: COLOUR } }]);
      expect(Object.values(closed.dataset.privileges)).to.deep.equal([false, false, false]);
      const open = await graphql(ann, query, { urn: WHOLE });
      expect(open.dataset.viewProperties.logic).to.equal('select SHOWN_SQL');
      expect([open.dataset.datasetProfiles.length, open.dataset.operations.length]).to.deep.equal([1, 1]);
      expect(Object.values(open.dataset.privileges)).to.deep.equal([true, true, true]);
      const texts = [
        await send(ann, 'GET', `/entitiesV2/${encode(TABLE)}`),
        await send(ann, 'GET', `/entities/${encode(TABLE)}`),
        await send(ann, 'GET', `/openapi/v3/entity/dataset/${encode(TABLE)}`),
        await send(ann, 'GET', `/openapi/v3/entity/query/${encode(QUERY)}`),
        await send(ann, 'GET', `/openapi/v3/entity/dataset?systemMetadata=true`),
        await send(ann, 'POST', '/openapi/v3/entity/dataset/batchGet', [{ urn: TABLE, viewProperties: {}, datasetProfile: {} }]),
        await send(ann, 'GET', `/openapi/v2/timeline/v1/${encode(QUERY)}?categories=DOCUMENTATION`),
        await send(ann, 'GET', '/changes?cursor=0&values=true&limit=1000'),
      ];
      for (const { status, text } of texts) expect([status, text.match(SECRETS)], text.slice(0, 500)).to.deep.equal([status, null]);
      expect(texts.map(({ status }) => status).filter((status) => status >= 400)).to.have.length.at.most(1);
      const listed = await send(ann, 'GET', `/openapi/v3/entity/query/${encode(FREE)}`);
      expect(listed.text).to.contain('SHOWN_SQL');
      const agent = await connectAgent(cairn.url, ann.Authorization?.replace('Bearer ', ''));
      try {
        const text = JSON.stringify(await agent.call('describe_asset', { asset: TABLE }));
        expect(text).to.contain('red').and.not.to.match(SECRETS);
      } finally {
        await agent.close();
      }
    });

    it('is no condition, order or facet of a search, and its words find nothing', async () => {
      const search = (more: object, headers = ann) =>
        send(headers, 'POST', '/entities?action=searchAcrossEntities', { input: '*', entities: ['dataset', 'query'], start: 0, count: 10, ...more });
      const filter = (field: string, condition: string, value: string) => ({ filter: { or: [{ and: [{ field, condition, values: [value] }] }] } });
      const wanted: [string, object, string][] = [
        ['rowCount', filter('rowCount', 'GREATER_THAN', '5'), 'VIEW_DATASET_PROFILE'],
        ['hasSizeInBytes', filter('hasSizeInBytes', 'EQUAL', 'false'), 'VIEW_DATASET_PROFILE'],
        ['totalSqlQueries', { sort: { field: 'totalSqlQueries', order: 'DESCENDING' } }, 'VIEW_DATASET_USAGE'],
        ['lastOperationTime', { input: 'lastOperationTime:>0' }, 'VIEW_DATASET_OPERATIONS'],
        ['materialized', filter('materialized', 'EQUAL', 'false'), 'VIEW_ENTITY_QUERIES'],
        ['structuredProperties.salary', filter('structuredProperties.salary', 'EQUAL', 'SECRET_SQL'), 'VIEW_SENSITIVE_PROPERTIES'],
        ['structuredProperties.salary', { sort: { field: 'structuredProperties.salary', order: 'ASCENDING' } }, 'VIEW_SENSITIVE_PROPERTIES'],
      ];
      for (const [field, more, privilege] of wanted) {
        const answer = await search(more);
        refused(answer, privilege);
        expect(answer.text).to.contain(field);
        expect((await search(more, {})).status).to.equal(200);
      }
      for (const input of ['structuredProperties.sal*:SECRET_SQL', '*Count:424242', 'revenue'])
        expect((await search({ input })).body.value.numEntities, input).to.equal(0);
      expect((await search({ input: 'revenue' }, {})).body.value.numEntities).to.equal(1);
      expect((await search({})).body.value.numEntities).to.equal(4);
      expect((await search(filter('structuredProperties.colour', 'EQUAL', 'red'))).body.value.numEntities).to.equal(1);
      const suggested = await send(ann, 'POST', '/entities?action=autocomplete', { entity: 'query', query: 'reven', limit: 5 });
      expect(suggested.body.value.suggestions).to.deep.equal([]);
      for (const [path, json] of [
        ['/entities?action=searchAcrossLineage', { urn: WHOLE, direction: 'UPSTREAM', input: 'rowCount:>5', entities: [], start: 0, count: 10 }],
        ['/entities?action=browse', { entity: 'dataset', path: '', start: 0, limit: 10, ...filter('rowCount', 'EQUAL', '424242') }],
        ['/entities?action=autocomplete', { entity: 'dataset', query: 'ord', limit: 10, ...filter('rowCount', 'EQUAL', '424242') }],
      ] as const)
        refused(await send(ann, 'POST', path, json), 'VIEW_DATASET_PROFILE');
    });

    it('hides the SQL within usage from who may see usage only', async () => {
      await write(policy('ann-usage', { privileges: ['VIEW_DATASET_USAGE'], ...about(SALES) }));
      const { text } = await read(TABLE, 'datasetUsageStatistics');
      expect(text).to.contain('424242').and.not.to.contain('SECRET_SQL');
      const points = async (headers: Record<string, string>, condition: string): Promise<number> => {
        const criterion = { field: 'topSqlQueries', condition, values: ['SECRET_SQL'] };
        const filter = { or: [{ and: [criterion] }] };
        const asked = { urn: TABLE, entity: 'dataset', aspect: 'datasetUsageStatistics', sort: { field: 'totalSqlQueries' }, filter };
        const answer = await send(headers, 'POST', '/aspects?action=getTimeseriesAspectValues', asked);
        expect(answer.status, answer.text).to.equal(200);
        expect(answer.text).not.to.contain(headers === ann ? 'SECRET_SQL' : 'nothing else');
        return answer.body.value.values.length;
      };
      const asked = async (headers: Record<string, string>) => [await points(headers, 'CONTAIN'), await points(headers, 'IS_NULL')];
      expect([await asked({}), await asked(ann)]).to.deep.equal([
        [1, 0],
        [0, 1],
      ]);
    });

    it('comes with a policy about the aspect alone', async () => {
      await write(policy('ann-profile', { privileges: ['VIEW_DATASET_PROFILE'], resources: { aspects: ['datasetProfile'] } }));
      expect((await read(TABLE, 'datasetProfile')).status).to.equal(200);
      refused(await read(TABLE, 'viewProperties'), 'VIEW_ENTITY_QUERIES');
      await write(policy('ann-properties', { privileges: ['VIEW_SENSITIVE_PROPERTIES'], ...about(SALES) }));
      expect((await read(TABLE, 'structuredProperties')).text).to.contain('SECRET_SQL');
    });
  });

  describe('of columns with a sensitive tag', () => {
    const [PAY, OTHER, JOB, CHART] = [urns.dataset('payroll'), urns.dataset('report'), urns.job(urns.flow('etl'), 'pay'), urns.chart('pay')];
    const [SECRET_TAG, PUBLIC] = [urns.tag('salaries'), urns.tag('public')];
    const column = (path: string, table = PAY): string => urns.column(table, path);
    const tagged = (...tags: string[]) => ({ globalTags: { tags: tags.map((tag) => ({ tag })) } });
    const field = (fieldPath: string, more: object = {}) => ({
      fieldPath,
      nativeDataType: 'text',
      type: { type: { 'com.svc.schema.StringType': {} } },
      ...more,
    });
    /** Nobody without the right gets these names, in any answer. */
    const HIDDEN = /salary|bonus|iban/i;
    const schema = (...fields: object[]) => ({
      schemaName: 'payroll',
      platform: urns.platform('hive'),
      version: 0,
      hash: '',
      platformSchema: { 'com.svc.schema.MySqlDDL': { tableSchema: 'create table payroll (name text, salary int)' } },
      fields,
    });
    const usedIn = (fieldPath: string, count: number) => ({ fieldPath, count });
    const answeredFor = (fieldPath: string) => ({ fieldPath, lastModified: stamp });
    const lineage = (downstream: string, ...upstreams: string[]) => ({
      upstreamType: 'FIELD_SET',
      downstreamType: 'FIELD',
      upstreams,
      downstreams: [downstream],
      transformOperation: 'name || salary',
    });
    before(async () => {
      await write(
        [SECRET_TAG, 'tagProperties', { name: 'Salaries', isSensitive: true }],
        [PUBLIC, 'tagProperties', { name: 'Public' }],
        policy('ann-properties', { state: 'INACTIVE' }),
        policy('ann-columns-public', { privileges: ['EDIT_DATASET_COL_DESCRIPTION'], resources: { columnsTagged: [PUBLIC] } }),
        policy('ann-lineage', { privileges: ['EDIT_LINEAGE'] }),
        [PAY, 'domains', { domains: [SALES] }],
        [PAY, 'schemaMetadata', schema(field('name'), field('salary'))],
      );
      await write(
        [
          PAY,
          'schemaMetadata',
          {
            ...schema(
              field('name', tagged(PUBLIC)),
              field('salary', { ...tagged(SECRET_TAG), description: 'the salary' }),
              field('salary.currency'),
              field('bonus'),
              field('iban'),
            ),
            primaryKeys: ['name', 'iban'],
            foreignKeys: [{ name: 'fk', sourceFields: [column('iban')], foreignFields: [column('id', OTHER)], foreignDataset: OTHER }],
          },
        ],
        [
          PAY,
          'editableSchemaMetadata',
          {
            editableSchemaFieldInfo: [
              { fieldPath: 'bonus', description: 'a bonus', ...tagged(SECRET_TAG) },
              { fieldPath: 'name', description: 'who' },
            ],
          },
        ],
        [column('iban'), 'globalTags', tagged(SECRET_TAG).globalTags],
        [column('name'), 'documentation', { documentations: [{ documentation: 'who' }] }],
        [PAY, 'datasetUsageStatistics', { timestampMillis: at, fieldCounts: [usedIn('salary', 3), usedIn('name', 1)] }],
        [
          PAY,
          'forms',
          {
            incompleteForms: [],
            completedForms: [
              {
                urn: urns.of('form', 'columns'),
                completedPrompts: [
                  {
                    id: 'of-columns',
                    lastModified: stamp,
                    fieldAssociations: {
                      completedFieldPrompts: [answeredFor('salary'), answeredFor('name')],
                      incompleteFieldPrompts: [answeredFor('bonus')],
                    },
                  },
                ],
              },
            ],
          },
        ],
        [PAY, 'datasetProfile', { timestampMillis: at, fieldProfiles: [{ fieldPath: 'salary', max: '9' }, { fieldPath: 'name' }] }],
        [
          OTHER,
          'upstreamLineage',
          {
            upstreams: [{ dataset: PAY, type: 'TRANSFORMED' }],
            fineGrainedLineages: [lineage(column('id', OTHER), column('name'), column('salary')), lineage(column('total', OTHER), column('salary'))],
          },
        ],
        [JOB, 'dataJobInputOutput', { inputDatasets: [PAY], outputDatasets: [OTHER], inputDatasetFields: [column('name'), column('Bonus')] }],
        [CHART, 'inputFields', { fields: [{ schemaFieldUrn: column('iban') }, { schemaFieldUrn: column('name') }] }],
        [urns.of('query', 'pay'), 'querySubjects', { subjects: [{ entity: PAY }, { entity: column('salary') }] }],
        [
          urns.of('assertion', 'pay'),
          'assertionInfo',
          {
            type: 'FIELD',
            description: 'salary is positive',
            fieldAssertion: { type: 'FIELD_VALUES', entity: PAY, fieldPath: 'salary' },
          },
        ],
        [
          urns.of('erModelRelationship', 'pay'),
          'erModelRelationshipProperties',
          { name: 'pay', source: OTHER, destination: PAY, relationshipFieldMappings: [{ sourceField: 'id', destinationField: 'iban' }] },
        ],
      );
    });

    const everywhere = async (headers: Record<string, string>): Promise<string[]> => {
      const texts = [
        ...[PAY, OTHER, JOB, CHART, urns.of('query', 'pay'), urns.of('erModelRelationship', 'pay'), urns.of('assertion', 'pay')].flatMap((urn) => [
          `/entitiesV2/${encode(urn)}`,
          `/openapi/v3/entity/${urn.split(':')[2]?.toLowerCase()}/${encode(urn)}`,
        ]),
        ...[0, 1].map((version) => `/aspects/${encode(PAY)}?aspect=schemaMetadata&version=${version}`),
        `/aspects/${encode(PAY)}?aspect=schemaMetadata&version=0&asOf=${Date.now()}`,
        `/aspects/${encode(PAY)}?aspect=editableSchemaMetadata&version=0`,
        `/openapi/v2/timeline/v1/${encode(PAY)}?categories=TECHNICAL_SCHEMA,DOCUMENTATION,TAG`,
        ...['datasetProfile', 'datasetUsageStatistics'].map((aspect) => `/openapi/v2/timeseries/dataset/${aspect}?urns=${encode(PAY)}`),
        `/openapi/v3/entity/dataset/${encode(PAY)}/datasetUsageStatistics`,
        '/openapi/v3/entity/schemafield',
        '/openapi/v3/entity/dataset?systemMetadata=true',
        ...[column('name', OTHER), column('id', OTHER), OTHER, PAY, SECRET_TAG].flatMap((urn) =>
          ['INCOMING', 'OUTGOING'].map(
            (direction) =>
              `/relationships?urn=${encode(urn)}&direction=${direction}&types=List(DownstreamOf,ForeignKeyTo,Asserts,HasQuerySubject,consumesField)`,
          ),
        ),
      ];
      const found = await Promise.all(texts.map((path) => send(headers, 'GET', path)));
      const query = `query ($urn: String!) { dataset(urn: $urn) {
        schemaMetadata { fields { fieldPath description } primaryKeys platformSchema { ... on TableSchema { schema } } foreignKeys { name } }
        editableSchemaMetadata { editableSchemaFieldInfo { fieldPath } }
        assertions(start: 0, count: 10) { total }
        datasetProfiles(limit: 5) { fieldProfiles { fieldPath } }
        usageStats(range: ALL) { aggregations { fields { fieldName count } } }
        forms { completedForms { completedPrompts { fieldAssociations { completedFieldPrompts { fieldPath } incompleteFieldPrompts { fieldPath } } } } }
      } }`;
      const answers = await Promise.all([
        graphql(headers, query, { urn: PAY }),
        send(headers, 'POST', '/usageStats?action=queryRange', { resource: PAY, duration: 'DAY', rangeFromEnd: 'ALL' }),
        send(headers, 'POST', '/aspects?action=getTimeseriesAspectValues', { urn: PAY, entity: 'dataset', aspect: 'datasetUsageStatistics' }),
        ...['UPSTREAM', 'DOWNSTREAM'].map((direction) =>
          send(headers, 'POST', '/entities?action=searchAcrossLineage', {
            urn: direction === 'UPSTREAM' ? column('id', OTHER) : column('name'),
            direction,
            input: '*',
            start: 0,
            count: 50,
          }),
        ),
      ]);
      return [...found.map(({ text }) => text), ...answers.map((each) => JSON.stringify(each))];
    };

    // SECURITY.md R8
    it('are as if they did not exist, in every API', async () => {
      const [all, seen] = [await everywhere({}), await everywhere(ann)];
      expect(all.filter((text) => HIDDEN.test(text)).length).to.be.above(20);
      expect(seen.filter((text) => HIDDEN.test(text))).to.deep.equal([]);
      const { body } = await send(ann, 'GET', `/openapi/v3/entity/dataset/${encode(OTHER)}/upstreamLineage`);
      expect(JSON.parse(JSON.stringify(body.value)).fineGrainedLineages).to.deep.equal([
        { ...lineage(column('id', OTHER), column('name')), transformOperation: '' },
      ]);
      for (const [path, status] of [
        ['iban', 404],
        ['name', 200],
      ] as const) {
        expect((await send(ann, 'HEAD', `/openapi/v3/entity/schemafield/${encode(column(path))}`)).status, path).to.equal(status === 200 ? 204 : 404);
        expect((await send(ann, 'GET', `/openapi/v3/entity/schemafield/${encode(column(path))}`)).status, path).to.equal(status);
      }
      const tagged = `/relationships?urn=${encode(SECRET_TAG)}&direction=INCOMING&types=List(SchemaFieldTaggedWith,EditableSchemaFieldTaggedWith,TaggedWith)`;
      expect((await send({}, 'GET', tagged)).body.total).to.equal(3);
      expect((await send(ann, 'GET', tagged)).body.total).to.equal(0);
      for (const order of ['after=0', 'order=newest']) {
        const changes = await send(ann, 'GET', `/changes?limit=1000&values=true&types=dataset,schemaField,assertion,query,chart,dataJob&${order}`);
        expect([changes.status, changes.text.includes(OTHER), changes.text.match(HIDDEN)], changes.text.slice(0, 300)).to.deep.equal([
          200,
          true,
          null,
        ]);
      }
      const agent = await connectAgent(cairn.url, ann.Authorization?.replace('Bearer ', ''));
      try {
        for (const [tool, input] of [
          ['describe_asset', { asset: PAY }],
          ['impact_of_change', { asset: PAY }],
          ['joins_between', { asset: PAY, other: OTHER }],
        ] as const)
          expect(JSON.stringify(await agent.call(tool, input)), tool).not.to.match(HIDDEN);
      } finally {
        await agent.close();
      }
    });

    describe('in a search', () => {
      const search = (input: string, headers: Record<string, string>, more: object = {}) =>
        send(headers, 'POST', '/entities?action=searchAcrossEntities', { input, start: 0, count: 20, ...more });
      const found = async (...asked: Parameters<typeof search>): Promise<boolean> => {
        const { status, text } = await search(...asked);
        expect(status, text).to.equal(200);
        if (asked[1] === ann) expect(text.replaceAll(SECRET_TAG, ''), asked[0]).not.to.match(/"(value|name)":"[^"]*(salary|bonus|iban)/);
        return text.includes(PAY);
      };
      const filter = (field: string, condition: string, ...values: string[]) => ({ filter: { or: [{ and: [{ field, condition, values }] }] } });
      /** Until the index knows of each column whether it is hidden, search is without columns. */
      const knows = (headers: Record<string, string>) =>
        eventually(async () => expect((await search('*', headers, filter('fieldPaths', 'EQUAL', 'name'))).status).to.equal(200));
      const total = async (...asked: Parameters<typeof search>): Promise<number> => {
        const { status, text, body } = await search(...asked);
        expect(status, text).to.equal(200);
        return body.value.numEntities as number;
      };
      before(() => knows(ann));

      // SECURITY.md R10
      it('are as if they did not exist: words, questions, conditions, totals, suggestions', async () => {
        for (const [input, hit] of [
          ['salary', false],
          ['currency', false],
          ['"the salary"', false],
          ['curren*', false],
          ['*urrenc*', false],
          ['salaru', false],
          ['where is the salary of people', false],
          ['salaries', false],
          [SECRET_TAG, false],
          ['fieldP*:salary', false],
          ['fieldPaths:salary', false],
          ['payroll iban', true],
          ['name', true],
          ['fieldPaths:na*', true],
          ['which table has a name', true],
        ] as const) {
          expect(await found(input, {}), input).to.equal(true);
          expect(await found(input, ann), input).to.equal(hit);
        }
        for (const [field, condition, value, hit] of [
          ['fieldPaths', 'EQUAL', 'salary', false],
          ['fieldPaths', 'CONTAIN', 'alar', false],
          ['fieldPaths', 'START_WITH', 'na', true],
          ['fieldTags', 'EQUAL', SECRET_TAG, false],
          ['fieldTags', 'EQUAL', PUBLIC, true],
          ['tags', 'EQUAL', SECRET_TAG, false],
          ['editedFieldDescriptions.keyword', 'EQUAL', 'a bonus', false],
        ] as const) {
          expect(await found('*', {}, filter(field, condition, value)), `${field} ${value}`).to.equal(true);
          expect(await found('*', ann, filter(field, condition, value)), `${field} ${value}`).to.equal(hit);
        }
        const not = (value: string) => ({
          filter: { or: [{ and: [{ field: 'fieldPaths', condition: 'CONTAIN', values: [value], negated: true }] }] },
          entities: ['dataset'],
        });
        expect([await found('*', {}, not('alar')), await found('*', ann, not('alar')), await found('*', ann, not('nam'))]).to.deep.equal([
          false,
          true,
          false,
        ]);
        const entities = ['dataset', 'chart', 'dashboard', 'dataJob'];
        expect(await total('*', ann, { entities })).to.equal(await total('*', {}, { entities }));
        const suggest = async (query: string) =>
          (await send(ann, 'POST', '/entities?action=autocomplete', { entity: 'dataset', query, field: 'fieldPaths', limit: 5 })).body;
        expect(JSON.stringify(await suggest('sal'))).not.to.match(HIDDEN);
        refused(await search('*', ann, filter('entities', 'EQUAL', column('salary'))), 'VIEW_SENSITIVE_COLUMNS');
        expect(await total('*', ann, { ...filter('entities', 'EQUAL', PAY), entities: ['query'] })).to.equal(1);
        const assertions = { entities: ['assertion'] };
        expect([await total('*', {}, assertions), await total('*', ann, assertions)]).to.deep.equal([1, 0]);
      });

      // SECURITY.md R13
      it('are not counted by facets of tags', async () => {
        const names = ['tags', 'fieldTags', 'editedFieldTags'];
        const aggregate =
          'query ($input: AggregateAcrossEntitiesInput!) { of: aggregateAcrossEntities(input: $input) { facets { aggregations { value } } } }';
        for (const query of ['*', 'payroll', 'which table has a name'])
          for (const [headers, hit] of [
            [{}, true],
            [ann, false],
          ] as const) {
            const { text } = await search(query, headers, { entities: ['dataset'], count: 1 });
            const counted = await graphql(headers, aggregate, { input: { query, types: ['DATASET'], facets: names } });
            for (const all of [text, JSON.stringify(counted)])
              expect([all.includes(SECRET_TAG), all.includes(PUBLIC)], `${query} ${all}`).to.deep.equal([hit, true]);
          }
      });

      it('are found by who has the right, on the table or on the tag', async () => {
        for (const [resources, hit] of [
          [{ columnsTagged: [SECRET_TAG] }, true],
          [{ columnsTagged: [PUBLIC] }, false],
          [about(SALES).resources, true],
          [about(OPEN).resources, false],
        ] as const) {
          await write(policy('ann-columns', { privileges: ['VIEW_SENSITIVE_COLUMNS'], resources }));
          const { text } = await search('currency', ann);
          expect(text.includes(PAY), JSON.stringify(resources)).to.equal(hit);
          expect((await search('*', ann, filter('fieldPaths', 'EQUAL', 'salary'))).body.value.numEntities).to.equal(hit ? 1 : 0);
        }
        await write(policy('ann-columns', { state: 'INACTIVE' }));
      });

      it('come and go with what is sensitive, and are never found meanwhile', async () => {
        const [TAG, LATER] = [urns.tag('internal'), urns.dataset('later')];
        const hits = async (): Promise<boolean> => (await search('zebra', ann)).text.includes(LATER);
        await write(
          [TAG, 'tagProperties', { name: 'Internal' }],
          [LATER, 'schemaMetadata', { ...schema(field('id'), field('zebra', tagged(TAG)), field('okapi')), schemaName: 'later' }],
        );
        expect(await hits()).to.equal(true);
        await write([TAG, 'tagProperties', { name: 'Internal', isSensitive: true }]);
        expect(await hits()).to.equal(false);
        await knows(ann);
        expect([
          await hits(),
          await found('zebra', ann, { entities: ['dataset'] }),
          await (await search('okapi', ann)).text.includes(LATER),
        ]).to.deep.equal([false, false, true]);
        // With more tags than a URL has room for.
        await write(
          [TAG, 'tagProperties', { name: 'Internal' }],
          ...Array.from({ length: 100 }, (_, at): [string, string, unknown] => [urns.tag(`other-${at}`), 'tagProperties', { name: 'Other' }]),
        );
        await knows(ann);
        expect(await hits()).to.equal(true);
        // Whoever writes does not wait for the index.
        const { status, text } = await send({}, 'POST', `/openapi/v3/entity/schemafield/${encode(column('okapi', LATER))}/globalTags`, {
          value: tagged(SECRET_TAG).globalTags,
        });
        expect(status, text).to.equal(200);
        expect((await search('okapi', ann)).text).not.to.contain(LATER);
        await eventually(async () => expect(await total('*', ann, filter('fieldPaths', 'EQUAL', 'okapi'))).to.equal(0));
        expect(await total('*', {}, filter('fieldPaths', 'EQUAL', 'okapi'))).to.equal(1);
        await send({}, 'POST', `/entities?action=delete`, { urn: LATER });
      });

      it('are known by their URNs, whatever relationships their table has lost [long]', async () => {
        const [TAG, LOST] = [urns.tag('lost'), urns.dataset('lost')];
        await write(
          [TAG, 'tagProperties', { name: 'Lost' }],
          [LOST, 'schemaMetadata', { ...schema(field('id'), field('walrus')), schemaName: 'lost' }],
          [column('walrus', LOST), 'globalTags', tagged(TAG).globalTags],
        );
        await knows(ann);
        expect((await send({}, 'DELETE', `/relationships?urn=${encode(LOST)}`)).status).to.equal(200);
        expect(await total('walrus', ann, { entities: ['dataset'] })).to.equal(1);
        await write([TAG, 'tagProperties', { name: 'Lost', isSensitive: true }]);
        const shown = async (headers: Record<string, string>) => [
          (await read(LOST, 'schemaMetadata', headers)).text.includes('walrus'),
          await total('walrus', headers, { entities: ['dataset'] }),
        ];
        expect(await shown(ann)).to.deep.equal([false, 0]);
        await knows(ann);
        expect(await shown(ann)).to.deep.equal([false, 0]);
        expect(await shown({})).to.deep.equal([true, 1]);
        // Whoever removes the relationships of the column decides that it is not sensitive (SECURITY.md).
        expect((await send({}, 'DELETE', `/relationships?urn=${encode(column('walrus', LOST))}`)).status).to.equal(200);
        await eventually(async () => expect(await shown(ann)).to.deep.equal([true, 1]));
        await send({}, 'POST', '/entities?action=delete', { urn: LOST });
      });
    });

    it('made no relationships while they had the tag, as far as is known [long]', async () => {
      const [TAG, ...tables] = [urns.tag('of-then'), ...['then', 'then_gone', 'then_open'].map((name) => urns.dataset(name))];
      const [WAS, GONE, STILL] = tables as [string, string, string];
      const written = (urn: string, ...tags: string[]): [string, string, unknown] => [
        urn,
        'schemaMetadata',
        { ...schema(field('fee', tagged(...tags))), schemaName: 'then' },
      ];
      await write([TAG, 'tagProperties', { name: 'Then' }], written(WAS, TAG, SECRET_TAG), written(GONE, TAG, SECRET_TAG), written(STILL, TAG));
      const then = Date.now();
      await eventually(async () => expect(Date.now()).to.be.above(then));
      await write(written(WAS, TAG));
      expect((await send({}, 'DELETE', `/openapi/v3/entity/dataset/${encode(GONE)}`)).status).to.equal(200);
      const ofTag = async (headers: Record<string, string>, more: string): Promise<string[]> => {
        const { status, text, body } = await send(headers, 'GET', `/relationships?urn=${encode(TAG)}&direction=INCOMING&${more}`);
        expect(status, text).to.equal(200);
        return (body.entities as string[]).sort();
      };
      expect(await ofTag({}, `asOf=${then}`)).to.deep.equal([WAS, GONE, STILL].sort());
      expect(await ofTag(ann, `asOf=${then}`)).to.deep.equal([STILL]);
      expect(await ofTag(ann, '')).to.deep.equal([WAS, STILL].sort());
    });

    it('are told by no answer to an event of OpenLineage, and by no webhook [long]', async () => {
      const types = ['dataJob', 'dataFlow', 'dataProcessInstance'];
      await write(
        policy('ann-jobs', { privileges: ['EDIT_ENTITY'], resources: { filter: { criteria: [{ field: 'TYPE', values: types }] } } }),
        policy('ann-runs', { privileges: ['EDIT_ENTITY'], resources: { aspects: ['datasetProperties', 'status', 'operation'] } }),
      );
      const dataset = (name: string, facets: object = {}) => ({ namespace: 'hive://db:10000', name, facets });
      const event = (run: string, ...columns: string[]) => ({
        ...{
          eventType: 'COMPLETE',
          eventTime: `2026-05-0${run}T12:00:00Z`,
          producer: 'https://github.com/OpenLineage/OpenLineage/tree/1.54.0/integration/spark',
        },
        ...{ run: { runId: `0190f3f0-0000-7000-8000-00000000000${run}` }, job: { namespace: 'prod', name: 'etl.pay' } },
        inputs: [dataset('payroll')],
        outputs: [
          dataset('report', { columnLineage: { fields: { id: { inputFields: columns.map((each) => ({ ...dataset('payroll'), field: each })) } } } }),
        ],
      });
      const put = (headers: Record<string, string>, json: object) => send(headers, 'POST', '/api/v1/lineage', json);
      const stored = async (): Promise<string> =>
        (await send({}, 'GET', `/entitiesV2/${encode(urns.job(urns.flow('etl', 'spark', 'prod'), 'etl.pay'))}?aspects=List(dataJobInputOutput)`))
          .text;
      expect((await put({}, event('1', 'name', 'salary'))).status).to.equal(200);
      const before = await stored();
      expect(before).to.contain(column('salary'));
      // Who sees a part of what is stored does not replace it.
      const replaced = await put(ann, event('2', 'name'));
      refused(replaced, 'VIEW_SENSITIVE_COLUMNS');
      expect(replaced.text).not.to.match(HIDDEN);
      const named = await put(ann, event('2', 'bonus'));
      refused(named, 'VIEW_SENSITIVE_COLUMNS');
      expect(named.text).not.to.match(/salary|iban/);
      expect(await stored()).to.equal(before);
      expect((await put({}, event('3', 'name'))).status).to.equal(200);
      const open = await put(ann, event('4', 'name'));
      expect([open.status, open.text.match(HIDDEN)], open.text).to.deep.equal([200, null]);
      for (const [method, path, json] of [
        ['POST', '/webhooks', { url: 'https://example.com', sends: 'changes' }],
        ['GET', '/webhooks', undefined],
        ['GET', '/webhooks/x/deliveries', undefined],
      ] as const)
        expect((await send(ann, method, path, json)).status, `${method} ${path}`).to.equal(403);
    });

    // SECURITY.md R14
    it('are no columns to who names them, and not among the nearest names', async () => {
      const describe = (subResource: string) => ({
        query: 'mutation ($input: DescriptionUpdateInput!) { updateDescription(input: $input) }',
        variables: { input: { resourceUrn: PAY, subResource, subResourceType: 'DATASET_FIELD', description: 'x' } },
      });
      for (const name of ['salary', 'Salary', '"salary"', 'salry', 'bonuss', 'ibn']) {
        const { text } = await send(ann, 'POST', '/api/graphql', describe(name));
        expect(text, name).to.contain('no-such-column').and.contain('the nearest are name');
        expect(text.replaceAll(name, '').replaceAll(JSON.stringify(name).slice(1, -1), '')).not.to.match(HIDDEN);
      }
      expect((await send(ann, 'POST', '/api/graphql', describe('NAME'))).text).not.to.contain('errors');
    });

    // SECURITY.md R8
    it('are not changed by who does not see them', async () => {
      const put = (urn: string, aspect: string, value: object) => send(ann, 'POST', `/openapi/v3/entity/dataset/${encode(urn)}/${aspect}`, { value });
      const shown = (await read(PAY, 'editableSchemaMetadata')).body.value as object;
      refused(await put(PAY, 'editableSchemaMetadata', shown), 'EDIT_DATASET_COL_');
      const upstreams = (await read(OTHER, 'upstreamLineage')).body.value as object;
      refused(await put(OTHER, 'upstreamLineage', upstreams), 'VIEW_SENSITIVE_COLUMNS');
      const patch = (path: string) =>
        send(ann, 'PATCH', `/openapi/v3/entity/dataset/${encode(PAY)}/editableSchemaMetadata`, {
          value: { patch: [{ op: 'add', path, value: 'new' }], arrayPrimaryKeys: { editableSchemaFieldInfo: ['fieldPath'] } },
        });
      const patched = await patch('/editableSchemaFieldInfo/name/description');
      expect([patched.status, HIDDEN.test(patched.text)], patched.text).to.deep.equal([200, false]);
      expect((await patch('/editableSchemaFieldInfo/bonus/description')).status).to.equal(403);
      const { text } = await send({}, 'GET', `/openapi/v3/entity/dataset/${encode(PAY)}/editableSchemaMetadata`);
      expect(text).to.contain('a bonus').and.to.contain('new');
    });

    it('are suggested about by nobody who does not see them, and no suggestion tells of them [long]', async () => {
      const SUGGEST = 'mutation ($input: SuggestChangeInput!) { suggestChange(input: $input) { urn } }';
      const LIST =
        'query ($urn: String) { suggestions(urn: $urn) { mine { column } toDecide { urn column preview { changed } asked { after { text } } } } }';
      const DECIDE = 'mutation ($input: DecideSuggestionInput!) { decideSuggestion(input: $input) { state } }';
      const suggest = (headers: Record<string, string>, name: string) =>
        send(headers, 'POST', '/api/graphql', {
          query: SUGGEST,
          variables: { input: { urn: PAY, column: name, changes: { description: { set: `about ${name}` } } } },
        });
      const answers = await Promise.all(['salary', 'salary.currency', 'iban', 'none'].map((name) => suggest(ann, name)));
      for (const { body, text } of answers) expect(body.errors?.[0]?.extensions.details?.[0]?.pointer, text).to.equal('/input/column');
      const marked = (isSensitive: boolean) => write([SECRET_TAG, 'tagProperties', { name: 'Salaries', isSensitive }]);
      await marked(false);
      const { body, text: made } = await suggest(ann, 'bonus');
      expect(body.errors, made).to.equal(undefined);
      const hidden = body.data.suggestChange.urn;
      expect(JSON.stringify(await graphql(ann, LIST, { urn: PAY }))).to.match(HIDDEN);
      await marked(true);
      for (const urn of [PAY, undefined]) expect(JSON.stringify(await graphql(ann, LIST, { urn }))).to.not.match(HIDDEN);
      const decided = await send(ann, 'POST', '/api/graphql', { query: DECIDE, variables: { input: { urn: hidden, accept: false } } });
      expect(decided.body.errors?.[0]?.extensions.reason, decided.text).to.equal('no-such-entity');
      const { text } = await send(ann, 'GET', `/openapi/v3/entity/suggestion/${encode(hidden)}`);
      expect(text).to.not.match(HIDDEN);
    });

    // SECURITY.md R9
    it('stay hidden as long as the tag is sensitive: it is not deleted before', async () => {
      const [tag, aspect] = [encode(SECRET_TAG), '/tagProperties'];
      for (const answer of [
        await send({}, 'DELETE', `/openapi/v3/entity/tag/${tag}`),
        await send({}, 'DELETE', `/openapi/v3/entity/tag/${tag}${aspect}`),
        await send({}, 'POST', '/entities?action=delete', { urn: SECRET_TAG }),
      ])
        expect([[400, 422].includes(answer.status), answer.text.includes('sensitive-tag')], answer.text).to.deep.equal([true, true]);
      const { body } = await send({}, 'POST', '/api/graphql', {
        query: 'mutation ($urn: String!) { deleteTag(urn: $urn) }',
        variables: { urn: SECRET_TAG },
      });
      expect(JSON.stringify(body.errors)).to.contain('sensitive');
      expect((await read(PAY, 'schemaMetadata')).text).not.to.match(HIDDEN);
    });

    describe('whose table is gone', () => {
      it('are gone with it', async () => {
        const ofColumn = async (headers: Record<string, string>): Promise<number> =>
          (await send(headers, 'GET', `/openapi/v3/entity/schemaField/${encode(column('iban'))}`)).status;
        expect((await send({}, 'DELETE', `/openapi/v3/entity/dataset/${encode(PAY)}`)).status).to.equal(200);
        expect([await ofColumn({}), await ofColumn(ann)]).to.deep.equal([404, 404]);
        // A column may come without its table.
        await write([column('iban'), 'globalTags', tagged(SECRET_TAG).globalTags]);
        expect([await ofColumn({}), await ofColumn(ann)]).to.deep.equal([200, 404]);
      });
    });
  });
});
