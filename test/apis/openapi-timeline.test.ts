/**
 * `GET /openapi/v2/timeline/v1/{urn}`, as the command line of real clients asks for it and prints it (docs/semantics.md 18.4).
 */
import { expect } from 'chai';
import { type Answer, api, encode } from '../support/client.ts';
import { graphql } from '../support/graphql.ts';
import { description, ownership, ownNames, schemaMetadata, status, tags, urns } from '../support/make.ts';
import { write } from '../support/writes.ts';

const own = ownNames('timeline');

interface Change {
  timestamp: number;
  actor: string;
  semVer: string;
  semVerChange: string;
  changeEvents: {
    category: string;
    operation: string;
    entityUrn: string;
    modifier: string;
    semVerChange: string;
    description: string;
    parameters: object;
  }[];
  rawDiff?: { aspect: string; patch: { op: string; path: string }[] }[];
}

const ask = (urn: string, query: string): Promise<Answer<Change[]>> =>
  api.send<Change[]>('GET', `/openapi/v2/timeline/v1/${encode(urn)}?categories=${query}`);

async function changes(urn: string, query: string): Promise<Change[]> {
  const answer = await ask(urn, query);
  expect(answer.status, answer.text).to.equal(200);
  return answer.body;
}

/** `<semVer> <operation> <modifier>` of every event. */
const told = (list: readonly Change[]): string[] =>
  list.flatMap(({ semVer, changeEvents }) => changeEvents.map(({ operation, modifier }) => `${semVer} ${operation} ${modifier}`));

