import { expect } from 'chai';
import { api, type Entity, encode } from '../support/client.ts';
import { ownership, ownNames, proposal, status, upstreams, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { edges, values, version, write } from '../support/writes.ts';

const own = ownNames('Urn');
const urnPrefix = api.names.urn;

describe('URNs in paths (docs/semantics.md 2.2)', () => {
  const NAMES: [string, string][] = [
    ['slashes', 's3/bucket/a/b'],
    ['#', 'a#b'],
    ['?', 'a?b=c'],
    ['an encoded comma', 'a%2Cb'],
    ['encoded parentheses', 'f%28x%29'],
    ['an encoded percent sign', '100%25'],
    ['a plus sign', 'a+b'],
    ['an ampersand and an equals sign', 'a&b=c'],
    ['a space in the middle', 'a b'],
    ['a colon', 'a:b'],
    ['a dot segment', '../../etc/./passwd'],
    ['double slashes', 'a//b/'],
    ['quotes and a backtick', `'a"b\`c`],
    ['a dollar sign and braces', '$' + '{a}'],
    ['a backslash', 'a\\b'],
    ['letters beyond ASCII', 'größe.データ.🦆'],
    ['a semicolon', 'a;b'],
  ];
  for (const [what, part] of NAMES) {
    it(`with ${what} survive URL decoding on every read`, async () => {
      const urn = urns.dataset(`${own()}${part}`);
      const owner = urns.user(`${own()}${part}`);
      expect((await write(urn, 'ownership', ownership(owner))).body.value).to.equal(urn);
      await write(urn, 'datasetProfile', { timestampMillis: 1 });
      expect((await values(urn)).ownership).to.deep.include(ownership(owner));
      expect(await version(urn, 'ownership', 0)).to.deep.include(ownership(owner));
      expect(await edges(urn, 'OUTGOING')).to.deep.equal([`OwnedBy ${owner}`]);
      expect(await edges(owner, 'INCOMING')).to.deep.equal([`OwnedBy ${urn}`]);
      expect(Object.keys((await api.entities(`List(${encode(urn)},${encode(owner)})`)).body.results)).to.have.members([urn, owner]);
      expect((await api.series({ urn, entity: 'dataset', aspect: 'datasetProfile' })).body.value.values).to.have.length(1);
    });
  }

  it('may arrive unencoded apart from what HTTP forbids', async () => {
    const urn = urns.dataset(`${own()}/a/b.c`);
    await write(urn, 'status', status(false));
    for (const path of [
      `/entitiesV2/${urn}`,
      `/entitiesV2/${encodeURIComponent(urn)}`,
      `/entitiesV2/${encode(urn)}`,
      `/entitiesV2/${urn.replaceAll('/', '%2F')}`,
    ]) {
      const answer = await api.raw<Entity>(path);
      expect(answer.status, `${path}: ${answer.text}`).to.equal(200);
      expect(answer.body.urn).to.equal(urn);
      expect(answer.body.aspects).to.have.property('status');
    }
    expect((await api.raw(`/aspects/${urn}?aspect=status`)).status).to.equal(200);
  });

  it('that arrive unencoded keep %28, %29 and %2C in their names, in every path and in the parameter urn', async () => {
    const urn = urns.dataset(`${own()}%28x%2Cy%29`);
    const owner = urns.user(own());
    await write(urn, 'ownership', ownership(owner));
    for (const path of [
      `/entitiesV2/${urn}`,
      `/entities/${urn}`,
      `/aspects/${urn}?aspect=ownership`,
      `/relationships?urn=${urn}&direction=OUTGOING`,
      `/openapi/relationships/v1?urn=${urn}&direction=OUTGOING`,
      `/openapi/v3/relationship/dataset/${urn}`,
      `/openapi/v3/entity/dataset/${urn}`,
    ]) {
      const answer = await api.raw(path);
      expect(answer.status, `${path}: ${answer.text}`).to.equal(200);
      expect(answer.text, path).to.include(owner);
    }
    for (const path of [`/lineage?urn=${urn}&direction=UPSTREAM`, `/openapi/v2/timeline/v1/${urn}?categories=OWNERSHIP`]) {
      const answer = await api.raw(path);
      expect(answer.status, `${path}: ${answer.text}`).to.equal(200);
      expect(answer.text, path).to.include(urn);
    }
    expect((await api.send('DELETE', `/relationships?urn=${urn}`)).status).to.equal(200);
    expect(await edges(urn, 'OUTGOING')).to.deep.equal([]);
  });

  it('a path that is not percent-encoded correctly is 400', async () => {
    for (const path of ['/entitiesV2/%', '/entitiesV2/%E0%A4%A', '/entitiesV2/urn%3Asvc%3Atag%3A%zz', '/aspects/%ff?aspect=status'])
      expectRefusal(await api.raw(path), 400, 'urn');
  });
});

describe('Case (docs/semantics.md 2.3)', () => {
  it('entityType is compared with the type of the URN without regard to case', async () => {
    const urn = urns.dataset(own());
    for (const entityType of ['DATASET', 'DataSet', 'dataset']) await write(urn, 'status', status(false), { entityType });
    expect((await values(urn)).status).to.deep.equal({ removed: false });
  });

  it('corpuser and corpUser are one entity, under the spelling of the registry', async () => {
    const name = own();
    const [plain, camel] = [urns.user(name), urns.of('corpUser', name)];
    await write(camel, 'corpUserInfo', { active: true, displayName: 'a' });
    await write(plain, 'status', status(false));
    for (const urn of [plain, camel]) {
      const { body } = await api.entity(urn);
      expect(body).to.include({ urn, entityName: 'corpuser' });
      expect(body.aspects).to.include.keys('corpUserInfo', 'status', 'corpUserKey');
    }
    expect(await version(camel, 'status', 0)).to.deep.equal({ removed: false });
  });

  it('edges to either spelling lead to that one entity; the stored value stays as written', async () => {
    const name = own();
    const urn = urns.dataset(own());
    const value = ownership(urns.of('corpUser', name));
    await write(urn, 'ownership', value);
    expect(await edges(urn, 'OUTGOING')).to.deep.equal([`OwnedBy ${urns.user(name)}`]);
    for (const spelling of ['corpuser', 'corpUser', 'CORPUSER'])
      expect(await edges(urns.of(spelling, name), 'INCOMING')).to.deep.equal([`OwnedBy ${urn}`]);
    expect((await values(urn)).ownership?.owners).to.deep.equal(value.owners);
  });

  it('the case of type segments does not matter, also in nested URNs', async () => {
    const name = own();
    const urn = urns.dataset(name);
    await write(urn, 'status', status(true));
    const shouted = `${urnPrefix}DATASET:(${urnPrefix}DATAPLATFORM:hive,${name},PROD)`;
    expect((await values(shouted)).status).to.deep.equal({ removed: true });
    await write(shouted, 'status', status(false));
    expect((await values(urn)).status).to.deep.equal({ removed: false });
  });

  it('everything else in a URN is compared exactly', async () => {
    const name = own();
    await write(urns.dataset(name), 'status', status(true));
    for (const other of [urns.dataset(name.toLowerCase()), urns.dataset(name, 'Hive'), urns.dataset(name, 'hive', 'DEV')]) {
      expect(await version(other, 'status', 0)).to.equal(undefined);
    }
  });
});

const WRONG: [what: string, urn: string][] = [
  ['no URN', 'nonsense'],
  ['empty', ''],
  ['of another scheme', 'urn:other:dataset:x'],
  ['without an id', `${urnPrefix}tag:`],
  ['without a type', `${urnPrefix}:x`],
  ['too few parts', `${urnPrefix}dataset:(${urns.platform('hive')},x)`],
  ['too many parts', `${urnPrefix}dataset:(${urns.platform('hive')},x,PROD,more)`],
  ['no tuple', `${urnPrefix}dataset:x`],
  ['an empty part', `${urnPrefix}dataset:(${urns.platform('hive')},,PROD)`],
  ['an origin that is no FabricType', urns.dataset('x', 'hive', 'PRODUCTION')],
  ['a platform that is no URN', `${urnPrefix}dataset:(hive,x,PROD)`],
  ['a platform of another type', `${urnPrefix}dataset:(${urns.tag('hive')},x,PROD)`],
  ['a space at the end', `${urns.tag('x')} `],
  ['a space at the start', ` ${urns.tag('x')}`],
  ['a control character', urns.tag('a\u0007b')],
  ['a zero byte', urns.tag('a\u0000b')],
  ['a control character beyond ASCII', urns.tag('a\u0085b')],
  ['U+241F', urns.tag('a\u241fb')],
  ['half of a surrogate pair', urns.tag('a\ud800b')],
  ['a parenthesis in a part', urns.dataset('f(x)')],
  ['parentheses that do not match', `${urnPrefix}dataset:(${urns.platform('hive')},x,PROD`],
  ['longer than 512 bytes', urns.tag('x'.repeat(513))],
  ['longer than 512 bytes after URL-encoding', urns.tag('/'.repeat(200))],
];

describe('Invalid URNs (docs/semantics.md 2.1)', () => {
  for (const [what, urn] of WRONG) {
    it(`${what}: 422 or 400 on ingest, 400 in reads`, async () => {
      const type = /^\s*urn:\w+:(\w+):/.exec(urn)?.[1] ?? 'dataset';
      expectRefusal(await api.ingestProposal(proposal(urn, 'status', status(false), { entityType: type })), [400, 422], /urn/i);
      // What is no text in UTF-8 cannot be sent in a path.
      if (urn.includes('\ud800')) return;
      if (urn !== '') expectRefusal(await api.entity(urn), 400, 'urn');
      if (urn !== '') expectRefusal(await api.aspect(urn, 'status'), 400, 'urn');
      expectRefusal(await api.relationships(urn, 'OUTGOING'), 400, 'urn');
      expectRefusal(await api.series({ urn, entity: type, aspect: 'datasetProfile' }), 400, /urn/i);
      if (urn !== '') expectRefusal(await api.entities(`List(${encode(urn)})`), 400, 'urn');
    });
  }

  it('512 bytes are allowed, and a schemaField is exempt', async () => {
    const urn = urns.tag(own().padEnd(512 - encodeURIComponent(urns.tag('')).length, 'x'));
    await write(urn, 'status', status(false));
    expect((await values(urn)).status).to.deep.equal({ removed: false });
    const column = urns.column(urns.dataset(own()), `a.${'b'.repeat(600)}`);
    await write(column, 'status', status(false));
    expect((await values(column)).status).to.deep.equal({ removed: false });
  });

  it('the refusal of one that is too long says how long it is', async () => {
    const urn = urns.tag('長い名前'.repeat(20));
    expectRefusal(await api.entity(urn), 400, `has ${encodeURIComponent(urn).length} bytes after URL-encoding, where at most 512 are allowed`);
  });

  it('an entity type that the registry does not have: 422 on ingest, 400 in reads', async () => {
    const urn = urns.of('sofa', 'x');
    expectRefusal(await api.ingestProposal(proposal(urn, 'status', status(false))), 422, 'Failed to find entity with name sofa');
    expectRefusal(await api.entity(urn), 400, 'sofa');
    expectRefusal(await api.aspect(urn, 'status'), 400, 'sofa');
    expectRefusal(await api.relationships(urn, 'INCOMING'), 400, 'sofa');
  });

  it('a URN of another type than entityType: 422', async () => {
    expectRefusal(
      await api.ingestProposal(proposal(urns.tag(own()), 'status', status(false), { entityType: 'dataset' })),
      422,
      'URN entity type does not match',
    );
  });
});

describe('URN-typed fields of an aspect (docs/semantics.md 2.4)', () => {
  it('a wrong entity type for the field is 422, and nothing is written', async () => {
    const urn = urns.dataset(own());
    expectRefusal(await api.ingestProposal(proposal(urn, 'ownership', ownership(urns.tag('x')))), 422, '/owners/0/owner');
    expectRefusal(await api.ingestProposal(proposal(urn, 'upstreamLineage', upstreams(urns.chart('x')))), 422, '/upstreams/0/dataset');
    expectRefusal(await api.ingestProposal(proposal(urn, 'globalTags', { tags: [{ tag: 'PII' }] })), 422, '/tags/0/tag');
    expect(await version(urn, 'datasetKey', 0)).to.equal(undefined);
  });

  it('a field for URNs of any type accepts types that the model does not have, but no malformed URN of a type that it has', async () => {
    const urn = urns.dataset(own());
    const changed = (affected: string) =>
      proposal(urn, 'operation', { timestampMillis: 1, lastUpdatedTimestamp: 1, operationType: 'INSERT', affectedDatasets: [affected] });
    for (const malformed of ['notatuple', `(${urns.platform('hive')},x,NOWHERE)`, '(a'])
      expectRefusal(await api.ingestProposal(changed(urns.of('dataset', malformed))), 422, '/affectedDatasets/0');
    const by = (actor: string) => proposal(urn, 'ownership', { ...ownership(), lastModified: { time: 1, actor } });
    expectRefusal(await api.ingestProposal(by(urns.of('dataset', '(a'))), 422, '/lastModified/actor');
    for (const taken of [changed(urns.of('sofa', '(a')), changed(urns.chart('x')), by(urns.user(own()))])
      expect((await api.ingestProposal(taken)).status).to.equal(200);
  });

  it('the existence of the target is not checked', async () => {
    await write(urns.dataset(own()), 'upstreamLineage', upstreams(urns.dataset(own())));
  });
});
