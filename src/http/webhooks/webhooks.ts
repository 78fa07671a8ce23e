/**
 * `/webhooks`: registering and changing webhooks, and what became of their deliveries (docs/semantics.md 22).
 */
import { type Catalog, type ChangeCursor, LOGGED_CHANGES, WEBHOOK_FORMATS, WEBHOOK_SENDS, type WebhookInput } from '../../catalog/index.ts';
import { badBody } from '../../errors.ts';
import { entityTypeOrRefuse } from '../../model/named.ts';
import type { Model } from '../../model/types.ts';
import { sendNothing } from '../answer/send.ts';
import { resolveAspects } from '../request/aspect-names.ts';
import { readParams } from '../request/body.ts';
import { readChangeCursor } from '../request/change-cursor.ts';
import { boolean, integer, listOf, members, oneOf, type Param, paramsOf, someText, text, time } from '../request/params.ts';
import { urnAt } from '../request/urn-in-body.ts';
import type { Context } from '../types.ts';

/** The most entries of each part of a filter. */
const MOST_OF_FILTER = 1_000;
const names = listOf(someText, MOST_OF_FILTER);
const filter = members({}, { types: names, aspects: names, urns: names, changes: listOf(oneOf(LOGGED_CHANGES), LOGGED_CHANGES.length) });
const settings = { name: text, url: text, filter, format: oneOf(WEBHOOK_FORMATS), values: boolean, batch: integer() };
/** A place in the change stream, or a number of a commit. */
const after: Param<string | number> = { ...time, type: ['string', 'integer'], minimum: 0, maxLength: 100 };

const readCreation = paramsOf('createWebhook', { url: text }, { ...settings, sends: oneOf(WEBHOOK_SENDS), secret: text, after });
const readChange = paramsOf('changeWebhook', {}, { ...settings, state: oneOf(['active', 'paused']) });
const readRotation = paramsOf('rotateWebhook', {}, { secret: text });
const readReplay = paramsOf('replayWebhook', { after });
const readNothing = paramsOf('webhook', {});

/** A body may be absent where all its members may be. */
async function bodyOf(context: Context): Promise<unknown> {
  return context.get('content-length') === '0' || context.get('content-type') === '' ? {} : readParams(context);
}

export async function createWebhook(context: Context, catalog: Catalog): Promise<void> {
  const { secret, after: from, ...input } = readCreation(await readParams(context));
  const made = await catalog.webhooks.create(
    { ...input, ...checkedFilter(catalog.model, input) },
    context.state.actor,
    context.state.credential.makers,
    secret,
    from === undefined ? undefined : readStart(context, catalog, from),
  );
  context.state.trail.about(`webhook ${made.webhook.id}`);
  context.status = 201;
  context.body = { ...made.webhook, secret: made.secret };
}

export async function listWebhooks(context: Context, catalog: Catalog): Promise<void> {
  context.body = { webhooks: await catalog.webhooks.list(await keepsThem(context, catalog)) };
}

export async function readWebhook(context: Context, catalog: Catalog): Promise<void> {
  context.body = await catalog.webhooks.read(idOf(context), await keepsThem(context, catalog));
}

export async function changeWebhook(context: Context, catalog: Catalog): Promise<void> {
  const { state, ...input } = readChange(await readParams(context));
  context.body = await catalog.webhooks.change(
    idOf(context),
    { ...input, ...checkedFilter(catalog.model, input) },
    context.state.credential.makers,
    state,
  );
}

export async function deleteWebhook(context: Context, catalog: Catalog): Promise<void> {
  await catalog.webhooks.remove(idOf(context));
  sendNothing(context);
}

export async function rotateWebhook(context: Context, catalog: Catalog): Promise<void> {
  const { secret } = readRotation(await bodyOf(context));
  const rotated = await catalog.webhooks.rotate(idOf(context), secret);
  context.body = { ...rotated.webhook, secret: rotated.secret };
}

export async function replayWebhook(context: Context, catalog: Catalog): Promise<void> {
  context.body = await catalog.webhooks.replay(idOf(context), readStart(context, catalog, readReplay(await readParams(context)).after));
}

export async function resumeWebhook(context: Context, catalog: Catalog): Promise<void> {
  readNothing(await bodyOf(context));
  context.body = await catalog.webhooks.resume(idOf(context), context.state.actor, context.state.credential.makers);
}

export async function pingWebhook(context: Context, catalog: Catalog): Promise<void> {
  readNothing(await bodyOf(context));
  const { status, ms, error } = await catalog.webhooks.ping(idOf(context));
  context.body = { accepted: error === undefined, ms, ...(status !== undefined && { status }), ...(error !== undefined && { error }) };
}

export async function readDeliveries(context: Context, catalog: Catalog): Promise<void> {
  context.body = { deliveries: await catalog.webhooks.deliveries(idOf(context)) };
}

/** May the sender change webhooks? Only then their whole addresses are shown: the path may be all that a chat service asks for. */
async function keepsThem({ state: { mayNotWrite, decided } }: Context, { people }: Catalog): Promise<boolean> {
  return mayNotWrite === undefined && (!decided || (await people.rights(decided, [])).has(['MANAGE_SYSTEM_OPERATIONS']));
}

function readStart(context: Context, catalog: Catalog, after: string | number): ChangeCursor {
  return readChangeCursor(context, catalog, String(after), (expected) => badBody('/after', expected, after));
}

function idOf({ path }: Context): string {
  return path.split('/')[2] ?? '';
}

/**
 * The filter with the names of the model.
 *
 * @throws Refusal unknownName for types and aspects that the model does not have; malformed for invalid URNs
 */
function checkedFilter(model: Model, { filter: given }: WebhookInput): Pick<WebhookInput, 'filter'> {
  if (!given) return {};
  const { types, aspects, urns, changes } = given;
  return {
    filter: {
      ...(types && { types: types.map((name) => entityTypeOrRefuse(model, name, '/filter/types').name) }),
      ...(aspects && { aspects: resolveAspects(model, aspects, '/filter/aspects') }),
      ...(urns && { urns: urns.map((each, index) => urnAt(model, each, `/filter/urns/${index}`).text) }),
      ...(changes && { changes }),
    },
  };
}
