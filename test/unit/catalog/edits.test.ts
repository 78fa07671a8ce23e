/** The edits of people, agents and bulk changes make no entity: existence is a condition of the commit (docs/semantics.md 15.6, 23.2). */
import { expect } from 'chai';
import { deprecationEdit, describeEdit, nameEdit, ownerEdit, pageEdit, propertyEdit, removalEdit } from '../../../src/catalog/assets/edit.ts';
import { bulkEdits } from '../../../src/catalog/bulk/bulk-edits.ts';
import { linkEdit, linksEdit } from '../../../src/catalog/parts/edit-links.ts';
import type { RawProposal } from '../../../src/catalog/write/proposal.ts';
import { urnFrom } from '../../../src/model/named.ts';
import { description, urns } from '../../support/make.ts';
import { makeStore } from '../support/decided.ts';
import { model, partOf } from '../support/model.ts';
import { ACTOR, accepted, hardDelete, propose } from '../support/proposals.ts';

const urn = urnFrom(model, urns.dataset('a.b'));
const tag = urns.tag('t');
const stamp = { time: 1, actor: ACTOR };
const links = { add: [tag], remove: [] };

/** Every edit, of the dataset and of a column of it. */
const EDITS: Readonly<Record<string, (column: string | undefined) => RawProposal>> = {
  description: (column) => describeEdit({ urn, column }, 'x'),
  tags: (column) => linksEdit(model, { urn, column }, partOf('tags'), links),
  terms: (column) => linksEdit(model, { urn, column }, partOf('terms'), { add: [urns.term('t')], remove: [] }, stamp),
  owners: (column) => ownerEdit(model, { urn, column }, [{ owner: ACTOR, type: 'NONE' }], []),
  properties: (column) => propertyEdit(model, { urn, column }, [], [urns.of('structuredProperty', 'p')]),
  deprecation: (column) => deprecationEdit(model, { urn, column }, { deprecated: true }, ACTOR),
  name: () => nameEdit(urn, 'x'),
  pages: () => pageEdit(urn.text, [{ url: 'https://a.example', description: 'x' }], [], stamp),
  domain: () => linkEdit(model, { urn, column: undefined }, partOf('domain'), urns.of('domain', 'd')),
  removal: () => removalEdit(urn.text, true),
};

const proposalOf = (raw: RawProposal) => accepted(raw);

describe('An edit of an entity that was hard-deleted meanwhile', () => {
  for (const [name, edit] of Object.entries(EDITS)) {
    it(`${name}: is refused, and leaves no node`, async () => {
      for (const column of [undefined, 'c']) {
        const store = makeStore();
        await store.write(propose(urn.text, 'datasetProperties', description('first')));
        const proposal = proposalOf(edit(column));
        await store.write(hardDelete(urn.text));
        expect((await store.refusal(proposal)).code).to.equal('no-such-entity');
        expect([...store.nodes.values()].filter(({ aspects }) => aspects.size > 0)).to.deep.equal([]);
      }
    });
  }

  it('is refused too if a bulk change has read the entity before', async () => {
    const store = makeStore();
    await store.write(propose(urn.text, 'datasetProperties', description('first')));
    const changes = { tags: { add: [tag] }, deprecation: { set: {} }, domain: { set: urns.of('domain', 'd') }, deletion: 'soft' } as const;
    const view = { urn, exists: true, aspects: [] };
    const proposals = bulkEdits(model, view, { changes, run: 'r', createdBy: ACTOR }).map(proposalOf);
    await store.write(hardDelete(urn.text));
    for (const each of proposals) expect((await store.refusal(each)).code).to.equal('no-such-entity');
    expect(proposals).to.have.length(4);
  });

  it('what only removes makes no empty aspect', async () => {
    const store = makeStore();
    await store.write(propose(urn.text, 'datasetProperties', description('first')));
    const target = { urn, column: undefined };
    for (const edit of [linksEdit(model, target, partOf('tags'), { add: [], remove: [tag] }), linkEdit(model, target, partOf('domain'), undefined)]) {
      const [written] = await store.write(proposalOf(edit));
      expect([written?.outcome, written?.now]).to.deep.equal(['unchanged', undefined]);
    }
  });
});
