import { expect } from 'chai';
import { StartError } from '../../src/errors.ts';
import { loadModel } from '../../src/model/load.ts';
import { modelFolder } from '../support/model-folder.ts';

const entity = (more: Record<string, unknown> = {}) => ({
  name: 'sensor',
  description: 'd',
  graphql: 'SENSOR',
  key: 'sensorKey',
  aspects: [],
  ...more,
});
const key = {
  'x-aspect': { name: 'sensorKey', record: 'metadata.key.SensorKey', kind: 'key', urn: ['serial'] },
  type: 'object',
  required: ['serial'],
  properties: { serial: { type: 'string' } },
};
const aspect = (properties: unknown, more: Record<string, unknown> = {}) => ({
  'x-aspect': { name: 'info', record: 'sensor.Info', kind: 'versioned' },
  type: 'object',
  properties,
  ...more,
});
const urn = { type: 'string', format: 'urn' };

/** The files of a part of links to tags. */
const part = (
  declared: Record<string, unknown>,
  items: unknown = { ...urn, 'x-relationship': { name: 'Labelled', to: ['tag'] } },
  required: readonly string[] = [],
) => ({
  'aspects/info.yaml': aspect(
    { labels: { type: 'array', items }, why: { type: 'string' } },
    {
      'x-aspect': {
        ...{ name: 'info', record: 'a.Labels', kind: 'versioned' },
        part: { name: 'info', shape: 'links', list: 'labels', noun: 'label', title: 'Labels', ...declared },
      },
      required: ['labels', ...required],
    },
  ),
});

