/**
 * What changed since a time: in one asset, item by item, or in the whole catalog, entity by entity.
 */
import type { Urn } from '../../model/urn.ts';
import type { Catalog } from '../catalog.ts';
import type { ChangeCursor, ChangeFilter } from '../changes/types.ts';
import type { ChangeEvent } from '../read/timeline.ts';
import { categoriesOf } from '../read/timeline-items.ts';

interface EntityChanges {
  readonly urn: string;
  /** Names of the aspects that changed, in the order of their latest change, newest first. */
  readonly aspects: readonly string[];
  /** URNs of who changed them. */
  readonly by: readonly string[];
  /** Epoch ms. */
  readonly first: number;
  readonly last: number;
  readonly count: number;
  readonly created: boolean;
  readonly deleted: boolean;
}

export interface ChangedEntities {
  /** The entity that changed last comes first. */
  readonly entities: readonly EntityChanges[];
  /** How many changes were counted. */
  readonly changes: number;
  /** Were there more changes than are counted? Then the later ones are missing. */
  readonly cut: boolean;
  /** Does the log reach back to the time? If not, earlier changes are not known here. */
  readonly kept: boolean;
}

/** Most changes to count. */
const MOST_CHANGES = 20_000;
const PAGE = 1_000;

/**
 * The entities that changed since a time.
 *
 * @param since epoch ms
 */
export async function changedSince(
  { placeBefore, changes, model }: Pick<Catalog, 'changes' | 'model' | 'placeBefore'>,
  since: number,
  filter: ChangeFilter,
): Promise<ChangedEntities> {
  const { seq, kept } = await placeBefore(since);
  const found = new Map<string, { -readonly [Name in keyof EntityChanges]: EntityChanges[Name] }>();
  let counted = 0;
  let cut = false;
  const over = new AbortController().signal;
  for (let after: ChangeCursor = { seq }; ; ) {
    const page = await changes({ after, limit: PAGE, filter, values: false, waitMs: 0, over });
    counted += page.changes.length;
    for (const { urn, entityType, aspect, type, actor, at } of page.changes) {
      const before = found.get(urn);
      const isKey = model.entityTypes.get(entityType)?.key.name === aspect;
      found.set(urn, {
        urn,
        aspects: [aspect, ...(before?.aspects ?? []).filter((each) => each !== aspect)],
        by: [...new Set([actor, ...(before?.by ?? [])])],
        first: before?.first ?? at,
        last: at,
        count: (before?.count ?? 0) + 1,
        created: (before?.created ?? false) || (isKey && type === 'create'),
        deleted: isKey ? type === 'delete' : (before?.deleted ?? false),
      });
    }
    after = page.next;
    if (page.next.seq >= page.newest && page.next.count === undefined) break;
    if (counted >= MOST_CHANGES) {
      cut = true;
      break;
    }
  }
  return { entities: [...found.values()].sort((a, b) => b.last - a.last), changes: counted, cut, kept };
}

/**
 * What changed in one entity since a time, newest first.
 *
 * @param since epoch ms
 * @throws Refusal notFound for an entity that does not exist
 */
export async function changesOf({ timeline, model }: Pick<Catalog, 'timeline' | 'model'>, urn: Urn, since: number): Promise<ChangeEvent[]> {
  const transactions = await timeline(urn, categoriesOf(model), since, Number.MAX_SAFE_INTEGER);
  return transactions.flatMap(({ changeEvents }) => changeEvents).reverse();
}
