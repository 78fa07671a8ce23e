/**
 * The core for a reader who sees a part of the catalog. Every call is named: it is filtered, or refused. What is not visible is treated as if
 * it did not exist. Nothing is spread, so that a new call does not compile before somebody has decided about it.
 */
import { holders, viewers } from '../../access/index.ts';
import { needsEverything, noSuchAspect, noSuchEntity, noSuchVersion } from '../../errors.ts';
import { asOfOf, noteAsOf } from '../../graph/read.ts';
import { TYPE_FIELD } from '../../model/fields.ts';
import type { Urn } from '../../model/urn.ts';
import { both } from '../../search/index.ts';
import type { Catalog } from '../calls.ts';
import type { Named, Naming } from '../properties/searched-properties.ts';
import { emptyView, versionedAspect } from '../read/read.ts';
import type { AccessReader } from './access.ts';
import { columnEdges } from './column-edges.ts';
import { hitsOnTime } from './late-columns.ts';
import { restrictedEdges } from './restricted-edges.ts';
import type { AccessCalls, EntityRights } from './tokens.ts';
import { isAboutRequest, type Refuse, type Viewer } from './viewer.ts';

/** How many entities are looked at together: more each time, because most of them may be hidden. */
const [FEWEST, MOST] = [50, 2_000];
const NO_RIGHTS: EntityRights = { allows: () => false, has: () => false };

interface Seeing extends Viewer {
  /** The change stream, of who sees all entities. */
  readonly changes?: Pick<Catalog, 'changes' | 'newestChanges' | 'placeBefore'> | undefined;
}

