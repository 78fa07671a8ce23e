/** Keyed paths of patches, what they start from, and the tree of column lineage (docs/semantics.md 13.6). */
import { expect } from 'chai';
import fc from 'fast-check';
import { patched, readPatch } from '../../../src/catalog/write/patch/patch.ts';
import { ownership, tags, urns } from '../../support/make.ts';
import { aspectOf, model } from '../support/model.ts';
import { ACTOR } from '../support/proposals.ts';
import { refused } from '../support/refused.ts';

const stamp = { time: 7, actor: ACTOR };
const patch = (aspect: string, current: unknown, body: unknown): unknown => patched(model, aspectOf(aspect), current, readPatch(body), stamp);

const [a, b, c] = ['a', 'b', 'c'].map(urns.tag) as [string, string, string];
const [o, p] = ['o', 'p'].map(urns.user) as [string, string];
const owner = (each: string, type = 'DATAOWNER', more = {}) => ({ owner: each, type, ...more });
const column = (name: string) => urns.column(urns.dataset('d'), name);
const entry = (upstreams: string[], downstream: string, more = {}) => ({
  upstreamType: 'FIELD_SET',
  downstreamType: 'FIELD',
  downstreams: [downstream],
  upstreams,
  ...more,
});

type Case = readonly [title: string, aspect: string, current: unknown, body: unknown, after: unknown];

