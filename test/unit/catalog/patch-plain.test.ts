/** Patches by plain JSON pointers do what RFC 6902 says: held against fast-json-patch on documents and operations at random. */
import { expect } from 'chai';
import fc from 'fast-check';
import jsonPatch from 'fast-json-patch';
import { patched, readPatch } from '../../../src/catalog/write/patch/patch.ts';
import type { PatchOperation } from '../../../src/catalog/write/patch/types.ts';
import { aspectOf, model } from '../support/model.ts';
import { ACTOR } from '../support/proposals.ts';
import { refused } from '../support/refused.ts';

const stamp = { time: 1, actor: ACTOR };
const aspect = aspectOf('datasetProperties');
const patch = (current: unknown, operations: readonly object[]): unknown => patched(model, aspect, current, readPatch(operations), stamp);

const name = fc
  .oneof(fc.constantFrom('a', 'b', 'a/b', '~', '~1', '0', '', 'é', 'length'), fc.string({ maxLength: 5 }))
  .filter((each) => each !== '__proto__');
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(1, 'x', true, ''),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(name, tie('json'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

/** Which of the places that there are by then, and what to do there. */
const intent = fc.record({
  op: fc.constantFrom('add', 'remove', 'replace', 'test', 'move', 'copy'),
  place: fc.nat(),
  other: fc.nat(),
  name,
  value: json,
  right: fc.boolean(),
});

interface Where {
  readonly pointer: string;
  readonly value: unknown;
  readonly within: unknown;
}

/** Every place below the root. */
function placesIn(value: unknown, pointer = ''): Where[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const below = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return [{ pointer: below, value: inner, within: value }, ...placesIn(inner, below)];
  });
}

