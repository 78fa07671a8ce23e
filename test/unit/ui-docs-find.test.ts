/** The search of the documentation. */
import { expect } from 'chai';
import { type Entry, matching } from '../../src/ui/docs/find.ts';

const entry = (kind: Entry['kind'], name: string, about: string, fields?: string): Entry => ({
  kind,
  name,
  about,
  address: name,
  ...(fields === undefined ? {} : { fields }),
});
const ENTRIES = [
  entry('aspect', 'upstreamLineage', 'Where data comes from', 'upstreams dataset type'),
  entry('operation', 'GET /lineage', 'Everything upstream or downstream'),
  entry('aspect', 'schemaMetadata', 'The columns of a dataset', 'fieldPath nativeDataType'),
  entry('entity type', 'dataset', 'A table'),
];
const names = (text: string): string[] => matching(ENTRIES, text).map(({ name }) => name);

describe('The search of the documentation', () => {
  it('finds operations, types and aspects by any part of their names, and shows the closest first', () => {
    expect(names('lineage')).to.deep.equal(['GET /lineage', 'upstreamLineage']);
    expect(names('dataset')[0]).to.equal('dataset');
  });

  it('finds aspects by their fields and by what they say, whatever the case', () => {
    expect(names('FIELDPATH')).to.deep.equal(['schemaMetadata']);
    expect(names('columns dataset')).to.deep.equal(['schemaMetadata']);
  });

  it('wants all words, and finds nothing for none', () => {
    expect(names('lineage nowhere')).to.deep.equal([]);
    expect(names('  ')).to.deep.equal([]);
  });
});