/** What is wrong, the files, the file that is named, what is said of it. */
type Row = [what: string, files: Record<string, unknown>, file: string, said: string];
const MISTAKES: Row[] = [
  [
    'a misspelt annotation',
    { 'aspects/info.yaml': aspect({ a: { ...urn, 'x-relationshp': { name: 'A' } } }) },
    'aspects/info.yaml',
    '/properties/a/x-relationshp',
  ],
  [
    'a misspelt field of an annotation',
    { 'aspects/info.yaml': aspect({ a: { ...urn, 'x-relationship': { name: 'A', too: [] } } }) },
    'aspects/info.yaml',
    '/properties/a/x-relationship',
  ],
  [
    'a kind that there is not',
    { 'aspects/info.yaml': aspect({}, { 'x-aspect': { name: 'info', record: 'a.B', kind: 'eternal' } }) },
    'aspects/info.yaml',
    '/x-aspect/kind',
  ],
  [
    'what an aspect tells along a relationship that there is not',
    {
      'aspects/info.yaml': aspect(
        { a: { type: 'string' } },
        {
          'x-aspect': {
            ...{ name: 'info', record: 'a.B', kind: 'versioned' },
            tells: { field: 'hasInfo', along: 'Nowhere', of: ['dataset'], path: 'a', values: ['b'] },
          },
        },
      ),
    },
    'aspects/info.yaml',
    '/x-aspect/tells/along: Nowhere',
  ],
  ['a part in a form that there is not', part({ shape: 'heap' }), 'aspects/info.yaml', '/x-aspect/part/shape'],
  ['a part with the name of another', part({ name: 'tags' }), 'aspects/info.yaml', '/x-aspect/part/name: tags'],
  ['a part with the name of the description', part({ name: 'description' }), 'aspects/info.yaml', '/x-aspect/part/name: description'],
  [
    'a part that only some may read',
    { 'aspects/info.yaml': { ...part({})['aspects/info.yaml'], 'x-closed': 'MANAGE_SECRETS' } },
    'aspects/info.yaml',
    '/x-aspect/part/shape: what only some may read',
  ],
  ['a part that is called as another', part({ noun: 'tag' }), 'aspects/info.yaml', '/x-aspect/part/noun: tag'],
  [
    'a part whose name makes a mutation of another',
    part({ name: 'tag', noun: 'mark' }),
    'aspects/info.yaml',
    '/x-aspect/part/name: makes addTag of GraphQL, which the part tags of globalTags makes, too',
  ],
  [
    'a part whose noun makes a mutation of another',
    part({ noun: 'terms' }),
    'aspects/info.yaml',
    '/x-aspect/part/noun: makes addTerms of GraphQL, which the part terms of glossaryTerms makes, too',
  ],
  [
    'a part whose name is its noun',
    part({ name: 'staff', noun: 'staff' }),
    'aspects/info.yaml',
    '/x-aspect/part/name: makes addStaff of GraphQL, which its noun makes, too',
  ],
  [
    'a part that comes before a shipped one and takes its name',
    part({ name: 'terms', noun: 'notion', rank: 1 }),
    'aspects/info.yaml',
    '/x-aspect/part/name: terms is already the name of a part of glossaryTerms',
  ],
  ['a part with the title of another, in any case', part({ title: 'tags' }), 'aspects/info.yaml', '/x-aspect/part/title: tags is already the title'],
  [
    'a part with the category of another',
    part({ category: 'TAG' }),
    'aspects/info.yaml',
    '/x-aspect/part/category: TAG is already the category of the part tags',
  ],
  [
    'a part with a category of the timeline itself',
    part({ category: 'DOCUMENTATION' }),
    'aspects/info.yaml',
    '/x-aspect/part/category: DOCUMENTATION is already the category of the timeline itself',
  ],
  ['a part whose noun begins with no letter', part({ noun: '1st reader' }), 'aspects/info.yaml', '/x-aspect/part/noun: 1st reader begins with'],
  ...['constructor', 'valueOf', 'toString', 'hasOwnProperty', '__proto__'].map(
    (name): Row => [
      `a part with the name ${name}`,
      part({ name, noun: `${name} sign` }),
      'aspects/info.yaml',
      `/x-aspect/part/name: ${name === '__proto__' ? 'must match pattern' : `${name} is a name that every object has`}`,
    ],
  ),
  ['a part of a list that there is not', part({ list: 'lables' }), 'aspects/info.yaml', '/x-aspect/part/list: expected the name of a list'],
  ['a part whose items have no such field', part({ key: 'to' }), 'aspects/info.yaml', '/x-aspect/part/key: labels[].to'],
  ['a part of texts', part({}, { type: 'string' }), 'aspects/info.yaml', '/x-aspect/part/list: labels[] is no relationship'],
  [
    'a part of links to anything',
    part({}, { ...urn, 'x-relationship': { name: 'Labelled' } }),
    'aspects/info.yaml',
    '/x-aspect/part/list: the relationship of labels[] names no types',
  ],
  [
    'a part of items that have no key',
    part({ key: 'to' }, { type: 'object', properties: { to: { ...urn, 'x-relationship': { name: 'Labelled', to: ['tag'] } } } }),
    'aspects/info.yaml',
    '/x-aspect/part/key: the list labels needs x-patch-key: [to]',
  ],
  ['a part in a form that is of one aspect only', part({ shape: 'owners' }), 'aspects/info.yaml', '/x-aspect/part/shape: owners is edited in one'],
  ['a part that columns do not have', part({ columns: 'own' }), 'aspects/info.yaml', '/x-aspect/part/columns: own: schemaField does not'],
  ['a part that tables do not have of columns', part({ columns: 'table' }), 'aspects/info.yaml', '/x-aspect/part/columns: table'],
  ['a part beside what an edit does not bring', part({}, undefined, ['why']), 'aspects/info.yaml', '/x-aspect/part/shape: the aspect requires why'],
  ['a part that a privilege edits that there is not', part({ edit: 'EDIT_LABELS' }), 'aspects/info.yaml', '/x-aspect/part/edit'],
  [
    'what is closed to a privilege that opens nothing',
    { 'aspects/info.yaml': aspect({ a: { type: 'string', 'x-closed': 'VIEW_ENTITY_PAGE' } }) },
    'aspects/info.yaml',
    '/properties/a/x-closed',
  ],
  [
    'what is closed and searched',
    { 'aspects/info.yaml': aspect({ a: { type: 'string', 'x-closed': 'MANAGE_SECRETS', 'x-searchable': { field: 'a', type: 'text' } } }) },
    'aspects/info.yaml',
    '/x-closed: a cannot be closed',
  ],
  [
    'an aspect that is closed and has a relationship',
    { 'aspects/info.yaml': aspect({ a: { ...urn, 'x-relationship': { name: 'A' } } }, { 'x-closed': 'MANAGE_SECRETS' }) },
    'aspects/info.yaml',
    '/x-closed: a cannot be closed',
  ],
  [
    'what is closed and required, but cannot be empty',
    { 'aspects/info.yaml': aspect({ a: { type: 'integer', 'x-closed': 'MANAGE_SECRETS' } }, { required: ['a'] }) },
    'aspects/info.yaml',
    '/properties/a/x-closed: is required',
  ],
  [
    'what is closed in a shared record',
    { 'common/Box.yaml': { 'x-record': 'a.Box', type: 'object', properties: { a: { type: 'string', 'x-closed': 'MANAGE_SECRETS' } } } },
    'common/Box.yaml',
    '/properties/a/x-closed: has no effect here',
  ],
  [
    'what is closed of the items of a list',
    { 'aspects/info.yaml': aspect({ a: { type: 'array', items: { type: 'string', 'x-closed': 'MANAGE_SECRETS' } } }) },
    'aspects/info.yaml',
    '/properties/a/items/x-closed: has no effect here',
  ],
  [
    'what is closed in a definition',
    { 'aspects/info.yaml': aspect({}, { $defs: { Box: { type: 'object', properties: { a: { type: 'string', 'x-closed': 'MANAGE_SECRETS' } } } } }) },
    'aspects/info.yaml',
    '/$defs/Box/properties/a/x-closed: has no effect here',
  ],
  [
    'a closed key',
    { 'aspects/sensorKey.yaml': { ...key, properties: { serial: { type: 'string', 'x-closed': 'MANAGE_SECRETS' } } } },
    'aspects/sensorKey.yaml',
    '/x-aspect/kind: the URN shows a key aspect',
  ],
  [
    'a closed name',
    {
      'aspects/sensorKey.yaml': key,
      'aspects/sensorInfo.yaml': aspect(
        { title: { type: 'string', 'x-closed': 'MANAGE_SECRETS' } },
        { 'x-aspect': { name: 'sensorInfo', record: 'sensor.Info', kind: 'versioned' } },
      ),
      'entities/sensor.yaml': entity({ aspects: ['sensorInfo'], names: ['sensorInfo.title'] }),
    },
    'entities/sensor.yaml',
    'title is closed',
  ],
  ['an aspect without x-aspect', { 'aspects/info.yaml': { type: 'object', properties: {} } }, 'aspects/info.yaml', '/x-aspect'],
  [
    'a relationship on what is no URN',
    { 'aspects/info.yaml': aspect({ a: { type: 'string', 'x-relationship': { name: 'A' } } }) },
    'aspects/info.yaml',
    '/properties/a/x-relationship',
  ],
  [
    'a name in a field that there is not',
    { 'aspects/sensorKey.yaml': key, 'aspects/info.yaml': aspect({}), 'entities/sensor.yaml': entity({ aspects: ['info'], names: ['info.title'] }) },
    'entities/sensor.yaml',
    '/names/0: info.title',
  ],
  [
    'a page that lists by a search field that there is not',
    { 'aspects/sensorKey.yaml': key, 'entities/sensor.yaml': entity({ page: { listed: { title: 'T', fields: ['sofas'], none: 'None' } } }) },
    'entities/sensor.yaml',
    '/page/listed/fields/0: sofas',
  ],
  [
    'a page of parts by a relationship that there is not',
    { 'aspects/sensorKey.yaml': key, 'entities/sensor.yaml': entity({ page: { parts: { title: 'T', groups: [{ title: 'G', out: ['SitsOn'] }] } } }) },
    'entities/sensor.yaml',
    '/page/parts/groups/0: SitsOn',
  ],
  [
    'a relationship to an entity type that there is not',
    { 'aspects/info.yaml': aspect({ a: { ...urn, 'x-relationship': { name: 'A', to: ['sofa'] } } }) },
    'aspects/info.yaml',
    'sofa',
  ],
  [
    'a URN of an entity type that there is not',
    { 'aspects/info.yaml': aspect({ a: { ...urn, 'x-urn': { types: ['sofa'] } } }) },
    'aspects/info.yaml',
    'sofa',
  ],
  [
    'a relationship name of the house',
    { 'aspects/info.yaml': aspect({ a: { ...urn, 'x-relationship': { name: 'LATEST' } } }) },
    'aspects/info.yaml',
    '/properties/a/x-relationship/name',
  ],
  [
    'a relationship name that is none',
    { 'aspects/info.yaml': aspect({ a: { ...urn, 'x-relationship': { name: 'A`]-() DETACH DELETE n //' } } }) },
    'aspects/info.yaml',
    '/properties/a/x-relationship/name',
  ],
  [
    'a path that leads to no field',
    { 'aspects/info.yaml': aspect({ a: { type: 'array', items: urn, 'x-relationship': { name: 'A', path: '[].b' } } }) },
    'aspects/info.yaml',
    '/properties/a/x-relationship/path',
  ],
  [
    'a search type that there is not',
    { 'aspects/info.yaml': aspect({ a: { type: 'string', 'x-searchable': { field: 'a', type: 'fuzzy' } } }) },
    'aspects/info.yaml',
    '/properties/a/x-searchable/type',
  ],
  ['a $ref that leads nowhere', { 'aspects/info.yaml': aspect({ a: { $ref: '../common/Nope.yaml' } }) }, 'aspects/info.yaml', 'Nope'],
  ['a type that JSON Schema does not know', { 'aspects/info.yaml': aspect({ a: { type: 'strnig' } }) }, 'aspects/info.yaml', '/properties/a/type'],
  [
    'a keyword that JSON Schema does not know',
    { 'aspects/info.yaml': aspect({ a: { type: 'string', minLenght: 3 } }) },
    'aspects/info.yaml',
    'minLenght',
  ],
  [
    'an aspect that is shipped already',
    { 'aspects/status.yaml': aspect({}, { 'x-aspect': { name: 'status', record: 'common.Status', kind: 'versioned' } }) },
    'aspects/status.yaml',
    'extend',
  ],
  [
    'an aspect name that is shipped already',
    { 'aspects/mine.yaml': aspect({}, { 'x-aspect': { name: 'status', record: 'a.B', kind: 'versioned' } }) },
    'aspects/mine.yaml',
    '/x-aspect/name',
  ],
  [
    'an aspect with a name that every object has',
    { 'aspects/info.yaml': aspect({}, { 'x-aspect': { name: 'constructor', record: 'a.B', kind: 'versioned' } }) },
    'aspects/info.yaml',
    '/x-aspect/name: constructor is a name that every object has',
  ],
  [
    'an extension of an aspect that there is not',
    { 'aspects/more.yaml': { extend: true, 'x-aspect': { name: 'nope' }, properties: { a: urn } } },
    'aspects/more.yaml',
    'nope',
  ],
  [
    'an extension of an entity type that there is not',
    { 'entities/more.yaml': { extend: true, name: 'sofa', aspects: ['status'] } },
    'entities/more.yaml',
    'sofa',
  ],
  [
    'an extension by an aspect that there is not',
    { 'entities/more.yaml': { extend: true, name: 'dataset', aspects: ['nope'] } },
    'entities/more.yaml',
    'nope',
  ],
  ['an entity type without a key', { 'entities/sensor.yaml': entity() }, 'entities/sensor.yaml', '/key'],
  ['a key that is no key aspect', { 'entities/sensor.yaml': entity({ key: 'status' }) }, 'entities/sensor.yaml', '/key'],
  [
    'an aspect that there is not',
    { 'aspects/sensorKey.yaml': key, 'entities/sensor.yaml': entity({ aspects: ['status', 'nope'] }) },
    'entities/sensor.yaml',
    '/aspects/1',
  ],
  [
    'a missing description',
    { 'aspects/sensorKey.yaml': key, 'entities/sensor.yaml': entity({ description: undefined }) },
    'entities/sensor.yaml',
    'description',
  ],
  [
    'a field that there is not',
    { 'aspects/sensorKey.yaml': key, 'entities/sensor.yaml': entity({ colour: 'red' }) },
    'entities/sensor.yaml',
    'colour',
  ],
  [
    'a platform that is no field of the key',
    { 'aspects/sensorKey.yaml': key, 'entities/sensor.yaml': entity({ platform: 'vendor' }) },
    'entities/sensor.yaml',
    '/platform',
  ],
  [
    'a browse path of a field that the key does not have',
    { 'aspects/sensorKey.yaml': key, 'entities/sensor.yaml': entity({ browse: { path: '/{vendor}' } }) },
    'entities/sensor.yaml',
    '/browse/path',
  ],
  [
    'a constant of GraphQL that is taken',
    { 'aspects/sensorKey.yaml': key, 'entities/sensor.yaml': entity({ graphql: 'DATASET' }) },
    'entities/sensor.yaml',
    '/graphql',
  ],
  [
    'an entity type that is shipped already',
    { 'aspects/sensorKey.yaml': key, 'entities/sensor.yaml': entity({ name: 'dataset' }) },
    'entities/sensor.yaml',
    '/name',
  ],
  [
    'a field of the URN that the key does not have',
    { 'aspects/sensorKey.yaml': { ...key, 'x-aspect': { ...key['x-aspect'], urn: ['number'] } } },
    'aspects/sensorKey.yaml',
    '/x-aspect/urn',
  ],
  [
    'a misspelt annotation in an extension',
    { 'aspects/more.yaml': { extend: true, 'x-aspect': { name: 'tagProperties' }, properties: { a: { ...urn, 'x-relationshp': {} } } } },
    'aspects/more.yaml',
    '/properties/a/x-relationshp',
  ],
  [
    'a type that JSON Schema does not know in an extension',
    { 'aspects/more.yaml': { extend: true, 'x-aspect': { name: 'tagProperties' }, properties: { a: { type: 'strnig' } } } },
    'aspects/more.yaml',
    '/properties/a/type',
  ],
  [
    'an extension that declares a shipped field again',
    { 'aspects/more.yaml': { extend: true, 'x-aspect': { name: 'status' }, properties: { removed: { type: 'string' } } } },
    'aspects/more.yaml',
    '/properties/removed',
  ],
];

