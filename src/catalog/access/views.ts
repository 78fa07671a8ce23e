/**
 * What users see, compiled once for each user and each state of the policies.
 */
import { type Actor, ALL_ENTITIES, type Policies, policiesTo, type Scope, type Sight, scoped, seenWithin, visible } from '../../access/index.ts';
import { type ClosedParts, type Closure, closedTo } from './closed.ts';
import { type HiddenColumns, type HiddenParts, hiddenColumns } from './hidden-columns.ts';

/** What a user sees, undefined for who sees all entities and columns, and what of it is closed. */
export interface View {
  readonly sight: Sight | undefined;
  readonly closed: Closure | undefined;
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
  /**
   * The same view as long as nothing has changed that it follows from.
   *
   * @param scope what the token is for
   */
  viewOf(policies: Policies, actor: Actor, sensitive: Sensitive, scope: Scope | undefined): View;
  /** The view of who sees everything that the token is for, but what the model closes to all but some. */
  narrowed(policies: Policies, actor: Actor, scope: Scope | undefined): View;
}

/** Of so many users something is remembered. */
const MOST_REMEMBERED = 5_000;

export function makeViews(parts: Omit<HiddenParts, 'policies' | 'actor' | 'tags' | 'since'>): Views {
  const { model, facts } = parts;
  const types = [...model.entityTypes.keys()];
  const own = makeOwn();
  const [sights, views, narrowedViews] = [makeMemory<Sight | undefined>(), makeMemory<View>(), makeMemory<View>()];
  const closed = (rest: Omit<ClosedParts, 'model' | 'facts' | 'scoped'>, scope: Scope | undefined): Closure | undefined =>
    closedTo({ model, facts, scoped: scoped(scope) !== undefined, ...rest });
  const seenBy = (mine: Policies, actor: Actor): Sight | undefined => sights(mine, [], () => visible(mine, actor, types));
  return {
    sightOf: (policies, actor) => seenBy(own(policies, actor), actor),
    viewOf: (policies, actor, sensitive, scope) => {
      const mine = own(policies, actor);
      return views(mine, [[...sensitive.properties], [...sensitive.tags], sensitive.since, scope], () => {
        const columns = hiddenColumns({ ...parts, policies: mine, actor, tags: sensitive.tags, since: sensitive.since });
        const sight = seenWithin(seenBy(mine, actor), scope, actor) ?? (columns && ALL_ENTITIES);
        const all = { policies: mine, opening: mine, actor, sensitive: sensitive.properties, sight, columns };
        return { sight, closed: closed(all, scope), columns };
      });
    },
    narrowed: (policies, actor, scope) => {
      const mine = own(policies, actor);
      return narrowedViews(mine, [scope], () => {
        const sight = seenWithin(undefined, scope, actor);
        const all = { policies: undefined, opening: mine, actor, sensitive: new Set<string>(), sight };
        return { sight, closed: closed(all, scope), columns: undefined };
      });
    },
  };
}

function nameOf({ urn, groups, roles }: Actor): readonly unknown[] {
  return [urn, [...groups], [...roles]];
}

/** The policies that may grant something to somebody: the same as before unless one of them has changed, so that changes of others cost nothing. */
function makeOwn(): (policies: Policies, actor: Actor) => Policies {
  const found = makeMemory<Policies>();
  const last = new Map<string, Policies>();
  return (policies, actor) => {
    const name = nameOf(actor);
    return found(policies, name, () => {
      const key = JSON.stringify(name);
      const [before, now] = [last.get(key), policiesTo(policies, actor)];
      if (before && before.all.length === now.all.length && now.all.every((each, at) => each === before.all[at])) return before;
      if (last.size >= MOST_REMEMBERED) last.clear();
      last.set(key, now);
      return now;
    });
  };
}

/** Remembers what is made of an object and of what a name says. */
function makeMemory<Result>(): (of: object, name: readonly unknown[], make: () => Result) => Result {
  const known = new WeakMap<object, Map<string, { readonly result: Result }>>();
  return (of, name, make) => {
    const own = known.get(of) ?? new Map<string, { readonly result: Result }>();
    const key = JSON.stringify(name);
    const found = own.get(key);
    if (found) return found.result;
    const result = make();
    if (own.size >= MOST_REMEMBERED) own.clear();
    known.set(of, own.set(key, { result }));
    return result;
  };
}
