import { expect } from 'chai';
import { patched, readPatch } from '../../src/catalog/write/patch/patch.ts';
import { ownership, tags, urns } from '../support/make.ts';
import { model } from '../unit/support/model.ts';
import { refused as refusal } from '../unit/support/refused.ts';

const stamp = { time: 1_700_000_000_000, actor: urns.user('etl') };

function patch(aspect: string, current: unknown, body: unknown): Record<string, unknown> {
  const spec = model.aspects.get(aspect);
  if (!spec) throw new Error(`no aspect ${aspect}`);
  return patched(model, spec, current, readPatch(body), stamp) as Record<string, unknown>;
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('The cost of a patch (docs/semantics.md 13.6)', () => {
  it('repeated copies that double the value are refused', () => {
    const operations = numbers(40).map((index) => ({ op: 'copy', from: '/customProperties', path: `/customProperties/c${index}` }));
    const refused = refusal(() => patch('datasetProperties', { customProperties: { a: 'x' } }, operations));
    expect(refused.status).to.equal(413);
    expect(refused.details[0]?.pointer).to.equal('/patch');
  });

  it('copies of a value into itself cannot exceed the depth limit', () => {
    const operations = numbers(1_000).map(() => ({ op: 'copy', from: '', path: '/a' }));
    expect(refusal(() => patch('datasetProperties', { description: 'x' }, operations)).status).to.equal(400);
  });

  it('a few copies are accepted', () => {
    const operations = numbers(5).map((index) => ({ op: 'copy', from: '/customProperties', path: `/was${index}` }));
    const made = patch('datasetProperties', { customProperties: { a: 'x' } }, operations);
    expect(made.was4).to.deep.equal({ a: 'x' });
  });

  it('more than 10,000 operations, and paths beyond the depth limit, are refused', () => {
    expect(refusal(() => readPatch(numbers(10_001).map(() => ({ op: 'remove', path: '/description' })))).status).to.equal(413);
    const deep = refusal(() => readPatch([{ op: 'add', path: '/a'.repeat(100_000), value: 1 }]));
    expect([deep.status, deep.details[0]?.pointer]).to.deep.equal([400, '/patch/0/path']);
    expect(deep.message.length + JSON.stringify(deep.details).length).to.be.below(1_000);
  });

  for (const [many, more] of [
    [1_000, ''],
    [10_000, ' [long]'],
  ] as const)
    it(`adding, testing, replacing and moving ${many} items of a keyed list does not scan the list each time${more}`, () => {
      const few = many / 5;
      const path = (index: number) => `/tags/${urns.tag(`t${index}`)}`;
      const added = patch(
        'globalTags',
        tags(),
        numbers(many).map((index) => ({ op: 'add', path: path(index), value: { tag: urns.tag(`t${index}`) } })),
      );
      expect(added.tags).to.have.length(many);
      const changed = patch('globalTags', added, [
        ...numbers(few).map((index) => ({ op: 'test', path: `${path(index)}/tag`, value: urns.tag(`t${index}`) })),
        ...numbers(few).map((index) => ({ op: 'add', path: path(index), value: { tag: urns.tag(`t${index}`), context: 'new' } })),
        ...numbers(few).map((index) => ({ op: 'add', path: `${path(index)}/context`, value: 'newer' })),
      ]);
      expect((changed.tags as { context?: string }[]).filter(({ context }) => context === 'newer')).to.have.length(few);
    });

  it('repeated removals from a long list are refused when they cost too much [long]', () => {
    const list = numbers(3_000).map((index) => urns.tag(`t${index}`));
    const operations = list.map((tag) => ({ op: 'remove', path: `/tags/${tag}` }));
    expect(refusal(() => patch('globalTags', tags(...list), operations)).status).to.equal(413);
    expect(patch('globalTags', tags(...list), operations.slice(0, 100)).tags).to.have.length(2_900);
  });

  it('a key that changes during a patch is found by its new value', () => {
    const [a, b, c] = ['a', 'b', 'c'].map(urns.user) as [string, string, string];
    const keys = { owners: ['owner'] };
    const made = patch('ownership', ownership(a, b), {
      arrayPrimaryKeys: keys,
      patch: [
        { op: 'test', path: `/owners/${b}/owner`, value: b },
        { op: 'replace', path: `/owners/${a}/owner`, value: c },
        { op: 'add', path: `/owners/${c}/type`, value: 'STAKEHOLDER' },
        { op: 'remove', path: `/owners/${b}` },
        { op: 'add', path: `/owners/${a}`, value: { type: 'DATAOWNER' } },
        { op: 'remove', path: `/owners/${c}` },
      ],
    });
    expect(made.owners).to.deep.equal([{ owner: a, type: 'DATAOWNER' }]);
  });

  it('does not change the operations, so that they can be applied again', () => {
    const spec = model.aspects.get('datasetProperties');
    const body = readPatch([
      { op: 'add', path: '/notes', value: [] },
      { op: 'add', path: '/notes/-', value: 'x' },
    ]);
    const twice = [1, 2].map(() => spec && patched(model, spec, { description: 'd' }, body, stamp));
    expect(twice[0]).to.deep.equal({ description: 'd', notes: ['x'] });
    expect(twice[1]).to.deep.equal(twice[0]);
  });

  it('names in column lineage cannot reach a prototype', () => {
    const column = urns.column(urns.dataset('d'), 'c');
    const entry = { upstreams: [column], downstreams: [column], transformOperation: '__proto__', upstreamType: 'FIELD_SET', downstreamType: 'FIELD' };
    patch('upstreamLineage', { upstreams: [], fineGrainedLineages: [entry] }, [
      { op: 'add', path: `/fineGrainedLineages/NONE/${column}/NONE/${column}`, value: { confidenceScore: 1 } },
    ]);
    expect(Object.hasOwn(Object.prototype, column)).to.equal(false);
  });
});
