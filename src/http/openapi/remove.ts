/**
 * `DELETE …/{urn}` and `…/{urn}/{aspect}` (docs/semantics.md 13.7). 200 with an empty body, also where nothing was.
 */
import type { Catalog, RawProposal } from '../../catalog/index.ts';
import { noAspectToDelete } from '../../errors.ts';
import type { AspectSpec } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import { sendNothing } from '../answer/send.ts';
import { warnOfWrite } from '../answer/warn-of-write.ts';
import { namedAspects } from '../request/aspect-names.ts';
import { refuseConditions } from '../request/operation.ts';
import { flagParam, listParam } from '../request/query.ts';
import { writer } from '../request/writer.ts';
import type { Context } from '../types.ts';
import { targetOf } from './target.ts';

/** The whole entity; with `aspects` only those, with `clear=true` all but the key. `aspects` without a name is refused. */
export async function deleteEntity(context: Context, catalog: Catalog): Promise<void> {
  const { urn } = targetOf(context, catalog.model);
  const named = namedAspects(context, catalog.model)?.filter((name) => urn.type.aspects.has(name));
  const empty = named ? undefined : ['aspects', 'aspectNames'].find((name) => listParam(context, name) !== undefined);
  if (empty !== undefined) throw noAspectToDelete(empty);
  const names =
    named ?? (flagParam(context, 'clear', false) ? [...urn.type.aspects.keys()].filter((name) => name !== urn.type.key.name) : [urn.type.key.name]);
  await catalog.write({ proposals: names.map((name) => deletion(urn, name)), together: true, ...writer(context, catalog) });
  sendNothing(context);
}

/** The aspect with all its versions; the key aspect stands for the whole entity, and of a timeseries only the latest point goes. */
export async function deleteAspect(context: Context, catalog: Catalog): Promise<void> {
  const { urn, aspect } = targetOf(context, catalog.model) as { urn: Urn; aspect: AspectSpec };
  if (aspect.kind === 'timeseries') {
    refuseConditions(context);
    const { actor, untilSearchable } = writer(context, catalog);
    const searchable = await catalog.dropLatestPoint(urn, aspect, actor, untilSearchable);
    warnOfWrite(context, catalog, { unknownFields: [], notSearchable: !searchable });
  } else {
    await catalog.write({ proposals: [deletion(urn, aspect.name)], together: true, ...writer(context, catalog) });
  }
  sendNothing(context);
}

function deletion(urn: Urn, aspectName: string): RawProposal {
  return { entityUrn: urn.text, aspectName, changeType: 'DELETE' };
}
