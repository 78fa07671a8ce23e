/** What of columns is withheld from who does not see them: by the places that the model names, and by tags and grants. */
import { expect } from 'chai';
import { compilePolicy, policiesOf, seesAllColumns, seesColumn } from '../../../src/access/index.ts';
import { closedTo } from '../../../src/catalog/access/closed.ts';
import { columnEdges, type SeenEdge } from '../../../src/catalog/access/column-edges.ts';
import { type HiddenColumns, hiddenColumns } from '../../../src/catalog/access/hidden-columns.ts';
import { bareResource } from '../../../src/catalog/access/read-facts.ts';
import { makeViewer, renewing, renewingClosed } from '../../../src/catalog/access/viewer.ts';
import { type ColumnTest, isAboutHidden, splitColumns } from '../../../src/catalog/access/without-columns.ts';
import type { Catalog } from '../../../src/catalog/calls.ts';
import type { Facts } from '../../../src/catalog/read/kept-facts.ts';
import type { EntityReader } from '../../../src/graph/read.ts';
import { loadStatements } from '../../../src/graph/statements.ts';
import { valueOf } from '../../../src/model/json.ts';
import { aspectOf, model, urnOf } from '../support/model.ts';

const table = 'urn:svc:dataset:(urn:svc:dataPlatform:hive,pay,PROD)';
const column = (path: string): string => `urn:svc:schemaField:(${table},${path})`;
const isHidden: ColumnTest = (urn, path, tags = []) => urn === table && (path.toLowerCase() === 'salary' || tags.includes('urn:svc:tag:pii'));
const left = (aspect: string, json: object, urn = table): unknown => splitColumns(model, aspectOf(aspect), urn, json, isHidden).left;

describe('A value without columns', () => {
  it('has neither the columns nor what names them, and stays the same value otherwise', () => {
    const key = { name: 'fk', sourceFields: [column('id')], foreignFields: [column('salary')], foreignDataset: table };
    const pii = { globalTags: { tags: [{ tag: 'urn:svc:tag:pii' }] } };
    const whole = { fields: [{ fieldPath: 'id' }], primaryKeys: ['id'], hash: 'x', platformSchema: { 'svc.OtherSchema': { rawSchema: 'id' } } };
    expect(left('schemaMetadata', whole)).to.equal(whole);
    expect(
      left('schemaMetadata', {
        ...whole,
        fields: [{ fieldPath: 'id' }, { fieldPath: 'SALARY' }, { fieldPath: 'was', ...pii }],
        primaryKeys: ['id', 'salary'],
        foreignKeys: [key],
      }),
    ).to.deep.equal({ ...whole, hash: '', platformSchema: { 'svc.OtherSchema': { rawSchema: '' } }, foreignKeys: [] });
    const entry = (upstreams: string[], more: object = {}) => ({ upstreams, downstreams: [column('id')], ...more });
    expect(
      left('upstreamLineage', {
        upstreams: [],
        fineGrainedLineages: [entry([column('salary')]), entry([column('name'), column('salary')], { transformOperation: 'a + b' }), entry(['name'])],
      }),
    ).to.deep.equal({ upstreams: [], fineGrainedLineages: [entry([column('name')], { transformOperation: '' }), entry(['name'])] });
    const mapping = (sourceField: string, destinationField: string) => ({ sourceField, destinationField });
    expect(
      left(
        'erModelRelationshipProperties',
        { source: 'urn:svc:dataset:x', destination: table, relationshipFieldMappings: [mapping('salary', 'id'), mapping('id', 'salary')] },
        'urn:svc:erModelRelationship:r',
      ),
    ).to.deep.include({ relationshipFieldMappings: [mapping('salary', 'id')] });
    expect(left('dataHubFileInfo', { schemaField: column('salary'), mimeType: 'a' })).to.deep.equal({ mimeType: 'a' });
  });

  it('is of an entity that does not exist if the entity is about such a column', () => {
    const about = (fieldPath: string): boolean =>
      isAboutHidden(model, aspectOf('assertionInfo'), 'urn:svc:assertion:a', { fieldAssertion: { entity: table, fieldPath } }, isHidden);
    expect([about('salary'), about('id')]).to.deep.equal([true, false]);
  });
});