/** Somewhere that something can be put: a new member, or before an item or behind the last. */
function target(places: readonly Where[], pick: number, member: string): string | undefined {
  const holders = places.filter(({ value }) => typeof value === 'object' && value !== null);
  const holder = holders[pick % holders.length];
  if (!holder) return undefined;
  const end = Array.isArray(holder.value) ? String(pick % (holder.value.length + 1)) : member;
  return `${holder.pointer}/${end.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function operationOf(document: unknown, each: typeof intent extends fc.Arbitrary<infer T> ? T : never): PatchOperation | undefined {
  const places = placesIn(document);
  // The document itself stays: below it is a field that the model does not know, and that can be anything.
  const below = places.slice(1);
  const chosen = below[each.place % below.length];
  const path = target(places, each.other, each.name);
  switch (each.op) {
    case 'add':
      return path === undefined ? undefined : { op: 'add', path, value: each.value };
    case 'test':
      return chosen && { op: 'test', path: chosen.pointer, value: each.right ? chosen.value : each.value };
    case 'remove':
      return chosen && { op: 'remove', path: chosen.pointer };
    case 'replace':
      return chosen && { op: 'replace', path: chosen.pointer, value: each.value };
    default:
      if (!chosen || path === undefined || path === chosen.pointer || path.startsWith(`${chosen.pointer}/`)) return undefined;
      // Items behind the one that is moved are in other places then, where Cairn would make what is missing on the way.
      if (each.op === 'move' && Array.isArray(chosen.within) && leadsBelow(chosen.pointer, path)) return undefined;
      return { op: each.op as 'move' | 'copy', from: chosen.pointer, path };
  }
}

/** Does a path lead through a neighbour of a place? */
function leadsBelow(pointer: string, path: string): boolean {
  const list = pointer.slice(0, pointer.lastIndexOf('/') + 1);
  return path.startsWith(list) && path.slice(list.length).includes('/');
}

/** What the library makes of it; `undefined` where it says that it cannot be done. It lets a move lead behind the end of its own list. */
function byLibrary(document: unknown, { op, path, from = '', value }: PatchOperation): unknown {
  const moved: unknown = op === 'move' ? jsonPatch.getValueByPointer(document, from) : value;
  const steps =
    op === 'move'
      ? [
          { op: 'remove', path: from },
          { op: 'add', path, value: moved },
        ]
      : [{ op, path, from, value }];
  try {
    return jsonPatch.applyPatch(structuredClone(document), structuredClone(steps) as jsonPatch.Operation[], true).newDocument;
  } catch {
    return undefined;
  }
}

describe('A patch by plain pointers (RFC 6902)', () => {
  it('does the same as the library to any document, and refuses the same', () => {
    fc.assert(
      fc.property(json, fc.array(intent, { maxLength: 8 }), (extra, intents) => {
        const before = { extra };
        let expected: unknown = before;
        const operations: PatchOperation[] = [];
        for (const each of intents) {
          const operation = operationOf(expected, each);
          if (!operation) continue;
          operations.push(operation);
          const next = byLibrary(expected, operation);
          if (next === undefined) {
            const { status, details } = refused(() => patch(before, operations));
            expect([status, details[0]?.pointer]).to.deep.equal([400, `/patch/${operations.length - 1}`]);
            return;
          }
          expected = next;
        }
        const kept = structuredClone(before);
        expect(patch(before, operations)).to.deep.equal(expected);
        expect(before, 'the value itself stays as it was').to.deep.equal(kept);
      }),
      { numRuns: 200 },
    );
  });

  const CASES: readonly [title: string, before: unknown, operation: object, after: unknown][] = [
    ['a member that is there is replaced by add', { extra: 1 }, { op: 'add', path: '/extra', value: 2 }, { extra: 2 }],
    ['an item of a list is replaced, not moved on', { extra: [1, 2] }, { op: 'replace', path: '/extra/0', value: 9 }, { extra: [9, 2] }],
    ['- is the end of a list', { extra: [1] }, { op: 'add', path: '/extra/-', value: 2 }, { extra: [1, 2] }],
    ['the whole value is replaced at the root', { extra: [1] }, { op: 'replace', path: '', value: { b: 1 } }, { b: 1 }],
    ['parents that are missing are made', {}, { op: 'add', path: '/a/b/c', value: 1 }, { a: { b: { c: 1 } } }],
    ['a map that the model knows is made, too', {}, { op: 'add', path: '/customProperties/a', value: 'b' }, { customProperties: { a: 'b' } }],
    ['what is not there needs no removal', { extra: [1] }, { op: 'remove', path: '/other/3' }, { extra: [1] }],
  ];
  for (const [title, before, operation, after] of CASES) {
    it(title, () => {
      expect(patch(before, [operation])).to.deep.equal(after);
    });
  }

  const REFUSED: readonly [title: string, before: unknown, operation: object][] = [
    ['an index behind the end', { extra: [1] }, { op: 'add', path: '/extra/7', value: 2 }],
    ['a member of a text', { extra: 'x' }, { op: 'add', path: '/extra/a', value: 2 }],
    ['a copy of what is not there', { extra: 1 }, { op: 'copy', from: '/other', path: '/extra' }],
    ['a move of what is not there', { extra: 1 }, { op: 'move', from: '/other', path: '/extra' }],
    ['a test of what is not there', { extra: 1 }, { op: 'test', path: '/other', value: 1 }],
    ['a test of another value', { extra: 1 }, { op: 'test', path: '/extra', value: '1' }],
  ];
  for (const [title, before, operation] of REFUSED) {
    it(`refuses ${title}, and names the operation`, () => {
      const { status, rpcStatus, details } = refused(() => patch(before, [{ op: 'add', path: '/first', value: 1 }, operation]));
      expect([status, rpcStatus, details[0]?.pointer]).to.deep.equal([400, 422, '/patch/1']);
    });
  }
});

describe('What counts as a patch', () => {
  const READ: readonly [title: string, body: unknown, pointer: string][] = [
    ['a text', 'x', '/patch'],
    ['an object without a list', { patch: {} }, '/patch'],
    ['keys that are no map', { patch: [], arrayPrimaryKeys: ['a'] }, '/arrayPrimaryKeys'],
    ['keys that are no lists of names', { patch: [], arrayPrimaryKeys: { a: [1] } }, '/arrayPrimaryKeys'],
    ['forceGenericPatch that is a text', { patch: [], forceGenericPatch: 'true' }, '/forceGenericPatch'],
    ['an operation that is no object', ['add'], '/patch/0'],
    ['an unknown operation', [{ op: 'merge', path: '/a', value: 1 }], '/patch/0/op'],
    ['a path that does not begin with a slash', [{ op: 'remove', path: 'a' }], '/patch/0/path'],
    ['a path into the prototype', [{ op: 'add', path: '/a/__proto__/b', value: 1 }], '/patch/0/path'],
    ['a path into the prototype by the constructor', [{ op: 'add', path: '/constructor/prototype/b', value: 1 }], '/patch/0/path'],
    ['no value', [{ op: 'add', path: '/a' }], '/patch/0/value'],
    ['a copy from nowhere', [{ op: 'copy', path: '/a' }], '/patch/0/from'],
    ['a move from the prototype', [{ op: 'move', path: '/a', from: '/__proto__' }], '/patch/0/from'],
  ];
  for (const [title, body, pointer] of READ) {
    it(`${title} is refused`, () => {
      const { status, details } = refused(() => readPatch(body));
      expect([status, details[0]?.pointer]).to.deep.equal([400, pointer]);
    });
  }

  it('a list of operations and an object with them mean the same', () => {
    const operations = [{ op: 'add', path: '/a', value: 1 }];
    expect(readPatch(operations)).to.deep.equal({ operations, keys: {} });
    expect(readPatch({ patch: operations, arrayPrimaryKeys: { a: ['b'] }, forceGenericPatch: false })).to.deep.equal({
      operations,
      keys: { a: ['b'] },
    });
  });
});
