/**
 * What the model closes to all but those who have a privilege (`x-closed`; docs/access.md 6). The test finds it in the model, writes a mark
 * wherever something is closed, and asks every API for it.
 */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { expect } from 'chai';
import { connectAgent } from '../support/agent.ts';
import { type Answer, encode, makeClient } from '../support/client.ts';
import { AT, type ClosedSubject, closedSubjects } from '../support/closed-fields.ts';
import { eventually } from '../support/eventually.ts';
import { askGraph, type Headers } from '../support/generated-queries.ts';
import { proposal, urns } from '../support/make.ts';
import { type ModelFolder, modelFolder } from '../support/model-folder.ts';
import { SVC } from '../support/names.ts';
import { endAll, type RunningCairn, startCairn } from '../support/process.ts';
import { emptyEngines } from '../support/shared-engines.ts';
import { startTarget, type Target } from '../support/target.ts';
import { OPERATOR, READER, tokensFile } from './support/with-tokens.ts';

const SHIPPED = path.join(import.meta.dirname, '../../openapi/model');
/** How many requests are sent at once. */
const AT_ONCE = 10;
const SYNC = { 'X-Svc-Sync-Index-Update': 'true' };
/** A type of our own: the model of an operator closes parts, too. */
const OWN = {
  'entities/gauge.yaml': {
    ...{ name: 'gauge', description: 'Something that measures', graphql: 'GAUGE', key: 'gaugeKey', searchable: true },
    aspects: ['gaugeInfo', 'gaugeKeys', 'gaugeReading', 'status'],
  },
  'aspects/gaugeKey.yaml': {
    'x-aspect': { name: 'gaugeKey', record: 'metadata.key.GaugeKey', kind: 'key', urn: ['id'] },
    ...{ type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
  },
  'aspects/gaugeInfo.yaml': `
x-aspect: {name: gaugeInfo, record: gauge.Info, kind: versioned}
type: object
required: [label, hosts]
properties:
  label: {type: string, x-searchable: {field: label, type: wordGram, queried: true, autocomplete: true}}
  note: {type: string, x-closed: [MANAGE_SECRETS, MANAGE_CONNECTIONS]}
  hosts:
    type: array
    items:
      type: object
      required: [host, password]
      properties: {host: {type: string}, password: {type: string, x-closed: MANAGE_SECRETS}}
  byName: {type: object, additionalProperties: {type: object, properties: {pin: {type: string, x-closed: MANAGE_SECRETS}}}}
`,
  'aspects/gaugeKeys.yaml': `
x-aspect: {name: gaugeKeys, record: gauge.Keys, kind: versioned}
x-closed: MANAGE_SECRETS
type: object
required: [keys]
properties: {keys: {type: array, items: {type: string}}}
`,
  'aspects/gaugeReading.yaml': `
x-aspect: {name: gaugeReading, record: gauge.Reading, kind: timeseries}
type: object
required: [timestampMillis]
properties:
  timestampMillis: {type: integer, format: int64}
  serial: {type: string, x-closed: MANAGE_SECRETS}
`,
};

/** The server where everybody reads, and the one where policies decide about reading. */
const [PLAIN, STRICT] = ['plain', 'strict'];

type Values = Readonly<Record<string, unknown>>;

const refused = ({ status, text }: Answer): void => {
  expect(status, text).to.equal(403);
  expect(text).to.contain('not-allowed');
};

describe('What the model closes to all but some', function () {
  this.timeout(400_000);
  let model: ModelFolder;
  let target: Target;
  let settings: Record<string, string>;
  const servers: Record<string, RunningCairn> = {};
  let subjects: ClosedSubject[];
  /** Who does not get what is closed, and who does. */
  const without: Record<string, Headers> = {};
  const having: Record<string, Headers> = {};
  let eve: Headers;
  const operator = { Authorization: `Bearer ${OPERATOR}` };
  const clientOf = (server: string) => makeClient(() => servers[server]?.url ?? '', SVC);
  const send = (method: string, where: string, headers: Headers, json?: unknown, server = PLAIN): Promise<Answer<Values>> =>
    clientOf(server).send(method, where, { headers, ...(json !== undefined && { json }) });
  const write = async (urn: string, aspect: string, value: unknown): Promise<void> => {
    const answer = await send('POST', '/aspects?action=ingestProposal', { ...operator, ...SYNC }, { proposal: proposal(urn, aspect, value, RUN) });
    expect(answer.status, `${aspect}: ${answer.text}`).to.equal(200);
  };
  const RUN = { systemMetadata: { runId: 'closed-run', lastObserved: AT } };
  const tokenOf = async (user: string, more: object = {}): Promise<Headers> => {
    const input = { type: 'PERSONAL', actorUrn: urns.user(user), duration: 'ONE_HOUR', name: 'test', ...more };
    const query = 'mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { accessToken } }';
    const { body, text } = await send('POST', '/api/graphql', operator, { query, variables: { input } });
    expect(body, text).to.not.have.property('errors');
    const { data } = body as unknown as { data: { createAccessToken: { accessToken: string } } };
    return { Authorization: `Bearer ${data.createAccessToken.accessToken}` };
  };

  before(async () => {
    model = modelFolder(OWN);
    target = await startTarget();
    const { file } = tokensFile();
    settings = {
      ...(await emptyEngines()),
      ...{ AUTH_TOKENS_FILE: file, MODEL_DIR: model.path, SECRETS_KEY: randomBytes(32).toString('base64'), WEBHOOK_PRIVATE_TARGETS: 'true' },
    };
    servers[PLAIN] = await startCairn(settings);
    subjects = closedSubjects('closed', [SHIPPED, model.path]);
    const all = [...new Set(subjects.flatMap(({ parts }) => parts.flatMap(({ to }) => to)))];
    const policy = (id: string, type: string, privileges: readonly string[], user: string) =>
      write(urns.of('dataHubPolicy', id), 'dataHubPolicyInfo', {
        ...{ displayName: id, description: '', type, state: 'ACTIVE', privileges, actors: { users: [urns.user(user)] } },
      });
    for (const user of ['ann', 'eve', 'max']) await write(urns.user(user), 'corpUserInfo', { active: true, displayName: user });
    await policy('eve', 'METADATA', ['EDIT_ENTITY', 'DELETE_ENTITY'], 'eve');
    await policy(
      'max',
      'PLATFORM',
      all.filter((each) => each !== 'EDIT_ENTITY'),
      'max',
    );
    await policy('max-edits', 'METADATA', ['EDIT_ENTITY'], 'max');
    await send('POST', '/webhooks', operator, { url: `${target.url}/hook`, values: true });
    // The second write makes an older version.
    for (const { urn, aspect, value } of [...closedSubjects('older', [SHIPPED, model.path]), ...subjects])
      await write(urn.replace('older', 'closed'), aspect, value);
    eve = await tokenOf('eve');
    having.max = await tokenOf('max');
    having.operator = operator;
    Object.assign(without, {
      ann: await tokenOf('ann'),
      'a narrowed token of ann': await tokenOf('ann', { types: [...new Set(subjects.map(({ constant }) => constant))] }),
      'a read-only token of max': await tokenOf('max', { readOnly: true }),
      'a token of the file that only reads': { Authorization: `Bearer ${READER}` },
      'who looks as max': { ...operator, 'X-Svc-Look-As': urns.user('max') },
      'who only reads and looks as max': { Authorization: `Bearer ${READER}`, 'X-Svc-Look-As': urns.user('max') },
    });
  });
  after(async () => {
    await endAll();
    await target?.stop();
    model?.remove();
  });

  /** Each way to read an aspect, and what else has its values. */
  const doors = ({ urn, type, aspect, isSeries }: ClosedSubject): [method: string, where: string, json?: unknown][] => {
    const [at, v3, v2] = [encode(urn), `/openapi/v3/entity/${type}`, `/openapi/v2/entity/${type}`];
    const versions = ['version=0', 'version=1', 'start=0&count=5', `version=0&asOf=${Date.now()}`];
    const series: [string, string, unknown?][] = [
      ['POST', '/aspects?action=getTimeseriesAspectValues', { urn, entity: type, aspect }],
      ['GET', `/openapi/v2/timeseries/${type}/${aspect}?urns=${at}`],
      ['GET', `/openapi/v2/timeseries/${type}/${aspect}`],
    ];
    return [
      ...['', `/${aspect}`, `/${aspect}?systemMetadata=true`, `/${aspect}?version=1`].flatMap((rest): [string, string][] => [
        ['GET', `${v3}/${at}${rest}`],
        ['GET', `${v2}/${at}${rest.split('?')[0]}`],
      ]),
      ...['', `?aspects=${aspect}&systemMetadata=true`].flatMap((rest): [string, string][] => [
        ['GET', `${v3}${rest}`],
        ['GET', `${v2}${rest}`],
      ]),
      ['POST', `${v3}/batchGet`, [{ urn, [aspect]: {} }]],
      ['POST', '/openapi/v3/entity/scroll?count=100', { entities: [type], aspects: [aspect] }],
      ['GET', `/openapi/v2/timeline/v1/${at}?categories=DOCUMENTATION,TAG,OWNERSHIP,TECHNICAL_SCHEMA`],
      ['GET', `/entities/${at}`],
      ['GET', `/entitiesV2/${at}?aspects=List(${aspect})`],
      ['GET', `/entitiesV2?ids=List(${at})&aspects=List(${aspect})`],
      ...(isSeries ? series : versions.map((version): [string, string] => ['GET', `/aspects/${at}?aspect=${aspect}&${version}`])),
      ['GET', `/relationships?urn=${at}&direction=OUTGOING`],
    ];
  };
  const WHOLE: [string, string, unknown?][] = [
    ['GET', '/changes?cursor=0&values=true&limit=1000'],
    ['GET', '/changes?cursor=0&values=true&limit=1000&order=newest'],
    ['POST', '/runs?action=describe', { runId: 'closed-run', count: 1000, includeAspect: true, includeSoft: true }],
    ['POST', '/entities?action=searchAcrossEntities', { input: '*', entities: [], start: 0, count: 100 }],
  ];
  const askAll = async (headers: Headers, server: string): Promise<{ door: string; text: string; status: number }[]> => {
    const all = [...new Map([...subjects.flatMap(doors), ...WHOLE].map((door) => [JSON.stringify(door), door])).values()];
    const found = [];
    for (let at = 0; at < all.length; at += AT_ONCE)
      found.push(
        ...(await Promise.all(
          all
            .slice(at, at + AT_ONCE)
            .map(async ([method, where, json]) => ({ door: `${method} ${where}`, ...(await send(method, where, headers, json, server)) })),
        )),
      );
    const graph = await askGraph((json) => send('POST', '/api/graphql', headers, json, server), subjects);
    const agent = headers['X-Svc-Look-As']
      ? undefined
      : await connectAgent(servers[server]?.url ?? '', headers.Authorization?.replace('Bearer ', ''));
    for (const urn of agent ? new Set(subjects.map((each) => each.urn)) : []) {
      const answer = await agent?.call('describe_asset', { asset: urn });
      found.push({ door: `describe_asset ${urn}`, text: JSON.stringify(answer), status: 200 });
    }
    await agent?.close();
    return [...found, ...graph];
  };
  /** What is closed, as an operator reads it: secrets are stored encrypted. */
  const marksOf = async (privilege?: string): Promise<string[]> => {
    const found: string[] = [];
    const texts = (value: unknown): string[] =>
      typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
    for (const { urn, type, aspect, parts } of subjects) {
      const { body } = await send('GET', `/openapi/v3/entity/${type}/${encode(urn)}/${aspect}`, operator);
      for (const { pointer, to } of parts) {
        if (privilege !== undefined && to.includes(privilege)) continue;
        const at = pointer.split('/').slice(1);
        const stored = at.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], body.value);
        expect(texts(stored), `${aspect}${pointer}`).to.not.deep.equal([]);
        found.push(...texts(stored));
      }
    }
    return found;
  };

  const isShownToNone = async (callers: readonly [string, Headers][], server: string): Promise<number> => {
    const marks = await marksOf();
    expect(marks.length).to.be.above(15);
    let asked = 0;
    for (const [who, headers] of callers) {
      for (const { door, text, status } of await askAll(headers, server)) {
        asked++;
        expect(status, `${who}: ${door}: ${text}`).to.be.below(500);
        const shown = marks.filter((mark) => text.includes(mark) || text.includes(JSON.stringify(mark).slice(1, -1)));
        expect(shown, `${who}: ${door}: ${text.slice(0, 1000)}`).to.deep.equal([]);
        expect(text, `${who}: ${door}`).to.not.contain('MARK-older');
      }
    }
    return asked;
  };
  const isShownTo = async (headers: Headers, server: string): Promise<void> => {
    const text = (await askAll(headers, server)).map((each) => each.text).join('\n');
    for (const mark of await marksOf()) expect(text.includes(mark), mark).to.equal(true);
    expect(text).to.contain('MARK-older');
  };
  const entriesOf = (...names: readonly string[]) => Object.entries(without).filter(([name]) => names.length === 0 || names.includes(name));

  // SECURITY.md C1
  it('is shown by no API to who has no right, and is there for who has', async () => {
    expect(await isShownToNone(entriesOf('ann', 'a token of the file that only reads'), PLAIN)).to.be.above(500);
    await isShownTo(having.max ?? {}, PLAIN);
  });

  // SECURITY.md C2
  it('is shown by no API to those who only read, who look as others, or whose token is narrowed [long]', async () => {
    await isShownToNone(entriesOf(), PLAIN);
    await isShownTo(operator, PLAIN);
  });

  it('is shown by no API where policies decide about reading [long]', async () => {
    servers[STRICT] = await startCairn({ ...settings, READ_POLICIES: 'true' });
    await isShownToNone(entriesOf(), STRICT);
    await isShownTo(having.max ?? {}, STRICT);
  });

  it('leaves the rest of the aspect, with empty values where the schema requires one', async () => {
    for (const { urn, type, aspect, whole } of subjects) {
      const answer = await send('GET', `/openapi/v3/entity/${type}/${encode(urn)}/${aspect}`, without.ann ?? {});
      if (whole) refused(answer);
      else expect(answer.status, answer.text).to.equal(200);
    }
    const { body } = await send('GET', `/openapi/v3/entity/gauge/${encode(urns.of('gauge', 'closed'))}/gaugeInfo`, without.ann ?? {});
    expect(body.value).to.deep.equal({ label: 'text', hosts: [{ host: 'text', password: '' }], byName: { key: {} } });
  });

  it('is not found by its words', async () => {
    const [mark = ''] = await marksOf();
    for (const headers of [without.ann ?? {}, operator]) {
      const search = { input: `"${mark}"`, entities: [], start: 0, count: 10 };
      const { body } = await send('POST', '/entities?action=searchAcrossEntities', headers, search);
      expect((body as { value: { numEntities: number } }).value.numEntities).to.equal(0);
    }
  });

  // SECURITY.md C3
  it('cannot be tested, copied or overwritten by who may change the entity, but not read it', async () => {
    const urn = urns.of('gauge', 'closed');
    const patch = (...operations: object[]) =>
      send('POST', '/aspects?action=ingestProposal', eve, {
        proposal: proposal(urn, 'gaugeInfo', operations, {
          changeType: 'PATCH',
          aspect: { value: JSON.stringify(operations), contentType: 'application/json-patch+json' },
        }),
      });
    const { body } = await send('GET', `/openapi/v3/entity/gauge/${encode(urn)}/gaugeInfo`, operator);
    const stored = body.value as { note: string; hosts: { password: string }[] };
    for (const value of [stored.note, 'a guess']) refused(await patch({ op: 'test', path: '/note', value }));
    for (const value of [stored.hosts, []]) refused(await patch({ op: 'test', path: '/hosts', value }));
    for (const value of [stored, { ...stored, label: 'other' }, { label: 'text', hosts: [] }])
      for (const changeType of ['UPSERT', 'RESTATE', 'UPDATE'])
        refused(await send('POST', '/aspects?action=ingestProposal', eve, { proposal: proposal(urn, 'gaugeInfo', value, { changeType }) }));
    for (const op of ['copy', 'move']) refused(await patch({ op, from: '/note', path: '/label' }));
    refused(await patch({ op: 'test', path: '', value: stored }));
    const changed = await patch({ op: 'replace', path: '/label', value: 'other' });
    expect(changed.status, changed.text).to.equal(200);
    const echoed = await send('PATCH', `/openapi/v3/entity/gauge/${encode(urn)}/gaugeInfo`, eve, {
      patch: [{ op: 'replace', path: '/label', value: 'third' }],
    });
    expect(echoed.status, echoed.text).to.equal(200);
    expect(echoed.text).to.not.contain('MARK');
    const after = await send('GET', `/openapi/v3/entity/gauge/${encode(urn)}/gaugeInfo`, operator);
    expect(after.body.value).to.deep.equal({ ...stored, label: 'third' });
    const own = urns.of('gauge', 'of-eve');
    const made = await send('POST', `/openapi/v3/entity/gauge?async=false`, eve, [
      { urn: own, gaugeInfo: { value: { ...stored, note: 'MARK-eve' } } },
    ]);
    expect([made.status, made.text.includes('MARK')], made.text).to.deep.equal([200, false]);
  });

  it('is opened by an own privilege of a part, from the next request', async () => {
    const [stored] = subjects.filter(({ aspect }) => aspect === 'datahubIngestionCheckpoint');
    const where = `/openapi/v2/timeseries/dataJob/datahubIngestionCheckpoint?urns=${encode(stored?.urn ?? '')}`;
    expect((await send('GET', where, eve)).text).to.contain('MARK-closed');
    const policy = (state: string) => ({
      ...{ displayName: 'ann', description: '', type: 'PLATFORM', state, privileges: ['MANAGE_CONNECTIONS'], actors: { users: [urns.user('ann')] } },
    });
    const read = async () =>
      (await send('GET', `/openapi/v3/entity/gauge/${encode(urns.of('gauge', 'closed'))}/gaugeInfo`, without.ann ?? {})).body.value;
    await write(urns.of('dataHubPolicy', 'ann'), 'dataHubPolicyInfo', policy('ACTIVE'));
    expect(await read())
      .to.have.property('note')
      .that.contains('MARK');
    await write(urns.of('dataHubPolicy', 'ann'), 'dataHubPolicyInfo', policy('INACTIVE'));
    expect(await read()).to.not.have.property('note');
  });

  // SECURITY.md C4
  it('is sent to no webhook', async () => {
    await eventually(async () => expect(target.received.some(({ body }) => body.includes('gaugeReading'))).to.equal(true));
    const sent = target.received.map(({ body }) => body).join('\n');
    expect(sent).to.contain('gaugeInfo').and.contain('dataHubIngestionSourceInfo');
    for (const mark of await marksOf()) expect(sent).to.not.contain(mark);
    expect(sent).to.not.contain('MARK-older');
  });

  // SECURITY.md C5
  it('has addresses of webhooks, beyond their origin', async () => {
    const { webhooks } = (await send('GET', '/webhooks', operator)).body as unknown as { webhooks: { id: string; url: string }[] };
    const [{ id, url } = { id: '', url: '' }] = webhooks;
    expect(url).to.contain('/hook');
    for (const headers of Object.values(without)) {
      for (const where of ['/webhooks', `/webhooks/${id}`]) {
        const answer = await send('GET', where, headers);
        if (answer.status === 200) expect(answer.text).to.contain('/…').and.to.not.contain('/hook"');
        else refused(answer);
      }
    }
    refused(await send('GET', `/webhooks/${id}/deliveries`, without.ann ?? {}));
    expect((await send('GET', `/webhooks/${id}`, having.max ?? {})).text).to.contain('/hook');
  });
});
