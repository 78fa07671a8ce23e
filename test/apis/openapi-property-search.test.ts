/**
 * Search by structured property in the v3 list (docs/semantics.md 14.3, 14.6).
 */
import { expect } from 'chai';
import { writeAllSearchable, writeSearchable } from '../support/find.ts';
import { description, ownNames, proposal, urns } from '../support/make.ts';
import { body, expectRefused, openapi } from '../support/openapi.ts';
import { write } from '../support/writes.ts';

const own = ownNames('v3prop');
const v3 = openapi('v3');
const VERSION = '20240614080000';

describe('Search by structured property in v3 (docs/semantics.md 14.6)', () => {
  const room = own('io').replaceAll('_', '-');
  const [days, kind, day] = ['days', 'kind', 'day'].map((name) => `${room}.kept.${name}`) as [string, string, string];
  const [one, two, three] = ['a', 'b', 'c'].map((name) => urns.dataset(own(name))) as [string, string, string];
  const urnOf = (id: string): string => urns.of('structuredProperty', id);
  const field = (id: string): string => `structuredProperties.${id.replaceAll('.', '_')}`;
  const versioned = `structuredProperties._versioned.${kind.replaceAll('.', '_')}.${VERSION}.string`;
  const define = (id: string, type: string, more: object = {}) =>
    write(urnOf(id), 'propertyDefinition', {
      qualifiedName: id,
      valueType: urns.of('dataType', `svc.${type}`),
      entityTypes: [urns.of('entityType', 'svc.dataset')],
      cardinality: 'MULTIPLE',
      ...more,
    });
  const entry = (id: string, ...values: object[]) => ({ propertyUrn: urnOf(id), values });
  const list = async (query: string, more: Record<string, string | number | boolean> = {}): Promise<string[]> =>
    body(await v3.list('dataset', { query, count: 50, aspects: ['structuredProperties'], systemMetadata: true, ...more })).entities.map(
      ({ urn }) => urn,
    );

  before(async () => {
    await define(days, 'number');
    await define(kind, 'string', { version: VERSION });
    await define(day, 'date');
    const properties = [
      [entry(days, { double: 30 }), entry(kind, { string: 'bar1' }), entry(day, { string: '2024-01-31' })],
      [entry(days, { double: 90.5 }, { double: 365 }), entry(kind, { string: 'bar2' }, { string: 'two words' })],
      [],
    ];
    await writeAllSearchable([one, two, three].map((urn) => proposal(urn, 'datasetProperties', description('carries values'))));
    await writeAllSearchable([one, two, three].map((urn, at) => proposal(urn, 'structuredProperties', { properties: properties[at] })));
  });

  it('field:value, also quoted; numbers are compared by value', async () => {
    expect(await list(`${field(days)}:30`)).to.deep.equal([one]);
    expect(await list(`${field(days)}:365.0`)).to.deep.equal([two]);
    expect(await list(`${versioned}:bar2`)).to.deep.equal([two]);
    expect(await list(`${versioned}:"two words"`)).to.deep.equal([two]);
    expect(await list(`${field(days)}:30 AND ${versioned}:bar2`)).to.deep.equal([]);
    expect(await list(`${field(days)}:30 OR ${versioned}:bar2`)).to.deep.equal([one, two]);
  });

  it('ranges', async () => {
    expect(await list(`${field(days)}:>30`)).to.deep.equal([two]);
    expect(await list(`${field(days)}:>=30`)).to.deep.equal([one, two]);
    expect(await list(`${field(days)}:[20 TO 31]`)).to.deep.equal([one]);
    expect(await list(`${field(day)}:[2024-01-01 TO 2024-01-31]`)).to.deep.equal([one]);
    expect(await list(`${field(days)}:{30 TO *}`)).to.deep.equal([two]);
  });

  it('_exists_:field, and its negation', async () => {
    expect(await list(`_exists_:${field(days)}`)).to.deep.equal([one, two]);
    expect(await list(`_exists_:${field(day)}`)).to.deep.equal([one]);
    expect(await list(`_exists_:${field(days)} AND NOT _exists_:${field(day)}`)).to.deep.equal([two]);
  });

  it('versioned names, also with wildcards; the earlier version finds nothing', async () => {
    const head = `structuredProperties._versioned.${kind.replaceAll('.', '_')}`;
    expect(await list(`_exists_:${versioned}`)).to.deep.equal([one, two]);
    expect(await list(`${head}.\\*.string:bar1`)).to.deep.equal([one]);
    expect(await list(`${head}.\\*.\\*:bar*`)).to.deep.equal([one, two]);
    expect(await list(`${head}.20200101000000.string:bar1`)).to.deep.equal([]);
    expect(await list(`${head}.${VERSION}.number:bar1`)).to.deep.equal([]);
  });

  it('sorts by a property, in both directions; entities without a value come last', async () => {
    const sorted = (sortOrder: string) => list(`_exists_:${field(days)}`, { sort: field(days), sortOrder });
    expect(await sorted('ASCENDING')).to.deep.equal([one, two]);
    expect(await sorted('DESCENDING')).to.deep.equal([two, one]);
  });

  it('full-text search ignores values of properties', async () => {
    const word = own('zyx').replaceAll('_', '');
    await writeSearchable(three, 'structuredProperties', { properties: [entry(kind, { string: word })] });
    expect(await list(word)).to.deep.equal([]);
    expect(await list(`${versioned}:${word}`)).to.deep.equal([three]);
  });

  it('a query with a soft-deleted property is refused, and works again when the property is restored', async () => {
    await writeSearchable(urnOf(days), 'status', { removed: true });
    const denied = `Cannot filter on deleted Structured Property [${urnOf(days)}]`;
    for (const query of [`${field(days)}:30`, `_exists_:${field(days)}`, `${field(days)}:>1`])
      expectRefused(await v3.list('dataset', { query }), 400, denied);
    const filter = { or: [{ and: [{ field: `structuredProperties.${days}`, condition: 'EXISTS' }] }] };
    expectRefused(await v3.send('POST', '/scroll', {}, { json: { entities: ['dataset'], filter } }), 400, denied);
    await writeSearchable(urnOf(days), 'status', { removed: false });
    expect(await list(`${field(days)}:30`)).to.deep.equal([one]);
  });

  it('a hard-deleted property is an unknown field', async () => {
    await writeSearchable(urnOf(day), 'structuredPropertyKey', {}, { changeType: 'DELETE', aspect: undefined });
    expect(await list(`_exists_:${field(day)}`)).to.deep.equal([]);
  });
});