/** @param judged does the core that is given judge what is written? If not, nothing is written with it */
export function restricted(catalog: Catalog, viewer: Seeing, judged = false): Catalog {
  const { among, filter } = viewer;
  const made = columnEdges(catalog, viewer);
  const seen = { key: filter, filter: async () => filter, among, shown: made.shown };
  const named = ({ naming }: Named): Naming => ({ ...naming, among });
  const refuse = refusalOf(catalog, viewer);
  const onTime = hitsOnTime(catalog, viewer);
  const never = (what: string) => async (): Promise<never> => {
    throw await refuse(what);
  };
  const sees = async (urn: string): Promise<boolean> => (await among([urn])).has(urn);
  /** What a call answers about an entity, or what it would if there were no such entity. */
  const of = async <Result>(urn: Urn, call: () => Promise<Result>, otherwise: () => Result): Promise<Result> => {
    const [outcome] = await Promise.allSettled([call()]);
    const isSeen = await sees(urn.text);
    if (outcome.status === 'rejected' && (isSeen || isAboutRequest(outcome.reason))) throw outcome.reason;
    return isSeen && outcome.status === 'fulfilled' ? outcome.value : otherwise();
  };
  const ofEach = async <Result>(urns: readonly Urn[], found: readonly Result[], otherwise: (urn: Urn) => Result): Promise<Result[]> => {
    const seen = await among(
      urns.map(({ text }) => text),
      asOfOf(found),
    );
    const left = urns.map((urn, at) => {
      const own = found[at];
      return own !== undefined && seen.has(urn.text) ? own : otherwise(urn);
    });
    return noteAsOf(noteAsOf(left, found), seen);
  };
  const seenUrns = async (urns: readonly Urn[]): Promise<Urn[]> => {
    const seen = await among(urns.map(({ text }) => text));
    return noteAsOf(
      urns.filter(({ text }) => seen.has(text)),
      seen,
    );
  };
  const list: Catalog['list'] = async (request) => {
    const urns: Urn[] = [];
    let { after } = request;
    for (let size = FEWEST; ; size = Math.min(2 * size, MOST)) {
      const page = await catalog.list({ ...request, after, count: Math.max(request.count + 1 - urns.length, size) });
      const seen = await seenUrns(page.urns);
      urns.push(...seen);
      after = page.urns.at(-1)?.text;
      if (urns.length > request.count || !page.more || after === undefined)
        return noteAsOf({ urns: urns.slice(0, request.count), more: urns.length > request.count }, seen);
    }
  };
  const countEach: Catalog['countEach'] = async (types, includeRemoved) => {
    const request = { types, input: '*', filter, start: 0, count: 0, anyOrder: true, includeRemoved };
    const { facets } = await catalog.search({ ...request, facets: [TYPE_FIELD], facetValues: types.length });
    return new Map(facets[0]?.values.map(({ value, count }) => [value, count]));
  };
  return {
    model: catalog.model,
    searchable: catalog.searchable,
    partial: refuse,
    seenBy: async () => restricted(catalog, viewer, judged),
    observed: (observer, decided) => restricted(catalog.observed(observer, decided), viewer, decided !== undefined),
    access: judged ? restrictedAccess(catalog.access, sees) : refused('use rights without being judged', never),
    suggestions: judged ? catalog.suggestions.among(among) : refused('use suggestions without being judged', never),
    secrets: catalog.secrets,
    signIns: judged ? catalog.signIns : refused('sign anybody in without being judged', never),
    programs: judged ? catalog.programs : refused('let programs in without being judged', never),
    people: restrictedPeople(catalog.people, sees),
    lag: catalog.lag,
    newest: catalog.newest,
    sees: catalog.sees,
    epoch: catalog.epoch,
    drained: catalog.drained,

    // Rights judge each change, and refuse one of what is not seen.
    write: judged ? catalog.write : never('write without being judged'),
    dropLatestPoint: judged ? catalog.dropLatestPoint : never('write without being judged'),

    read: async (urns, aspects, asOf) => {
      if (asOf === undefined) return ofEach(urns, await catalog.read(urns, aspects), (urn) => emptyView(catalog.model, urn));
      // A time before the hard deletion of something refuses the whole read.
      const seen = await seenUrns(urns);
      const views = new Map((await catalog.read(seen, aspects, asOf)).map((view) => [view.urn.text, view]));
      return urns.map((urn) => views.get(urn.text) ?? emptyView(catalog.model, urn));
    },
    readVersion: async (urn, name, version, asOf) => {
      const aspect = versionedAspect(urn, name);
      return of(
        urn,
        () => catalog.readVersion(urn, name, version, asOf),
        () => {
          throw version === 0 || asOf !== undefined ? noSuchAspect(urn.text, aspect.name, asOf) : noSuchVersion(urn.text, aspect.name, version);
        },
      );
    },
    versions: async (urn, name, start, count, asOf) => {
      const aspect = versionedAspect(urn, name);
      return of(
        urn,
        () => catalog.versions(urn, name, start, count, asOf),
        () => {
          throw noSuchAspect(urn.text, aspect.name, asOf);
        },
      );
    },
    timeline: (urn, categories, from, to) =>
      of(
        urn,
        () => catalog.timeline(urn, categories, from, to),
        () => {
          throw noSuchEntity(urn.text);
        },
      ),
    series: (urn, request) =>
      of(
        urn,
        () => catalog.series(urn, request),
        () => [],
      ),
    seriesOfEach: async (urns, window) => ofEach(urns, await catalog.seriesOfEach(urns, window), () => []),
    latestPoints: async (asked, upTo) =>
      ofEach(
        asked.map(({ urn }) => urn),
        await catalog.latestPoints(asked, upTo),
        () => [],
      ),
    closed: catalog.closed,
    exists: async (urns, includeRemoved) => ofEach(urns, await catalog.exists(urns, includeRemoved), () => false),
    pending: async (urns, shown) => ofEach(urns, await catalog.pending(urns, shown), () => false),

    list,
    urnsOf: async (type, start, count) => {
      const request = { types: [type], after: undefined, order: 'ASCENDING', includeRemoved: true, slice: undefined } as const;
      const { urns } = await list({ ...request, count: start + count });
      return urns.slice(start).map(({ text }) => text);
    },
    countEach,
    count: async (types, includeRemoved) => [...(await countEach(types, includeRemoved)).values()].reduce((sum, each) => sum + each, 0),

    search: async (request) => {
      const found = await catalog.search({
        ...request,
        within: request.within ? both(filter, request.within) : filter,
        seen: { ...seen, alone: !request.within },
        naming: named(request),
      });
      // How many shards a table has counts those that are not seen.
      return { ...found, hits: (await onTime(found.hits)).map(({ folded: _, ...hit }) => hit) };
    },
    suggest: async (request) => {
      const found = await catalog.suggest({ ...request, filter: both(filter, request.filter), naming: named(request) });
      return { ...found, suggestions: await onTime(found.suggestions) };
    },
    browse: (type, path, asked, start, count, naming) => catalog.browse(type, path, both(filter, asked), start, count, named({ naming })),
    folders: (request) => catalog.folders({ ...request, filter: both(filter, request.filter), naming: named(request) }),
    browsePaths: (urn) =>
      of(
        urn,
        () => catalog.browsePaths(urn),
        () => [],
      ),

    ...restrictedEdges(catalog, viewer, made, refuse, onTime),

    timelineOfVersions: never('read the changes of all versions'),
    countAspect: never('count aspects'),
    references: never('list what refers to an entity'),
    deleteReferences: never('remove references to an entity'),
    deletion: never('list what a deletion takes'),
    dropEdges: never('remove relationships'),
    runs: refused('use runs', never),
    finishDeletes: never('finish deletions'),
    index: refused('use the search index', never),
    indexProblems: never('list problems of the search index'),
    changes: viewer.changes?.changes ?? never('read changes'),
    newestChanges: viewer.changes?.newestChanges ?? never('read changes'),
    placeBefore: viewer.changes?.placeBefore ?? never('read changes'),
    webhooks: refused('use webhooks', never),
    bulk: refused('use bulk changes', never),
    authors: refused('know authors', never),
    subscriptions: refused('use subscriptions', never),
    settleNext: never('settle deletions'),
    verify: never('verify the store'),
  };
}