const CASES: readonly Case[] = [
  ['an item is added under its key, which the path says for it', 'globalTags', tags(a), [{ op: 'add', path: `/tags/${b}`, value: {} }], tags(a, b)],
  [
    'an item that is there is replaced where it stands',
    'globalTags',
    tags(a, b),
    [{ op: 'add', path: `/tags/${a}`, value: { tag: a, context: 'x' } }],
    { tags: [{ tag: a, context: 'x' }, { tag: b }] },
  ],
  ['an item goes by its key', 'globalTags', tags(a, b, c), [{ op: 'remove', path: `/tags/${b}` }], tags(a, c)],
  [
    '* is every key of a removal',
    'globalTags',
    { tags: [{ tag: a, attribution: { time: 0, actor: ACTOR, source: b } }, { tag: a }, { tag: c }] },
    { arrayPrimaryKeys: { tags: ['attribution␟source', 'tag'] }, patch: [{ op: 'remove', path: `/tags/*/${a}` }] },
    tags(c),
  ],
  [
    '* is every key of a removal, joined or as all keys',
    'ownership',
    { owners: [owner(o), owner(o, 'PRODUCER'), owner(p), owner(p, 'PRODUCER')] },
    [
      { op: 'remove', path: `/owners/${o}␟*` },
      { op: 'remove', path: '/owners/*/PRODUCER' },
    ],
    { owners: [owner(p)] },
  ],
  ['* is every item', 'globalTags', tags(a, b), [{ op: 'remove', path: '/tags/*' }], tags()],
  [
    'an item that has the key * is that item',
    'editableSchemaMetadata',
    { editableSchemaFieldInfo: [{ fieldPath: 'x' }] },
    [
      { op: 'add', path: '/editableSchemaFieldInfo/*', value: { fieldPath: '*' } },
      { op: 'add', path: '/editableSchemaFieldInfo/*/description', value: 'all' },
      { op: 'remove', path: '/editableSchemaFieldInfo/*' },
    ],
    { editableSchemaFieldInfo: [{ fieldPath: 'x' }] },
  ],
  ['an item that is not there needs no removal', 'globalTags', tags(a), [{ op: 'remove', path: `/tags/${b}` }], tags(a)],
  [
    'a number is no place in a list with keys',
    'institutionalMemory',
    { elements: [{ url: 'a' }] },
    [{ op: 'remove', path: '/elements/0' }],
    { elements: [{ url: 'a' }] },
  ],
  [
    'an item that brings its own key takes the place of the one with that key, whatever the path says',
    'globalTags',
    tags(a, b),
    [{ op: 'add', path: '/tags/0', value: { tag: b, context: 'x' } }],
    { tags: [{ tag: a }, { tag: b, context: 'x' }] },
  ],
  ['- is its end', 'globalTags', tags(a), [{ op: 'add', path: '/tags/-', value: { tag: b } }], tags(a, b)],
  ['the type in a URN is of any case', 'globalTags', tags(a, b), [{ op: 'remove', path: `/tags/${a.replace('tag', 'TAG')}` }], tags(b)],
  [
    'slashes of a key are escaped, or left as they are',
    'globalTags',
    tags(urns.tag('x/y'), urns.tag('v/w'), a),
    [
      { op: 'remove', path: `/tags/${urns.tag('x~1y')}` },
      { op: 'remove', path: `/tags/${urns.tag('v/w')}` },
    ],
    tags(a),
  ],
  [
    'a list with several keys takes a segment for each',
    'ownership',
    { owners: [owner(o), owner(o, 'STAKEHOLDER')] },
    [{ op: 'remove', path: `/owners/${o}/STAKEHOLDER/` }],
    { owners: [owner(o)] },
  ],
  [
    'all keys may stand in one segment',
    'ownership',
    { owners: [owner(o), owner(o, 'STAKEHOLDER'), owner(p)] },
    [{ op: 'remove', path: `/owners/${o}\u241fSTAKEHOLDER\u241f` }],
    { owners: [owner(o), owner(p)] },
  ],
  [
    'with fewer keys than the list has all items go that have them',
    'ownership',
    { owners: [owner(o), owner(p), owner(o, 'STAKEHOLDER')] },
    [{ op: 'remove', path: `/owners/${o}` }],
    { owners: [owner(p)] },
  ],
  [
    'keys that come with the patch go before those of the model',
    'ownership',
    { owners: [owner(o), owner(p)] },
    { patch: [{ op: 'remove', path: '/owners/DATAOWNER' }], arrayPrimaryKeys: { owners: ['type'] } },
    { owners: [] },
  ],
  [
    'a path leads on below an item',
    'globalTags',
    tags(a, b),
    [{ op: 'add', path: `/tags/${b}/context`, value: 'x' }],
    { tags: [{ tag: a }, { tag: b, context: 'x' }] },
  ],
  [
    'an item that is missing on the way is made with its key',
    'globalTags',
    tags(a),
    [{ op: 'add', path: `/tags/${b}/context`, value: 'x' }],
    { tags: [{ tag: a }, { tag: b, context: 'x' }] },
  ],
  [
    'items of a list of texts are their own keys',
    'propertyDefinition',
    { qualifiedName: 'q', entityTypes: [a, b] },
    [
      { op: 'remove', path: `/entityTypes/${a}` },
      { op: 'add', path: `/entityTypes/${c}`, value: c },
      { op: 'add', path: `/entityTypes/${b}`, value: b },
    ],
    { qualifiedName: 'q', entityTypes: [b, c] },
  ],
  [
    'values of a property are unions: the path says the text',
    'structuredProperties',
    { properties: [{ propertyUrn: a, values: [{ string: 'x' }, { double: 2 }] }] },
    [
      { op: 'remove', path: `/properties/${a}/values/x` },
      { op: 'remove', path: `/properties/${a}/values/2` },
      { op: 'add', path: `/properties/${a}/values/y`, value: {} },
    ],
    { properties: [{ propertyUrn: a, values: [{ string: 'y' }] }] },
  ],
  [
    'an item moves from one key to another place, and is copied',
    'globalTags',
    tags(a, b),
    [
      { op: 'copy', from: `/tags/${a}`, path: '/first' },
      { op: 'move', from: `/tags/${a}`, path: '/moved' },
    ],
    { ...tags(b), first: { tag: a }, moved: { tag: a } },
  ],
  [
    'a key that looks like a position, or like the end, is a key',
    'editableSchemaMetadata',
    { editableSchemaFieldInfo: [{ fieldPath: 'id', description: 'mine' }] },
    ['0', '1', '-'].map((name) => ({ op: 'add', path: `/editableSchemaFieldInfo/${name}/description`, value: `of ${name}` })),
    {
      editableSchemaFieldInfo: [
        { fieldPath: 'id', description: 'mine' },
        ...['0', '1', '-'].map((name) => ({ fieldPath: name, description: `of ${name}` })),
      ],
    },
  ],
  [
    'an item called - is replaced by one without a key, and stays beside one with another key',
    'schemaMetadata',
    { fields: [{ fieldPath: '-' }, { fieldPath: 'a' }] },
    [
      { op: 'add', path: '/fields/-', value: { nullable: true } },
      { op: 'add', path: '/fields/-', value: { fieldPath: 'b' } },
    ],
    { fields: [{ fieldPath: '-', nullable: true }, { fieldPath: 'a' }, { fieldPath: 'b' }] },
  ],
  [
    'keys of the request have no positions either, at any depth',
    'datasetProperties',
    { extra: [{ id: 'a', inner: [{ id: 'x' }] }] },
    {
      patch: [
        { op: 'remove', path: '/extra/0' },
        { op: 'remove', path: '/extra/a/inner/0' },
        { op: 'add', path: '/extra/a/inner/0/note', value: 'new' },
      ],
      arrayPrimaryKeys: { extra: ['id'], inner: ['id'] },
    },
    { extra: [{ id: 'a', inner: [{ id: 'x' }, { id: '0', note: 'new' }] }] },
  ],
  [
    'an unescaped slash belongs to the key of a URN, and not to the name of a column',
    'editableSchemaMetadata',
    { editableSchemaFieldInfo: [{ fieldPath: 'a/description', description: 'mine' }] },
    [{ op: 'remove', path: '/editableSchemaFieldInfo/a/description' }],
    { editableSchemaFieldInfo: [{ fieldPath: 'a/description', description: 'mine' }] },
  ],
];

