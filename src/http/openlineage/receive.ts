/**
 * `POST …/api/v1/lineage`, and `…/batch`: OpenLineage events, written in one transaction (docs/openlineage.md).
 */
import type { Catalog } from '../../catalog/index.ts';
import { badParameter } from '../../errors.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, parseUrn } from '../../model/urn.ts';
import { warn } from '../answer/warn.ts';
import { warnOfWrite } from '../answer/warn-of-write.ts';
import { readJsonBody } from '../openapi/body.ts';
import { textParam } from '../request/query.ts';
import { writer } from '../request/writer.ts';
import type { Context } from '../types.ts';
import { readEvents } from './event.ts';
import { proposalsOf } from './proposals.ts';
import { ANY_SITE, type DatasetSite } from './refs.ts';

/** One event, or a list of them. */
export async function receiveEvents(context: Context, catalog: Catalog): Promise<void> {
  return receive(context, catalog, false);
}

/** A list of events: all of them or none are written. */
export async function receiveBatch(context: Context, catalog: Catalog): Promise<void> {
  return receive(context, catalog, true);
}

async function receive(context: Context, catalog: Catalog, batch: boolean): Promise<void> {
  const site = siteOf(context, catalog.model);
  const { json } = await readJsonBody(context);
  const events = readEvents(json, batch);
  const { proposals, cut } = proposalsOf(catalog.model, events, site);
  let changed = 0;
  if (proposals.length > 0) {
    const { items, ...notes } = await catalog.write({ proposals, together: true, ...writer(context, catalog) });
    warnOfWrite(context, catalog, notes);
    for (const item of items) if ('written' in item) changed += item.written.filter(({ outcome, added }) => outcome === 'changed' && !added).length;
  }
  if (cut.length > 0) warn(context, catalog.model.names, `Only the beginning of long facets is kept: ${cut.join(', ')}`);
  context.body = { events: events.length, changed };
}

/**
 * Where the datasets are: `?env=` and `?platformInstance=`, which producers add to the address.
 *
 * @throws Refusal malformed for an environment that the model does not know
 */
function siteOf(context: Context, model: Model): DatasetSite {
  const { urnPrefix } = model.names;
  const env = (textParam(context, 'env') || ANY_SITE.env).toUpperCase();
  if (isProblem(parseUrn(model, `${urnPrefix}dataset:(${urnPrefix}dataPlatform:a,b,${env})`)))
    throw badParameter('/env', 'an environment such as PROD, DEV or TEST', env);
  return { env, instance: textParam(context, 'platformInstance')?.trim() || undefined };
}
