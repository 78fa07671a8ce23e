/** What of columns is withheld from who does not see them: by the places that the model names, and by tags and grants. */
import { expect } from 'chai';
import { compilePolicy, policiesOf, seesAllColumns, seesColumn } from '../../../src/access/index.ts';
import { bareResource } from '../../../src/catalog/access/read-facts.ts';
import { type IsHidden, isAboutHidden, splitColumns } from '../../../src/catalog/access/without-columns.ts';
import { aspectOf, model } from '../support/model.ts';

const table = 'urn:svc:dataset:(urn:svc:dataPlatform:hive,pay,PROD)';
const column = (path: string): string => `urn:svc:schemaField:(${table},${path})`;
const isHidden: IsHidden = (urn, path, tags = []) => urn === table && (path.toLowerCase() === 'salary' || tags.includes('urn:svc:tag:pii'));
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
    expect(sees('VIEW_SENSITIVE_COLUMNS', { filter: { criteria: [{ field: 'URN', values: [table] }] } }, pii)).to.deep.equal([true, false]);
  });
});
