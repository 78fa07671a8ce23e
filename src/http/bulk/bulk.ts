/**
 * `/bulk`: one change of many entities (docs/semantics.md 23).
 */
import { ADMINISTRATION, type Bulk, type Catalog, editingMany, type Privilege } from '../../catalog/index.ts';
import { badParameter } from '../../errors.ts';
import { readParams } from '../request/body.ts';
import { paramsOf } from '../request/params.ts';
import { textParam } from '../request/query.ts';
import type { Context } from '../types.ts';
import { bulkRequest, readOrder } from './params.ts';

/** Orders a bulk change. It answers at once; the work follows. A dry run answers what the changes would do, and writes nothing. */
export async function createBulk(context: Context, catalog: Catalog): Promise<void> {
  const { dryRun = false, runId, ...input } = readOrder(catalog.model, await readParams(context));
  const request = bulkRequest(catalog, input);
  await requireRight(context, catalog, input);
  if (dryRun) {
    context.state.trail.about('a dry run');
    context.body = await catalog.bulk.preview(request, context.state.actor);
    return;
  }
  const bulk = await catalog.bulk.create(request, context.state.actor, context.state.credential.work, runId);
  noteInAudit(context, bulk);
  context.body = bulk;
}

export async function listBulk(context: Context, catalog: Catalog): Promise<void> {
  context.body = { bulk: await catalog.bulk.list() };
}

export async function readBulk(context: Context, catalog: Catalog): Promise<void> {
  context.body = await catalog.bulk.read(idOf(context));
}

export async function readRefusedOfBulk(context: Context, catalog: Catalog): Promise<void> {
  const after = textParam(context, 'after') ?? '-1';
  if (!/^(-1|\d{1,7})$/.test(after)) throw badParameter('/after', 'the next of the answer before', after);
  context.body = await catalog.bulk.refused(idOf(context), Number(after));
}

export async function stopBulk(context: Context, catalog: Catalog): Promise<void> {
  await act(context, catalog, (id) => catalog.bulk.stop(id));
}

export async function resumeBulk(context: Context, catalog: Catalog): Promise<void> {
  await act(context, catalog, (id) => catalog.bulk.resume(id, context.state.credential.work));
}

/** Rolls back the run. It answers at once; the work follows. */
export async function undoBulk(context: Context, catalog: Catalog): Promise<void> {
  await act(context, catalog, (id) => catalog.bulk.undo(id, context.state.actor, context.state.credential.work));
}

const readNothing = paramsOf('bulk', {});

async function act(context: Context, catalog: Catalog, call: (id: string) => Promise<Bulk>): Promise<void> {
  // A body may be absent, because it has no members.
  if (context.get('content-type') !== '') readNothing(await readParams(context));
  const found = await catalog.bulk.read(idOf(context)).catch(async (error) => {
    // Whether there is one is told to those only who may do the most.
    await requireRight(context, catalog);
    throw error;
  });
  // What goes on goes on with the rights of who has ordered it.
  await requireRight(context, catalog, found.createdBy === context.state.actor ? found : { changes: found.changes });
  const bulk = await call(idOf(context));
  noteInAudit(context, bulk);
  context.body = bulk;
}

/** Who may do everything may ask forms, too. */
const FORMS: readonly (readonly Privilege[])[] = ADMINISTRATION.map((anyOf) => ['MANAGE_DOCUMENTATION_FORMS', ...anyOf]);

/**
 * Who keeps forms asks them of many assets, and who may edit some gives each its own changes, which are no more than so many writes. Only who may
 * do everything makes other changes alike. Each change is judged, too.
 *
 * @throws Refusal forbidden
 */
async function requireRight(
  { state, method, path }: Context,
  { people, model }: Catalog,
  { changes, each }: { readonly changes?: object | undefined; readonly each?: unknown } = {},
): Promise<void> {
  const { decided, trail } = state;
  if (!decided) return;
  const what = `call ${method} ${path}`;
  if (each !== undefined) return (await people.rights(decided, [], trail.allowed)).requireSomewhere(what, editingMany(model));
  const asksOnly = changes && Object.entries(changes).every(([part, change]) => part === 'forms' || change === undefined);
  await people.require(decided, what, asksOnly ? FORMS : ADMINISTRATION, trail.allowed);
}

function noteInAudit(context: Context, { id, runId, changes, total, search }: Bulk): void {
  const what = Object.keys(changes).join(', ');
  context.state.trail.about(`bulk change ${id} (run ${runId}) of ${what}, ${search ? 'a search' : `${total} entities`}`);
}

function idOf({ path }: Context): string {
  return path.split('/')[2] ?? '';
}