export function refusalOf({ people }: Catalog, { user, mayName }: Pick<Viewer, 'user' | 'mayName'>): Refuse {
  return async (what) => {
    const policies = await people.policies();
    return needsEverything(user, what, viewers(policies, mayName), holders(policies, ['MANAGE_POLICIES'], mayName));
  };
}

/** What a user may do is told of those who are seen. */
function restrictedPeople(people: AccessReader, sees: (urn: string) => Promise<boolean>): AccessReader {
  const ofSeen =
    <Result>(call: (urn: string) => Promise<Result>) =>
    async (urn: string): Promise<Result> => {
      if (!(await sees(urn))) throw noSuchEntity(urn);
      return call(urn);
    };
  const among = async (urns: readonly string[]): Promise<string[]> => {
    const seen = await Promise.all(urns.map(sees));
    return urns.filter((_, at) => seen[at]);
  };
  const { signIn, confirm, requireActive, policies, view, require, rights } = people;
  return {
    ...{ signIn, confirm, requireActive, policies, view, require, rights },
    actor: ofSeen(people.actor),
    actors: async (urns) => people.actors(await among(urns)),
    resource: ofSeen(people.resource),
    resources: async (urns, columns) => people.resources(await among(urns), columns),
  };
}

/** Of what is not seen nobody has rights. */
function restrictedAccess(access: AccessCalls, sees: (urn: string) => Promise<boolean>): AccessCalls {
  return {
    ...access,
    ask: (by, asked) => access.ask(by, asked, sees),
    mayI: async (anyOf, on) => (on === undefined || (await sees(on))) && access.mayI(anyOf, on),
    rightsOver: async (urn) => ((await sees(urn.text)) ? access.rightsOver(urn) : NO_RIGHTS),
  };
}

/** Calls of a part of the core, all of which are refused. */
export function refused<Calls extends object>(what: string, never: (what: string) => () => Promise<never>): Calls {
  return new Proxy({} as Calls, { get: () => never(what) });
}
