/** Conditions of writes (docs/semantics.md 4.4): how headers are read, and what they are held against. */
import { expect } from 'chai';
import fc from 'fast-check';
import type { AspectState } from '../../../src/catalog/state.ts';
import { aspectTag, brokenCondition, entityTag, meets, readConditions, tags, withRequest } from '../../../src/catalog/write/conditions.ts';
import type { Conditions } from '../../../src/catalog/write/proposal.ts';
import { valueOf } from '../../../src/model/json.ts';
import { ACTOR } from '../support/proposals.ts';
import { refused } from '../support/refused.ts';

const T = Date.parse('2024-01-31T12:00:00Z');
const NONE = { version: undefined, match: undefined, noMatch: undefined, modifiedSince: undefined, unmodifiedSince: undefined, noneMatch: false };
const state = (seq: number, at: number): AspectState => ({ seq, at, value: valueOf({}), by: ACTOR, firstAt: at, firstBy: ACTOR, meta: {} });

describe('Headers of a write become conditions', () => {
  const READ: readonly [headers: Record<string, string>, conditions: Partial<Conditions>][] = [
    [{}, {}],
    [{ 'X-Trace': '1', 'x-cairn-wait': 'true' }, {}],
    [{ 'If-Version-Match': '3' }, { version: 3 }],
    [{ 'IF-VERSION-MATCH': '-1' }, { version: -1 }],
    [{ 'If-Match': '"1-a", W/"2-b",*' }, { match: ['"1-a"', 'W/"2-b"', '*'] }],
    [{ 'If-Match': '7' }, { match: ['"7"'] }],
    [{ 'If-None-Match': '*' }, { noneMatch: true }],
    [{ 'If-None-Match': ' * ' }, { noneMatch: true }],
    [{ 'If-None-Match': '"1-a"' }, { noMatch: ['"1-a"'] }],
    [{ 'If-Modified-Since': '2024-01-31T12:00:00Z' }, { modifiedSince: T }],
    [{ 'If-Unmodified-Since': 'Wed, 31 Jan 2024 12:00:00 GMT' }, { unmodifiedSince: T }],
    [{ 'If-Entity-Match': '*' }, { entity: true }],
  ];
  for (const [headers, conditions] of READ) {
    it(JSON.stringify(headers), () => {
      expect(readConditions(headers)).to.deep.equal({ ...NONE, ...conditions });
    });
  }

  const REFUSED: readonly [headers: Record<string, string>, pointer: string][] = [
    [{ 'If-Macth': '*' }, '/headers/If-Macth'],
    [{ 'If-Version-Match': 'latest' }, '/headers/If-Version-Match'],
    [{ 'If-Version-Match': '1.5' }, '/headers/If-Version-Match'],
    [{ 'If-Match': 'a' }, '/headers/If-Match'],
    [{ 'If-Match': '' }, '/headers/If-Match'],
    [{ 'If-None-Match': '"a' }, '/headers/If-None-Match'],
    [{ 'If-Modified-Since': 'yesterday' }, '/headers/If-Modified-Since'],
    [{ 'If-Entity-Match': '"e-1"' }, '/headers/If-Entity-Match'],
  ];
  for (const [headers, pointer] of REFUSED) {
    it(`${JSON.stringify(headers)} is refused`, () => {
      const { status, details } = refused(() => readConditions(headers));
      expect([status, details[0]?.pointer]).to.deep.equal([400, pointer]);
    });
  }
});

describe('Conditions of a request apply to its items', () => {
  it('those of the item win', () => {
    expect(withRequest(readConditions({ 'If-Version-Match': '1' }), { 'If-Version-Match': '2', 'If-Match': '*' }, true)).to.deep.include({
      version: 1,
      match: ['*'],
    });
  });

  it('a condition that nothing exists applies to all', () => {
    expect(withRequest(NONE, { 'If-None-Match': '*' }, false)).to.deep.equal({ ...NONE, noneMatch: true, absent: true });
  });

  for (const [headers, pointer] of [
    [{ 'If-Version-Match': '1' }, '/headers/If-Version-Match'],
    [{ 'If-Match': '"1-a"' }, '/headers/If-Match'],
    [{ 'If-None-Match': '"1-a"' }, '/headers/If-None-Match'],
  ] as const) {
    it(`${pointer.slice(9)} applies to one aspect: with several it is refused`, () => {
      expect(refused(() => withRequest(NONE, headers, false)).details[0]?.pointer).to.equal(pointer);
      expect(withRequest(NONE, headers, true)).to.deep.equal(readConditions(headers));
    });
  }
});

