/** /mcp: the tools that write, and who may use them (docs/agents.md). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { type Agent, connectAgent } from '../support/agent.ts';
import { eventually } from '../support/eventually.ts';
import { graphql } from '../support/graphql.ts';
import { ownNames, schemaMetadata, urns } from '../support/make.ts';
import { sharedCairn } from '../support/shared.ts';
import { values, write } from '../support/writes.ts';

const own = ownNames('agentwrites');

describe('/mcp for writers', () => {
  const table = urns.dataset(own('table'));
  const column = urns.column(table, 'email');
  const [tag, term, user, group] = [urns.tag(own()), urns.term(own()), urns.user(own()), urns.group(own())];
  const [property, number] = [urns.of('structuredProperty', own('text')), urns.of('structuredProperty', own('number'))];
  let agent: Agent;

  before(async () => {
    await write(table, 'schemaMetadata', schemaMetadata(['id', 'email']));
    await write(tag, 'tagProperties', { name: own('Personal') });
    await write(term, 'glossaryTermInfo', { name: own('Address'), definition: 'Where mail goes', termSource: 'INTERNAL' });
    await write(user, 'corpUserInfo', { active: true, displayName: 'Zoe' });
    await write(group, 'corpGroupInfo', { displayName: 'Stewards', admins: [], members: [], groups: [] });
    for (const [of, valueType] of [
      [property, 'svc.string'],
      [number, 'svc.number'],
    ] as const) {
      const entityTypes = ['dataset', 'schemaField'].map((type) => urns.of('entityType', `svc.${type}`));
      const definition = { qualifiedName: of.split(':').at(-1), valueType: urns.of('dataType', valueType), entityTypes };
      await write(of, 'propertyDefinition', definition);
    }
    agent = await connectAgent(sharedCairn().url);
  });
  after(() => agent.close());

  it('describes an asset and a column, and reads both back', async () => {
    const asset = await agent.call('set_description', { asset: table, description: 'People who buy' });
    expect(asset).to.deep.include({ changed: true, description: 'People who buy' });
    const again = await agent.call('set_description', { asset: table, description: 'People who buy' });
    expect(again.changed).to.equal(false);
    const of = await agent.call('set_description', { asset: table, column: 'EMAIL', description: 'Where to write' });
    expect(of).to.deep.include({ column: 'email', description: 'Where to write' });
    const { editableDatasetProperties, editableSchemaMetadata } = await values(table);
    expect(editableDatasetProperties?.description).to.equal('People who buy');
    expect(editableSchemaMetadata?.editableSchemaFieldInfo).to.deep.equal([{ fieldPath: 'email', description: 'Where to write' }]);
    const platforms = await agent.call('set_description', { asset: table, column: 'email', description: '' });
    expect(platforms.description).to.equal('about email');
  });

  it('adds and removes tags and terms, of an asset and of a column', async () => {
    for (const [tool, part, urn] of [
      ['change_tags', 'tags', tag],
      ['change_terms', 'terms', term],
    ] as const) {
      for (const of of [{ asset: table }, { asset: table, column: 'email' }, { asset: column }]) {
        const added = await agent.call(tool, { ...of, add: [urn] });
        expect(
          added[part]?.map((each) => each.urn),
          JSON.stringify(of),
        ).to.deep.equal([urn]);
      }
      expect(
        (await agent.call('describe_asset', { asset: table, parts: ['columns'] })).columns?.find((each) => each.name === 'email'),
      ).to.have.property(part);
      for (const of of [{ asset: table }, { asset: column }]) expect((await agent.call(tool, { ...of, remove: [urn] })).none).to.deep.equal([part]);
    }
  });

  it('adds owners in several ways, and removes them whatever they own it as', async () => {
    const add = [{ owner: user, type: 'DATA_STEWARD' }, { owner: user, type: 'TECHNICAL_OWNER' }, { owner: group }];
    const { owners = [] } = await agent.call('change_owners', { asset: table, add });
    expect(owners.map(({ name, type }) => `${name} ${type}`)).to.have.members([
      'Zoe Data Steward',
      'Zoe Technical Owner',
      'Stewards Technical Owner',
    ]);
    const left = await agent.call('change_owners', { asset: table, remove: [user] });
    expect(left.owners?.map((each) => each.urn)).to.deep.equal([group]);
    const ofColumn = await agent.call('change_owners', { asset: column, add: [{ owner: user }] });
    expect(ofColumn).to.deep.include({ column: 'email' });
    expect((await values(column)).ownership?.owners).to.have.length(1);
  });

  it('lists nobody twice who owns it in this way already, however that was written', async () => {
    const type = 'TECHNICAL_OWNER';
    await write(table, 'ownership', { owners: [{ owner: user, type }], lastModified: { time: 1, actor: user } });
    await agent.call('change_owners', { asset: table, add: [{ owner: user, type }] });
    const before = (await values(table)).ownership?.owners;
    expect(before).to.deep.equal([{ owner: user, type, typeUrn: urns.of('ownershipType', '__system__technical_owner') }]);
    const input = { ownerUrn: user, ownerEntityType: 'CORP_USER', type, resourceUrn: table };
    await graphql('mutation($input: AddOwnerInput!) { addOwner(input: $input) }', { input });
    expect((await values(table)).ownership?.owners).to.have.length(1);
  });

  it('sets and removes properties, and passes on what a definition refuses', async () => {
    const set = [
      { property, values: ['eu'] },
      { property: number, values: [7] },
    ];
    for (const asset of [table, column]) {
      const { properties = [] } = await agent.call('set_properties', { asset, set });
      expect(properties.map((each) => [each.urn, each.values])).to.deep.equal([
        [property, ['eu']],
        [number, [7]],
      ]);
    }
    const refused = await agent.ask('set_properties', { asset: table, set: [{ property: number, values: ['seven'] }] });
    expect(refused.body.error?.code).to.equal('bad-property-value');
    const left = await agent.call('set_properties', { asset: table, remove: [number] });
    expect(left.properties?.map((each) => each.urn)).to.deep.equal([property]);
  });

  it('writes about a column whose path has the signs of URNs, by path or URN', async () => {
    const odd = urns.dataset(own('odd'));
    const ofColumn = urns.column(odd, 'f%28a%2C b%252C%29');
    await write(odd, 'schemaMetadata', schemaMetadata(['f(a, b%2C)']));
    await agent.call('set_properties', { asset: odd, column: 'f(a, b%2C)', set: [{ property: number, values: [3] }] });
    const { properties = [] } = await agent.call('set_properties', { asset: ofColumn, set: [{ property: number, values: [4] }] });
    expect(properties.map((each) => each.values)).to.deep.equal([[4]]);
    expect((await values(ofColumn)).structuredProperties?.properties).to.have.length(1);
    await agent.call('set_description', { asset: ofColumn, description: 'A sum' });
    const described = [{ fieldPath: 'f(a, b%2C)', description: 'A sum' }];
    expect((await values(odd)).editableSchemaMetadata?.editableSchemaFieldInfo).to.deep.equal(described);
  });

  it('writes nothing if a name means nothing', async () => {
    const before = await values(table);
    const { problem } = await agent.call('change_tags', { asset: table, add: [tag, urns.tag(own('never'))] });
    expect(problem).to.include({ kind: 'unknown', argument: 'add/1' });
    expect(await values(table)).to.deep.equal(before);
    const user = await agent.ask('set_description', { asset: table, column: 'nope', description: 'x' });
    expect(user.body.problem?.kind).to.equal('unknownColumn');
  });

  it('is in the audit, with the tool and without the value', async () => {
    const urn = urns.dataset(own('audited'));
    await write(urn, 'datasetProperties', { description: 'a' });
    await agent.call('set_description', { asset: urn, description: 'never-in-the-audit' });
    await agent.call('describe_asset', { asset: urn });
    await eventually(async () => {
      const text = readFileSync(path.join(sharedCairn().dataDir, 'audit', 'audit.jsonl'), 'utf8');
      const lines = text
        .trimEnd()
        .split('\n')
        .filter((line) => line.includes(urn) && line.includes('POST /mcp'));
      expect(lines).to.have.length(1);
      expect(JSON.parse(lines[0] ?? '{}')).to.deep.include({ about: 'tool set_description', outcome: 'done', urns: [urn] });
      expect(text).to.not.include('never-in-the-audit');
    });
  });
});
