/**
 * No entity is below itself, whichever API puts it there (docs/semantics.md 3.6).
 */
import { expect } from 'chai';
import { type Answer, api, encode } from '../support/client.ts';
import { ask } from '../support/graphql.ts';
import { ownNames, proposal, stamp, typeOf, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { values, write } from '../support/writes.ts';

const own = ownNames('hierarchies');
const domain = () => urns.of('domain', own());
const domainIn = (parentDomain?: string) => ({ name: 'D', ...(parentDomain && { parentDomain }) });
const parentOf = async (urn: string) => (await values(urn)).domainProperties?.parentDomain;
const v3 = (method: string, urn: string, json: unknown) =>
  api.send(method, `/openapi/v3/entity/${typeOf(urn).toLowerCase()}/${encode(urn)}/domainProperties?async=false&createIfNotExists=false`, { json });

async function graphRefusal(mutation: string): Promise<void> {
  const { errors } = await ask(`mutation { ${mutation} }`);
  expect(errors?.[0]?.extensions.reason).to.equal('below-itself');
}

/** Puts a domain into another one; each is refused. */
const DOORS: Readonly<Record<string, (urn: string, parent: string) => Promise<unknown>>> = {
  ingestProposal: async (urn, parent) =>
    expectRefusal(await api.ingestProposal(proposal(urn, 'domainProperties', domainIn(parent))), 422, '/parentDomain'),
  'a patch': async (urn, parent) =>
    expectRefusal(
      await api.ingestProposal(
        proposal(urn, 'domainProperties', { patch: [{ op: 'add', path: '/parentDomain', value: parent }] }, { changeType: 'PATCH' }),
      ),
      422,
      '/parentDomain',
    ),
  'OpenAPI v3': async (urn, parent) => expect((await v3('POST', urn, { value: domainIn(parent) })).text).to.include('below-itself'),
  'a batch': async (urn, parent) =>
    expectRefusal(await api.ingestProposalBatch([proposal(urn, 'domainProperties', domainIn(parent))]), 422, '/parentDomain'),
  GraphQL: (urn, parent) => graphRefusal(`moveDomain(input: { resourceUrn: "${urn}", parentDomain: "${parent}" })`),
};

describe('Hierarchies (docs/semantics.md 3.6)', () => {
  for (const [door, put] of Object.entries(DOORS))
    it(`a domain is not put into itself, nor into what is below it, by ${door}`, async () => {
      const [top, middle, bottom] = [domain(), domain(), domain()];
      await write(top, 'domainProperties', domainIn());
      await write(middle, 'domainProperties', domainIn(top));
      await write(bottom, 'domainProperties', domainIn(middle));
      await put(top, top);
      await put(top, bottom);
      expect(await parentOf(top)).to.equal(undefined);
      await write(bottom, 'domainProperties', domainIn());
      await write(top, 'domainProperties', domainIn(bottom));
    });

  const document = (text?: string) => ({
    title: 'T',
    status: { state: 'PUBLISHED' },
    contents: { text: '' },
    created: stamp(),
    lastModified: stamp(),
    ...(text && { parentDocument: { document: text } }),
  });
  const KINDS: [string, urn: () => string, aspect: string, value: (parent?: string) => unknown][] = [
    [
      'node of the glossary',
      () => urns.of('glossaryNode', own()),
      'glossaryNodeInfo',
      (parentNode) => ({ definition: '', ...(parentNode && { parentNode }) }),
    ],
    ['document', () => urns.of('document', own()), 'documentInfo', document],
    [
      'data product',
      () => urns.of('dataProduct', own()),
      'dataProductProperties',
      (parent) => ({ name: 'P', ...(parent && { parentDataProduct: parent }) }),
    ],
    ['logical parent', () => urns.dataset(own()), 'logicalParent', (parent) => (parent ? { parent: { destinationUrn: parent } } : {})],
  ];
  for (const [what, urnOf, aspect, value] of KINDS)
    it(`nor is a ${what}`, async () => {
      const [one, two] = [urnOf(), urnOf()];
      await write(two, aspect, value(one));
      expectRefusal(await api.ingestProposal(proposal(one, aspect, value(two))), 422, 'below');
      await write(one, aspect, value());
    });

  it('nor is a container', async () => {
    const [one, two] = [urns.container(own()), urns.container(own())];
    await write(two, 'container', { container: one });
    expectRefusal(await api.ingestProposal(proposal(one, 'container', { container: two })), 422, '/container');
  });

  it('of two who move at the same time, one is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [domain(), domain()];
      for (const urn of [one, two]) await write(urn, 'domainProperties', domainIn());
      const moves = [[one, two] as const, [two, one] as const];
      const answers: Answer[] = await Promise.all(moves.map(([urn, parent]) => v3('POST', urn, { value: domainIn(parent) })));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400]);
    }
  });

  it('a batch may turn two round, whatever comes first', async () => {
    for (const turned of [false, true]) {
      const [one, two] = [domain(), domain()];
      await write(one, 'domainProperties', domainIn());
      await write(two, 'domainProperties', domainIn(one));
      const both = [proposal(one, 'domainProperties', domainIn(two)), proposal(two, 'domainProperties', domainIn())];
      const { status, text } = await api.ingestProposalBatch(turned ? both.reverse() : both);
      expect(status, text).to.equal(200);
      expect([await parentOf(one), await parentOf(two)]).to.deep.equal([two, undefined]);
    }
  });
});
