/**
 * `DELETE …/{urn}` and `…/{urn}/{aspect}` (document 2, "Hard delete"; semantics 13.7). 200 with an empty body, also where nothing was.
 */
import type { RawProposal } from '../../catalog/proposal.ts';
import type { AspectSpec } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import { type Handler, sendNothing, writer } from '../context.ts';
import { flagParam } from '../query.ts';
import { namedAspects } from './shown-aspects.ts';
import { targetOf } from './target.ts';

/** The whole entity; with `aspects` only those, with `clear=true` all but the key. */
export const deleteEntity: Handler = async (context, catalog) => {
  const { urn } = targetOf(context, catalog.model);
  const named = namedAspects(context, catalog.model)?.filter((name) => urn.type.aspects.has(name));
  const names =
    named ?? (flagParam(context, 'clear', false) ? [...urn.type.aspects.keys()].filter((name) => name !== urn.type.key.name) : [urn.type.key.name]);
  await catalog.write({ proposals: names.map((name) => deletion(urn, name)), together: true, ...writer(context, catalog) });
  sendNothing(context);
};

/** The aspect with all its versions; the key aspect stands for the whole entity, and of a timeseries only the latest point goes. */
export const deleteAspect: Handler = async (context, catalog) => {
  const { urn, aspect } = targetOf(context, catalog.model) as { urn: Urn; aspect: AspectSpec };
  if (aspect.kind === 'timeseries') await catalog.dropLatestPoint(urn, aspect);
  else await catalog.write({ proposals: [deletion(urn, aspect.name)], together: true, ...writer(context, catalog) });
  sendNothing(context);
};

function deletion(urn: Urn, aspectName: string): RawProposal {
  return { entityUrn: urn.text, aspectName, changeType: 'DELETE' };
}
