/** What a commit locks and reads before it decides. */
import { expect } from 'chai';
import fc from 'fast-check';
import type { Proposal } from '../../../src/catalog/write/proposal.ts';
import { NOTHING_MORE, readSetOf } from '../../../src/catalog/write/read-set.ts';
import type { ReadSet } from '../../../src/graph/changes.ts';
import { description, ownership, schemaMetadata, status, tags, urns } from '../../support/make.ts';
import { model } from '../support/model.ts';
import { ACTOR, hardDelete, proposalOf, propose, type Said, unitsOf } from '../support/proposals.ts';

const A = urns.dataset('db.a');
const P = urns.of('structuredProperty', 'io.x.p');
const DEFINITION = ['propertyDefinition', 'status'];
const PLATFORM = [{ urn: urns.platform('hive'), aspects: ['dataPlatformInfo'] }];
const INSTANCES = ['db', 'db.a'].map((name) => ({ urn: urns.of('dataPlatformInstance', `(${urns.platform('hive')},${name})`), aspects: [] }));

const needs = (list: readonly Proposal[], known = (_: string) => false, entities: ReadSet['lock'] = []) =>
  readSetOf(model, unitsOf(list), known, { ...NOTHING_MORE, entities });
const values = (...list: string[]) => ({ properties: list.map((propertyUrn) => ({ propertyUrn, values: [{ string: 'x' }] })) });
const definition = {
  qualifiedName: 'io.x.p',
  valueType: urns.of('dataType', 'svc.urn'),
  entityTypes: [urns.of('entityType', 'svc.dataset')],
  typeQualifier: { allowedTypes: [urns.of('entityType', 'svc.tag')] },
};
const patch = (...operations: object[]) => ({ changeType: 'PATCH' as const, value: { json: operations, text: JSON.stringify(operations) } });

const CASES: readonly [title: string, list: readonly Proposal[], needs: Partial<ReadSet>][] = [
  [
    'a write: its aspect, and for the first one what its defaults depend on',
    [propose(A, 'datasetProperties', description('d'))],
    {
      lock: [{ urn: A, aspects: ['datasetProperties'] }],
      read: [...PLATFORM, ...INSTANCES],
      chains: [],
      propertyNames: [],
      badge: false,
      sizes: [],
      previous: [],
      versionSets: [],
      above: [],
      hierarchies: model.hierarchies,
      parts: [],
      reborn: [],
    },
  ],
  [
    'several writes of one entity: each once',
    [propose(A, 'status', status(true)), propose(A, 'globalTags', tags()), propose(A, 'status', status(false))],
    { lock: [{ urn: A, aspects: ['status', 'globalTags'] }] },
  ],
  [
    'the deletion of an aspect: its size',
    [propose(A, 'status', undefined, { changeType: 'DELETE' })],
    { lock: [{ urn: A, aspects: ['status'] }], sizes: [{ key: `${A} status`, urn: A, aspect: 'status', series: [] }] },
  ],
  ['the deletion of an entity: all of it', [hardDelete(A), propose(A, 'status', status(false))], { lock: [{ urn: A, aspects: 'all' }] }],
  [
    'the deletion of points: those of the window',
    [propose(A, 'datasetProfile', undefined, { changeType: 'DELETE', window: { from: 1, to: 2 } })],
    { sizes: [{ key: `${A} datasetProfile`, urn: A, aspect: 'datasetProfile', series: [{ series: `${A}|datasetProfile`, from: 1, to: 2 }] }] },
  ],
  [
    'a rollback of the key, or of a default: all of the entity',
    [propose(A, 'browsePathsV2', undefined, { changeType: 'REVERT', undo: { run: 'r', safe: true } })],
    { lock: [{ urn: A, aspects: 'all' }] },
  ],
  [
    'a rollback of anything else: the aspect alone',
    [propose(A, 'status', undefined, { changeType: 'REVERT', undo: { run: 'r', safe: true } })],
    { lock: [{ urn: A, aspects: ['status'] }] },
  ],
  [
    'a definition: itself whole, who has its search name, and what must exist',
    [propose(P, 'propertyDefinition', definition)],
    {
      lock: [{ urn: P, aspects: ['propertyDefinition', 'status', 'structuredPropertySettings'] }],
      propertyNames: ['io_x_p'],
      read: [definition.valueType, ...definition.entityTypes, ...definition.typeQualifier.allowedTypes].map((urn) => ({ urn, aspects: [] })),
    },
  ],
  ['display settings: which property is the badge', [propose(P, 'structuredPropertySettings', { showAsAssetBadge: true })], { badge: true }],
  [
    'property values: the properties that they name',
    [propose(A, 'structuredProperties', values(P))],
    {
      lock: [
        { urn: A, aspects: ['structuredProperties'] },
        { urn: P, aspects: DEFINITION },
      ],
    },
  ],
  [
    'a patch of them: those that its paths name, with and without escapes, and its values',
    [
      propose(
        A,
        'structuredProperties',
        undefined,
        patch(
          { op: 'add', path: `/properties/${P}`, value: { values: [] } },
          { op: 'remove', path: `/properties/${urns.of('structuredProperty', 'a~1b')}` },
          { op: 'remove', path: `/properties/${urns.of('structuredProperty', 'c/d')}` },
          { op: 'add', path: '/properties/-', value: { propertyUrn: urns.of('structuredProperty', 'e'), values: [] } },
        ),
      ),
    ],
    {
      lock: [
        { urn: A, aspects: ['structuredProperties'] },
        ...['io.x.p', 'a/b', 'c', 'c/d', 'e'].map((id) => ({ urn: urns.of('structuredProperty', id), aspects: DEFINITION })),
      ],
    },
  ],
  [
    'a container: the containers above it, also of those that are moved at the same time',
    [
      propose(A, 'container', { container: urns.container('inner') }),
      propose(urns.container('inner'), 'container', { container: urns.container('outer') }),
    ],
    { chains: [urns.container('inner'), urns.container('outer')] },
  ],
  [
    'column lineage: the schemas of the datasets that it names, under their lock where they are written too',
    [
      propose(A, 'schemaMetadata', schemaMetadata(['x'])),
      propose(urns.dataset('b'), 'upstreamLineage', {
        upstreams: [],
        fineGrainedLineages: [
          {
            upstreamType: 'FIELD_SET',
            downstreamType: 'FIELD',
            upstreams: [urns.column(A, 'x')],
            downstreams: [urns.column(urns.dataset('c'), 'y')],
          },
        ],
      }),
    ],
    {
      lock: [
        { urn: A, aspects: ['schemaMetadata'] },
        { urn: urns.dataset('b'), aspects: ['upstreamLineage'] },
      ],
    },
  ],
];

