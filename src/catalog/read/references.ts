/**
 * Finds the entities that name an entity, and removes these references (docs/semantics.md 12.3).
 */
import { outdatedAspect, type Refusal } from '../../errors.ts';
import type { Graph } from '../../graph/driver.ts';
import type { EntityReader } from '../../graph/read.ts';
import { type Reference, readReferences, readReferring } from '../../graph/references.ts';
import { COLUMN_LINEAGE } from '../../model/edges.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, parseUrn, type Urn } from '../../model/urn.ts';
import { withoutReference } from '../maintenance/without-reference.ts';
import { aspectTag } from '../write/conditions.ts';
import { stateOf } from '../write/draft.ts';
import type { RawProposal } from '../write/proposal.ts';
import type { WriteRequest, WriteResult } from '../write/write.ts';

/** Most references that an answer lists. */
const MOST_NAMED = 10;
/** How many aspects are rewritten at once. */
const PAGE = 500;
/** How often to try again if somebody else writes the same aspect. */
const MOST_TRIES = 20;

export interface References {
  readonly total: number;
  readonly relatedAspects: readonly Reference[];
}

export interface ReferenceParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly reader: EntityReader;
  write(request: WriteRequest): Promise<WriteResult>;
}

export interface Referrer {
  readonly entity: string;
  readonly aspect: string;
}

/** The aspects of other entities that refer to this one, even if it was hard-deleted: how many, and the first ten. */
export async function references({ model, graph }: Pick<ReferenceParts, 'model' | 'graph'>, urn: Urn): Promise<References> {
  const { total, page } = await readReferences(graph, urn.text, model.relationshipNames, MOST_NAMED);
  return { total, relatedAspects: page };
}

/**
 * Removes a URN from the aspects that refer to it, by ordinary writes that do not overwrite what others write at the same time. References
 * that are part of an entity's own URN stay: key aspects, and other aspects of an entity whose URN contains this one (a dataset keeps its
 * platform, and its schema with it).
 *
 * @param only relationships; absent: all
 * @throws Refusal if a rule refuses one of the writes; earlier writes are done
 */
export async function deleteReferences(parts: ReferenceParts, urn: Urn, actor: string, only?: readonly string[]): Promise<void> {
  const { model, graph } = parts;
  const keys = [...model.entityTypes.values()].map(({ key }) => key.name);
  const types = only ?? rewritable(model);
  for (let before = ''; ; ) {
    const page = await readReferring(graph, urn.text, types, keys, PAGE);
    const now = JSON.stringify(page);
    if (page.length === 0 || now === before) return;
    before = now;
    await rewrite(parts, page, urn, actor);
  }
}

/** The relationships that not only key aspects make. A platform has very many of the others; there is no need to look at them. */
function rewritable(model: Model): string[] {
  const others = [...model.aspects.values()].filter(({ kind }) => kind === 'versioned');
  const made = new Set(others.flatMap(({ relationships }) => relationships.map(({ name }) => name)));
  const columns = others.some(({ columnLineage }) => columnLineage.length > 0);
  return model.relationshipNames.filter((name) => made.has(name) || (columns && name === COLUMN_LINEAGE));
}

function refuse(refusal: Refusal): never {
  throw refusal;
}

/**
 * Rewrites the aspects of a page. If somebody else has written an aspect in between, tries it again.
 *
 * @param refused is told of what a rule refuses; absent: it is thrown
 * @returns the last commit
 */
export async function rewrite(
  parts: ReferenceParts,
  page: readonly Referrer[],
  urn: Urn,
  actor: string,
  refused: (refusal: Refusal) => void = refuse,
): Promise<number> {
  let seq = 0;
  let left = page;
  for (let attempt = 1; left.length > 0; attempt++) {
    const tried = left;
    const proposals = await proposalsFor(parts, tried, urn);
    const { items, seq: last = 0 } = await parts.write({ proposals, together: false, actor });
    seq = Math.max(seq, last);
    left = tried.filter((_, index) => {
      const item = items[index];
      if (!item || !('refusal' in item)) return false;
      if (item.refusal.kind === 'precondition' && attempt < MOST_TRIES) return true;
      refused(item.refusal);
      return false;
    });
  }
  return seq;
}

async function proposalsFor({ model, reader }: ReferenceParts, page: readonly Referrer[], urn: Urn): Promise<RawProposal[]> {
  const rows = await reader([...new Set(page.map(({ entity }) => entity))], [...new Set(page.map(({ aspect }) => aspect))].sort());
  return page.map(({ entity, aspect: name }) => {
    const base = { entityUrn: entity, aspectName: name, keepsRun: true };
    const holder = parseUrn(model, entity);
    const aspect = isProblem(holder) ? undefined : holder.type.aspects.get(name);
    if (!aspect) throw outdatedAspect(entity, urn.text, name);
    const stored = rows.get(entity)?.latest.find((each) => each.name === name);
    const state = stored && stateOf(stored);
    const left = state ? withoutReference(model, aspect, state.value, urn.text) : { kind: 'same' as const };
    // The aspect no longer refers to it: a RESTATE removes what is left of the edge.
    if (!state || left.kind === 'same') return { ...base, changeType: 'RESTATE' };
    const headers = { 'If-Match': aspectTag(state) };
    return left.kind === 'nothing' ? { ...base, changeType: 'DELETE', headers } : { ...base, changeType: 'UPSERT', value: left.value, headers };
  });
}
