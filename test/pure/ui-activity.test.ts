/** Feeds of activity: sentences, rows, and the order of versions of several aspects. */
import { expect } from 'chai';
import { partsOfPages } from '../../src/http/site.ts';
import { type ActivityEvent, mergedEvents, rowsOf } from '../../src/ui/data/events.ts';
import { aspectTitle, sentencesOf, toldOf } from '../../src/ui/data/sentences.ts';
import { settings } from '../../src/ui/settings.ts';
import { model } from '../unit/support/model.ts';

// What the server writes into the page.
Object.assign(settings, { parts: partsOfPages(model.parts, []) });
for (const { name, noun } of model.aspects.values()) if (noun !== undefined) Object.assign(settings.nouns, { [name]: noun });

const said = (aspect: string, before: object | undefined, after: object | undefined): string[] =>
  sentencesOf({ aspect, before: before as Record<string, unknown> | undefined, after: after as Record<string, unknown> | undefined }).map(
    (sentence) => sentence.map((piece) => (typeof piece === 'string' ? piece : `<${piece.urn}>`)).join(''),
  );

describe('What a change says', () => {
  it('names what was added, removed and changed', () => {
    expect(said('globalTags', { tags: [{ tag: 'a' }] }, { tags: [{ tag: 'b' }] })).to.deep.equal(['added the tag <b>', 'removed the tag <a>']);
    expect(said('domains', undefined, { domains: ['sales'] })).to.deep.equal(['added the domain <sales>']);
    const value = (text: string) => ({ properties: [{ propertyUrn: 'p', values: [{ string: text }] }] });
    expect(said('structuredProperties', value('gold'), value('lead'))).to.deep.equal(['changed the property <p> from gold to lead']);
    expect(said('ownership', { owners: [{ owner: 'ana', type: 'X' }] }, { owners: [] })).to.deep.equal(['removed the owner <ana>']);
  });

  it('names roles and groups, and what somebody asks for', () => {
    expect(said('roleMembership', undefined, { roles: ['admin'] })).to.deep.equal(['added the role <admin>']);
    expect(said('nativeGroupMembership', { nativeGroups: ['team'] }, { nativeGroups: [] })).to.deep.equal(['removed the group <team>']);
    const request = { privilege: 'EDIT_ENTITY_DOCS', resource: 'orders', state: 'OPEN' };
    expect(said('accessRequestInfo', undefined, request)).to.deep.equal(['asked for “edit descriptions” on <orders>']);
    expect(said('accessRequestInfo', request, { privilege: 'MANAGE_TAGS', state: 'DECLINED' })).to.deep.equal(['declined “manage tags”']);
  });

  it('names the column', () => {
    const column = (more: object) => ({ editableSchemaFieldInfo: [{ fieldPath: '[version=2.0].[type=string].email', ...more }] });
    expect(said('editableSchemaMetadata', column({}), column({ description: 'x', globalTags: { tags: [{ tag: 'pii' }] } }))).to.deep.equal([
      'added the tag <pii> on column email',
      'wrote the description of column email: “x”',
    ]);
    const fields = (...paths: string[]) => ({ fields: paths.map((fieldPath) => ({ fieldPath })) });
    expect(said('schemaMetadata', fields('a', 'b'), fields('b', 'c'))).to.deep.equal(['added the column c', 'removed the column a']);
    expect(said('schemaMetadata', undefined, fields('a', 'b'))).to.deep.equal(['described the schema with 2 columns']);
  });

  it('has words for states, texts, and for any other aspect', () => {
    expect(said('status', undefined, { removed: true })).to.deep.equal(['soft-deleted it']);
    expect(said('status', { removed: true }, undefined)).to.deep.equal(['restored it']);
    expect(said('deprecation', { deprecated: true }, { deprecated: false })).to.deep.equal(['ended the deprecation']);
    expect(said('datasetProperties', { description: 'a' }, { description: 'b' })).to.deep.equal(['changed the description from “a” to “b”']);
    expect(said('datasetProperties', { name: 'a'.repeat(90) }, {})).to.deep.equal([`removed the name, which was “${'a'.repeat(60)}…”`]);
    expect(said('upstreamLineage', {}, { upstreams: [] })).to.deep.equal(['changed the lineage']);
    expect(said('upstreamLineage', {}, undefined)).to.deep.equal(['removed the lineage']);
  });

  it('tells of other aspects in one sentence, after what is known of the rest', () => {
    const added = ['container', 'ownership', 'browsePathsV2'].map((aspect) => ({ aspect, before: undefined, after: { owners: [{ owner: 'ana' }] } }));
    expect(toldOf([...added, { aspect: 'subTypes', before: {}, after: undefined }])).to.deep.equal([
      ['added the owner ', { urn: 'ana' }],
      ['added the container, the place in the tree'],
      ['removed the kind'],
    ]);
  });

  it('says what was done where an undo has taken the values away', () => {
    const gone = { before: undefined, after: undefined, verb: 'removed' };
    expect(toldOf(['globalTags', 'editableDatasetProperties'].map((aspect) => ({ aspect, ...gone })))).to.deep.equal([
      ['removed the tags, the description'],
    ]);
    expect(['globalTags', 'institutionalMemory', 'upstreamLineage', 'datasetKey'].map(aspectTitle)).to.deep.equal([
      ...['Tags', 'Links', 'Lineage', 'Dataset key'],
    ]);
  });

  it('is cut where it would be long', () => {
    const tags = Array.from({ length: 10 }, (_, at) => ({ tag: `t${at}` }));
    expect(said('globalTags', undefined, { tags })).to.have.length(7);
    expect(said('globalTags', undefined, { tags }).at(-1)).to.equal('and 4 more');
  });
});

const event = (urn: string, runId: string | undefined): ActivityEvent => ({
  key: urn,
  urn,
  actor: 'ana',
  time: 1,
  runId,
  changes: [],
  whole: undefined,
});

describe('Rows of a feed', () => {
  it('tell in one row of many entities of one run', () => {
    const events = [event('a', undefined), event('b', 'run'), event('c', 'run'), event('d', 'run'), event('e', 'other'), event('f', 'other')];
    expect(rowsOf(events).map((row) => row.events.map(({ urn }) => urn).join(''))).to.deep.equal(['a', 'bcd', 'e', 'f']);
  });

  it('tell in one row of many entities of one commit without a run, as an undo is', () => {
    const events = ['a', 'b', 'c', 'd'].map((urn) => ({ ...event(urn, undefined), commit: urn === 'd' ? 2 : 1 }));
    expect(rowsOf(events).map((row) => row.events.map(({ urn }) => urn).join(''))).to.deep.equal(['abc', 'd']);
  });

  it('reach back only as far as the versions of every aspect are known', () => {
    const version = (time: number) => ({ time, actor: 'ana', value: { description: String(time) } });
    const pasts = [
      { aspect: 'often', total: 9, versions: [version(90), version(80), version(70)] },
      { aspect: 'rarely', total: 2, versions: [version(85), version(10)] },
    ];
    const { events, more } = mergedEvents(
      'urn',
      pasts,
      new Map([
        ['often', 2],
        ['rarely', 2],
      ]),
    );
    expect(events.map(({ time }) => time)).to.deep.equal([90, 85, 80]);
    expect(more).to.deep.equal(['often']);
    expect(events[2]?.changes[0]?.before).to.deep.equal({ description: '70' });
  });
});
