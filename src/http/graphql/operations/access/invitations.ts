/**
 * Invitations to roles, and links with which users set their passwords. The core decides who may make them.
 */
import type { Arguments } from '../../../../generated/arguments.ts';
import type { Resolve, Resolvers } from '../../operation.ts';

/** @param alone end the earlier invitations to the role */
const invite =
  (alone: boolean): Resolve<Arguments['createInviteToken']> =>
  async (_, { input }, { catalog, actor, mayNotWrite, trail }) => {
    // The query makes one, too: what is stored cannot be shown again.
    if (mayNotWrite) throw mayNotWrite;
    trail.writes();
    return { inviteToken: await catalog.access.invite(actor, input.roleUrn ?? undefined, alone) };
  };

const acceptRole: Resolve<Arguments['acceptRole']> = async (_, { input }, { catalog, actor, guess }) => {
  await guess('invitation', () => catalog.access.acceptRole(actor, input.inviteToken));
  return true;
};

const createNativeUserResetToken: Resolve<Arguments['createNativeUserResetToken']> = async (_, { input }, { catalog, actor }) => ({
  resetToken: await catalog.access.createResetToken(actor, input.userUrn),
});

export const invitations: Resolvers = {
  Query: { getInviteToken: invite(false) },
  Mutation: { createInviteToken: invite(true), acceptRole, createNativeUserResetToken },
};
