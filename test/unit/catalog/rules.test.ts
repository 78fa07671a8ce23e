/** The rules of the core, each with what passes and what is refused, and where (docs/semantics.md 14). */
import { expect } from 'chai';
import type { Proposal } from '../../../src/catalog/write/proposal.ts';
import { status, tags, urns } from '../../support/make.ts';
import type { Store } from '../support/decided.ts';
import { hardDelete, propose } from '../support/proposals.ts';
import { seededStore } from '../support/seeds.ts';

const property = (id: string) => urns.of('structuredProperty', id);
const type = (name: string) => urns.of('dataType', `svc.${name}`);
const entityType = (name: string) => urns.of('entityType', `svc.${name}`);
const P = property('p');
const A = urns.dataset('rules.a');
const VERSION = '20240101000000';

const definition = (more: Record<string, unknown> = {}) => ({
  qualifiedName: 'p',
  valueType: type('string'),
  entityTypes: [entityType('dataset')],
  ...more,
});
const define = (more: Record<string, unknown> = {}, urn = P): Proposal => propose(urn, 'propertyDefinition', definition(more));
const allowed = (...values: (string | number)[]) => ({ allowedValues: values.map((value) => ({ value: valueOf(value) })) });
const valueOf = (value: string | number) => (typeof value === 'string' ? { string: value } : { double: value });
const entry = (values: readonly (string | number)[], propertyUrn = P) => ({ propertyUrn, values: values.map(valueOf) });
const set = (...entries: object[]) => propose(A, 'structuredProperties', { properties: entries });
const patch = (...operations: object[]) => propose(A, 'structuredProperties', operations, { changeType: 'PATCH' });
const settings = (json: Record<string, unknown>, urn = P) => propose(urn, 'structuredPropertySettings', json);
const removed = (urn: string, is = true) => propose(urn, 'status', status(is));
const there = propose(A, 'status', status(false));

/** Where the last proposal is refused; `undefined` where it passes. Those before it are written, each for itself. */
async function refusedAt(before: readonly Proposal[], last: Proposal): Promise<string | undefined> {
  const store = await seededStore();
  for (const each of before) await store.write(each);
  return pointerOf(store, last);
}

async function pointerOf(store: Store, proposal: Proposal, entityMustExist = false): Promise<string | undefined> {
  const [outcome] = await store.commit([
    { proposals: [proposal], request: { supplied: new Map(), born: new Set(), entityMustExist }, at: 0, actor: urns.user('etl') },
  ]);
  if (!outcome || !('refusal' in outcome)) return undefined;
  expect([outcome.refusal.status, outcome.refusal.rpcStatus]).to.deep.equal([400, 422]);
  return outcome.refusal.details[0]?.pointer ?? 'no pointer';
}

type Case = readonly [title: string, before: readonly Proposal[], last: Proposal, pointer: string | undefined];

function table(title: string, cases: readonly Case[]): void {
  describe(title, () => {
    for (const [name, before, last, pointer] of cases) {
      it(`${name}: ${pointer === undefined ? 'passes' : `refused at ${pointer}`}`, async () => {
        expect(await refusedAt(before, last)).to.equal(pointer);
      });
    }
  });
}

table('URNs that must exist', [
  ['a data type and an entity type that do', [], define(), undefined],
  ['a data type that does not', [], define({ valueType: type('colour') }), '/valueType'],
  ['an entity type that does not', [], define({ entityTypes: [entityType('dataset'), entityType('ship')] }), '/entityTypes'],
  ['a platform that does not', [], define({ allowedPlatforms: [urns.platform('no such platform')] }), '/allowedPlatforms'],
  ['types in URNs of any case', [], define({ valueType: type('string').replace('dataType', 'DATATYPE') }), undefined],
]);

