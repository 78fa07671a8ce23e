import { expect } from 'chai';
import fc from 'fast-check';
import { itemSteps, membersOf } from '../../src/http/openapi/json-parts.ts';
import { atOnce } from '../../src/slices.ts';

const spaced = (json: unknown, space: string): string => JSON.stringify(json, null, space);
const spaces = fc.constantFrom('', ' ', '\t', '\n');

describe('The parts of a JSON text', () => {
  it('are the members of an object, each with the text of its value', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), spaces, (object, space) => {
        const json = JSON.parse(JSON.stringify(object)) as Record<string, unknown>;
        const members = membersOf({ json, text: spaced(object, space) });
        expect([...members.keys()].sort()).to.deep.equal(Object.keys(json).sort());
        for (const [name, { json: value, text }] of members) {
          expect(value).to.deep.equal(json[name]);
          expect(JSON.parse(text)).to.deep.equal(json[name]);
        }
      }),
    );
  });

  it('are the items of a list', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), spaces, (list, space) => {
        const json = JSON.parse(JSON.stringify(list)) as unknown[];
        expect(atOnce(itemSteps({ json, text: spaced(list, space) })).map(({ text }) => JSON.parse(text))).to.deep.equal(json);
      }),
    );
  });

  it('keep their digits, and quotes and brackets in texts', () => {
    const text = ' { "a\\"b" : 60.0 , "c":"}\\\\", "d" :[1.50,{"e":"[,"}] } ';
    const members = membersOf({ json: JSON.parse(text), text });
    expect([...members].map(([name, { text: part }]) => [name, part])).to.deep.equal([
      ['a"b', '60.0'],
      ['c', '"}\\\\"'],
      ['d', '[1.50,{"e":"[,"}]'],
    ]);
  });
});
