/** Records of the client of DataHub in the names of a catalog of Cairn's own: where the model says so, and nowhere else. */
import { expect } from 'chai';
import { proposalsFrom, translatedUrn } from '../../../src/executor/translate.ts';
import { markInexact } from '../../../src/model/exact-numbers.ts';
import { isRecord } from '../../../src/model/path.ts';
import { model } from '../support/model.ts';

const TABLE = 'urn:li:dataset:(urn:li:dataPlatform:postgres,shop.public.a(b),PROD)';

function only(record: unknown): { readonly value: unknown; readonly text: string; readonly urn: string; readonly name: string } {
  const read: unknown = JSON.parse(markInexact(JSON.stringify(record)));
  const [proposal, ...more] = isRecord(read) ? proposalsFrom(model, read) : [];
  expect(more).to.deep.equal([]);
  const text = proposal?.aspect?.value ?? '{}';
  return { value: JSON.parse(text), text, urn: proposal?.entityUrn ?? '', name: proposal?.aspectName ?? '' };
}

const mcp = (aspectName: string, json: unknown, more: object = {}): object => ({
  ...{ entityType: 'dataset', entityUrn: TABLE, changeType: 'UPSERT', aspectName, aspect: { json } },
  ...more,
});

describe('Names of another namespace', () => {
  for (const [text, expected] of [
    ['urn:li:tag:a', 'urn:svc:tag:a'],
    [TABLE, 'urn:svc:dataset:(urn:svc:dataPlatform:postgres,shop.public.a(b),PROD)'],
    ['urn:li:tag:urn:li:tag:x', 'urn:svc:tag:urn:li:tag:x'],
    ['urn:li:dataset:(urn:li:dataPlatform:x,about urn:li:tag,PROD)', 'urn:svc:dataset:(urn:svc:dataPlatform:x,about urn:li:tag,PROD)'],
    ['urn:li:dataType:datahub.string', 'urn:svc:dataType:svc.string'],
    ['urn:li:corpuser:__datahub_system', 'urn:svc:corpuser:__svc_system'],
    ['urn:svc:tag:a', 'urn:svc:tag:a'],
    ['no urn:li:tag:a', 'no urn:li:tag:a'],
  ] as const) {
    it(`${text} becomes ${expected}`, () => expect(translatedUrn(model.names, text)).to.equal(expected));
  }

  it('stay in texts, and change in URNs, also in maps and lists', () => {
    const { value, urn } = only(
      mcp('upstreamLineage', {
        upstreams: [
          { dataset: TABLE, type: 'VIEW', properties: { note: 'urn:li:tag:x' }, auditStamp: { time: 0, actor: 'urn:li:corpuser:unknown' } },
        ],
      }),
    );
    expect(urn).to.equal(translatedUrn(model.names, TABLE));
    expect(value).to.deep.equal({
      upstreams: [{ dataset: urn, type: 'VIEW', properties: { note: 'urn:li:tag:x' }, auditStamp: { time: 0, actor: 'urn:svc:corpuser:unknown' } }],
    });
  });

  it('change in a text that repeats the URN beside it', () => {
    const { value } = only(mcp('browsePathsV2', { path: [{ id: 'urn:li:container:a', urn: 'urn:li:container:a' }, { id: 'urn:li:container:b' }] }));
    expect(value).to.deep.equal({ path: [{ id: 'urn:svc:container:a', urn: 'urn:svc:container:a' }, { id: 'urn:li:container:b' }] });
  });

  it('change in the names of records', () => {
    const { value } = only(
      mcp('schemaMetadata', {
        platform: 'urn:li:dataPlatform:kafka',
        platformSchema: { 'com.linkedin.schema.KafkaSchema': { documentSchema: '{"doc": "com.linkedin.x urn:li:tag:y"}' } },
        fields: [{ fieldPath: 'a', type: { type: { 'com.linkedin.schema.StringType': {} } } }],
      }),
    );
    expect(value).to.deep.equal({
      platform: 'urn:svc:dataPlatform:kafka',
      platformSchema: { 'com.svc.schema.StreamSchema': { documentSchema: '{"doc": "com.linkedin.x urn:li:tag:y"}' } },
      fields: [{ fieldPath: 'a', type: { type: { 'com.svc.schema.StringType': {} } } }],
    });
  });

  it('change in the keys of a patch, and in its values', () => {
    const entry = { dataset: TABLE, type: 'VIEW' };
    const { value } = only(
      mcp('upstreamLineage', [{ op: 'add', path: `/upstreams/${TABLE.replaceAll('/', '~1')}`, value: entry }], { changeType: 'PATCH' }),
    );
    const urn = translatedUrn(model.names, TABLE);
    expect(value).to.deep.equal([{ op: 'add', path: `/upstreams/${urn}`, value: { dataset: urn, type: 'VIEW' } }]);
  });

  it('change in a patch that says its keys itself, but not in a field that is a text', () => {
    const patch = [
      { op: 'add', path: '/tags/urn:li:tag:a', value: { tag: 'urn:li:tag:a' } },
      { op: 'add', path: '/context', value: 'urn:li:tag:a' },
    ];
    const { value } = only(mcp('globalTags', { arrayPrimaryKeys: { tags: ['tag'] }, patch }, { changeType: 'PATCH' }));
    expect(value).to.deep.equal({
      arrayPrimaryKeys: { tags: ['tag'] },
      patch: [
        { op: 'add', path: '/tags/urn:svc:tag:a', value: { tag: 'urn:svc:tag:a' } },
        { op: 'add', path: '/context', value: 'urn:li:tag:a' },
      ],
    });
  });

  it('leave long numbers exact', () => {
    const record = `{"entityType": "dataset", "entityUrn": "${TABLE}", "aspectName": "datasetProfile", "aspect": {"json": {"timestampMillis": 1, "sizeInBytes": 9007199254740993}}}`;
    const read: unknown = JSON.parse(markInexact(record));
    const [made] = isRecord(read) ? proposalsFrom(model, read) : [];
    expect(made?.aspect?.value).to.equal('{"timestampMillis":1,"sizeInBytes":9007199254740993}');
  });

  it('change in a snapshot, which has a proposal for each aspect', () => {
    const snapshot = {
      'com.linkedin.pegasus2avro.metadata.snapshot.DatasetSnapshot': {
        urn: TABLE,
        aspects: [{ 'com.linkedin.pegasus2avro.common.Status': { removed: false } }],
      },
    };
    const { urn, name, value } = only({ proposedSnapshot: snapshot });
    expect([urn, name, value]).to.deep.equal([translatedUrn(model.names, TABLE), 'status', { removed: false }]);
  });
});
