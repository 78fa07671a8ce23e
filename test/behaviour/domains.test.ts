/**
 * The two lists of the aspect `domains`: what each write does to the other (docs/semantics.md 3.4).
 */
import { expect } from 'chai';
import { api } from '../support/client.ts';
import { ownNames, proposal, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { values, write } from '../support/writes.ts';

const own = ownNames('domains');
const [a, b, source] = [urns.of('domain', own()), urns.of('domain', own()), urns.of('dataHubAction', own())];
const from = (domain: string) => ({ domain, attribution: { source, time: 1, actor: urns.user('a') } });

async function patch(urn: string, operations: readonly object[]): Promise<void> {
  const keys = { domainAssociations: ['attribution␟source', 'domain'] };
  const value = JSON.stringify({ patch: operations, arrayPrimaryKeys: keys });
  const more = { changeType: 'PATCH', aspect: { value, contentType: 'application/json-patch+json' } };
  const answer = await api.ingestProposal(proposal(urn, 'domains', {}, more));
  expect(answer.status, answer.text).to.equal(200);
}

const domainsOf = async (urn: string): Promise<unknown> => (await values(urn)).domains;

describe('The domains of an entity', () => {
  it('written by name, say that they come from nowhere, and keep where the others come from', async () => {
    const urn = urns.dataset(own());
    await write(urn, 'domains', { domains: [a] });
    expect(await domainsOf(urn)).to.deep.equal({ domains: [a], domainAssociations: [{ domain: a }] });
    await patch(urn, [{ op: 'add', path: `/domainAssociations/${source}/${b}`, value: from(b) }]);
    expect(await domainsOf(urn)).to.deep.equal({ domains: [a, b], domainAssociations: [{ domain: a }, from(b)] });
    await write(urn, 'domains', { domains: [b] });
    expect(await domainsOf(urn)).to.deep.equal({ domains: [b], domainAssociations: [from(b)] });
    await write(urn, 'domains', { domains: [] });
    expect(await domainsOf(urn)).to.deep.equal({ domains: [] });
  });

  it('follow the other list where only that is written or taken away', async () => {
    const urn = urns.dataset(own());
    await write(urn, 'domains', { domains: [], domainAssociations: [from(a), from(a)] });
    expect(await domainsOf(urn)).to.deep.equal({ domains: [a], domainAssociations: [from(a), from(a)] });
    await patch(urn, [{ op: 'add', path: '/domains/-', value: b }]);
    expect(await domainsOf(urn)).to.deep.equal({ domains: [b, a], domainAssociations: [from(a), from(a), { domain: b }] });
    await patch(urn, [{ op: 'remove', path: '/domainAssociations' }]);
    expect(await domainsOf(urn)).to.deep.equal({ domains: [] });
    const other = await api.ingestProposal(proposal(urn, 'domains', { domains: [a], domainAssociations: [from(urns.tag('x'))] }));
    expectRefusal(other, 422, '/domainAssociations/0/domain');
  });

  it('are refused where one write changes both lists and they name different domains', async () => {
    const urn = urns.dataset(own());
    await write(urn, 'domains', { domains: [a] });
    const both = await api.ingestProposal(proposal(urn, 'domains', { domains: [b], domainAssociations: [from(a), from(b)] }));
    expectRefusal(both, 422, '/domainAssociations');
    await write(urn, 'domains', { domains: [b], domainAssociations: [{ domain: a }] });
    expect((await domainsOf(urn)) as object).to.deep.include({ domains: [b] });
    await write(urn, 'domains', { domains: [b, a], domainAssociations: [from(b), { domain: a }] });
    expect(await domainsOf(urn)).to.deep.equal({ domains: [a, b], domainAssociations: [from(b), { domain: a }] });
  });

  it('are none after a patch that removes the list', async () => {
    const urn = urns.dataset(own());
    await write(urn, 'domains', { domains: [a], domainAssociations: [from(a)] });
    await patch(urn, [{ op: 'remove', path: '/domains' }]);
    expect(await domainsOf(urn)).to.deep.equal({ domains: [], domainAssociations: [] });
  });
});
