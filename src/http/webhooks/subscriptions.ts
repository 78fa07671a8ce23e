/**
 * `/subscriptions`: who wants to hear about what (docs/semantics.md 22.6).
 */
import type { Catalog } from '../../catalog/index.ts';
import { badBody } from '../../errors.ts';
import { sendNothing } from '../answer/send.ts';
import { readParams } from '../request/body.ts';
import { paramsOf, someText } from '../request/params.ts';
import { textParam } from '../request/query.ts';
import { urnAt } from '../request/urn-in-body.ts';
import type { Context } from '../types.ts';

const SUBJECTS = ['entity', 'domain', 'query'] as const;
const readCreation = paramsOf('createSubscription', { webhook: someText, person: someText }, { entity: someText, domain: someText, query: someText });

export async function createSubscription(context: Context, catalog: Catalog): Promise<void> {
  const input = readCreation(await readParams(context));
  const { model } = catalog;
  const given = SUBJECTS.filter((name) => input[name] !== undefined);
  if (given.length !== 1) throw badBody('', `exactly one of ${SUBJECTS.join(', ')}`, given);
  const { webhook, person, entity, domain, query = '' } = input;
  const about =
    entity !== undefined
      ? { entity: urnAt(model, entity, '/entity').text }
      : domain !== undefined
        ? { domain: urnAt(model, domain, '/domain', 'domain').text }
        : { query };
  const { actor, credential } = context.state;
  const made = await catalog.subscriptions.create(webhook, urnAt(model, person, '/person', 'corpuser'), about, actor, credential.makers);
  context.state.trail.about(`subscription ${made.id} of ${made.person}`);
  context.status = 201;
  context.body = made;
}

export async function listSubscriptions(context: Context, catalog: Catalog): Promise<void> {
  const urnParam = (name: string): string | undefined => {
    const text = textParam(context, name);
    return text === undefined ? undefined : urnAt(catalog.model, text, `/${name}`).text;
  };
  const filter = { person: urnParam('person'), entity: urnParam('entity'), webhook: textParam(context, 'webhook') };
  context.body = { subscriptions: await catalog.subscriptions.list(filter) };
}

export async function deleteSubscription(context: Context, catalog: Catalog): Promise<void> {
  await catalog.subscriptions.remove(context.path.split('/')[2] ?? '');
  sendNothing(context);
}
