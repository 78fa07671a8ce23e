/**
 * `who_knows`: whom to ask about an asset, and why.
 */
import { z } from 'zod';
import { KNOWING_REASONS, whoKnows as knowing } from '../../../catalog/index.ts';
import { findAsset } from '../find-asset.ts';
import { asset, named } from '../schemas.ts';
import { tool } from '../tool.ts';
import { readNames } from './read-names.ts';

/** Where each list of people goes on. */
const HOW: Readonly<Record<(typeof KNOWING_REASONS)[number], string>> = {
  owner: 'describe_asset',
  user: 'describe_asset with parts: ["usage"]',
  queryAuthor: 'queries_of',
  editor: 'history_of',
  ownerAbove: 'find_data with types: ["dataProduct"]',
  ownerBeside: 'lineage_of, then describe_asset',
};

export const whoKnows = tool({
  name: 'who_knows',
  title: 'Who knows about this',
  description:
    'Tells whom to ask about an asset: its owners, who uses it most, who wrote queries about it or described it, and owners of its domain, its container and its neighbours in lineage. Who knows most comes first.',
  input: { asset },
  output: {
    asset: named.optional(),
    people: z
      .array(
        z.object({
          urn: z.string(),
          name: z.string(),
          email: z.string().optional(),
          because: z.array(z.object({ reason: z.enum(KNOWING_REASONS), detail: z.string() })),
        }),
      )
      .optional(),
  },
  run: async ({ catalog }, input) => {
    const { urn } = await findAsset(catalog, 'asset', input.asset);
    const { people, unknown, cut } = await knowing(catalog, urn);
    const nameOf = await readNames(catalog, [urn.text]);
    return {
      head: { asset: nameOf(urn.text) },
      parts: [{ name: 'people', value: people.map(({ email, ...rest }) => ({ ...rest, ...(email !== undefined && { email }) })) }],
      cut: cut.map(({ reason, ...rest }) => ({ part: reason, ...rest, how: HOW[reason] })),
      notKnown: [...(people.length === 0 ? ['people'] : []), ...unknown.map((reason) => (reason === 'owner' ? 'owners' : 'users'))],
    };
  },
});
