import { expect } from 'chai';
import { api } from '../support/client.ts';
import { act, exists, ingest, readSnapshot, record, snapshot } from '../support/legacy.ts';
import { ownership, ownNames, status, tags, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { edges, readEntity, values, write } from '../support/writes.ts';

const own = ownNames('snapshots');
const dataset = () => urns.dataset(own());

const DATASET = record('metadata.snapshot.DatasetSnapshot');
const TERM = record('metadata.snapshot.GlossaryTermSnapshot');

describe('Snapshot ingest (docs/semantics.md 5)', () => {
  it('several aspects of one entity are written in one request, and the answer is 200 with an empty body', async () => {
    const urn = dataset();
    const answer = await ingest(
      snapshot('Dataset', urn, ['common.Ownership', ownership(urns.user('ann'))], ['common.GlobalTags', tags(urns.tag('pii'))]),
    );
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.text).to.equal('');
    expect(answer.headers.get('Content-Type')).to.equal(null);
    const { ownership: owned, globalTags, datasetKey } = await values(urn);
    expect(owned?.owners).to.deep.equal(ownership(urns.user('ann')).owners);
    expect(globalTags).to.deep.equal(tags(urns.tag('pii')));
    expect(datasetKey).to.be.an('object');
    expect(await edges(urn, 'OUTGOING', 'OwnedBy')).to.deep.equal([`OwnedBy ${urns.user('ann')}`]);
  });

  it('user, group, dataset, chart, dashboard and tag each have a snapshot', async () => {
    const name = own();
    const stamps = { created: { time: 1, actor: urns.user('ann') }, lastModified: { time: 1, actor: urns.user('ann') } };
    const cases: [string, string, string, unknown][] = [
      ['CorpUser', urns.user(name), 'identity.CorpUserInfo', { active: true, displayName: 'A', fullName: 'A B', email: 'a@b.c' }],
      [
        'CorpGroup',
        urns.group(name),
        'identity.CorpGroupInfo',
        { email: 'g@b.c', admins: [urns.user(name)], members: [urns.user(name)], groups: [] },
      ],
      ['Dataset', urns.dataset(name), 'common.Status', status(false)],
      [
        'Chart',
        urns.chart(name),
        'chart.ChartInfo',
        { title: 'T', description: 'D', inputs: [{ string: urns.dataset(name) }], lastModified: stamps },
      ],
      [
        'Dashboard',
        urns.dashboard(name),
        'dashboard.DashboardInfo',
        { title: 'T', description: 'D', charts: [urns.chart(name)], lastModified: stamps },
      ],
      ['Tag', urns.tag(name), 'tag.TagProperties', { name, description: 'D' }],
    ];
    for (const [kind, urn, aspect, value] of cases) {
      const answer = await ingest(snapshot(kind, urn, [aspect, value]));
      expect(answer.status, `${kind} ${answer.text}`).to.equal(200);
      expect(await exists(urn)).to.equal(true);
    }
  });

  it('aspects that are not in the snapshot stay as they are', async () => {
    const urn = dataset();
    await write(urn, 'ownership', ownership(urns.user('ann')));
    await ingest(snapshot('Dataset', urn, ['common.GlobalTags', tags(urns.tag('a'))]));
    expect(Object.keys(await values(urn))).to.include.members(['ownership', 'globalTags']);
  });

  it('a tag is attached to a field by EditableSchemaMetadata', async () => {
    const urn = dataset();
    const field = { fieldPath: 'a.b', globalTags: tags(urns.tag('pii')) };
    const answer = await ingest(
      snapshot('Dataset', urn, [
        'schema.EditableSchemaMetadata',
        { editableSchemaFieldInfo: [field], created: { time: 1, actor: urns.user('a') }, lastModified: { time: 1, actor: urns.user('a') } },
      ]),
    );
    expect(answer.status, answer.text).to.equal(200);
    expect((await values(urn)).editableSchemaMetadata?.editableSchemaFieldInfo).to.deep.equal([field]);
  });

  it('a key aspect in the snapshot is allowed; where it contradicts the URN, the URN is kept', async () => {
    const name = own();
    const urn = urns.dataset(name);
    const key = { platform: urns.platform('hive'), name, origin: 'PROD' };
    expect((await ingest(snapshot('Dataset', urn, ['metadata.key.DatasetKey', key]))).status).to.equal(200);
    const other = await ingest(snapshot('Dataset', urn, ['metadata.key.DatasetKey', { ...key, name: 'other' }]));
    expect(other.status, other.text).to.equal(200);
    expect(other.headers.get(api.names.warningHeader)).to.include('datasetKey/name of');
    expect((await values(urn)).datasetKey).to.deep.equal(key);
  });

  it('systemMetadata beside the entity applies to every aspect', async () => {
    const urn = dataset();
    await ingest(snapshot('Dataset', urn, ['common.Status', status(false)]), { systemMetadata: { runId: 'snap-run', lastObserved: 77 } });
    const { aspects } = await readEntity(urn);
    for (const name of ['status', 'datasetKey']) expect(aspects[name]?.systemMetadata).to.include({ runId: 'snap-run', lastObserved: 77 });
  });

  it('a snapshot without aspects makes the entity exist', async () => {
    const urn = dataset();
    expect((await ingest(snapshot('Dataset', urn))).status).to.equal(200);
    expect(await exists(urn)).to.equal(true);
  });

  it('a snapshot with one invalid aspect writes nothing', async () => {
    const urn = dataset();
    expectRefusal(await ingest(snapshot('Dataset', urn, ['common.Status', status(true)], ['common.GlobalTags', { tags: 'none' }])), 422, 'tags');
    expect(await exists(urn)).to.equal(false);
  });

  it('an unknown record, and an aspect that the snapshot does not allow, are refused with 422 and the name', async () => {
    const urn = dataset();
    expectRefusal(await ingest({ [record('metadata.snapshot.TeapotSnapshot')]: { urn, aspects: [] } }), 422, 'TeapotSnapshot');
    expectRefusal(await ingest(snapshot('Dataset', urn, ['common.Teapot', {}])), 422, 'common.Teapot');
    expectRefusal(await ingest(snapshot('Dataset', urn, ['tag.TagProperties', { name: 'x' }])), 422, 'tag.TagProperties');
    expectRefusal(await ingest(snapshot('Dataset', urn, ['common.status', status(false)])), 422, 'common.status');
    expect(await exists(urn)).to.equal(false);
  });

  it('an aspect item must have exactly one key, and so must the union of snapshots', async () => {
    const urn = dataset();
    const two = { [record('common.Status')]: status(false), [record('common.GlobalTags')]: tags() };
    for (const item of [two, {}]) expectRefusal(await ingest({ [DATASET]: { urn, aspects: [item] } }), 422, 'aspects/0');
    expectRefusal(await ingest({ ...snapshot('Dataset', urn), ...snapshot('Tag', urns.tag('x')) }), 422, 'one key');
  });

  it('snapshot name and URN must agree', async () => {
    expectRefusal(await ingest(snapshot('Dataset', urns.tag(own()), ['common.Status', status(false)])), 422, 'URN entity type does not match');
    expectRefusal(await ingest(snapshot('Dataset', 'not a urn', ['common.Status', status(false)])), 422, 'not a urn');
  });

  it('a body of another shape is refused with 400', async () => {
    for (const body of [{}, { entity: {} }, { entity: { value: 3 } }, { entity: { value: {} }, more: 1 }, { entity: [] }, 7]) {
      expectRefusal(await act('entities', 'ingest', body), [400, 422], /entity|object|value|more/);
    }
    expectRefusal(await ingest({ [DATASET]: { aspects: [] } }), 400, 'urn');
    expectRefusal(await ingest({ [DATASET]: { urn: dataset(), aspects: {} } }), 400, 'aspects');
    expectRefusal(await ingest({ [DATASET]: { urn: dataset() } }), 400, 'aspects');
    expectRefusal(await api.send('POST', '/entities?action=ingest', { text: '{"entity":' }), 400, 'JSON');
  });

  it('an integer that would be rounded is refused, never rounded', async () => {
    const urn = dataset();
    const text = JSON.stringify({
      entity: {
        value: snapshot('Dataset', urn, ['common.Ownership', { ...ownership(urns.user('a')), lastModified: { time: 1234, actor: urns.user('a') } }]),
      },
    });
    expectRefusal(await api.send('POST', '/entities?action=ingest', { text: text.replace('1234', '12345678901234567') }), 400, '12345678901234567');
  });
});

