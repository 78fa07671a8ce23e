/**
 * `POST …/api/v1/lineage`, and `…/batch`: OpenLineage events, written in one transaction, or with `async=true` those that are valid
 * (docs/openlineage.md).
 */
import type { Catalog, SentItem } from '../../catalog/index.ts';
import { badParameter, Refusal } from '../../errors.ts';
import { isRecord } from '../../model/path.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, parseUrn } from '../../model/urn.ts';
import { warn } from '../answer/warn.ts';
import { readJsonBody } from '../openapi/body.ts';
import { flagParam, textParam } from '../request/query.ts';
import { textIn, writeAll } from '../request/write-items.ts';
import type { Context } from '../types.ts';
import { readEvents, refuseManyEvents } from './event.ts';
import { type MappedEvent, makeMapper, proposalsOf } from './proposals.ts';
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
  const asynchronous = flagParam(context, 'async', false);
  const apart = asynchronous && Array.isArray(json);
  const { events, unread, proposals, cut } = apart ? eachOf(catalog.model, json, site) : allOf(catalog.model, json, batch, site);
  let changed = 0;
  if (proposals.length + unread.length > 0) {
    const { items } = await writeAll(context, catalog, [...unread, ...proposals], { asynchronous });
    for (const item of items) if ('written' in item) changed += item.written.filter(({ outcome, added }) => outcome === 'changed' && !added).length;
  }
  if (cut.length > 0) warn(context, catalog.model.names, `Only the beginning of long facets is kept: ${cut.join(', ')}`);
  context.body = { events, changed };
}

/** What a request says. */
interface EventsRead extends MappedEvent {
  /** How many events it has. */
  readonly events: number;
  /** Why others were refused. */
  readonly unread: readonly SentItem[];
}

function allOf(model: Model, json: unknown, batch: boolean, site: DatasetSite): EventsRead {
  const events = readEvents(json, batch);
  return { ...proposalsOf(model, events, site), events: events.length, unread: [] };
}

/** The events of a list that are valid, and why the others are not. */
function eachOf(model: Model, list: readonly unknown[], site: DatasetSite): EventsRead {
  refuseManyEvents(list);
  const mapper = makeMapper(model, site);
  const unread: SentItem[] = [];
  for (const [index, event] of list.entries()) {
    try {
      for (const each of readEvents([event], false, index)) mapper.add(each);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      unread.push({ refusal: error, run: isRecord(event) ? textIn(event.run, 'runId') : undefined });
    }
  }
  return { ...mapper.mapped(), events: list.length - unread.length, unread };
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
