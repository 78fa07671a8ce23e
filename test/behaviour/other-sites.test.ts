import { expect } from 'chai';
import { api } from '../support/client.ts';
import { ownNames, proposal, urns } from '../support/make.ts';

const own = ownNames('sites');

describe('A page of another site, in the browser of a reader', () => {
  const from = (site: string) => ({ 'Sec-Fetch-Site': site, 'Content-Type': 'text/plain' });

  it('writes nothing: 403', async () => {
    const urn = urns.tag(own());
    const answer = await api.ingestProposal(proposal(urn, 'tagProperties', { name: 'planted' }), from('cross-site'));
    expect(answer.status).to.equal(403);
    expect(answer.text).to.include('another site');
    expect((await api.aspect(urn, 'tagProperties')).status).to.equal(404);
  });

  for (const site of ['same-origin', 'none']) {
    it(`is not ours: ${site} writes`, async () => {
      expect((await api.ingestProposal(proposal(urns.tag(own()), 'tagProperties', { name: 'ours' }), from(site))).status).to.equal(200);
    });
  }

  it('may lead to our pages by a link', async () => {
    expect((await api.send('GET', '/', { headers: from('cross-site') })).status).to.equal(200);
  });
});
