/**
 * What a hard deletion leaves to do: references to take away (docs/semantics.md 12.2), values of a property that was deleted or defined anew
 * (14.2, 14.5). And what the return of a URN does: edges of aspects that never ceased to name it. The orders are in the graph, so a stop in the
 * middle loses nothing.
 */
import type { Refusal } from '../../errors.ts';
import { nextPurge, pageDangling, purgeDone, purgeHolders } from '../../graph/clean-up.ts';
import type { Log } from '../../log.ts';
import { PROPERTY_TYPE, PROPERTY_VALUES } from '../../model/known-names.ts';
import { systemActor } from '../../model/named.ts';
import { isProblem, parseUrn, type Urn } from '../../model/urn.ts';
import { type Slices, yieldIfDue } from '../../slices.ts';
import { IN_GROUP } from '../access/members.ts';
import { deleteReferences, type ReferenceParts, type Referrer, rewrite } from '../read/references.ts';
import { partPrefixes } from '../write/life.ts';
import type { WriteResult } from '../write/write.ts';

export interface SettlingParts extends ReferenceParts {
  readonly log: Log;
}

/** Entities in one write. */
const PAGE = 200;
/** Entities from which a deletion takes its references before it is answered: of 1,000, in 2 seconds. */
const MOST_BEFORE_ANSWER = 1_000;
/** So often the log says how far it is. */
const TOLD = 10_000;

/** What a request has hard-deleted. */
export async function deletedIn({ items }: WriteResult, slices: Slices): Promise<Urn[]> {
  const urns = new Map<string, Urn>();
  for (const item of items) {
    if ('written' in item)
      for (const { urn, aspect, outcome } of item.written) if (outcome === 'deleted' && aspect.kind === 'key') urns.set(urn.text, urn);
    await yieldIfDue(slices);
  }
  return [...urns.values()];
}

/**
 * Takes the references to what a request has deleted, before it is answered: all, if they are not too many.
 *
 * @returns the last commit
 */
export async function takeReferencesOf(parts: SettlingParts, result: WriteResult, slices: Slices): Promise<number> {
  let seq = result.seq ?? 0;
  let left = MOST_BEFORE_ANSWER;
  for (const urn of await deletedIn(result, slices)) {
    if (!urn.type.takesReferences) continue;
    // A group of that name that comes later begins without members.
    if (urn.type.key.name === 'corpGroupKey') await deleteReferences(parts, urn, systemActor(parts.model), IN_GROUP);
    const taken = await takeReferences(parts, urn, left);
    left -= taken.entities;
    seq = Math.max(seq, taken.seq);
    if (left <= 0) break;
  }
  return seq;
}

/**
 * Does what one order says.
 *
 * @returns whether there was one
 */
export async function settleNext(parts: SettlingParts): Promise<boolean> {
  const { model, graph, log } = parts;
  const order = await nextPurge(graph);
  if (!order) return false;
  const urn = parseUrn(model, order.urn);
  if (isProblem(urn)) log('job.failed', { job: 'removal of what hard deletions leave', reason: urn.problem });
  else if (urn.type.name === PROPERTY_TYPE) await removeValues(parts, urn);
  else if (urn.type.takesReferences) await takeAll(parts, urn, order.exists);
  else if (order.exists) await restoreEdges(parts, urn);
  await purgeDone(graph, order);
  return true;
}

/** Removes the values of a property from every entity that has them, as ordinary writes. */
async function removeValues({ model, graph, write, log }: SettlingParts, { text }: Urn): Promise<void> {
  let entities = 0;
  for (let after = ''; ; ) {
    const page = await purgeHolders(graph, text, after, PAGE);
    const last = page.at(-1);
    if (last === undefined) break;
    const purge = { aspectName: PROPERTY_VALUES, changeType: 'PURGE', keepsRun: true } as const;
    await write({ proposals: page.map((entityUrn) => ({ entityUrn, ...purge })), together: false, actor: systemActor(model) });
    entities += page.length;
    after = last;
  }
  log('property.purged', { urn: text, entities });
}

interface SettledCounts {
  readonly entities: number;
  readonly aspects: number;
  readonly refused: readonly Refusal[];
  readonly seq: number;
}

/** Takes a URN out of the aspects that named it when it was deleted, and have not been written since. Rules may keep one. */
async function takeReferences(parts: SettlingParts, urn: Urn, most = Number.POSITIVE_INFINITY): Promise<SettledCounts> {
  const { model, graph, log } = parts;
  const keys = new Set([...model.entityTypes.values()].map(({ key }) => key.name));
  const refused: Refusal[] = [];
  let [after, entities, aspects, seq] = ['', 0, 0, 0];
  while (entities < most) {
    const page = await pageDangling(graph, urn.text, [], after, PAGE);
    const last = page.at(-1);
    if (last === undefined) break;
    const referring = page.flatMap(({ holder, aspects: named }): Referrer[] =>
      isMadeOf(holder, urn.text) ? [] : named.filter((aspect) => !keys.has(aspect)).map((aspect) => ({ entity: holder, aspect })),
    );
    seq = Math.max(seq, await rewrite(parts, referring, urn, systemActor(model), (refusal) => refused.push(refusal)));
    const before = aspects;
    aspects += referring.length;
    entities += page.length;
    if (Math.floor(before / TOLD) < Math.floor(aspects / TOLD)) log('references.going', { urn: urn.text, aspects });
    after = last.holder;
  }
  return { entities, aspects: aspects - refused.length, refused, seq };
}

/** Such an entity goes on saying in its aspects what its own URN says. */
function isMadeOf(holder: string, urn: string): boolean {
  return holder === urn || [`(${urn},`, `,${urn},`, `,${urn})`].some((part) => holder.includes(part));
}

async function takeAll(parts: SettlingParts, urn: Urn, exists: boolean): Promise<void> {
  const { aspects, refused } = await takeReferences(parts, urn);
  // A write of such an aspect meanwhile, about something else, has brought its edge back.
  if (!exists && refused.length === 0) await deleteReferences(parts, urn, systemActor(parts.model));
  const [first] = refused;
  if (first) parts.log('references.kept', { urn: urn.text, aspects, refused: refused.length, reason: first.message });
  else if (aspects > 0) parts.log('references.removed', { urn: urn.text, aspects });
}

/** Restates every aspect that names an entity, or its parts, without an edge. */
async function restoreEdges({ model, graph, write, log }: SettlingParts, urn: Urn): Promise<void> {
  const prefixes = partPrefixes(model, urn.text);
  let aspects = 0;
  for (let after = ''; ; ) {
    const page = await pageDangling(graph, urn.text, prefixes, after, PAGE);
    const last = page.at(-1);
    if (last === undefined) break;
    const restate = { changeType: 'RESTATE', onlyPresent: true } as const;
    const proposals = page.flatMap(({ holder, aspects: named }) => named.map((aspectName) => ({ entityUrn: holder, aspectName, ...restate })));
    await write({ proposals, together: false, actor: systemActor(model) });
    aspects += proposals.length;
    if (aspects % TOLD < proposals.length) log('edges.coming', { urn: urn.text, aspects });
    after = last.holder;
  }
  log('edges.restored', { urn: urn.text, aspects });
}