describe('Conditions are compared with what is stored', () => {
  const there = state(3, T);
  const tag = aspectTag(there);
  const CASES: readonly [headers: Record<string, string>, there: boolean, absent: boolean][] = [
    [{}, true, true],
    [{ 'If-Version-Match': '3' }, true, false],
    [{ 'If-Version-Match': '2' }, false, false],
    [{ 'If-Version-Match': '-1' }, false, true],
    [{ 'If-Match': tag }, true, false],
    [{ 'If-Match': `"9-x", ${tag}` }, true, false],
    [{ 'If-Match': '"9-x"' }, false, false],
    [{ 'If-Match': '*' }, true, false],
    [{ 'If-Match': '3' }, true, false],
    [{ 'If-Match': `W/${tag}` }, false, false],
    [{ 'If-None-Match': tag }, false, true],
    [{ 'If-None-Match': '"9-x"' }, true, true],
    [{ 'If-Modified-Since': '2024-01-31T11:59:59Z' }, true, false],
    [{ 'If-Modified-Since': '2024-01-31T12:00:00Z' }, false, false],
    [{ 'If-Unmodified-Since': '2024-01-31T12:00:00Z' }, true, true],
    [{ 'If-Unmodified-Since': '2024-01-31T11:59:59Z' }, false, true],
  ];
  for (const [headers, holds, holdsWithout] of CASES) {
    it(`${JSON.stringify(headers)}: ${holds} of version 3, ${holdsWithout} of nothing`, () => {
      const broken = (current: AspectState | undefined) => brokenCondition(readConditions(headers), 'urn', 'aspect', current);
      expect([broken(there) === undefined, broken(undefined) === undefined]).to.deep.equal([holds, holdsWithout]);
      expect([broken(there)?.rpcStatus ?? 422, broken(there)?.status ?? 412]).to.deep.equal([422, 412]);
    });
  }

  it('a request with the condition that nothing exists is refused if something does; an item is skipped', () => {
    const item = readConditions({ 'If-None-Match': '*' });
    expect(brokenCondition(item, 'urn', 'aspect', there)).to.equal(undefined);
    expect(brokenCondition({ ...item, absent: true }, 'urn', 'aspect', there)?.message).to.include('actual version 3');
    expect(brokenCondition({ ...item, absent: true }, 'urn', 'aspect', undefined)).to.equal(undefined);
  });
});

describe('Entity tags', () => {
  const aspects = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z]{1,4}$/), fc.integer({ min: 1, max: 9 }), fc.nat(1_000)), {
    selector: ([name]) => name,
    minLength: 1,
    maxLength: 5,
  });
  const tagOf = (list: readonly (readonly [string, number, number])[]) => entityTag(list.map(([name, seq, at]) => [name, state(seq, at)] as const));

  it('of an entity ignore the order of its aspects, and change with each of them', () => {
    fc.assert(
      fc.property(aspects, fc.nat(), (list, nth) => {
        expect(tagOf([...list].reverse())).to.equal(tagOf(list));
        const changed = list.map(([name, seq, at], index) => [name, index === nth % list.length ? seq + 1 : seq, at] as const);
        expect(tagOf(changed)).not.to.equal(tagOf(list));
        expect(tagOf(list.slice(1))).not.to.equal(tagOf(list));
      }),
    );
  });

  it('ignore timeseries points, which have no version', () => {
    expect(
      entityTag([
        ['a', state(1, 2)],
        ['profile', state(0, 3)],
      ]),
    ).to.equal(entityTag([['a', state(1, 2)]]));
  });

  it('match themselves, their version alone, and a tag with a suffix of an API', () => {
    fc.assert(
      fc.property(fc.nat(99), fc.nat(), fc.nat(99), (seq, at, other) => {
        const tag = aspectTag(state(seq, at));
        for (const each of [tag, '*', `"${seq}"`, `${tag.slice(0, -1)}-gzip"`]) expect(meets([each], tag), each).to.equal(true);
        expect(meets([`W/${tag}`, ...(other === seq ? [] : [`"${other}"`])], tag)).to.equal(false);
        expect(meets(['*'], undefined)).to.equal(false);
        expect(tags(tag, 'If-Match')).to.deep.equal([tag]);
      }),
    );
  });
});
