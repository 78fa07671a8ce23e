/**
 * What is too large is refused before the work, in one pass, and no refusal repeats what it refuses.
 */
import { expect } from 'chai';
import { excerpt, Refusal, shown } from '../../src/errors.ts';
import { headerText } from '../../src/http/answer/warn.ts';
import { parseQuery } from '../../src/http/graphql/prepare.ts';
import { readJson } from '../../src/model/read-json.ts';
import { refuseHeavy } from '../../src/model/weigh-json.ts';
import { readFilter } from '../../src/search/filter/legacy.ts';

const long = 'x'.repeat(1_000_000);

function refusalOf(act: () => unknown): Refusal {
  try {
    act();
  } catch (error) {
    expect(error).to.be.instanceOf(Refusal);
    return error as Refusal;
  }
  throw new Error('nothing was refused');
}

describe('A refusal', () => {
  it('repeats only a short part of a text, in its message and in details', () => {
    const refusal = new Refusal('bad-urn', `urn: ${long} is no URN; expected one`, {
      details: [{ pointer: `/${long}`, expected: 'a URN', got: long }],
    });
    expect(refusal.message).to.match(/^urn: x+… \(1000000 characters\) …x+ is no URN; expected one$/);
    expect(refusal.message.length).to.be.below(400);
    expect(JSON.stringify(refusal.details).length).to.be.below(1_000);
  });

  it('repeats no large list or object', () => {
    expect(shown(Array(100_000).fill({ a: 1 }))).to.equal('a list of 100000');
    expect(shown(Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`k${at}`, at])))).to.equal('an object');
    expect(shown({ a: [1, 'b', null] })).to.deep.equal({ a: [1, 'b', null] });
  });

  it('lists only the first of many refused values', () => {
    expect(new Refusal('bad-body', 'no', { details: Array(10_000).fill({ pointer: '/', expected: 'x' }) }).details).to.have.length(50);
  });

  it('cuts a message that repeats a text in another form', () => {
    expect(new Refusal('bad-body', `got ${JSON.stringify(long)}`).message.length).to.be.below(5_000);
    expect(headerText('ü'.repeat(100_000)).length).to.be.at.most(2_000);
    expect(excerpt('short')).to.equal('short');
  });
});

describe('JSON', () => {
  it('is checked before it is parsed: nesting, and unterminated texts', () => {
    for (const text of ['['.repeat(5_000_000), '{"a":'.repeat(1_000_000), `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`])
      expect(refusalOf(() => readJson(text, 'The body')).message).to.equal('The body is nested too deeply; expected at most 200 levels');
    for (const text of ['["', '"', '["\\"', `["${'\\'.repeat(100_000)}`]) {
      refuseHeavy(text, 'The body');
      expect(refusalOf(() => readJson(text, 'The body')).code).to.equal('not-json');
    }
    refuseHeavy(`["${'['.repeat(1000)}\\"${'['.repeat(1000)}"]`, 'The body');
  });
});

describe('A filter', () => {
  const criteria = (count: number) => Array.from({ length: count }, (_, at) => ({ field: 'name', value: `v${at}` }));

  it('is refused as a whole when it has too many criteria or values, however they are grouped', () => {
    expect(readFilter({ or: [{ and: criteria(998) }] }))
      .to.have.property('of')
      .with.length(998);
    for (const filter of [
      { or: [{ and: criteria(1001) }] },
      { criteria: criteria(100_000) },
      { or: criteria(1001).map((each) => ({ and: [each] })) },
      { or: Array(100_000).fill({ and: [] }) },
      { and: [{ or: [{ field: 'name', values: Array(10_001).fill('a') }] }] },
    ]) {
      const { code, details } = refusalOf(() => readFilter(filter, '/filter'));
      expect([code, details[0]?.pointer]).to.deep.equal(['too-many-criteria', '/filter']);
    }
  });

  it('has limits for names and values', () => {
    expect(refusalOf(() => readFilter({ field: long, value: 'a' })).details[0]?.pointer).to.equal('/filter/field');
    expect(refusalOf(() => readFilter({ field: 'name', values: ['a', `${long}${'x'.repeat(1_000_000)}`] })).details[0]?.pointer).to.equal(
      '/filter/values/1',
    );
    expect(refusalOf(() => readFilter({ [long]: [] })).message.length).to.be.below(1_000);
  });
});

describe('A GraphQL query', () => {
  const many = (count: number, make: (at: number) => string): string => Array.from({ length: count }, (_, at) => make(at)).join(' ');

  it('is refused before validation if it is long, wide, deep or repetitive', () => {
    const wrong = {
      'more than 500000 characters': `#${long}\n{a}`,
      'words and signs': `{${many(20_000, (at) => `a${at}`)}}`,
      'parentheses within each other': '{a'.repeat(200_000),
      'more than 200 parentheses': `{a(b: ${'['.repeat(1_000)}`,
      '121 fragments': `{a} ${many(121, (at) => `fragment f${at} on Q {a}`)}`,
      'same fields too often': `{${'a '.repeat(2_000)}}`,
      'too often in one place': `{${many(100, (at) => `...f${at}`)}} ${many(100, (at) => `fragment f${at} on Q {${'a '.repeat(40)}}`)}`,
      'the same fields': `{${many(200, () => `b {${'a '.repeat(20)}}`)}}`,
    };
    for (const [said, query] of Object.entries(wrong)) expect(() => parseQuery(query), said).to.throw(said);
  });

  it('may ask for any number of fields, and use a fragment as often as it likes', () => {
    parseQuery(`{${many(6_000, (at) => `a${at}`)}}`);
    const wide = many(40, (at) => `b${at}`);
    const deep = many(10, (at) => `fragment f${at} on Q {x${at} {...f${at + 1}} y${at} {...f${at + 1}} z${at} {...f${at + 1}}}`);
    parseQuery(`{...f0} ${deep} fragment f10 on Q {${wide}}`);
  });

  it('may have the same field in fragments for each type', () => {
    parseQuery(`{search {${many(60, (at) => `... on T${at} {urn type properties {name description}}`)}}}`);
    parseQuery(`{${many(200, (at) => `a${at}: entity(urn: "u") {urn type}`)}}`);
  });
});