describe('Batch of snapshots (docs/semantics.md 5)', () => {
  it('accepts entities with and without the outer value, and answers with an empty body', async () => {
    const [a, b] = [dataset(), dataset()];
    const answer = await act('entities', 'batchIngest', {
      entities: [{ value: snapshot('Dataset', a, ['common.Status', status(false)]) }, snapshot('Dataset', b, ['common.Status', status(true)])],
    });
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.text).to.equal('');
    expect((await values(a)).status).to.deep.equal(status(false));
    expect((await values(b)).status).to.deep.equal(status(true));
  });

  it('systemMetadata is a list of equal length; another length is refused with 412', async () => {
    const [a, b] = [dataset(), dataset()];
    const entities = [a, b].map((urn) => ({ value: snapshot('Dataset', urn, ['common.Status', status(false)]) }));
    const answer = await act('entities', 'batchIngest', { entities, systemMetadata: [{ runId: 'one' }, { runId: 'two' }] });
    expect(answer.status, answer.text).to.equal(200);
    expect((await readEntity(b)).aspects.status?.systemMetadata?.runId).to.equal('two');
    expectRefusal(await act('entities', 'batchIngest', { entities, systemMetadata: [{}] }), 412, 'systemMetadata');
  });

  it('one invalid snapshot refuses the whole batch', async () => {
    const [a, b] = [dataset(), dataset()];
    const entities = [snapshot('Dataset', a, ['common.Status', status(false)]), snapshot('Dataset', b, ['common.Status', { removed: 'yes' }])];
    expectRefusal(await act('entities', 'batchIngest', { entities }), 422, 'removed');
    expect(await exists(a)).to.equal(false);
    expectRefusal(await act('entities', 'batchIngest', { entities: [] }), 400, 'entities');
    expectRefusal(await act('entities', 'batchIngest', { entities: [3] }), 400, 'entities');
  });
});

