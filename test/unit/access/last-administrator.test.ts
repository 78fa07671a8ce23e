/** Whether somebody else can manage policies is asked of all members of a role or a group, however many there are (docs/access.md 8). */
import { expect } from 'chai';
import { policiesOf } from '../../../src/access/index.ts';
import { compilePolicy } from '../../../src/access/policy.ts';
import { keptByLast, type LastAdministratorParts } from '../../../src/catalog/access/last-administrator.ts';
import { membersOf } from '../../../src/catalog/access/members.ts';
import { urns } from '../../support/make.ts';
import { model } from '../support/model.ts';

const [ROLE, GROUP, USER] = [urns.of('dataHubRole', 'admins'), urns.group('admins'), urns.user('ann')];
const INFO = { type: 'PLATFORM', state: 'ACTIVE', privileges: ['MANAGE_POLICIES'], actors: { roles: [ROLE], groups: [GROUP] } };
const policies = policiesOf([compilePolicy(urns.of('dataHubPolicy', 'p'), INFO, (text) => text)]);

/** @param by who is in the role or the group @param able which of them can sign in */
function partsOf(by: string, many: number, able: number): LastAdministratorParts {
  const nameOf = (at: number): string => urns.user(`u${at}`);
  const related = async (urn: { text: string }, _: unknown, __: unknown, start: number, count: number) => {
    const length = urn.text === by ? Math.max(0, Math.min(count, many - start)) : 0;
    return { related: Array.from({ length }, (_item, at) => ({ urn: nameOf(start + at) })) };
  };
  const actorOf = (urn: string) => ({ urn, groups: new Set([GROUP]), roles: new Set([ROLE]) });
  const access = {
    policies: async () => policies,
    actor: async (urn: string) => actorOf(urn),
    actors: async (all: readonly string[]) => all.map(actorOf),
    resource: async (urn: string) => ({ urn, roles: [] }),
    resources: async (all: readonly string[]) => all.map((urn) => ({ urn, roles: [ROLE] })),
  };
  const credentials = { name: 'corpUserCredentials', value: JSON.stringify({ hashedPassword: 'x' }) };
  const reader = async (all: readonly string[]) =>
    new Map(all.map((urn) => [urn, { exists: true, removed: false, latest: urn === nameOf(able) ? [credentials] : [] }]));
  return {
    model,
    reader,
    access,
    members: (urn: string, types: readonly string[]) => membersOf({ model, related: related as never }, urn, types),
  } as unknown as LastAdministratorParts;
}

describe('The last administrator', () => {
  for (const [what, by] of [
    ['a role', ROLE],
    ['a group', GROUP],
  ] as const)
    it(`loses a group if the only other one is the last of 1,200 in ${what}`, async () => {
      expect(await keptByLast(partsOf(by, 1_200, 1_199), USER, [GROUP], [])).to.deep.equal([]);
      expect(await keptByLast(partsOf(by, 1_200, -1), USER, [GROUP], [])).to.deep.equal([GROUP]);
    });
});
