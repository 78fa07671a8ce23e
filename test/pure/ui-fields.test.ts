/**
 * The schema of a dataset as the catalog's pages show it: field paths, the tree of fields, what is searched and what is drawn.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { plainPath } from '../../src/column-names.ts';
import { partsOf } from '../../src/ui/data/field-path.ts';
import { columnOf, type Field, mergeFields } from '../../src/ui/data/merge-fields.ts';
import { spotAfter } from '../../src/ui/entity/schema/cells.ts';
import { type FieldNode, fieldTree, foldable, matching, rowsOf } from '../../src/ui/entity/schema/field-tree.ts';
import { visibleRange } from '../../src/ui/entity/schema/visible-range.ts';

const sent = (fieldPath: string, more: object = {}): object => ({
  fieldPath,
  nativeDataType: 'text',
  type: { type: { 'com.any.schema.StringType': {} } },
  ...more,
});
const fieldsOf = (...paths: string[]): Field[] => mergeFields({ fields: paths.map((path) => sent(path)) }, undefined);
const shown = (nodes: readonly FieldNode[]): unknown => nodes.map(({ name, children }) => (children.length > 0 ? [name, shown(children)] : name));

describe('Fields in the catalog', () => {
  describe('paths', () => {
    it('are split at dots outside of brackets', () => {
      expect(partsOf('[version=2.0].[type=com.acme.Order].a').map(({ text }) => text)).to.deep.equal(['[version=2.0]', '[type=com.acme.Order]', 'a']);
    });

    it('of version 2 are shown by their names', () => {
      expect(plainPath('[version=2.0].[type=struct].a.[type=string].b')).to.equal('a.b');
      expect(plainPath('a.b')).to.equal('a.b');
      expect(plainPath('[version=2.0].[type=string]')).to.equal('[version=2.0].[type=string]');
    });
  });

  describe('the tree', () => {
    it('puts a field below the field whose path its own begins with', () => {
      expect(shown(fieldTree(fieldsOf('a', 'a.b', 'a.b.c', 'ab')))).to.deep.equal([['a', [['b', ['c']]]], 'ab']);
    });

    it('keeps a name with a dot if no field is above it', () => {
      expect(shown(fieldTree(fieldsOf('order.id', 'x')))).to.deep.equal(['order.id', 'x']);
    });

    it('reads paths of version 2, with any types between the names', () => {
      const tree = fieldTree(fieldsOf('[version=2.0].[type=struct].[type=array].a', '[version=2.0].[type=struct].[type=array].a.[type=string].b'));
      expect(shown(tree)).to.deep.equal([['a', ['b']]]);
    });

    it('adds the groups of version 2 that are not fields themselves', () => {
      const tree = fieldTree(fieldsOf('[version=2.0].[type=struct].a.[type=string].b', '[version=2.0].[type=struct].a.[type=int].c'));
      expect(shown(tree)).to.deep.equal([['a', ['b', 'c']]]);
      expect(tree[0]?.field).to.equal(undefined);
    });

    it('finds a parent that comes after its children', () => {
      expect(shown(fieldTree(fieldsOf('a.b', 'a')))).to.deep.equal([['a', ['b']]]);
    });

    it('contains every field once, in any order', () => {
      const path = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 }).map((names) => names.join('.'));
      fc.assert(
        fc.property(fc.uniqueArray(path, { maxLength: 20 }), (paths) => {
          const tree = fieldTree(fieldsOf(...paths));
          const rows = rowsOf(tree, new Set(foldable(tree)));
          expect(rows.map(({ node }) => node.path).sort()).to.deep.equal([...paths].sort());
        }),
      );
    });

    it('shows what is below a field only while it is open', () => {
      const tree = fieldTree(fieldsOf('a', 'a.b', 'c'));
      expect(rowsOf(tree, new Set()).map(({ node, open }) => [node.name, open])).to.deep.equal([
        ['a', false],
        ['c', undefined],
      ]);
      expect(rowsOf(tree, new Set(['a'])).map(({ node, level }) => [node.name, level])).to.deep.equal([
        ['a', 1],
        ['b', 2],
        ['c', 1],
      ]);
    });
  });

  it('a search keeps fields with every word, and their parents', () => {
    const fields = mergeFields({ fields: [sent('a'), sent('a.b', { description: 'Total with tax' }), sent('a.c'), sent('tax_id')] }, undefined);
    const tree = fieldTree(fields);
    expect(shown(matching(tree, 'TAX total'))).to.deep.equal([['a', ['b']]]);
    expect(shown(matching(tree, 'tax'))).to.deep.equal([['a', ['b']], 'tax_id']);
    expect(matching(tree, 'nowhere')).to.deep.equal([]);
    expect(shown(matching(tree, ' '))).to.deep.equal(shown(tree));
  });

  it('have what was written about them under another spelling, and are edited there', () => {
    const long = '[version=2.0].[type=struct].address.[type=string].zip';
    const entries = ['address.zip', 'EMAIL', 'name', 'gone'].map((fieldPath) => ({ fieldPath, description: `about ${fieldPath}` }));
    const fields = mergeFields({ fields: [long, 'email', 'Name', 'NAME'].map((path) => sent(path)) }, { editableSchemaFieldInfo: entries });
    expect(fields.map(({ entry, description }) => [entry, description])).to.deep.equal([
      ['address.zip', 'about address.zip'],
      ['EMAIL', 'about EMAIL'],
      ['Name', ''],
      ['NAME', ''],
    ]);
  });

  it('come from the platform; what people wrote wins', () => {
    const [field] = mergeFields(
      { fields: [sent('id', { description: 'own', globalTags: { tags: [{ tag: 'urn:x:tag:a' }] } })], primaryKeys: ['id'] },
      {
        editableSchemaFieldInfo: [
          { fieldPath: 'id', description: 'written', globalTags: { tags: [{ tag: 'urn:x:tag:b' }, { tag: 'urn:x:tag:a' }] } },
        ],
      },
    );
    expect(field).to.include({ type: 'String', description: 'written', primaryKey: true });
    expect(field?.own).to.deep.equal({ description: 'own', tags: ['urn:x:tag:a'], terms: [] });
    expect(field?.tags).to.deep.equal(['urn:x:tag:a', 'urn:x:tag:b']);
  });

  it('have the keys to other datasets', () => {
    const dataset = 'urn:x:dataset:(urn:x:dataPlatform:p,t,PROD)';
    const [field] = mergeFields(
      {
        fields: [sent('customer')],
        foreignKeys: [{ name: 'fk', foreignDataset: dataset, sourceFields: [`urn:x:schemaField:(${dataset},customer)`], foreignFields: [] }],
      },
      undefined,
    );
    expect(field?.foreignKeys).to.deep.equal([{ name: 'fk', dataset, columns: [] }]);
    expect(columnOf(`urn:x:schemaField:(${dataset},a.b)`)).to.deep.equal({ parent: dataset, path: 'a.b' });
    expect(columnOf(`urn:x:schemaField:(${dataset},a(b%2Cc))`)).to.deep.equal({ parent: dataset, path: 'a(b,c)' });
  });

  it('only visible rows are drawn, and some around them', () => {
    expect(visibleRange(0, 540, 54, 4000, 5)).to.deep.equal({ from: 0, to: 15 });
    expect(visibleRange(5400, 540, 54, 4000, 5)).to.deep.equal({ from: 95, to: 115 });
    expect(visibleRange(10_000_000, 540, 54, 4000, 5)).to.deep.equal({ from: 4000, to: 4000 });
    fc.assert(
      fc.property(fc.nat(500_000), fc.nat(2000), fc.nat(4000), (above, height, lines) => {
        const { from, to } = visibleRange(above, height, 54, lines, 3);
        for (let line = Math.ceil(above / 54); line < Math.min(lines, Math.floor((above + height) / 54)); line++)
          expect(line >= from && line < to).to.equal(true);
      }),
    );
  });

  describe('keys in the table', () => {
    const tree = fieldTree(fieldsOf('a', 'a.b', 'a.c', 'd'));
    const rows = rowsOf(tree, new Set(['a']));
    const folded: string[] = [];
    const leadsTo = (key: string, row: number, cell: number, among = rows) => spotAfter(key, among, { row, cell }, 3, (path) => folded.push(path));

    it('up and down keep the cell, and stop at the ends', () => {
      expect(leadsTo('ArrowDown', 0, 2)).to.deep.equal({ row: 1, cell: 2 });
      expect(leadsTo('ArrowUp', 0, 2)).to.deep.equal({ row: 0, cell: 2 });
      expect(leadsTo('End', 0, 1)).to.deep.equal({ row: 3, cell: 1 });
      expect(leadsTo('PageUp', 3, 0)).to.deep.equal({ row: 0, cell: 0 });
    });

    it('left and right move between cells; on a name they fold and lead to what is above', () => {
      expect(leadsTo('ArrowRight', 0, 0)).to.deep.equal({ row: 0, cell: 1 });
      expect(leadsTo('ArrowRight', 0, 3)).to.deep.equal({ row: 0, cell: 3 });
      expect(leadsTo('ArrowLeft', 2, 1)).to.deep.equal({ row: 2, cell: 0 });
      expect(leadsTo('ArrowLeft', 2, 0)).to.deep.equal({ row: 0, cell: 0 });
      expect(folded).to.deep.equal([]);
      expect(leadsTo('ArrowLeft', 0, 0)).to.deep.equal({ row: 0, cell: 0 });
      expect(leadsTo('ArrowRight', 0, 0, rowsOf(tree, new Set()))).to.deep.equal({ row: 0, cell: 0 });
      expect(folded).to.deep.equal(['a', 'a']);
    });

    it('other keys lead nowhere', () => expect(leadsTo('x', 0, 0)).to.equal(undefined));
  });
});
