/**
 * `DELETE …/{urn}` and `…/{urn}/{aspect}` (document 2, "Hard delete"; semantics 13.7). 200 with an empty body, also where nothing was.
 */
import type { RawProposal } from '../../catalog/proposal.ts';
import { malformed } from '../../errors.ts';
import type { AspectSpec } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import { type Context, type Handler, sendNothing, warnOfWrite, writer } from '../context.ts';
import { flagParam, listParam } from '../query.ts';
import { conditionsOf } from './proposals.ts';
import { namedAspects } from './shown-aspects.ts';
import { targetOf } from './target.ts';

/** The whole entity; with `aspects` only those, with `clear=true` all but the key. Conditions are refused, and `aspects` without a name. */
export const deleteEntity: Handler = async (context, catalog) => {
  const { urn } = targetOf(context, catalog.model);
  refuseConditions(context, 'the deletion of an entity');
  const named = namedAspects(context, catalog.model)?.filter((name) => urn.type.aspects.has(name));
  const empty = named ? undefined : ['aspects', 'aspectNames'].find((name) => listParam(context, name) !== undefined);
  if (empty !== undefined)
    throw malformed(`${empty}: names no aspect; without it the whole entity is deleted`, [
      { pointer: `/${empty}`, expected: 'an aspect of the model', got: '' },
    ]);
  const names =
    named ?? (flagParam(context, 'clear', false) ? [...urn.type.aspects.keys()].filter((name) => name !== urn.type.key.name) : [urn.type.key.name]);
  await catalog.write({ proposals: names.map((name) => deletion(urn, name)), together: true, ...writer(context, catalog) });
  sendNothing(context);
};

/** The aspect with all its versions; the key aspect stands for the whole entity, and of a timeseries only the latest point goes. */
export const deleteAspect: Handler = async (context, catalog) => {
  const { urn, aspect } = targetOf(context, catalog.model) as { urn: Urn; aspect: AspectSpec };
  if (aspect.kind === 'timeseries') {
    refuseConditions(context, 'a point of a timeseries');
    const searchable = await catalog.dropLatestPoint(urn, aspect, writer(context, catalog).untilSearchable);
    warnOfWrite(context, catalog, { unknownFields: [], notSearchable: !searchable });
  } else {
    const proposals = [{ ...deletion(urn, aspect.name), headers: conditionsOf(context) }];
    await catalog.write({ proposals, together: true, ...writer(context, catalog) });
  }
  sendNothing(context);
};

function deletion(urn: Urn, aspectName: string): RawProposal {
  return { entityUrn: urn.text, aspectName, changeType: 'DELETE' };
}

/** Conditions are about the version of one aspect: what has none would be deleted whether they hold or not. */
function refuseConditions(context: Context, what: string): void {
  const [header] = Object.entries(conditionsOf(context))[0] ?? [];
  if (header !== undefined)
    throw malformed(`Header ${header}: ${what} takes no condition`, [
      { pointer: `/headers/${header}`, expected: 'no conditional header', got: context.get(header) },
    ]);
}
