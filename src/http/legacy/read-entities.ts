/**
 * `GET /entitiesV2/<urn>` and its batch form (docs/semantics.md 6.1), also as of a time.
 */
import { type AspectState, type Catalog, type EntityView, entityTag } from '../../catalog/index.ts';
import { missingParameter, tooMany } from '../../errors.ts';
import { urnFrom } from '../../model/named.ts';
import { objectText, sendJson } from '../answer/send.ts';
import { stampText, systemMetadataText } from '../answer/system-metadata.ts';
import { sendTagged } from '../answer/tagged.ts';
import { warnOfAspects } from '../answer/warn-names.ts';
import { asOfParam } from '../request/as-of.ts';
import { flagParam, listParam } from '../request/query.ts';
import type { Context } from '../types.ts';

const MOST_IDS = 1000;

/** One entity: an entity that was never written answers with its key alone. */
export async function readEntity(context: Context, catalog: Catalog, asked: string): Promise<void> {
  const [names, asOf] = [aspectNames(context), await asOfParam(context, catalog)];
  warnOfAspects(context, catalog.model, names ?? []);
  const [view] = await catalog.read([urnFrom(catalog.model, asked)], names, asOf);
  if (!view) return;
  const text = entityText(asked, keepAspects(context)(view));
  if (names || asOf !== undefined) return sendJson(context, text);
  await sendTagged(context, [text], entityTag(view.aspects.map(({ aspect, state }) => [aspect.name, state])));
}

/** `?ids=List(<urn>,<urn>)`: `{results: {urn: entity}, statuses: {}, errors: {}}` */
export async function readEntityBatch(context: Context, catalog: Catalog): Promise<void> {
  const ids = listParam(context, 'ids') ?? [];
  if (ids.length === 0) throw missingParameter('ids', 'List(<urn>,<urn>)');
  if (ids.length > MOST_IDS) throw tooMany('/ids', `${MOST_IDS} URNs`, ids.length);
  const asked = [...new Set(ids)];
  warnOfAspects(context, catalog.model, aspectNames(context) ?? []);
  const views = await catalog.read(
    asked.map((id) => urnFrom(catalog.model, id, '/ids')),
    aspectNames(context),
    await asOfParam(context, catalog),
  );
  const shown = keepAspects(context);
  const results = objectText(views.map((view, index) => [asked[index] ?? view.urn.text, entityText(asked[index] ?? view.urn.text, shown(view))]));
  sendJson(
    context,
    objectText([
      ['results', results],
      ['statuses', '{}'],
      ['errors', '{}'],
    ]),
  );
}

/** The key comes with the aspects that are named, unless `alwaysIncludeKeyAspect=false`. */
function keepAspects(context: Context): (view: EntityView) => EntityView {
  const names = aspectNames(context)?.map((name) => name.toLowerCase());
  if (flagParam(context, 'alwaysIncludeKeyAspect', true) || !names) return (view) => view;
  return (view) => ({ ...view, aspects: view.aspects.filter(({ aspect }) => aspect.kind !== 'key' || names.includes(aspect.name.toLowerCase())) });
}

function aspectNames(context: Context): string[] | undefined {
  const names = listParam(context, 'aspects');
  return names && names.length > 0 ? names : undefined;
}

/**
 * Built as text, so that stored values go out as they were written: `{urn, entityName, aspects: {<name>: {name, type, version, value, created,
 * systemMetadata}}}`
 */
function entityText(asked: string, view: EntityView): string {
  return objectText([
    ['urn', JSON.stringify(asked)],
    ['entityName', JSON.stringify(view.urn.type.name)],
    ['aspects', objectText(view.aspects.map(({ aspect, state }) => [aspect.name, aspectText(aspect.name, state)]))],
  ]);
}

function aspectText(name: string, state: AspectState): string {
  const head = `{"name":${JSON.stringify(name)},"type":"VERSIONED","version":0,"value":${state.value.text},"created":${stampText(state.at, state.by)}`;
  return state.seq > 0 ? `${head},"systemMetadata":${systemMetadataText(state)}}` : `${head}}`;
}
