/** Which entities are siblings by their lineage (docs/semantics.md 8.7), and which of them a grouped search shows. */
import { expect } from 'chai';
import { type LinkedEntity, linkDue, partnerOf } from '../../../src/catalog/assets/sibling-links.ts';
import { leftOut } from '../../../src/catalog/find/group-siblings.ts';
import type { AspectState, SystemMetadata } from '../../../src/catalog/state.ts';
import { valueOf } from '../../../src/model/json.ts';
import { knownUrns } from '../../../src/model/urn.ts';
import { upstreams, urns } from '../../support/make.ts';
import { model } from '../support/model.ts';

const BY_CAIRN: SystemMetadata = { properties: { linkedBy: 'lineage' }, lastObserved: 1 };
const state = (json: object, meta: SystemMetadata = {}): AspectState => ({
  ...{ seq: 1, value: valueOf(json), at: 1, by: 'x', firstAt: 1, firstBy: 'x', meta },
});

function entity(text: string, aspects: Record<string, AspectState> = {}, there = true): LinkedEntity {
  const [urn] = knownUrns(model, [text]);
  if (!urn) throw new Error(text);
  return { urn, there, exists: true, state: (name) => aspects[name] };
}

const [dbt, table, other, model2] = [
  urns.dataset('db.s.orders', 'dbt'),
  urns.dataset('db.s.orders', 'snowflake'),
  urns.dataset('db.s.raw', 'snowflake'),
  urns.dataset('db.s.other', 'dbt'),
];
const lineage = (...from: string[]) => ({ upstreamLineage: state(upstreams(...from)) });
const subType = (name: string) => ({ subTypes: state({ typeNames: [name] }) });

describe('Siblings by lineage', () => {
  for (const [what, own, expected] of [
    ['a table, and the one model among its upstreams', entity(table, lineage(dbt, other)), dbt],
    ['no table of two models', entity(table, lineage(dbt, model2)), undefined],
    ['no table without a model', entity(table, lineage(other)), undefined],
    ['a source, and the table that it reads', entity(dbt, { ...lineage(other), ...subType('Source') }), other],
    ['no source of two tables', entity(dbt, { ...lineage(other, table), ...subType('Source') }), undefined],
    ['no model, and the table that it reads', entity(dbt, { ...lineage(other), ...subType('Model') }), undefined],
    [
      'a model, and the table of its name, with a platform instance or without',
      entity(dbt, lineage(urns.dataset('prod.DB.s.orders', 'snowflake'))),
      urns.dataset('prod.DB.s.orders', 'snowflake'),
    ],
    ['nothing that is soft-deleted', entity(table, lineage(dbt), false), undefined],
  ] as const)
    it(`are ${what}`, () => expect(partnerOf(model, own)).to.equal(expected));

  it('are written once, and taken away with their cause', () => {
    const linked = { siblings: [table], primary: true };
    const due = linkDue(model, entity(dbt), [entity(table, lineage(dbt))]);
    expect([due?.changeType, due?.value?.json]).to.deep.equal(['UPSERT', linked]);
    expect(linkDue(model, entity(dbt, { siblings: state(linked, BY_CAIRN) }), [entity(table, lineage(dbt))])).to.equal(undefined);
    expect(linkDue(model, entity(dbt, { siblings: state(linked, BY_CAIRN) }), [entity(table)])?.changeType).to.equal('DELETE');
  });

  it('stay as a client has written or confirmed them, and what a client names names it back', () => {
    const mine = state({ siblings: [other], primary: false });
    expect(linkDue(model, entity(table, { siblings: mine, ...lineage(dbt) }), [entity(dbt)])).to.equal(undefined);
    expect(linkDue(model, entity(dbt), [entity(table, { siblings: mine, ...lineage(dbt) })])).to.equal(undefined);
    expect(linkDue(model, entity(other), [entity(table, { siblings: mine })])?.value?.json).to.deep.equal({ siblings: [table], primary: true });
    const confirmed = state({ siblings: [table], primary: true }, { ...BY_CAIRN, lastObserved: 2 });
    expect(linkDue(model, entity(dbt, { siblings: confirmed }), [entity(table)])).to.equal(undefined);
  });
});

describe('A search that groups siblings', () => {
  it('leaves out all but the primary one of those that it finds, or the first', () => {
    const named = new Map([
      [dbt, { siblings: [table], primary: true }],
      [table, { siblings: [dbt, model2], primary: false }],
      [model2, { siblings: [table], primary: true }],
    ]);
    expect(leftOut([table, dbt], named)).to.deep.equal([table]);
    expect(leftOut([table, other], named)).to.deep.equal([]);
    expect(leftOut([table, dbt, model2, other], named)).to.have.members([table, [dbt, model2].sort()[1]]);
    expect(leftOut(['b', 'a'], new Map([['b', { siblings: ['a'], primary: false }]]))).to.deep.equal(['b']);
  });
});