const MISSING: readonly [title: string, aspect: string, current: unknown, operation: object][] = [
  ['replace', 'globalTags', tags(a), { op: 'replace', path: '/tags/0', value: { tag: b } }],
  ['replace below it', 'globalTags', tags(a), { op: 'replace', path: `/tags/${b}/context`, value: 'x' }],
  ['test', 'globalTags', tags(a), { op: 'test', path: '/tags/0', value: { tag: a } }],
  ['test below it', 'globalTags', tags(a), { op: 'test', path: '/tags/0/tag', value: a }],
  ['copy', 'globalTags', tags(a), { op: 'copy', from: '/tags/0', path: `/tags/${b}` }],
  ['move', 'globalTags', tags(a), { op: 'move', from: '/tags/0', path: `/tags/${b}` }],
  ['replace of column lineage', 'upstreamLineage', { upstreams: [] }, { op: 'replace', path: '/fineGrainedLineages/NONE/x/NONE/y', value: {} }],
  ['add of what is no part of the tree', 'upstreamLineage', { upstreams: [] }, { op: 'add', path: '/fineGrainedLineages/NONE/x', value: { q: 1 } }],
];

describe('Keyed paths of a patch', () => {
  for (const [title, aspect, current, body, after] of CASES) {
    it(title, () => {
      expect(patch(aspect, current, body)).to.deep.equal(after);
    });
  }

  for (const [title, aspect, current, operation] of MISSING) {
    it(`an item that is not there: ${title} is refused`, () => {
      const { status, details } = refused(() => patch(aspect, current, [operation]));
      expect([status, details[0]?.pointer]).to.deep.equal([400, '/patch/0']);
    });
  }

  for (const path of ['/tags/0', '/tags/not a urn', '/tags/x/context'])
    it(`remove refuses ${path}, which can be the key of no tag`, () => {
      const { status, message, details } = refused(() => patch('globalTags', undefined, [{ op: 'remove', path }]));
      expect([status, details[0]?.pointer]).to.deep.equal([400, '/patch/0/path']);
      expect(message).to.include('the URN of an item');
    });

  for (const operation of [
    { op: 'add', path: '/tags/*', value: { tag: a } },
    { op: 'add', path: '/tags/*/context', value: 'x' },
    { op: 'replace', path: '/tags/*', value: { tag: a } },
    { op: 'test', path: '/tags/*/tag', value: a },
    { op: 'copy', from: '/tags/*', path: `/tags/${b}` },
    { op: 'move', from: '/tags/*', path: `/tags/${b}` },
  ])
    it(`${operation.op} refuses * as the key of ${operation.from ?? operation.path}`, () => {
      const { status, message, details } = refused(() => patch('globalTags', tags(a, c), [operation]));
      expect([status, details[0]?.pointer]).to.deep.equal([400, `/patch/0/${operation.from ? 'from' : 'path'}`]);
      expect(message).to.include(operation.from ?? operation.path);
    });

  it('column lineage refuses *, for its removal too', () => {
    const operation = { op: 'remove', path: `/fineGrainedLineages/NONE/*/NONE/${column('x')}` };
    expect(
      refused(() => patch('upstreamLineage', { upstreams: [], fineGrainedLineages: [entry([column('x')], column('y'))] }, [operation])).status,
    ).to.equal(400);
  });

  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'x/y', 'x~y', '0', '1', 'ä'), { maxLength: 6 });
  it('adding and removing by keys gives a set, each item once, in the order of adding', () => {
    fc.assert(
      fc.property(
        names,
        fc.array(fc.tuple(fc.boolean(), fc.constantFrom('a', 'b', 'c', 'd', 'x/y', 'x~y', '0', '1', 'ä')), { maxLength: 12 }),
        (had, steps) => {
          const expected = new Set(had);
          const operations = steps.map(([adds, name]) => {
            if (adds) expected.add(name);
            else expected.delete(name);
            const path = `/tags/${urns.tag(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
            return adds ? { op: 'add', path, value: {} } : { op: 'remove', path };
          });
          expect(patch('globalTags', tags(...had.map(urns.tag)), operations)).to.deep.equal(tags(...[...expected].map(urns.tag)));
        },
      ),
    );
  });

  it('applying a patch again changes nothing', () => {
    const owners = fc.array(fc.tuple(fc.constantFrom(o, p), fc.constantFrom('DATAOWNER', 'STAKEHOLDER')), { maxLength: 6 });
    fc.assert(
      fc.property(owners, owners, (added, removed) => {
        const operations = [
          ...added.map(([who, type]) => ({ op: 'add', path: `/owners/${who}/${type}/`, value: {} })),
          ...removed.map(([who, type]) => ({ op: 'remove', path: `/owners/${who}/${type}/` })),
        ];
        const once = patch('ownership', ownership(o), operations);
        expect(patch('ownership', once, operations)).to.deep.equal(once);
      }),
    );
  });
});

describe('The empty aspect with which a patch starts', () => {
  const TEMPLATES: readonly [aspect: string, empty: unknown][] = [
    ['globalTags', { tags: [] }],
    ['structuredProperties', { properties: [] }],
    ['chartInfo', { customProperties: {}, title: '', description: '', lastModified: { created: stamp, lastModified: stamp } }],
    ['dataJobInfo', { customProperties: {}, name: '', type: { string: '' } }],
    ['upstreamLineage', { upstreams: [] }],
    ['status', {}],
  ];
  for (const [aspect, empty] of TEMPLATES) {
    it(`of ${aspect} is ${JSON.stringify(empty)}`, () => {
      expect(patch(aspect, undefined, [])).to.deep.equal(empty);
    });
  }

  it('is valid for any aspect, except for missing fields that nobody can guess', () => {
    for (const aspect of model.aspects.values()) {
      if (aspect.kind !== 'versioned') continue;
      const empty = patch(aspect.name, undefined, []) as Record<string, unknown>;
      const wrong = aspect.check(empty).wrong.filter(({ pointer }) => Object.hasOwn(empty, pointer.split('/')[1] ?? ''));
      expect(wrong, aspect.name).to.deep.equal([]);
    }
  });

  it('is created again for each patch', () => {
    const made = () => patch('globalTags', undefined, [{ op: 'add', path: `/tags/${a}`, value: {} }]);
    expect(made()).to.deep.equal(tags(a));
    expect(made()).to.deep.equal(tags(a));
  });
});

describe('Column lineage in a patch is a tree', () => {
  const path = (operation: string, downstream: string, query: string, upstream: string) =>
    `/fineGrainedLineages/${operation}/${downstream}/${query}/${upstream}`;
  const at = (downstream: string, upstream: string) => path('NONE', downstream, 'NONE', upstream);
  const [x, y, z] = ['x', 'y', 'z'].map(column) as [string, string, string];
  const current = { upstreams: [], fineGrainedLineages: [entry([x, y], z, { confidenceScore: 1 })] };

  it('an upstream column is added to the entry that shares everything else', () => {
    const after = patch('upstreamLineage', current, [{ op: 'add', path: at(z, z), value: { confidenceScore: 1 } }]);
    expect(after).to.deep.equal({ upstreams: [], fineGrainedLineages: [entry([x, y, z], z, { confidenceScore: 1 })] });
  });

  it('one with another score gets a separate entry', () => {
    const after = patch('upstreamLineage', current, [{ op: 'add', path: at(z, z), value: { confidenceScore: 0.5 } }]);
    expect(after).to.deep.equal({
      upstreams: [],
      fineGrainedLineages: [entry([x, y], z, { confidenceScore: 1 }), entry([z], z, { confidenceScore: 0.5 })],
    });
  });

  it('removing the last one removes the entry', () => {
    const one = patch('upstreamLineage', current, [{ op: 'remove', path: at(z, x) }]);
    expect(one).to.deep.equal({ upstreams: [], fineGrainedLineages: [entry([y], z, { confidenceScore: 1 })] });
    expect(patch('upstreamLineage', one, [{ op: 'remove', path: at(z, y) }])).to.deep.equal({ upstreams: [], fineGrainedLineages: [] });
  });

  it('operation and query are levels of the tree', () => {
    const after = patch('upstreamLineage', { upstreams: [] }, [
      { op: 'add', path: path('SUM', z, urns.of('query', 'q'), x), value: { confidenceScore: 1 } },
    ]);
    expect(after).to.deep.equal({
      upstreams: [],
      fineGrainedLineages: [entry([x], z, { confidenceScore: 1, transformOperation: 'SUM', query: urns.of('query', 'q') })],
    });
  });

  it('an upstream column goes to its own entry, and an entry of several downstream columns is split', () => {
    const both = { upstreams: [], fineGrainedLineages: [{ ...entry([x, y], z, { note: 1 }), downstreams: [y, z] }] };
    expect(patch('upstreamLineage', both, [{ op: 'remove', path: at(z, x) }])).to.deep.equal({
      upstreams: [],
      fineGrainedLineages: [entry([x, y], y, { note: 1 }), entry([y], z, { note: 1 })],
    });
  });

  it('an operation may be called like a number, and an entry without columns has an empty name', () => {
    const others = [entry([x], z, { transformOperation: '0' }), { ...entry([x], z), downstreams: [] }, entry([y], z)];
    expect(
      patch('upstreamLineage', { upstreams: [], fineGrainedLineages: others }, [
        { op: 'remove', path: path('0', z, 'NONE', x) },
        { op: 'remove', path: path('NONE', '', 'NONE', x) },
      ]),
    ).to.deep.equal({ upstreams: [], fineGrainedLineages: others.slice(2) });
  });

  it('by positions it stays a list', () => {
    expect(patch('upstreamLineage', current, [{ op: 'remove', path: '/fineGrainedLineages/0' }])).to.deep.equal({
      upstreams: [],
      fineGrainedLineages: [],
    });
  });
});
