import { expect } from 'chai';
import { api } from '../support/client.ts';
import { description, ownNames, proposal, status, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { erase, readEntity, values, version, write } from '../support/writes.ts';

const own = ownNames('First');

/** Entity → what a first status write puts beside the status (docs/semantics.md 3.4, 11.3). */
type Case = [title: string, urn: string, beside: Record<string, unknown>];

const name = own();
const lower = name.toLowerCase();
const flow = urns.flow(name, 'Airflow', 'Prod');
const platform = (id: string) => ({ platform: urns.platform(id) });
const CASES: Case[] = [
  [
    'a dataset: platform, the name split at dots with its last part dropped, /<origin>/<platform>/<name> in lower case',
    urns.dataset(`${name}.Sales.Orders`, 'hive', 'PROD'),
    {
      datasetKey: { platform: urns.platform('hive'), name: `${name}.Sales.Orders`, origin: 'PROD' },
      dataPlatformInstance: platform('hive'),
      browsePathsV2: { path: [{ id: name }, { id: 'Sales' }] },
      browsePaths: { paths: [`/prod/hive/${lower}/sales/orders`] },
    },
  ],
  [
    'a dataset whose name has one part: Default',
    urns.dataset(name, 'hive', 'DEV'),
    {
      datasetKey: { platform: urns.platform('hive'), name, origin: 'DEV' },
      dataPlatformInstance: platform('hive'),
      browsePathsV2: { path: [{ id: 'Default' }] },
      browsePaths: { paths: [`/dev/hive/${lower}`] },
    },
  ],
  [
    'a dataset of a platform with another delimiter: split there',
    urns.dataset(`/${name}/raw/a.csv`, 'hdfs', 'PROD'),
    {
      datasetKey: { platform: urns.platform('hdfs'), name: `/${name}/raw/a.csv`, origin: 'PROD' },
      dataPlatformInstance: platform('hdfs'),
      browsePathsV2: { path: [{ id: name }, { id: 'raw' }] },
    },
  ],
  [
    'a dataset of an unknown platform: split at dots',
    urns.dataset(`${name}.b`, `p${lower}`, 'QA'),
    {
      datasetKey: { platform: urns.platform(`p${lower}`), name: `${name}.b`, origin: 'QA' },
      dataPlatformInstance: platform(`p${lower}`),
      browsePathsV2: { path: [{ id: name }] },
      browsePaths: { paths: [`/qa/p${lower}/${lower}/b`] },
    },
  ],
  [
    'a metric: its platform, Default',
    urns.of('metric', `(${urns.platform('dbt')},sales,${name})`),
    {
      metricKey: { platform: urns.platform('dbt'), path: 'sales', id: name },
      dataPlatformInstance: platform('dbt'),
      browsePathsV2: { path: [{ id: 'Default' }] },
    },
  ],
  [
    'a chart: the tool in lower case as platform, Default, /<tool>/<id>',
    urns.chart(`${name}.C`, 'Looker'),
    {
      chartKey: { dashboardTool: 'Looker', chartId: `${name}.C` },
      dataPlatformInstance: platform('looker'),
      browsePathsV2: { path: [{ id: 'Default' }] },
      browsePaths: { paths: [`/looker/${lower}.c`] },
    },
  ],
  [
    'a dashboard: the tool in lower case as platform, Default, /<tool>/<id>',
    urns.dashboard(`${name}.D`, 'Superset'),
    {
      dashboardKey: { dashboardTool: 'Superset', dashboardId: `${name}.D` },
      dataPlatformInstance: platform('superset'),
      browsePathsV2: { path: [{ id: 'Default' }] },
      browsePaths: { paths: [`/superset/${lower}.d`] },
    },
  ],
  [
    'a dataFlow: the orchestrator in lower case as platform, Default, /<orchestrator>/<cluster>/<flowId>',
    flow,
    {
      dataFlowKey: { orchestrator: 'Airflow', flowId: name, cluster: 'Prod' },
      dataPlatformInstance: platform('airflow'),
      browsePathsV2: { path: [{ id: 'Default' }] },
      browsePaths: { paths: [`/airflow/prod/${lower}`] },
    },
  ],
  [
    "a dataJob: the orchestrator of its flow as platform, the flow's URN, /<orchestrator>/<flowId>/<jobId>",
    urns.job(flow, `${name}_Task`),
    {
      dataJobKey: { flow, jobId: `${name}_Task` },
      dataPlatformInstance: platform('airflow'),
      browsePathsV2: { path: [{ id: flow, urn: flow }] },
      browsePaths: { paths: [`/airflow/${lower}/${lower}_task`] },
    },
  ],
  [
    'a glossaryTerm: no platform; its name with every dot a slash',
    urns.term(`${name}.B.c`),
    { glossaryTermKey: { name: `${name}.B.c` }, browsePaths: { paths: [`/${lower}/b/c`] } },
  ],
  ['a tag: the key alone', urns.tag(name), { tagKey: { name } }],
  ['a user: the key alone', urns.user(name), { corpUserKey: { username: name } }],
  ['a group: the key alone', urns.group(name), { corpGroupKey: { name } }],
  ['a container: Default and nothing else', urns.container(name), { containerKey: { guid: name }, browsePathsV2: { path: [{ id: 'Default' }] } }],
];

describe('What the first write to a URN writes beside the aspect (docs/semantics.md 3.4)', () => {
  for (const [title, urn, beside] of CASES) {
    it(`of ${title}`, async () => {
      await write(urn, 'status', status(false));
      const { browsePaths, ...found } = await values(urn);
      const { browsePaths: expectedPaths, ...expected } = beside;
      expect(found).to.deep.equal({ ...expected, status: { removed: false } });
      if (urn.includes('hdfs')) expect(browsePaths).to.have.property('paths');
      else expect(browsePaths).to.deep.equal(expectedPaths);
    });
  }

  it('status is not written: no status means active', async () => {
    const urn = urns.dataset(own());
    await write(urn, 'datasetProperties', description('x'));
    expect(await values(urn)).not.to.have.property('status');
  });

  it('the key aspect is written first, with the time of the write', async () => {
    const urn = urns.dataset(own());
    await write(urn, 'status', status(false));
    const { datasetKey, status: own_ } = (await readEntity(urn)).aspects;
    expect(datasetKey?.created).to.deep.equal(own_?.created);
    expect(datasetKey?.systemMetadata?.version).to.equal('1');
  });

  it('a default does not overwrite a value in the request', async () => {
    const urn = urns.dataset(`${own()}.a.b`);
    await write(urn, 'browsePaths', { paths: ['/My/Own'] });
    expect((await values(urn)).browsePaths).to.deep.equal({ paths: ['/My/Own'] });
    expect(await version(urn, 'browsePaths', 1)).to.equal(undefined);

    const batched = urns.dataset(`${own()}.a.b`);
    const answer = await api.ingestProposalBatch([
      proposal(batched, 'status', status(false)),
      proposal(batched, 'browsePathsV2', { path: [{ id: 'mine' }] }),
    ]);
    expect(answer.status, answer.text).to.equal(200);
    expect((await values(batched)).browsePathsV2).to.deep.equal({ path: [{ id: 'mine' }] });
    expect(await version(batched, 'browsePathsV2', 1)).to.equal(undefined);
  });

  it('later writes do not restore defaults', async () => {
    const urn = urns.dataset(own());
    await write(urn, 'status', status(false));
    await erase(urn, 'browsePaths');
    await write(urn, 'datasetProperties', description('x'));
    expect(await values(urn)).not.to.have.property('browsePaths');
  });

  it('if the first part of the name is an existing platform instance it becomes that instance', async () => {
    const id = own();
    const instance = `${urns.of('dataPlatformInstance', `(${urns.platform('hive')},${id})`)}`;
    await write(instance, 'status', status(false));
    const urn = urns.dataset(`${id}.db.t`);
    await write(urn, 'status', status(false));
    expect((await values(urn)).browsePathsV2).to.deep.equal({ path: [{ id: instance, urn: instance }, { id: 'db' }] });
  });

  it('a dataset with a known container gets the path of its containers, outermost first', async () => {
    const [database, schema] = [urns.container(own()), urns.container(own())];
    await write(schema, 'container', { container: database });
    const urn = urns.dataset(`${own()}.s.t`);
    await write(urn, 'container', { container: schema });
    expect((await values(urn)).browsePathsV2).to.deep.equal({
      path: [
        { id: database, urn: database },
        { id: schema, urn: schema },
      ],
    });
  });

  it('a timeseries write to an unknown URN also creates the key and the defaults', async () => {
    const urn = urns.dataset(own());
    await write(urn, 'datasetProfile', { timestampMillis: 1 });
    expect(Object.keys(await values(urn))).to.have.members(['datasetKey', 'dataPlatformInstance', 'browsePathsV2', 'browsePaths']);
    expect(await version(urn, 'datasetKey', 0)).to.be.an('object');
  });

  it('a key aspect in the request is replaced by the computed one', async () => {
    const urn = urns.user(own());
    await write(urn, 'corpUserKey', { username: urn.split(':')[3] });
    expect(await values(urn)).to.deep.equal({ corpUserKey: { username: urn.split(':')[3] } });
  });

  it('a key aspect that contradicts the URN is stored as the URN has it, with a warning', async () => {
    const urn = urns.dashboard(own(), 'powerbi');
    const id = urn.slice(urn.lastIndexOf(',') + 1, -1);
    const sent = { dashboardTool: 'powerbi', dashboardId: 'example.com/dashboards/1' };
    const answer = await write(urn, 'dashboardKey', sent);
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.headers.get(api.names.warningHeader)).to.include(`The URN was kept instead of the key that was sent: dashboardKey/dashboardId of`);
    expect((await values(urn)).dashboardKey).to.deep.equal({ ...sent, dashboardId: id });
    const same = await write(urn, 'dashboardKey', { ...sent, dashboardId: id });
    expect(same.headers.get(api.names.warningHeader)).to.equal(null);
  });

  it('a patch that would make the key aspect contradict the URN is refused', async () => {
    const urn = urns.user(own());
    const patch = { patch: [{ op: 'replace', path: '/username', value: 'somebody else' }], arrayPrimaryKeys: {} };
    expectRefusal(await api.ingestProposal(proposal(urn, 'corpUserKey', patch, { changeType: 'PATCH' })), 422, 'corpUserKey');
    expect(await version(urn, 'corpUserKey', 0)).to.equal(undefined);
  });
});
