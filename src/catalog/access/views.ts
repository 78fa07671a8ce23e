/**
 * What users see, compiled once for each of them and for each state of the policies.
 */
import { type Actor, ALL_ENTITIES, type Policies, type Scope, type Sight, seenWithin, visible } from '../../access/index.ts';
import { type Closed, closedTo } from './closed.ts';
import { type HiddenColumns, type HiddenParts, hiddenColumns } from './hidden-columns.ts';

/** What a user sees, undefined for who sees all entities and columns, and what of it is closed. */
export interface View {
  readonly sight: Sight | undefined;
  readonly closed: Closed | undefined;
  /** Undefined for who sees all columns of what is seen. */
  readonly columns: HiddenColumns | undefined;
}

/** What is marked as sensitive: URNs of properties and of tags. */
export interface Sensitive {
  readonly properties: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
  /** A commit since which these tags and no others are. */
  readonly since: number;
}

export interface Views {
  sightOf(policies: Policies, actor: Actor): Sight | undefined;
  /** @param scope what the token is for */
  viewOf(policies: Policies, actor: Actor, sensitive: Sensitive, scope: Scope | undefined): View;
}

/** Of so many users something is remembered, of the newest policies. */
const MOST_REMEMBERED = 5_000;

export function makeViews(parts: Omit<HiddenParts, 'policies' | 'actor' | 'tags' | 'since'>): Views {
  const { model, facts } = parts;
  const types = [...model.entityTypes.keys()];
  const [sights, views] = [makeMemory<Sight | undefined>(), makeMemory<View>()];
  const nameOf = ({ urn, groups, roles }: Actor): readonly unknown[] => [urn, [...groups], [...roles]];
  const sightOf: Views['sightOf'] = (policies, actor) => sights(policies, nameOf(actor), () => visible(policies, actor, types));
  return {
    sightOf,
    viewOf: (policies, actor, sensitive, scope) =>
      views(policies, [...nameOf(actor), [...sensitive.properties], [...sensitive.tags], sensitive.since, scope], () => {
        const columns = hiddenColumns({ ...parts, policies, actor, tags: sensitive.tags, since: sensitive.since });
        const sight = seenWithin(sightOf(policies, actor), scope, actor) ?? (columns && ALL_ENTITIES);
        return { sight, closed: closedTo({ model, facts, policies, actor, sensitive: sensitive.properties, sight, columns }), columns };
      }),
  };
}

/** Remembers what is made of policies and of what a name says. */
function makeMemory<Result>(): (policies: Policies, name: readonly unknown[], make: () => Result) => Result {
  const known = new WeakMap<Policies, Map<string, { readonly result: Result }>>();
  return (policies, name, make) => {
    const own = known.get(policies) ?? new Map<string, { readonly result: Result }>();
    const key = JSON.stringify(name);
    const found = own.get(key);
    if (found) return found.result;
    const result = make();
    if (own.size >= MOST_REMEMBERED) own.clear();
    known.set(policies, own.set(key, { result }));
    return result;
  };
}
