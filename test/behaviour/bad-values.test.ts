import { expect } from 'chai';
import { api } from '../support/client.ts';
import { ownership, ownNames, proposal, schemaMetadata, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { version } from '../support/writes.ts';

const own = ownNames('bad-values');
const dataset = () => urns.dataset(own());

/** What is wrong, the status, what the refusal names. */
type Row<Input> = [what: string, input: Input, status: number | number[], mention: string | RegExp];

describe('Aspects that do not validate: 422, Invalid format for aspect, the pointer (docs/semantics.md 1.1, 1.3)', () => {
  const owners = (owner: unknown) => ({ owners: [owner] });
  const schema = (more: Record<string, unknown>) => schemaMetadata(['id'], more);
  const field = (more: Record<string, unknown>) => schema({ fields: [{ ...schemaMetadata(['id']).fields[0], ...more }] });
  const ROWS: Row<[aspect: string, value: unknown]>[] = [
    ['a wrong type', ['status', { removed: 'yes' }], 422, '/removed'],
    ['a list for a record', ['status', []], 422, /object/],
    ['a missing required list', ['ownership', {}], 422, '/owners'],
    ['a record for a list', ['ownership', { owners: {} }], 422, '/owners'],
    ['an item of another type', ['ownership', owners('jdoe')], 422, '/owners/0'],
    ['a missing required field of an item', ['ownership', owners({ type: 'DATAOWNER' })], 422, '/owners/0/owner'],
    ['an unknown enum value', ['ownership', owners({ owner: urns.user('a'), type: 'BOSS' })], 422, '/owners/0/type'],
    ['an enum value in lower case', ['ownership', owners({ owner: urns.user('a'), type: 'dataowner' })], 422, '/owners/0/type'],
    ['a bad URN', ['ownership', owners({ owner: 'jdoe', type: 'DATAOWNER' })], 422, '/owners/0/owner'],
    ['a URN of a wrong type', ['ownership', owners({ owner: urns.dataset('x'), type: 'DATAOWNER' })], 422, '/owners/0/owner'],
    ['a bad URN of any type', ['datasetProperties', { created: { time: 1, actor: 'jdoe' } }], 422, '/created/actor'],
    ['a stamp without an actor', ['ownership', { ...ownership(), lastModified: { time: 1 } }], 422, '/lastModified/actor'],
    ['a time that is a text', ['ownership', { ...ownership(), lastModified: { time: '2020', actor: urns.user('a') } }], 422, '/lastModified/time'],
    ['an integer with a fraction', ['datasetProperties', { created: { time: 1.5 } }], 422, '/created/time'],
    ['a map value of another type', ['datasetProperties', { customProperties: { a: 1 } }], 422, '/customProperties/a'],
    ['an unknown member of a union', ['schemaMetadata', schema({ platformSchema: { 'com.svc.schema.Nope': {} } })], 422, '/platformSchema'],
    [
      'two members of a union',
      ['schemaMetadata', schema({ platformSchema: { 'com.svc.schema.Schemaless': {}, 'com.svc.schema.OtherSchema': { rawSchema: 'x' } } })],
      422,
      '/platformSchema',
    ],
    ['an empty union', ['schemaMetadata', schema({ platformSchema: {} })], 422, '/platformSchema'],
    ['a union that is a text', ['schemaMetadata', schema({ platformSchema: 'x' })], 422, '/platformSchema'],
    [
      'a wrong field in a union member',
      ['schemaMetadata', schema({ platformSchema: { 'com.svc.schema.StreamSchema': { documentSchema: 7 } } })],
      422,
      /documentSchema/,
    ],
    ['a wrong type deep inside', ['schemaMetadata', field({ type: { type: { 'com.svc.schema.SofaType': {} } } })], 422, '/fields/0/type/type'],
    ['a text for a boolean', ['schemaMetadata', field({ nullable: 'true' })], 422, '/fields/0/nullable'],
    ['an integer of 32 bits that has more', ['datasetUsageStatistics', { timestampMillis: 1, uniqueUserCount: 2 ** 31 }], 422, '/uniqueUserCount'],
    [
      'a number too large for a double',
      ['datasetProfile', '{"timestampMillis":1,"fieldProfiles":[{"fieldPath":"a","nullProportion":1e999}]}'],
      422,
      '/fieldProfiles/0/nullProportion',
    ],
    ['a text for a timestamp', ['datasetProfile', { timestampMillis: 'now' }], 422, '/timestampMillis'],
    ['a tag that is no object', ['globalTags', { tags: [urns.tag('x')] }], 422, '/tags/0'],
  ];
  for (const [what, [aspect, value], code, mention] of ROWS) {
    it(`${what}: ${aspect}`, async () => {
      const urn = dataset();
      const refused = expectRefusal(await api.ingestProposal(proposal(urn, aspect, value)), code, mention);
      expect(refused.message)
        .to.include('Invalid format for aspect')
        .and.match(/ERROR :: \/\S* :: /);
      expect(refused.details).to.be.an('array').with.length.greaterThan(0);
      for (const detail of refused.details ?? []) expect(detail.expected, JSON.stringify(detail)).to.be.a('string').and.not.equal('');
      expect(await version(urn, 'datasetKey', 0), 'nothing is written').to.equal(undefined);
    });
  }

  it('the error lists every mistake, with the expected and the actual value', async () => {
    const refused = expectRefusal(
      await api.ingestProposal(proposal(dataset(), 'ownership', { owners: [{ owner: 'x', type: 'BOSS' }, {}], lastModified: 7 })),
      422,
      '/owners/0/owner',
    );
    const pointers = (refused.details ?? []).map(({ pointer }) => pointer);
    expect(pointers).to.include.members(['/owners/0/owner', '/owners/0/type', '/owners/1/owner', '/owners/1/type', '/lastModified']);
    const type = refused.details?.find(({ pointer }) => pointer === '/owners/0/type');
    expect(type?.expected).to.include('DATAOWNER');
    expect(type?.got).to.equal('BOSS');
  });

  it('the error does not repeat a long value', async () => {
    const answer = await api.ingestProposal(proposal(dataset(), 'status', { removed: 'x'.repeat(100_000) }));
    expectRefusal(answer, 422, '/removed');
    expect(answer.text.length).to.be.lessThan(5_000);
  });

  it('deeply nested values are refused or stored, never an internal error', async () => {
    const deep = `{"removed":false,"deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const answer = await api.ingestProposal(proposal(dataset(), 'status', deep));
    expect(answer.status, answer.text.slice(0, 200)).to.be.lessThan(500);
  });
});
