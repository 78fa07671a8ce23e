/** A write to what an actor does not see is refused as one to what does not exist (docs/access.md 6). */
import { expect } from 'chai';
import { policiesOf } from '../../../src/access/index.ts';
import { compilePolicy } from '../../../src/access/policy.ts';
import { makeRights } from '../../../src/access/rights.ts';
import { scoped, visible } from '../../../src/access/visible.ts';
import { Refusal } from '../../../src/errors.ts';
import { typeOf, urns } from '../../support/make.ts';

const ANN = { urn: urns.user('ann'), groups: new Set<string>(), roles: new Set<string>() };
const [OWN, HIDDEN, ABSENT] = [urns.dataset('own'), urns.dataset('cloaked'), urns.dataset('missing')];
const about = (urn: string, domains: readonly string[] = []) => ({
  ...{ urn, type: typeOf(urn), owners: [], domains, containers: [], tags: [], instances: [], groups: [], roles: [], holders: [] },
});

function rightsWith(privileges: readonly string[], everywhere: boolean, domains?: readonly string[]) {
  const resources = everywhere ? {} : { filter: { criteria: [{ field: 'URN', values: [OWN], condition: 'EQUALS' }] } };
  const info = { type: 'METADATA', state: 'ACTIVE', privileges, actors: { users: [ANN.urn] }, resources };
  const policies = policiesOf([compilePolicy(urns.of('dataHubPolicy', 'p'), info, (text) => text)]);
  const within = scoped({ domains });
  return makeRights({
    ...{ actor: ANN, policies, within, sight: within ?? visible(policies, ANN, ['dataset']), edited: [], bare: about },
    ...{ canonical: (text: string) => text, ownersIn: () => [], columnIn: () => undefined },
    resource: (urn) => (urn === ABSENT ? undefined : about(urn, [urns.of('domain', 'far')])),
  });
}

/** What the actor is told of a write; empty: it goes on. */
function told(rights: ReturnType<typeof rightsWith>, urn: string, erases = false): string {
  try {
    const after = erases ? undefined : {};
    rights.judgeUnseen({ urn, type: 'dataset', aspect: 'datasetProperties', before: undefined, after, creates: true, erases }, urn !== ABSENT);
    return '';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.message.replace(ABSENT, HIDDEN);
  }
}

describe('A write to what is not seen', () => {
  for (const erases of [false, true])
    it(`is refused in the same words as one to what does not exist, where it may not be made: ${erases ? 'a deletion' : 'a value'}`, () => {
      for (const rights of [
        rightsWith(['EDIT_ENTITY', 'DELETE_ENTITY'], false),
        rightsWith(['EDIT_ENTITY', 'DELETE_ENTITY'], true, [urns.of('domain', 'near')]),
      ]) {
        expect(told(rights, HIDDEN, erases))
          .to.equal(told(rights, ABSENT, erases))
          .and.match(/ may not /);
      }
      expect(told(rightsWith(['EDIT_ENTITY', 'DELETE_ENTITY'], false), OWN, erases)).to.equal('');
    });

  it('is refused, where one may make what does not exist', () => {
    const rights = rightsWith(['CREATE_ENTITY'], true);
    expect(told(rights, ABSENT)).to.equal('');
    expect(told(rights, HIDDEN)).to.include('this needs VIEW_ENTITY_PAGE');
  });
});