describe('What a commit reads from the graph', () => {
  for (const [title, list, expected] of CASES) {
    it(title, async () => {
      expect(await needs(list)).to.deep.include(expected);
    });
  }

  it('nothing for the defaults of an entity that is known to exist', async () => {
    const { read: look, chains } = await needs([propose(A, 'container', { container: urns.container('c') })], () => true);
    expect([look, chains]).to.deep.equal([[], []]);
  });

  it('for a rollback, the version before the run', async () => {
    const { previous } = await needs([propose(A, 'status', undefined, { changeType: 'REVERT', undo: { run: 'r', safe: true } })]);
    expect(previous.map(({ urn, aspect, run }) => [urn, aspect, run])).to.deep.equal([[A, 'status', 'r']]);
  });

  it('also what an earlier attempt has missed', async () => {
    const { lock } = await needs([propose(A, 'status', status(true))], undefined, [
      { urn: A, aspects: ['globalTags'] },
      { urn: P, aspects: DEFINITION },
    ]);
    expect(lock).to.deep.equal([
      { urn: A, aspects: ['globalTags', 'status'] },
      { urn: P, aspects: DEFINITION },
    ]);
  });

  it('every entity once: what is locked is not looked up again', async () => {
    const entity = fc.constantFrom(A, P, urns.dataset('b'), urns.container('c'));
    const said = fc.oneof(
      entity.map((urn): Said => [urn, 'status', status(true)]),
      entity.map((urn): Said => [urn]),
      fc.constantFrom(A, urns.dataset('b')).map((urn): Said => [urn, 'ownership', ownership(ACTOR)]),
      fc.constantFrom(A, urns.container('c')).map((urn): Said => [urn, 'container', { container: urns.container('c') }]),
      fc.constant<Said>([A, 'structuredProperties', values(P)]),
      fc.constant<Said>([P, 'propertyDefinition', definition]),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(said, { maxLength: 6 }), async (all) => {
        const list = all.map(proposalOf);
        const { lock, read: look } = await needs(list);
        const asked = [...lock, ...look].map(({ urn }) => urn);
        expect(new Set(asked).size).to.equal(asked.length);
        for (const { urn } of list) expect(lock.map((each) => each.urn)).to.include(urn.text);
        for (const { urn, changeType, aspect } of list)
          if (changeType === 'DELETE' && aspect.kind === 'key') expect(lock.find((each) => each.urn === urn.text)?.aspects).to.equal('all');
      }),
      { numRuns: 60 },
    );
  });
});
