/**
 * The documents of the pages, as the build makes them (`src/build/queries.ts`).
 */
import { expect } from 'chai';
import { buildSchema } from 'graphql';
import { queriesOf } from '../../src/build/queries.ts';

const schema = buildSchema(`
  type Query { entity(urn: String!): Entity search(input: SearchInput!): Result }
  interface Entity { urn: String! }
  type Table implements Entity { urn: String! rows: Long }
  type Result { total: Long! kind: Kind hits: [Entity] }
  input SearchInput { text: String! most: Int kinds: [Kind!] }
  enum Kind { NEW OLD }
  scalar Long
`);
const typed = (source: string): string => queriesOf(schema, source).split('export const')[1] ?? '';

describe('The documents of the pages', () => {
  it('know what may be null, and what only some types have', () => {
    expect(typed('query a($urn: String!) { entity(urn: $urn) { urn ... on Table { rows } } }')).to.include(
      'Document<{ readonly entity: { readonly urn: string; readonly rows?: number | null } | null }, { readonly urn: string }>',
    );
  });

  it('know enumerations, lists and what the variables are', () => {
    const made = queriesOf(schema, 'query a($input: SearchInput!) { search(input: $input) { total kind hits { urn } } }');
    expect(made).to.include(
      "{ readonly total: number; readonly kind: 'NEW' | 'OLD' | null; readonly hits: readonly ({ readonly urn: string } | null)[] | null }",
    );
    expect(made).to.include(
      "readonly text: string;\n  readonly most?: number | null | undefined;\n  readonly kinds?: readonly ('NEW' | 'OLD')[] | null | undefined;",
    );
  });

  it('bring the fragments that they use, each once', () => {
    const made = queriesOf(schema, 'fragment f on Entity { urn }\nquery a { entity(urn: "x") { ...f } b: entity(urn: "y") { ...f } }');
    expect(made).to.include('readonly entity: FFragment | null; readonly b: FFragment | null');
    expect(/aQuery.*/.exec(made)?.[0].match(/fragment f on/g)).to.have.length(1);
  });

  it('stop the build if the schema does not have what they ask for', () => {
    expect(() => queriesOf(schema, 'query a { entity(urn: "x") { colour } }')).to.throw('Cannot query field "colour" on type "Entity"');
  });
});
