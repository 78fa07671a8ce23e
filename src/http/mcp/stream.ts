/**
 * What an agent who listens is told: a resource that it follows has changed, there are other resources, there are other tools.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerEvent } from '@modelcontextprotocol/server';
import { outsideBudgets } from '../../budget.ts';
import type { Catalog, Change, ChangeCursor, ChangesPage } from '../../catalog/index.ts';
import { knownUrns } from '../../model/urn.ts';
import type { Session } from './sessions.ts';

/** How long to wait for changes, ms. */
const BEAT_MS = 15_000;
/** A stream ends after this time, ms. The client connects again, perhaps to another server. */
const LIFE_MS = 10 * 60_000;
/** The pause after changes, ms: what happens in it is told together, so that many writes cost a stream little. */
const REST_MS = 1_000;
const PAGE = 1_000;
/** Most pages that are read together. */
const MOST_PAGES = 20;
const TOLD: ReadonlySet<string> = new Set(['create', 'update', 'revert', 'delete']);

export interface StreamParts {
  readonly session: Pick<Session, 'subscribed' | 'told'>;
  /** What has happened after this is told. */
  readonly after: ChangeCursor;
  /** The core that sees all changes. What is told is checked by `seen`. */
  readonly changes: Pick<Catalog, 'changes' | 'newest' | 'searchable'>;
  /** Asks again who is connected. @throws Refusal if they may not be, any more */
  readonly again: () => Promise<{ readonly seen: Catalog; readonly mayWrite: boolean }>;
  readonly mayWrite: boolean;
  /** For a token that is for some tools: it is told of no resources. */
  readonly onlyTools: boolean;
  readonly over: AbortSignal;
}

/** Events until nobody waits for them. Undefined: nothing has happened for a while. */
export async function* events({ session, changes: core, again, onlyTools, over, ...before }: StreamParts): AsyncGenerator<ServerEvent | undefined> {
  const from = Date.now();
  let { mayWrite, after } = before;
  // The request itself has been answered: its time does not count any more.
  while (Date.now() - from < LIFE_MS) {
    const { changes, next } = await outsideBudgets(() => nextChanges(core, after, over));
    if (over.aborted) return;
    const now = await outsideBudgets(again);
    if (now.mayWrite !== mayWrite) yield { kind: 'tools_list_changed' };
    ({ mayWrite } = now);
    const told = onlyTools ? [] : changes.filter(({ type }) => TOLD.has(type));
    for (const uri of await outsideBudgets(() => changedResources(session, told, now.seen))) yield { kind: 'resource_updated', uri };
    if (await outsideBudgets(() => isOtherList(core, told, now.seen))) yield { kind: 'resources_list_changed' };
    after = next;
    if (next.count === undefined) session.told = next.seq;
    if (changes.length === 0) yield undefined;
    else await pause(REST_MS, undefined, { signal: over }).catch(() => undefined);
  }
}

/** Waits for changes, and reads those that there are. */
async function nextChanges(core: StreamParts['changes'], from: ChangeCursor, over: AbortSignal): Promise<Pick<ChangesPage, 'changes' | 'next'>> {
  const changes: Change[] = [];
  let next = from;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const waitMs = pages === 0 ? BEAT_MS : 0;
    const page = await core.changes({ after: next, limit: PAGE, filter: {}, values: false, waitMs, over });
    changes.push(...page.changes);
    next = page.next;
    if (over.aborted || (next.seq >= page.newest && next.count === undefined)) break;
  }
  return { changes, next };
}

/** The addresses of the resources among the changes that the session follows, and sees. Of one that was deleted only who sees everything is told. */
async function changedResources({ subscribed }: StreamParts['session'], changes: readonly Change[], seen: Catalog): Promise<string[]> {
  const urns = [...new Set(changes.map(({ urn }) => urn))].filter((urn) => subscribed.has(urn));
  const shown = await shownAmong(seen, urns);
  return urns.filter((urn) => shown.has(urn)).flatMap((urn) => subscribed.get(urn) ?? []);
}

/** Has something that is listed been made, deleted, or hidden? */
async function isOtherList(core: StreamParts['changes'], changes: readonly Change[], seen: Catalog): Promise<boolean> {
  const listed = new Map(core.searchable.map(({ name, key }) => [name, new Set([key.name, 'status'])]));
  const urns = changes.flatMap(({ urn, entityType, aspect, type }) => {
    const names = listed.get(entityType);
    return names?.has(aspect) && (aspect === 'status' || type !== 'update') ? [urn] : [];
  });
  return (await shownAmong(seen, [...new Set(urns)])).size > 0;
}

async function shownAmong(seen: Catalog, urns: readonly string[]): Promise<Set<string>> {
  if (!seen.partial || urns.length === 0) return new Set(urns);
  const views = await seen.read(knownUrns(seen.model, urns), ['status']);
  return new Set(views.flatMap((view) => (view.exists ? [view.urn.text] : [])));
}
