/**
 * Circles that a store has of before (section 3.6 of docs/semantics.md): all that is in one is shown at the top, and can be moved out.
 */
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { ownNames, proposal, stamp, urns } from '../support/make.ts';
import { storeByHand } from './support/store-by-hand.ts';

const own = ownNames('circles');

interface Kind {
  readonly aspect: string;
  readonly value: (parent?: string) => object;
  readonly edge: string;
  /** The GraphQL that lists what is at the top. */
  readonly roots: string;
  readonly move: (urn: string) => string;
}

const KINDS: Record<string, Kind> = {
  domain: {
    ...{ aspect: 'domainProperties', edge: 'IsPartOf' },
    value: (parentDomain) => ({ name: 'D', ...(parentDomain && { parentDomain }) }),
    roots: 'listDomains(input: { count: 1000 }) { total urns: domains { urn } }',
    move: (urn) => `moveDomain(input: { resourceUrn: "${urn}", parentDomain: null })`,
  },
  glossaryNode: {
    ...{ aspect: 'glossaryNodeInfo', edge: 'IsPartOf' },
    value: (parentNode) => ({ definition: 'N', ...(parentNode && { parentNode }) }),
    roots: 'getRootGlossaryNodes(input: { start: 0, count: 1000 }) { total urns: nodes { urn } }',
    move: (urn) => `updateParentNode(input: { resourceUrn: "${urn}", parentNode: null })`,
  },
  document: {
    ...{ aspect: 'documentInfo', edge: 'IsChildOf' },
    value: (document) => ({
      ...{ title: 'T', status: { state: 'PUBLISHED' }, contents: { text: '' }, created: stamp(), lastModified: stamp() },
      ...(document && { parentDocument: { document } }),
    }),
    roots: 'searchDocuments(input: { rootOnly: true, count: 1000 }) { total urns: documents { urn } }',
    move: (urn) => `moveDocument(input: { urn: "${urn}", parentDocument: null })`,
  },
};

describe('A circle of before', function () {
  this.timeout(300_000);
  const store = storeByHand();
  const ask = async (query: string): Promise<Record<string, { total: number; urns: { urn: string }[] }>> => {
    const { body } = await store.client.send<{ data: never; errors?: unknown }>('POST', '/api/graphql', { json: { query } });
    expect(body.errors).to.equal(undefined);
    return body.data;
  };

  for (const [type, { aspect, value, edge, roots, move }] of Object.entries(KINDS))
    it(`of the type ${type} stands at the top with all that is in it, each once, until one of them moves`, async () => {
      const [first, second, below, other] = [own(), own(), own(), own()].map((id) => urns.of(type, id)) as [string, string, string, string];
      await store.write([proposal(other, aspect, value()), proposal(first, aspect, value(other))]);
      await store.write([proposal(second, aspect, value(first)), proposal(below, aspect, value(second))]);
      await store.cypher(
        `MATCH (e:Entity {urn: $first})-[:LATEST]->(a:Aspect {name: $aspect}), (t:Entity {urn: $second}), (e)-[r:${edge}]->()
         SET a.value = replace(a.value, $other, $second)
         CREATE (e)-[made:${edge}]->(t) SET made = properties(r) DELETE r`,
        { first, second, other, aspect },
      );
      const atTop = async (): Promise<string[]> => {
        const found = Object.values(await ask(`{ ${roots} }`))[0];
        expect(found?.total).to.equal(found?.urns.length);
        return (found?.urns ?? []).map(({ urn }) => urn).filter((urn) => [first, second, below, other].includes(urn));
      };
      expect(await atTop()).to.have.members([first, second, other]);
      await ask(`mutation { ${move(first)} }`);
      await eventually(async () => expect(await atTop()).to.have.members([first, other]));
    });
});