describe('Snapshot read (docs/semantics.md 6.2)', () => {
  it('returns the latest version of each aspect of the snapshot, the key first', async () => {
    const urn = dataset();
    await write(urn, 'status', status(true));
    await write(urn, 'status', status(false));
    await write(urn, 'subTypes', { typeNames: ['view'] });
    const { status: code, body } = await readSnapshot(urn);
    expect(code).to.equal(200);
    expect(Object.keys(body.value)).to.deep.equal([DATASET]);
    const { urn: shown, aspects = [] } = body.value[DATASET] ?? {};
    expect(shown).to.equal(urn);
    expect(Object.keys(aspects[0] ?? {})).to.deep.equal([record('metadata.key.DatasetKey')]);
    expect(aspects).to.deep.include({ [record('common.Status')]: status(false) });
    expect(JSON.stringify(aspects)).not.to.include('SubTypes');
  });

  it('an ingested snapshot can be read as a snapshot', async () => {
    const urn = urns.chart(own());
    const written = snapshot('Chart', urn, ['common.GlobalTags', tags(urns.tag('x'))], ['common.Status', status(false)]);
    await ingest(written);
    const { body } = await readSnapshot(urn);
    const read = body.value[record('metadata.snapshot.ChartSnapshot')]?.aspects ?? [];
    for (const item of Object.values(written)[0]?.aspects ?? []) expect(read).to.deep.include(item);
  });

  it('a glossary term shows ownership and glossaryTermInfo as named fields next to urn', async () => {
    const urn = urns.term(own());
    const info = { definition: 'D', termSource: 'EXTERNAL', sourceRef: 'R', sourceUrl: 'http://x.y', customProperties: { a: 'b' } };
    const answer = await ingest(
      snapshot('GlossaryTerm', urn, ['glossary.GlossaryTermInfo', info], ['common.Ownership', ownership(urns.user('ann'))]),
    );
    expect(answer.status, answer.text).to.equal(200);
    const { body } = await readSnapshot(urn);
    const term = body.value[TERM];
    expect(term?.urn).to.equal(urn);
    expect(term?.glossaryTermInfo).to.deep.equal(info);
    expect(term?.ownership)
      .to.have.property('owners')
      .deep.equal(ownership(urns.user('ann')).owners);
    expect(term).to.have.property('glossaryTermKey');
    expect(term).not.to.have.property('aspects');
    expect((await ingest(body.value)).status).to.equal(200);
  });

  it('a soft-deleted entity can still be viewed directly', async () => {
    const urn = dataset();
    await write(urn, 'status', status(true));
    expect((await readSnapshot(urn)).body.value[DATASET]?.aspects).to.deep.include({ [record('common.Status')]: status(true) });
  });

  it('an entity that was never written is 200 with only its key', async () => {
    const { status: code, body } = await readSnapshot(dataset());
    expect(code).to.equal(200);
    expect(body.value[DATASET]?.aspects).to.have.length(1);
  });

  it('an entity type without a snapshot record is refused, and so is an invalid URN', async () => {
    expectRefusal(await readSnapshot(urns.container(own())), [400, 404], 'container');
    expectRefusal(await readSnapshot('nonsense'), 400, 'nonsense');
    expectRefusal(await readSnapshot(urns.of('teapot', 'x')), 400, 'teapot');
  });
});
