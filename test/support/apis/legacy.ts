import { type Answer, api, type Proposal } from '../client.ts';
import { deletion, proposal } from '../make.ts';
import { type Outcome, type PropertyApi, patchOf, shownDefinition, shownEntries } from './property-api.ts';

/** Proposals, and reads of entities. */
export const legacyApi: PropertyApi = {
  name: 'legacy',
  define: (urn, definition) => send(proposal(urn, 'propertyDefinition', definition)),
  create: (urn, definition) => send({ ...proposal(urn, 'propertyDefinition', definition), changeType: 'CREATE' }),
  softDelete: (urn) => send(proposal(urn, 'status', { removed: true })),
  restore: (urn, way) => send(way === 'delete status' ? deletion(urn, 'status') : proposal(urn, 'status', { removed: false })),
  hardDelete: (urn) => send(deletion(urn, 'structuredPropertyKey')),
  setValues: (entity, properties) => send(proposal(entity, 'structuredProperties', { properties })),
  addValues: (entity, entry) => send(patch(entity, patchOf('add', entry.propertyUrn, entry))),
  removeValues: (entity, propertyUrn) => send(patch(entity, patchOf('remove', propertyUrn))),
  definition: async (urn) => {
    const value = (await api.entity(urn)).body.aspects.propertyDefinition?.value;
    return value && shownDefinition(value);
  },
  values: async (entity) => shownEntries((await api.entity(entity)).body.aspects.structuredProperties?.value),
};

function patch(urn: string, body: object): Proposal {
  return { ...proposal(urn, 'structuredProperties', body), changeType: 'PATCH' };
}

async function send(sent: Proposal): Promise<Outcome> {
  return outcomeOf(await api.ingestProposal(sent), 422);
}

/** @throws Error for any answer except 200, or a refusal with its status */
export function outcomeOf({ status, text }: Answer, refused: number): Outcome {
  if (status !== 200 && status !== refused) throw new Error(`answered ${status}: ${text}`);
  return { done: status === 200, message: status === 200 ? '' : text };
}
