/**
 * `GET` and `HEAD …/{urn}` (docs/semantics.md 13.3).
 */
import { type Catalog, entityTag } from '../../catalog/index.ts';
import { noSuchEntity } from '../../errors.ts';
import type { Urn } from '../../model/urn.ts';
import { sendJson } from '../answer/send.ts';
import { sendTagged } from '../answer/tagged.ts';
import { asOfParam } from '../request/as-of.ts';
import { namedAspects } from '../request/aspect-names.ts';
import { flagParam } from '../request/query.ts';
import type { Context } from '../types.ts';
import { type EntityAnswer, entityText } from './envelope.ts';
import { readEntityAnswers } from './read-entity-answers.ts';
import { targetOf, versionOf } from './target.ts';

/** v3 answers 404 where nothing is stored, v2 always with the key. */
export async function readEntity(context: Context, catalog: Catalog): Promise<void> {
  const { urn } = targetOf(context, catalog.model);
  const version = versionOf(context);
  const names = namedAspects(context, catalog.model);
  const asOf = await asOfParam(context, catalog);
  const [view] = await catalog.read([urn], names, asOf);
  if (!view || (version === 'v3' && !view.exists)) throw noEntity(context, urn);
  const [entity] = await readEntityAnswers(catalog, [{ view, names }], flagParam(context, 'systemMetadata', false), asOf);
  const text = entityText(version, entity as EntityAnswer);
  // A part of an entity has no tag: what it leaves out may have changed.
  if (names || asOf !== undefined) return sendJson(context, text);
  await sendTagged(context, [text], entityTag(view.aspects.map(({ aspect, state }) => [aspect.name, state])));
}

/** 204 or 404; a soft-deleted entity is there only with `includeSoftDelete`. */
export async function headEntity(context: Context, catalog: Catalog): Promise<void> {
  const { urn } = targetOf(context, catalog.model);
  const [found] = await catalog.exists([urn], flagParam(context, 'includeSoftDelete', false));
  if (!found) throw noEntity(context, urn);
  context.status = 204;
}

function noEntity(context: Context, urn: Urn) {
  context.set('Not-Found-Reason', 'ENTITY');
  return noSuchEntity(urn.text);
}