/** Names that no other row has, so that all rows stand in one folder; files that meet a shipped one keep their name. */
function apart(row: number, files: Readonly<Record<string, unknown>>): [file: string, content: unknown][] {
  const renamed = (text: string): string =>
    text.replaceAll('sensor', `sensor${row}`).replaceAll('SENSOR', `SENSOR${row}`).replaceAll('"info"', `"info${row}"`);
  return Object.entries(files).map(([file, content]) => [fileName(row, file), JSON.parse(renamed(JSON.stringify(content)))]);
}
const fileName = (row: number, file: string): string => (file === 'aspects/status.yaml' ? file : file.replace('/', `/${row}-`));

/** What the start says of a folder, without the folder's name. */
function mistakesIn(files: Readonly<Record<string, unknown>>): string {
  const folder = modelFolder(files);
  try {
    loadModel('svc', folder.path);
  } catch (error) {
    expect(error).to.be.instanceOf(StartError);
    return (error as StartError).message.replaceAll(`${folder.path}/`, '');
  } finally {
    folder.remove();
  }
  return expect.fail('the model was taken');
}

describe('The shipped model', () => {
  for (const { name, check } of loadModel('svc', undefined).aspects.values()) {
    it(`checks ${name}`, () => {
      expect(check({ 'no such field': 1 }).unknown).to.have.length(1);
    });
  }
});

// SECURITY.md C6
describe('Mistakes in your own model files are reported with file and pointer (openapi/README.md)', () => {
  let lines: string[];
  before(() => {
    lines = mistakesIn(Object.fromEntries(MISTAKES.flatMap(([, files], row) => apart(row, files)))).split('\n- ');
  });

  for (const [row, [what, , file, said]] of MISTAKES.entries()) {
    it(what, () => {
      const own = lines.filter((line) => line.includes(fileName(row, file)));
      expect(own.join('\n')).to.include(said);
    });
  }

  it('all are reported together', () => {
    expect(lines[0]).to.match(/has \d+ mistake/);
    expect(lines.length).to.be.greaterThan(MISTAKES.length);
  });

  it('invalid YAML', () => {
    expect(mistakesIn({ 'aspects/info.yaml': 'a: [1' })).to.include('aspects/info.yaml');
  });

  it('a list at the top of a file', () => {
    expect(mistakesIn({ 'aspects/info.yaml': '- a\n' }))
      .to.include('aspects/info.yaml')
      .and.include('map');
  });
});
