/**
 * Documents are validated in steps, with the same result as by graphql itself.
 */
import { expect } from 'chai';
import { getIntrospectionQuery, parse, validate } from 'graphql';
import { makeGraphSchema } from '../../src/http/graphql/schema.ts';
import { validateSteps } from '../../src/http/graphql/validate.ts';
import { loadModel } from '../../src/model/load.ts';
import { atOnce } from '../../src/slices.ts';

const schema = makeGraphSchema(loadModel('svc', undefined), '1');
const messages = (errors: readonly { message: string; locations?: unknown }[]): string[] =>
  errors.map(({ message, locations }) => `${message} ${JSON.stringify(locations)}`).sort();

describe('Validating a document in steps', () => {
  it('finds what graphql finds', () => {
    const documents = {
      introspection: getIntrospectionQuery(),
      right: 'query q($urn: String!, $with: Boolean!) { dataset(urn: $urn) { ...f name @include(if: $with) } } fragment f on Dataset { urn }',
      'unknown names': '{ dataset(urn: "u", url: 1) { nothing ...missing } none } fragment unused on Nothing { urn }',
      'wrong values': '{ searchAcrossEntities(input: {query: 1, start: "a", types: [NONE], nothing: 2}) { total } }',
      variables: 'query q($a: Int, $a: String, $unused: Int, $input: Dataset) { dataset(urn: $a) { urn } me(x: $b) { corpUser { urn } } }',
      directives: 'query q @include(if: true) { me @nothing @skip @include(if: true) @include(if: true) { corpUser { urn } } }',
      'leaves and branches': '{ me dataset(urn: "u") { urn { a } ownership } }',
      fragments:
        '{ me { ...a ...b ... on Dataset { urn } } } fragment a on Dataset { ...b } fragment b on Dataset { ...a } fragment a on Chart { urn }',
      conflicts: '{ a: dataset(urn: "a") { urn } a: dataset(urn: "b") { x: urn x: name } }',
      definitions:
        '{ me { corpUser { urn } } } { me { corpUser { urn } } } type T { a: Int } query q { me { corpUser { urn } } } query q { __typename }',
      'the same argument twice': '{ dataset(urn: "a", urn: "b") { urn } }',
    };
    for (const [name, text] of Object.entries(documents)) {
      const document = parse(text);
      const expected = messages(validate(schema, document));
      if (name !== 'introspection' && name !== 'right') expect(expected, name).not.to.deep.equal([]);
      expect(messages(atOnce(validateSteps(schema, document))), name).to.deep.equal(expected);
    }
  });

  it('yields after each part, and stops after a hundred errors', () => {
    const wide = (field: string): string => `{ ${Array.from({ length: 3_000 }, (_, at) => `a${at}: ${field}`).join(' ')} }`;
    let steps = 0;
    for (const _ of validateSteps(schema, parse(wide('__typename')))) steps++;
    expect(steps).to.be.above(3_000);
    expect(atOnce(validateSteps(schema, parse(wide('nothing'))))).to.have.length.within(100, 110);
  });
});