table('Definitions of properties', [
  ['an id with a space', [], define({}, property('a b')), '/urn'],
  ['a qualified name with a space', [], define({ qualifiedName: 'a b' }), '/qualifiedName'],
  ['an empty qualified name', [], define({ qualifiedName: '' }), '/qualifiedName'],
  ['a version of 14 digits', [], define({ version: VERSION }), undefined],
  ['another version', [], define({ version: '2024' }), '/version'],
  ['allowed types that exist', [], define({ valueType: type('urn'), typeQualifier: { allowedTypes: [entityType('tag')] } }), undefined],
  [
    'allowed types that do not',
    [],
    define({ valueType: type('urn'), typeQualifier: { allowedTypes: [entityType('ship')] } }),
    '/typeQualifier/allowedTypes',
  ],
  ['allowed values of the type', [], define({ valueType: type('number'), ...allowed(1, '2') }), undefined],
  ['an allowed text for a number', [], define({ valueType: type('number'), ...allowed(1, 'x') }), '/allowedValues/1/value'],
  ['an allowed number for a text', [], define(allowed('a', 1)), '/allowedValues/1/value'],
  ['an allowed date that is none', [], define({ valueType: type('date'), ...allowed('2024-02-30') }), '/allowedValues/0/value'],
  [
    'a search name that another has',
    [define({ qualifiedName: 'a.b' }, property('a.b'))],
    define({ qualifiedName: 'a_b' }, property('a_b')),
    'no pointer',
  ],
  [
    'a search name that another had',
    [define({ qualifiedName: 'a.b' }, property('a.b')), hardDelete(property('a.b'))],
    define({ qualifiedName: 'a_b' }, property('a_b')),
    undefined,
  ],
]);

table('Changes of a definition', [
  ['another display name', [define()], define({ displayName: 'P' }), undefined],
  ['another qualified name', [define()], define({ qualifiedName: 'q' }), '/qualifiedName'],
  ['another type', [define()], define({ valueType: type('number') }), '/valueType'],
  ['another type with a version', [define()], define({ valueType: type('number'), version: VERSION }), undefined],
  ['another type with the same version', [define({ version: VERSION })], define({ valueType: type('number'), version: VERSION }), '/valueType'],
  ['another type with a later version', [define({ version: VERSION })], define({ valueType: type('number'), version: '20250101000000' }), undefined],
  ['an earlier version', [define({ version: VERSION })], define({ version: '20230101000000' }), '/version'],
  ['several values instead of one', [define()], define({ cardinality: 'MULTIPLE' }), undefined],
  ['one value instead of several', [define({ cardinality: 'MULTIPLE' })], define({ cardinality: 'SINGLE' }), '/cardinality'],
  ['more allowed values', [define(allowed('a'))], define(allowed('b', 'a')), undefined],
  ['fewer allowed values', [define(allowed('a', 'b'))], define(allowed('a')), '/allowedValues'],
  ['allowed values where there were none', [define()], define(allowed('a')), '/allowedValues'],
  ['no allowed values any more', [define(allowed('a'))], define(), undefined],
  ['a soft-deleted one', [define(), removed(P)], define({ displayName: 'P' }), 'no pointer'],
  ['the deletion of a soft-deleted one', [define(), removed(P)], propose(P, 'propertyDefinition', undefined, { changeType: 'DELETE' }), 'no pointer'],
  ['the deletion of another', [define()], propose(P, 'propertyDefinition', undefined, { changeType: 'DELETE' }), undefined],
]);

table('Display settings', [
  ['hidden', [define()], settings({ isHidden: true }), undefined],
  ['hidden and shown in filters', [define()], settings({ isHidden: true, showInSearchFilters: true }), '/showInSearchFilters'],
  ['hidden and shown in a column', [define()], settings({ isHidden: true, showInColumnsTable: true }), '/showInColumnsTable'],
  ['the badge', [define()], settings({ showAsAssetBadge: true }), undefined],
  ['the badge again', [define(), settings({ showAsAssetBadge: true })], settings({ showAsAssetBadge: true, showInSearchFilters: true }), undefined],
  ['a second badge', [settings({ showAsAssetBadge: true })], settings({ showAsAssetBadge: true }, property('q')), '/showAsAssetBadge'],
  [
    'a badge after another has given it up',
    [settings({ showAsAssetBadge: true }), settings({ showAsAssetBadge: false })],
    settings({ showAsAssetBadge: true }, property('q')),
    undefined,
  ],
]);

describe('Values of properties in a request about entities that exist', () => {
  const onColumn = propose(urns.column(A, 'c'), 'structuredProperties', { properties: [entry(['x'])] });
  for (const [title, before, last, pointer] of [
    ['refused if there is no entity', [define()], set(entry(['x'])), '/urn'],
    ['written if there is one', [define(), there], set(entry(['x'])), undefined],
    ['written for a column, which needs not be there', [define({ entityTypes: [entityType('schemaField')] })], onColumn, undefined],
  ] as const) {
    it(title, async () => {
      const store = await seededStore();
      for (const each of before) await store.write(each);
      expect(await pointerOf(store, last, true)).to.equal(pointer);
    });
  }
});

