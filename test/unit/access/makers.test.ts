/** What is made with a token ends with it (docs/access.md 2). */
import { expect } from 'chai';
import { allMakers, endedMaker, makersOfEntrance, operatorCredential, untilOf } from '../../../src/catalog/access/makers.ts';
import { indexBuilding, Refusal, unknownToken } from '../../../src/errors.ts';
import { urns } from '../../support/make.ts';

const operators = { has: (name: string) => name === 'ada', names: () => ['ada'] };
const requireToken = async (id: string): Promise<void> => {
  if (id === 'away') throw indexBuilding('an engine is away');
  if (id !== 'counts') throw unknownToken();
};
const isActive = async (urn: string): Promise<boolean> => urn === urns.user('here');
const parts = { operators, requireToken, isActive };
const ended = (...makers: string[]): Promise<string | undefined> => endedMaker(parts, makers);

describe('What was made with a token', () => {
  it('counts while everything counts by which it was made', async () => {
    expect(await endedMaker(parts)).to.equal(undefined);
    expect(await ended('operator:ada', 'token:counts')).to.equal(undefined);
    expect(await ended('operator:ada', 'token:counts', 'token:revoked')).to.match(/has ended$/);
    expect(await ended('operator:eve', 'token:counts')).to.match(/^eve, .* tokens file/);
    expect(await endedMaker({ ...parts, operators: undefined }, ['operator:eve'])).to.equal(undefined);
  });

  it('and lets somebody in ends with the person, too', async () => {
    const [here, gone] = [urns.user('here'), urns.user('gone')].map((urn) => makersOfEntrance({ kind: 'person', makers: [] }, urn));
    expect([await endedMaker(parts, here), await endedMaker(parts, gone)]).to.deep.equal([
      undefined,
      `${urns.user('gone')}, who has made it, may not come in any more`,
    ]);
    for (const kind of ['token', 'operator'] as const) expect(makersOfEntrance({ kind, makers: ['x'] }, 'y')).to.deep.equal(['x']);
  });

  it('has not ended because an engine is away', async () => {
    const [outcome] = await Promise.allSettled([ended('token:away')]);
    expect(outcome.status === 'rejected' && outcome.reason instanceof Refusal && outcome.reason.retryAfter).to.be.a('number');
  });

  it('lasts no longer than the token, and comes from ten tokens at most', () => {
    expect([untilOf(operatorCredential('ada', 5), 9), untilOf(operatorCredential('ada', 5), 3), untilOf({}, 9)]).to.deep.equal([5, 3, 9]);
    const ten = Array.from({ length: 10 }, (_, at) => `token:${at}`);
    expect(allMakers(ten, ['token:0'])).to.deep.equal(ten);
    expect(() => allMakers(ten, ['token:10']))
      .to.throw(Refusal)
      .with.property('code', 'outgrows-token');
  });
});
