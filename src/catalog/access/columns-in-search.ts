/**
 * Search for readers who do not see all columns: of what names columns with sensitive tags, the index also has an open document, which lacks
 * them (search/document/open-documents.ts).
 */
import { type Actor, type Policies, type Sight, tablesShowing } from '../../access/index.ts';
import type { Model } from '../../model/types.ts';
import { canonicalUrn } from '../../model/urn.ts';
import { EVERYTHING, type Filter, hashIn, mapCriteria, OF_OTHERS, type SeenColumns, schemaHash } from '../../search/index.ts';
import type { IndexState } from '../find/snapshot.ts';
import type { Facts } from '../read/kept-facts.ts';
import { withHierarchies } from '../write/hierarchy.ts';
import { conditionOf } from './sight-filter.ts';

interface ColumnsParts {
  readonly model: Model;
  readonly facts: Facts;
  readonly policies: Policies;
  readonly actor: Actor;
  /** URNs of the tags that are sensitive, and a commit since which no others are. */
  readonly tags: ReadonlySet<string>;
  readonly since: number;
}

/** What the index knows of columns, in the state that a search sees. */
export function columnsInSearch({
  model,
  facts,
  policies,
  actor,
  tags,
  since,
}: ColumnsParts): (index: IndexState | undefined) => Promise<SeenColumns> {
  const key = {};
  const hash = schemaHash(model);
  const groups = groupsOf(model, policies, actor, tags);
  return async (index) => {
    const known = index !== undefined && index.seq >= since && hashIn(index.collection ?? '') === hash;
    const where = await Promise.all(
      groups.map(async ({ filter, ...group }) => ({ ...group, filter: filter && (await withHierarchies(facts, filter, index?.head)) })),
    );
    return { key, known, where };
  };
}

/** Tags that are seen in the same tables are asked for together: the search engine limits the size of a filter. */
function groupsOf(model: Model, policies: Policies, actor: Actor, tags: ReadonlySet<string>) {
  const types = [...model.entityTypes.keys()];
  const never = JSON.stringify(undefined);
  const groups = new Map<string | undefined, { tags: string[]; filter: Filter | undefined }>([[never, { tags: [OF_OTHERS], filter: undefined }]]);
  for (const tag of tags) {
    const filter = filterOf(model, tablesShowing(policies, actor, types, tag));
    const name = JSON.stringify(filter);
    const group = groups.get(name) ?? { tags: [], filter };
    group.tags.push(tag);
    groups.set(name, group);
  }
  return [...groups.values()];
}

/** Undefined: nowhere. */
function filterOf(model: Model, sight: Sight | undefined): Filter | undefined {
  if (!sight) return EVERYTHING;
  if (sight.is === 'or' && sight.of.length === 0) return undefined;
  return mapCriteria(conditionOf(sight), (each) => ({ ...each, values: each.values.map((value) => canonicalUrn(model, value)) }));
}