const longest = 'x'.repeat(32_766);
const of = (more: Record<string, unknown>): Proposal[] => [define(more), there];
table('Values of properties', [
  ['of an entity that is there', of({}), set(entry(['x'])), undefined],
  ['of one that is not, which it makes', [define()], set(entry(['x'])), undefined],
  [
    'of a column, which needs not be there',
    [define({ entityTypes: [entityType('schemaField')] })],
    propose(urns.column(A, 'c'), 'structuredProperties', { properties: [entry(['x'])] }),
    undefined,
  ],
  ['of a property without a definition', [there], set(entry(['x'])), '/properties/0/propertyUrn'],
  ['of a soft-deleted property', [...of({}), removed(P)], set(entry(['x'])), '/properties/0/propertyUrn'],
  ['of a property that is there again', [...of({}), removed(P), removed(P, false)], set(entry(['x'])), undefined],
  ['two entries for one property', of({}), set(entry(['x']), entry(['y'])), '/properties/1'],
  ['two spellings of one property', of({}), set(entry(['x']), entry(['y'], P.replace('structuredProperty', 'STRUCTUREDPROPERTY'))), '/properties/1'],
  ['two values where one may be', of({}), set(entry(['x', 'y'])), '/properties/0/values'],
  ['two values where several may be', of({ cardinality: 'MULTIPLE' }), set(entry(['x', 'y'])), undefined],
  ['none', of({}), set(entry([])), undefined],
  ['a number for a text', of({}), set(entry([1])), '/properties/0/values/0'],
  ['a text that is as long as can be', of({}), set(entry([longest])), undefined],
  ['a longer one', of({}), set(entry([`${longest}x`])), '/properties/0/values/0'],
  ['a number', of({ valueType: type('number') }), set(entry([1.5])), undefined],
  ['a text that is a number', of({ valueType: type('number') }), set(entry(['-1.5e3'])), undefined],
  ['a text that is none', of({ valueType: type('number') }), set(entry(['0x10'])), '/properties/0/values/0'],
  ['a number without end', of({ valueType: type('number') }), set(entry(['1e999'])), '/properties/0/values/0'],
  ['a date', of({ valueType: type('date') }), set(entry(['2024-02-29'])), undefined],
  ['a day that is not in the calendar', of({ valueType: type('date') }), set(entry(['2023-02-29'])), '/properties/0/values/0'],
  ['a time', of({ valueType: type('date') }), set(entry(['2024-02-29T00:00:00Z'])), '/properties/0/values/0'],
  ['a URN', of({ valueType: type('urn') }), set(entry([urns.tag('t')])), undefined],
  ['a URN of an unknown type', of({ valueType: type('urn') }), set(entry(['urn:svc:ship:x'])), undefined],
  ['what is no URN', of({ valueType: type('urn') }), set(entry(['x'])), '/properties/0/values/0'],
  [
    'a URN of an allowed type',
    of({ valueType: type('urn'), typeQualifier: { allowedTypes: [entityType('tag')] } }),
    set(entry([urns.tag('t')])),
    undefined,
  ],
  [
    'a URN of another type',
    of({ valueType: type('urn'), typeQualifier: { allowedTypes: [entityType('tag')] } }),
    set(entry([urns.user('u')])),
    '/properties/0/values/0',
  ],
  ['rich text', of({ valueType: type('rich_text') }), set(entry(['**x**'])), undefined],
  ['one of the allowed values', of(allowed('a', 'b')), set(entry(['b'])), undefined],
  ['another one', of(allowed('a', 'b')), set(entry(['c'])), '/properties/0/values/0'],
  ['an allowed number, written otherwise', of({ valueType: type('number'), ...allowed(10) }), set(entry(['1e1'])), undefined],
  ['a number that is not allowed', of({ valueType: type('number'), ...allowed('10') }), set(entry([11])), '/properties/0/values/0'],
  ['on an entity of another type', of({ entityTypes: [entityType('chart')] }), set(entry(['x'])), '/properties/0/propertyUrn'],
  ['on an entity of an allowed platform', of({ allowedPlatforms: [urns.platform('hive')] }), set(entry(['x'])), undefined],
  ['on an entity of another platform', of({ allowedPlatforms: [urns.platform('s3')] }), set(entry(['x'])), '/properties/0/propertyUrn'],
]);