describe('The timeline of an entity', () => {
  const urn = urns.dataset(own());
  const [a, b, owner] = [urns.tag(own()), urns.tag(own()), urns.user(own())];

  before(async () => {
    await write(urn, 'globalTags', tags(a));
    await write(urn, 'schemaMetadata', schemaMetadata(['id', 'old']));
    await write(urn, 'globalTags', tags(a, b));
    await write(urn, 'datasetProperties', description('first'));
    await write(urn, 'datasetProperties', description('second'));
    await write(urn, 'ownership', ownership(owner));
    await write(urn, 'schemaMetadata', schemaMetadata(['id', 'new']));
    await write(urn, 'schemaMetadata', schemaMetadata(['new']));
    await write(urn, 'globalTags', tags(b));
    await write(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo: [{ fieldPath: 'id', globalTags: tags(a) }] });
  });

  it('lists what was added and removed in a category, oldest first, each change with a version number', async () => {
    const list = await changes(urn, 'TAG');
    expect(told(list)).to.deep.equal([`0.0.0-computed ADD ${a}`, `0.1.0-computed ADD ${b}`, `0.2.0-computed REMOVE ${a}`, `0.3.0-computed ADD ${a}`]);
    const [first, , , last] = list as [Change, Change, Change, Change];
    expect(first.changeEvents[0]).to.deep.include({ category: 'TAG', entityUrn: urn, semVerChange: 'MINOR', description: `The tag ${a} was added` });
    expect(last.changeEvents[0]).to.deep.include({ entityUrn: urns.column(urn, 'id'), description: `The tag ${a} of column id was added` });
    expect(list.map(({ timestamp }) => timestamp)).to.deep.equal(list.map(({ timestamp }) => timestamp).sort((one, other) => one - other));
  });

  it('a removed column is a major change, a changed text is a patch', async () => {
    expect(told(await changes(urn, 'TECHNICAL_SCHEMA'))).to.deep.equal([
      `0.0.0-computed ADD ${urns.column(urn, 'id')}`,
      `0.0.0-computed ADD ${urns.column(urn, 'old')}`,
      `1.0.0-computed MODIFY ${urns.column(urn, 'new')}`,
      `2.0.0-computed REMOVE ${urns.column(urn, 'id')}`,
    ]);
    const texts = (await changes(urn, 'DOCUMENTATION')).flatMap(({ changeEvents }) => changeEvents);
    const own = texts.filter(({ modifier }) => modifier === 'in datasetProperties');
    expect(own.map(({ operation, semVerChange }) => `${operation} ${semVerChange}`)).to.deep.equal(['ADD MINOR', 'MODIFY PATCH']);
  });

  it('of a term has the terms that it is related to, and another relation is a change', async () => {
    const [term, general] = [urns.of('glossaryTerm', own()), urns.of('glossaryTerm', own())];
    await write(term, 'glossaryRelatedTerms', { isRelatedTerms: [general] });
    await write(term, 'glossaryRelatedTerms', { relatedTerms: [general] });
    await write(term, 'glossaryRelatedTerms', {});
    const list = await changes(term, 'GLOSSARY_TERM');
    expect(told(list).map((each) => each.replace(/^\S+ /, ''))).to.deep.equal([`ADD ${general}`, `MODIFY ${general}`, `REMOVE ${general}`]);
    expect(list[0]?.changeEvents[0]).to.deep.include({ category: 'GLOSSARY_TERM', description: `The related term ${general} was added` });
  });

  it('accepts several categories, in any case, also as several parameters', async () => {
    const both = (await changes(urn, 'TAG,OWNERSHIP')).flatMap(({ changeEvents }) => changeEvents.map(({ category }) => category));
    expect(both).to.have.members(['TAG', 'TAG', 'OWNERSHIP', 'TAG', 'TAG']);
    expect(await changes(urn, 'tag&categories=ownership')).to.deep.equal(await changes(urn, 'TAG,OWNERSHIP'));
    expect(await changes(urn, 'DOMAIN')).to.deep.equal([]);
  });

  it('a column with only another name at the same place is renamed', async () => {
    const renamed = (await changes(urn, 'TECHNICAL_SCHEMA'))
      .flatMap(({ changeEvents }) => changeEvents)
      .find(({ operation }) => operation === 'MODIFY');
    expect(renamed).to.deep.include({ semVerChange: 'MAJOR', description: 'The column old was renamed to new' });
    expect(renamed?.parameters).to.deep.include({ fieldPath: 'new', fieldUrn: urns.column(urn, 'new') });
    const moved = urns.dataset(own());
    await write(moved, 'schemaMetadata', schemaMetadata(['a', 'b', 'c']));
    await write(moved, 'schemaMetadata', schemaMetadata(['b', 'c', 'd']));
    const [, second] = await changes(moved, 'TECHNICAL_SCHEMA');
    expect(second?.changeEvents.map(({ operation }) => operation)).to.deep.equal(['REMOVE', 'ADD']);
  });

  it('says who made each change, and has the descriptions of every source', async () => {
    const [first] = await changes(urn, 'TAG');
    expect(first?.actor).to.equal('urn:svc:corpuser:__svc_system');
    const other = urns.dataset(own());
    await write(other, 'documentation', { documentations: [{ documentation: 'By hand' }] });
    expect(told(await changes(other, 'DOCUMENTATION'))).to.deep.equal(['0.0.0-computed ADD in documentation']);
  });

  it('is also at /openapi/timeline/v1, and takes -1 and 0 for the beginning and for now', async () => {
    const old = await api.send('GET', `/openapi/timeline/v1/${encode(urn)}?categories=TAG&startTime=-1&endTime=0`);
    expect(old.body).to.deep.equal(await changes(urn, 'TAG'));
  });

  it('spans the versions of a version set where that is asked for', async () => {
    const set = `urn:svc:versionSet:(${own()},dataset)`;
    const versions = [urns.dataset(own()), urns.dataset(own())] as const;
    for (const [index, version] of versions.entries()) {
      await write(version, 'versionProperties', { versionSet: set, version: { versionTag: `v${index}` }, sortId: `v${index}` });
      await write(version, 'globalTags', tags(a));
    }
    const entities = (list: readonly Change[]): string[] => list.flatMap(({ changeEvents }) => changeEvents.map(({ entityUrn }) => entityUrn));
    expect(entities(await changes(versions[1], 'TAG'))).to.deep.equal([versions[1]]);
    expect(entities(await changes(versions[1], 'TAG&includeVersionSet=true'))).to.have.members(versions);
    const { getTimeline } = await graphql(
      `query($urn: String!) { getTimeline(input: { urn: $urn, includeVersionSet: true }) {
         skippedVersionCount changeTransactions { actor changes { urn category parameters { key value } } } } }`,
      { urn: versions[0] },
    );
    expect(getTimeline.skippedVersionCount).to.equal(0);
    expect(getTimeline.changeTransactions.map(({ actor }: { actor: string }) => actor)).to.include('urn:svc:corpuser:__svc_system');
    const events = getTimeline.changeTransactions.flatMap(({ changes }: { changes: unknown[] }) => changes);
    for (const urn of versions) expect(events).to.deep.include({ urn, category: 'TAG', parameters: [{ key: 'tagUrn', value: a }] });
  });

  it('startTime and endTime limit it; version numbers stay the same', async () => {
    const list = await changes(urn, 'TAG');
    const [, second, third] = list as [Change, Change, Change];
    expect(await changes(urn, `TAG&startTime=${second.timestamp}&endTime=${third.timestamp}`)).to.deep.equal([second, third]);
  });

  it('raw adds the JSON Patches from version to version', async () => {
    const [, second] = (await changes(urn, 'TAG&raw=True')) as [Change, Change];
    expect(second.rawDiff?.map(({ aspect, patch }) => [aspect, patch.map(({ op, path }) => `${op} ${path}`)])).to.deep.equal([
      ['globalTags', ['add /tags/1']],
    ]);
  });

  it('refuses an unknown category and an unknown entity', async () => {
    const [colour, nobody] = [await ask(urn, 'COLOUR'), await ask(urns.dataset(own()), 'TAG')];
    expect([colour.status, nobody.status]).to.deep.equal([400, 404]);
    expect(colour.text).to.include('TECHNICAL_SCHEMA');
    expect(nobody.text).to.include('does not exist');
  });

  it('names a column as clients do, also if its path has the signs of URNs', async () => {
    const odd = urns.dataset(own());
    await write(odd, 'schemaMetadata', schemaMetadata(['f(a, b)', '9%28']));
    await write(odd, 'editableSchemaMetadata', { editableSchemaFieldInfo: [{ fieldPath: 'f(a, b)', globalTags: tags(a) }] });
    const columns = [urns.column(odd, 'f%28a%2C b%29'), urns.column(odd, '9%2528')];
    expect(told(await changes(odd, 'TECHNICAL_SCHEMA'))).to.deep.equal(columns.map((column) => `0.0.0-computed ADD ${column}`));
    expect((await changes(odd, 'TAG'))[0]?.changeEvents[0]?.entityUrn).to.equal(columns[0]);
  });

  it('an owner with two types appears twice', async () => {
    const twice = urns.dataset(own());
    await write(twice, 'status', status(false));
    await write(twice, 'ownership', { owners: ['DATAOWNER', 'DELEGATE'].map((type) => ({ owner, type })) });
    expect(told(await changes(twice, 'OWNERSHIP'))).to.deep.equal([`0.0.0-computed ADD ${owner}`, `0.0.0-computed ADD ${owner}`]);
  });
});