describe('A sensitive column', () => {
  const sensitive = new Set(['urn:svc:tag:pii']);
  const ann = { urn: 'urn:svc:corpuser:ann', groups: new Set<string>(), roles: new Set<string>() };
  const sees = (privilege: string, resources: object | undefined, tags: string[]): [one: boolean, all: boolean] => {
    const info = { type: 'METADATA', state: 'ACTIVE', privileges: [privilege], actors: { allUsers: true }, ...(resources && { resources }) };
    const policies = policiesOf([compilePolicy('p', info, (text) => text)]);
    return [seesColumn(policies, ann, bareResource(model, table), tags, sensitive), seesAllColumns(policies, ann, sensitive)];
  };

  it('is seen by who has a privilege for it, on the table or by a tag', () => {
    const pii = ['urn:svc:tag:pii', 'urn:svc:tag:other'];
    expect(sees('VIEW_ENTITY_PAGE', undefined, pii)).to.deep.equal([false, false]);
    expect(sees('VIEW_ENTITY_PAGE', undefined, ['urn:svc:tag:other'])).to.deep.equal([true, false]);
    for (const privilege of ['VIEW_SENSITIVE_COLUMNS', 'EDIT_DATASET_COL_TAGS', 'EDIT_ENTITY'])
      expect(sees(privilege, undefined, pii), privilege).to.deep.equal([true, true]);
    expect(sees('VIEW_SENSITIVE_COLUMNS', { columnsTagged: ['urn:svc:tag:pii'] }, pii)).to.deep.equal([true, true]);
    expect(sees('VIEW_SENSITIVE_COLUMNS', { columnsTagged: ['urn:svc:tag:other'] }, pii)).to.deep.equal([true, false]);
    expect(sees('VIEW_SENSITIVE_COLUMNS', { aspects: ['globalTags'] }, pii)).to.deep.equal([false, false]);
    const about = (criterion: object): boolean => sees('VIEW_SENSITIVE_COLUMNS', { filter: { criteria: [criterion] } }, pii)[0];
    expect(about({ field: 'URN', values: [table] })).to.equal(true);
    // Search cannot decide the one.
    const others = { values: ['x'], condition: 'NOT_EQUALS' };
    expect([about({ field: 'GROUP_MEMBERSHIP', ...others }), about({ field: 'OWNER', ...others })]).to.deep.equal([false, true]);
  });
});