const immutable = [...of({ immutable: true, cardinality: 'MULTIPLE' }), set(entry(['x']))];
table('Values of immutable properties', [
  ['the same again', immutable, set(entry(['x'])), undefined],
  ['others', immutable, set(entry(['y'])), 'no pointer'],
  ['none any more', immutable, set(), 'no pointer'],
  ['a patch that removes them', immutable, patch({ op: 'remove', path: `/properties/${P}` }), 'no pointer'],
  ['a patch that adds one', immutable, patch({ op: 'add', path: `/properties/${P}/values/y`, value: {} }), 'no pointer'],
  ['the deletion of the aspect', immutable, propose(A, 'structuredProperties', undefined, { changeType: 'DELETE' }), 'no pointer'],
  ['the deletion of the entity', immutable, hardDelete(A), undefined],
  ['the first values where there were none', [...of({ immutable: true }), set(entry([]))], set(entry(['x'])), undefined],
]);

describe('Values that readers do not see', () => {
  const shownAfter = async (...list: Proposal[]) => {
    const store = await seededStore();
    let last: unknown;
    for (const each of list) {
      const written = await store.write(each);
      last = written.at(-1)?.now?.value.json;
    }
    return { shown: last, stored: store.value(A, 'structuredProperties'), store };
  };
  const Q = property('q');
  const begin = [define(), define({ qualifiedName: 'q' }, Q), there, set(entry(['x']), entry(['y'], Q)), removed(P)];

  it('of a soft-deleted property stay, whatever is sent', async () => {
    const { stored, shown } = await shownAfter(...begin, set(entry(['z'], Q)));
    expect(stored).to.deep.equal({ properties: [entry(['x']), entry(['z'], Q)] });
    expect(shown).to.deep.equal({ properties: [entry(['z'], Q)] });
  });

  it('are shown again when it is restored', async () => {
    const { shown } = await shownAfter(...begin, set(entry(['z'], Q)), removed(P, false), set(entry(['x']), entry(['z'], Q)));
    expect(shown).to.deep.equal({ properties: [entry(['x']), entry(['z'], Q)] });
  });

  it('are removed only by a patch that names the property', async () => {
    expect((await shownAfter(...begin, patch({ op: 'remove', path: `/properties/${P}` }))).stored).to.deep.equal({ properties: [entry(['y'], Q)] });
    expect((await shownAfter(...begin, patch({ op: 'remove', path: `/properties/${Q}` }))).stored).to.deep.equal({ properties: [entry(['x'])] });
  });

  it('of a property that was defined again are hidden, and the next write removes them', async () => {
    const again = [...begin.slice(0, -1), hardDelete(P), define()];
    expect((await shownAfter(...again, set(entry(['y'], Q)))).stored).to.deep.equal({ properties: [entry(['y'], Q)] });
    const { store } = await shownAfter(...again);
    expect((store.value(A, 'structuredProperties') as { properties: unknown[] }).properties).to.have.length(2);
    const purge = propose(A, 'structuredProperties', undefined, { changeType: 'PURGE', keepsRun: true });
    expect((await store.write(purge))[0]).to.include({ outcome: 'changed' });
    expect(store.value(A, 'structuredProperties')).to.deep.equal({ properties: [entry(['y'], Q)] });
    expect((await store.write(purge))[0]).to.include({ outcome: 'unchanged' });
  });

  it('a breaking version hides earlier values, an update does not', async () => {
    const purged = async (more: Record<string, unknown>) => {
      const { store } = await shownAfter(...begin.slice(0, -1), define(more));
      return store.last().purges.length;
    };
    expect([await purged({ displayName: 'P' }), await purged({ valueType: type('number'), version: VERSION })]).to.deep.equal([0, 1]);
  });

  it('a definition keeps its version if an update omits it', async () => {
    const store = await seededStore();
    await store.write(define({ version: VERSION }));
    await store.write(define({ displayName: 'P' }));
    expect(store.value(P, 'propertyDefinition')).to.deep.include({ version: VERSION, displayName: 'P' });
  });

  it('rules do not apply to other aspects', async () => {
    expect(await refusedAt([], propose(A, 'globalTags', tags(urns.tag('nowhere'))))).to.equal(undefined);
  });
});
