/** What a source with `write_semantics: PATCH` says is added to what people have set (docs/ingestion.md 3). */
import { expect } from 'chai';
import { patched, readPatch } from '../../../src/catalog/write/patch/patch.ts';
import { additionsFrom } from '../../../src/executor/additions.ts';
import { proposalsFrom } from '../../../src/executor/translate.ts';
import { model } from '../support/model.ts';

const TABLE = 'urn:li:dataset:(urn:li:dataPlatform:dbt,shop.orders,PROD)';
const STAMP = { time: 5, actor: 'urn:svc:corpuser:ingestion' };

function additions(aspectName: string, json: object) {
  const record = { entityType: 'dataset', entityUrn: TABLE, changeType: 'UPSERT', aspectName, aspect: { json } };
  return proposalsFrom(model, record).flatMap((each) => additionsFrom(model, each));
}

/** What an aspect is after the additions. */
function added(aspectName: string, json: object, current: unknown): unknown {
  const spec = model.aspects.get(aspectName);
  const [proposal, ...more] = additions(aspectName, json);
  expect([spec === undefined, proposal?.changeType, more.length]).to.deep.equal([false, 'PATCH', 0]);
  return spec && patched(model, spec, current, readPatch(JSON.parse(proposal?.aspect?.value ?? '')), STAMP);
}

describe('What a source adds', () => {
  it('stands beside the tags of people, who keep what they said of the same tag', () => {
    const [theirs, both] = [{ tag: 'urn:svc:tag:Gold' }, { tag: 'urn:svc:tag:dbt:daily', context: 'Ann says so' }];
    expect(added('globalTags', { tags: [{ tag: 'urn:li:tag:dbt:daily' }, { tag: 'urn:li:tag:a/b~c' }] }, { tags: [theirs, both] })).to.deep.equal({
      tags: [theirs, both, { tag: 'urn:svc:tag:a/b~c' }],
    });
    expect(added('globalTags', { tags: [{ tag: 'urn:li:tag:a' }] }, undefined)).to.deep.equal({ tags: [{ tag: 'urn:svc:tag:a' }] });
  });

  it('stands beside terms, and is no change if it is there', () => {
    const current = { terms: [{ urn: 'urn:svc:glossaryTerm:a' }], auditStamp: { time: 1, actor: 'urn:svc:corpuser:ann' } };
    const json = { terms: [{ urn: 'urn:li:glossaryTerm:a' }], auditStamp: { time: 9, actor: 'urn:li:corpuser:datahub' } };
    expect(added('glossaryTerms', json, current)).to.deep.equal(current);
    expect(added('glossaryTerms', json, undefined)).to.deep.equal({ ...current, auditStamp: STAMP });
  });

  it('stands beside owners of another way', () => {
    const ann = { owner: 'urn:svc:corpuser:ann', type: 'DATAOWNER' };
    const json = { owners: [{ owner: 'urn:li:corpuser:ann', type: 'TECHNICAL_OWNER', source: { type: 'SOURCE_CONTROL' } }] };
    expect(added('ownership', json, { owners: [ann] })).to.have.deep.property('owners', [
      ann,
      { owner: 'urn:svc:corpuser:ann', type: 'TECHNICAL_OWNER', source: { type: 'SOURCE_CONTROL' } },
    ]);
  });

  it('stands beside what people say of columns', () => {
    const theirs = { fieldPath: 'id', description: 'The key', globalTags: { tags: [{ tag: 'urn:svc:tag:Pii' }] } };
    const json = {
      editableSchemaFieldInfo: [
        { fieldPath: 'id', globalTags: { tags: [{ tag: 'urn:li:tag:Key' }] } },
        { fieldPath: 'a.b/c', description: 'New' },
      ],
    };
    expect(added('editableSchemaMetadata', json, { editableSchemaFieldInfo: [theirs] })).to.deep.equal({
      editableSchemaFieldInfo: [
        { ...theirs, globalTags: { tags: [{ tag: 'urn:svc:tag:Pii' }, { tag: 'urn:svc:tag:Key' }] } },
        { fieldPath: 'a.b/c', description: 'New' },
      ],
    });
  });

  it('changes a description, and nothing beside it', () =>
    expect(added('editableDatasetProperties', { description: 'New' }, { description: 'Old', name: 'Orders' })).to.deep.equal({
      description: 'New',
      name: 'Orders',
    }));

  it('gives a domain to what has none', () => {
    const [proposal] = additions('domains', { domains: ['urn:li:domain:a'] });
    expect(proposal).to.deep.include({ changeType: 'CREATE', aspectName: 'domains' });
  });

  it('is nothing for an empty list, and the whole for what people do not edit', () => {
    expect(additions('globalTags', { tags: [] })).to.deep.equal([]);
    for (const [name, json] of [
      ['status', { removed: false }],
      ['subTypes', { typeNames: ['Model'] }],
      ['datasetProperties', { name: 'x' }],
    ] as const)
      expect(additions(name, json)).to.have.nested.property('[0].changeType', 'UPSERT');
  });
});