describe('The columns that a reader does not see', () => {
  const PII = 'urn:svc:tag:pii';
  const QUERY = 'urn:svc:query:q';
  const ann = { urn: 'urn:svc:corpuser:ann', groups: new Set<string>(), roles: new Set<string>() };
  const pii = { globalTags: { tags: [{ tag: PII }] } };
  const schema = { fields: [{ fieldPath: 'id' }, { fieldPath: 'Salary', ...pii }] };
  const about = (fieldPath: string) => ({ fieldAssertion: { entity: table, fieldPath } });
  const values: Readonly<Record<string, Readonly<Record<string, object>>>> = {
    [table]: { schemaMetadata: schema, editableSchemaMetadata: { editableSchemaFieldInfo: [{ fieldPath: 'bonus', ...pii }] } },
    'urn:svc:assertion:of-salary': { assertionInfo: about('salary') },
    'urn:svc:assertion:of-id': { assertionInfo: about('id') },
  };
  const reader = (async (urns: readonly string[]) =>
    new Map(
      urns.map((urn) => [
        urn,
        { exists: true, removed: false, latest: Object.entries(values[urn] ?? {}).map(([name, value]) => ({ name, value: JSON.stringify(value) })) },
      ]),
    )) as unknown as EntityReader;
  const facts = { look: async () => ({ rows: reader }) } as unknown as Facts;
  /** One column has the tag as an entity. */
  const tagged = { urn: table, own: true, columns: [[column('iban'), [PII]]] };
  const run = async () => ({ records: [{ toObject: () => tagged }] });
  const session = () => ({ run, beginTransaction: () => ({ run }), close: async () => undefined });
  const graph = { asked: { statements: 0, rows: 0 }, trouble: {}, driver: { session } } as never;
  const policies = policiesOf([]);
  const all = ['id', 'salary', 'SALARY.part', 'bonus', 'iban', 'salary_of'].map(column);
  const [HIDDEN, SHOWN] = [['salary', 'SALARY.part', 'bonus', 'iban'].map(column), ['id', 'salary_of'].map(column)];
  let columns: HiddenColumns;
  before(() => {
    loadStatements();
    const made = hiddenColumns({ model, graph, facts, reader, policies, actor: ann, tags: new Set([PII]), since: 0 });
    if (!made) throw new Error('nothing is hidden');
    columns = made;
  });

  it('have the tag in the schema, in what people added or as entities, or are nested in one that has', async () => {
    expect([...(await columns.among(all))].sort()).to.deep.equal([...HIDDEN].sort());
    const hidden = await columns.in([table]);
    expect([hidden(table, 'was', [PII]), hidden(table, 'was'), hidden('urn:svc:dataset:unknown', 'was')]).to.deep.equal([true, false, true]);
  });

  it('do not exist, nor does what is about them only', async () => {
    const assertions = Object.keys(values).filter((urn) => urn.includes('assertion'));
    const viewer = makeViewer({ model, facts }, ann.urn, { is: 'and', of: [] }, columns);
    expect([...(await viewer.among([...all, ...assertions, table]))].sort()).to.deep.equal([...SHOWN, 'urn:svc:assertion:of-id', table].sort());
  });

  it('are left out of values', async () => {
    const piece = { urn: table, aspect: aspectOf('schemaMetadata') };
    const closed = closedTo({
      model,
      facts,
      policies,
      opening: policies,
      actor: ann,
      sensitive: new Set(),
      sight: undefined,
      scoped: false,
      columns,
    });
    const left = (await closed?.opened([piece]))?.(piece);
    expect(left?.(valueOf(schema)).json).to.deep.equal({ fields: [{ fieldPath: 'id' }] });
  });

  it('are left out of values for who lost the right while they were read', async () => {
    const place = { name: 'log', epoch: 'e', seq: 7 };
    const closedBy = (hidden: HiddenColumns | undefined) =>
      closedTo({
        model,
        facts,
        policies,
        opening: policies,
        actor: ann,
        sensitive: new Set(['urn:svc:structuredProperty:cost']),
        sight: undefined,
        scoped: false,
        columns: hidden,
      });
    const [before, now] = [closedBy(undefined), closedBy(columns)];
    if (!before || !now) throw new Error('nothing is closed');
    const closed = renewingClosed({ facts }, { user: ann.urn }, before, { view: async () => ({ sight: undefined, closed: now, columns }) });
    const piece = { urn: table, aspect: aspectOf('schemaMetadata') };
    const left = (await closed.opened([piece], place))(piece);
    expect(left?.(valueOf(schema)).json).to.deep.equal({ fields: [{ fieldPath: 'id' }] });
  });

  it('make no relationships, nor do the entries about them that others have', async () => {
    const held = 'urn:svc:dataset:(urn:svc:dataPlatform:hive,copy,PROD)';
    const entries = ['salary', 'id'].map((path) => ({ upstreams: [column(path === 'id' ? 'name' : 'id')], downstreams: [column(path)] }));
    const copied = valueOf({ upstreams: [], fineGrainedLineages: entries });
    const copy = async () => [{ urn: urnOf(held), exists: true, aspects: [{ aspect: aspectOf('upstreamLineage'), state: { value: copied } }] }];
    const [bare, lineage] = [makeViewer({ model, facts }, ann.urn, { is: 'and', of: [] }, columns), 'DownstreamOf'];
    const edges = ['id', 'name'].map((path) => ({ source: held, type: lineage, target: column(path) }));
    const left = await columnEdges({ model, read: copy as unknown as Catalog['read'], columnHolders: async () => [] }, bare).shown(edges);
    expect(edges.map(left)).to.deep.equal([false, true]);
    const near = { name: 'near', foreignDataset: held, sourceFields: [], foreignFields: [] };
    const keys = [near, { ...near, name: 'pay', foreignDataset: table, foreignFields: [column('salary')] }];
    const other = { foreignKeys: keys, fields: [] };
    const own = [
      { aspect: aspectOf('schemaMetadata'), state: { value: valueOf(other) } },
      { aspect: aspectOf('upstreamLineage'), state: { value: valueOf({ fineGrainedLineages: [{ upstreams: [column('salary')], query: QUERY }] }) } },
    ];
    const open = 'urn:svc:dataset:(urn:svc:dataPlatform:hive,open,PROD)';
    const readOpen = async () => [{ urn: urnOf(open), exists: true, aspects: own }];
    const through = [
      { source: open, type: 'ForeignKeyToDataset', target: table },
      { source: open, type: 'ForeignKeyToDataset', target: held },
      { source: open, type: 'MadeByQuery', target: QUERY },
    ];
    const seen = await columnEdges({ model, read: readOpen as unknown as Catalog['read'], columnHolders: async () => [] }, bare).shown(through);
    expect(through.map(seen)).to.deep.equal([false, true, false]);
    const state = { value: valueOf(schema) };
    const read = (async () => [
      { urn: urnOf(table), exists: true, aspects: [{ aspect: aspectOf('schemaMetadata'), state }] },
    ]) as unknown as Catalog['read'];
    const viewer = makeViewer({ model, facts }, ann.urn, { is: 'and', of: [] }, columns);
    const edge = { source: table, type: 'SchemaFieldTaggedWith', target: PII };
    const owned = { source: table, type: 'OwnedBy', target: 'urn:svc:corpuser:bob' };
    const shown = await columnEdges({ model, read, columnHolders: async () => [] }, viewer).shown([edge, owned]);
    expect([shown(edge), shown(owned)]).to.deep.equal([false, true]);
  });

  it('made none at a time when they had the tag, nor did what is no longer known of then', async () => {
    // Now none has it.
    const answers = async (text: string) => ({
      records: [{ toObject: () => (text.includes('PAST') ? { urn: table } : { urn: table, own: false, columns: [] }) }],
    });
    const past = { run: answers, beginTransaction: () => ({ run: answers }), close: async () => undefined };
    const of = {
      ...{ model, facts, reader, policies, opening: policies, actor: ann, tags: new Set([PII]), since: 0 },
      graph: { asked: { statements: 0, rows: 0 }, trouble: {}, driver: { session: () => past } },
    };
    const viewer = makeViewer({ model, facts }, ann.urn, { is: 'and', of: [] }, hiddenColumns(of as never));
    const [edge, other] = [PII, 'urn:svc:tag:other'].map((target) => ({ source: table, type: 'SchemaFieldTaggedWith', target })) as [
      SeenEdge,
      SeenEdge,
    ];
    const fields = [...schema.fields, { fieldPath: 'id', globalTags: { tags: [{ tag: other.target }] } }];
    const shown = async (aspects: object[], asOf?: number): Promise<boolean[]> => {
      const read = async (...asked: unknown[]) => (asked[3] === true ? [{ urn: urnOf(table), exists: true, aspects }] : []);
      const isShown = await columnEdges({ model, read: read as unknown as Catalog['read'], columnHolders: async () => [] }, viewer).shown(
        [edge],
        asOf,
      );
      return [edge, other].map(isShown);
    };
    const state = { value: valueOf({ ...schema, fields }) };
    expect(await shown([{ aspect: aspectOf('schemaMetadata'), state }], 5)).to.deep.equal([false, true]);
    expect(await shown([], 5)).to.deep.equal([false, false]);
    expect(await shown([])).to.deep.equal([true, true]);
  });
});

describe('A reader whose rights change while something is read', () => {
  it('has those of afterwards', async () => {
    const looks: unknown[] = [];
    const facts = { look: async (at: unknown) => looks.push(at) && { head: at, rows: async () => new Map() } } as unknown as Facts;
    const view = async () => ({ sight: { is: 'or', of: [] } as const, closed: undefined, columns: undefined });
    const viewer = renewing({ model, facts }, { user: 'urn:svc:corpuser:ann' }, { is: 'and', of: [] }, undefined, { view });
    const place = { name: 'log', epoch: 'e', seq: 7 };
    expect([...(await viewer.among([table], place))]).to.deep.equal([]);
    expect(looks[0]).to.equal(place);
  });
});
