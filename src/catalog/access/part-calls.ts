/**
 * The calls that are filtered in a way of their own for a reader who sees a part of the catalog (`PartRule`).
 */
import { asOfOf, noteAsOf } from '../../graph/read.ts';
import { TYPE_FIELD } from '../../model/fields.ts';
import { canonicalUrn, knownUrns, type Urn } from '../../model/urn.ts';
import { both } from '../../search/index.ts';
import type { Catalog } from '../calls.ts';
import type { Refusals } from '../maintenance/refusals.ts';
import type { Naming, NamingRequest } from '../properties/searched-properties.ts';
import { emptyView } from '../read/read.ts';
import { filtered, type PartRule } from '../row.ts';
import type { AccessCalls } from './access-calls.ts';
import type { PartContext } from './contexts.ts';
import type { EntityRights } from './own-rights.ts';
import type { Refuse, Viewer } from './viewer.ts';

/**
 * The refusals of the reader's own writes, without those about hidden entities. A narrowed token gets those about the entities that it is for: its
 * user may have sent more with other tokens.
 */
export function refusedOfSender(ofSender: Refusals['ofSender'], { core, viewer }: PartContext): Refusals['ofSender'] {
  return async (run) => {
    const rows = await ofSender(run, viewer.user);
    const urns = knownUrns(
      core.model,
      rows.flatMap(({ urn }) => urn ?? []),
    );
    const [there, seen] = await Promise.all([core.exists(urns, true), viewer.among(urns.map(({ text }) => text))]);
    if (viewer.narrowed) return rows.filter(({ urn }) => urn !== null && seen.has(canonicalUrn(core.model, urn)));
    const hidden = new Set(urns.filter(({ text }, at) => there[at] && !seen.has(text)).map(({ text }) => text));
    return rows.filter(({ urn }) => urn === null || !hidden.has(canonicalUrn(core.model, urn)));
  };
}

/** Who sees a part gets what was refused to itself. */
export function refusedOfPart(_: Refusals['of'], context: PartContext): Refusals['of'] {
  const own = refusedOfSender(context.core.refusals.ofSender, context);
  return async (run, start, count) => {
    const rows = await own(run, context.viewer.user);
    return { total: rows.length, kept: rows.length, items: rows.slice(start, start + count) };
  };
}

/** How many entities are looked at together: more each time, because most of them may be hidden. */
const [FEWEST, MOST] = [50, 2_000];
const NO_RIGHTS: EntityRights = { allows: () => false, has: () => false };

export function readOfPart(read: Catalog['read'], context: PartContext): Catalog['read'] {
  const { core, viewer } = context;
  return async (urns, aspects, asOf) => {
    if (asOf === undefined)
      return ofEach(
        viewer,
        urns,
        ({ text }) => text,
        await read(urns, aspects),
        (urn) => emptyView(core.model, urn),
      );
    // A time before the hard deletion of something refuses the whole read.
    const seen = await seenUrns(context, urns);
    const views = new Map((await read(seen, aspects, asOf)).map((view) => [view.urn.text, view]));
    return urns.map((urn) => views.get(urn.text) ?? emptyView(core.model, urn));
  };
}

/** The answers for these, in their order, as a reader may see them. */
export async function ofEach<Subject, Result>(
  { among }: Pick<Viewer, 'among'>,
  subjects: readonly Subject[],
  urnOf: (subject: Subject) => string,
  found: readonly Result[],
  otherwise: (subject: Subject) => Result,
): Promise<Result[]> {
  const seen = await among(subjects.map(urnOf), asOfOf(found));
  const left = subjects.map((subject, at) => {
    const own = found[at];
    return own !== undefined && seen.has(urnOf(subject)) ? own : otherwise(subject);
  });
  return noteAsOf(noteAsOf(left, found), seen);
}

async function seenUrns({ viewer }: PartContext, urns: readonly Urn[]): Promise<Urn[]> {
  const seen = await viewer.among(urns.map(({ text }) => text));
  return noteAsOf(
    urns.filter(({ text }) => seen.has(text)),
    seen,
  );
}

export function listOfPart(list: Catalog['list'], context: PartContext): Catalog['list'] {
  return async (request) => {
    const urns: Urn[] = [];
    let { after } = request;
    for (let size = FEWEST; ; size = Math.min(2 * size, MOST)) {
      const page = await list({ ...request, after, count: Math.max(request.count + 1 - urns.length, size) });
      const seen = await seenUrns(context, page.urns);
      urns.push(...seen);
      after = page.urns.at(-1)?.text;
      if (urns.length > request.count || !page.more || after === undefined)
        return noteAsOf({ urns: urns.slice(0, request.count), more: urns.length > request.count }, seen);
    }
  };
}

export function urnsOfPart(_: Catalog['urnsOf'], context: PartContext): Catalog['urnsOf'] {
  const list = listOfPart(context.core.list, context);
  return async (type, start, count) => {
    const request = { types: [type], after: undefined, order: 'ASCENDING', includeRemoved: true, slice: undefined } as const;
    const { urns } = await list({ ...request, count: start + count });
    return urns.slice(start).map(({ text }) => text);
  };
}

export function countEachOfPart(_: Catalog['countEach'], { core, viewer: { filter } }: PartContext): Catalog['countEach'] {
  return async (types, includeRemoved) => {
    const request = { types, input: '*', filter, start: 0, count: 0, anyOrder: true, includeRemoved };
    const { facets } = await core.search({ ...request, facets: [TYPE_FIELD], facetValues: types.length });
    return new Map(facets[0]?.values.map(({ value, count }) => [value, count]));
  };
}

export function countOfPart(_: Catalog['count'], context: PartContext): Catalog['count'] {
  const countEach = countEachOfPart(context.core.countEach, context);
  return async (types, includeRemoved) => [...(await countEach(types, includeRemoved)).values()].reduce((sum, each) => sum + each, 0);
}

const named = ({ among }: PartContext['viewer'], { naming }: NamingRequest): Naming => ({ ...naming, among });

export function searchOfPart(search: Catalog['search'], { viewer, shown, onTime }: PartContext): Catalog['search'] {
  const { among, filter } = viewer;
  const seen = { key: filter, filter: async () => filter, among, shown };
  return async (request) => {
    const found = await search({
      ...request,
      within: request.within ? both(filter, request.within) : filter,
      seen: { ...seen, alone: !request.within },
      naming: named(viewer, request),
    });
    // How many shards a table has counts those that are not seen.
    return { ...found, hits: (await onTime(found)).map(({ folded: _, ...hit }) => hit) };
  };
}

export function suggestOfPart(suggest: Catalog['suggest'], { viewer, onTime }: PartContext): Catalog['suggest'] {
  return async (request) => {
    const found = await suggest({ ...request, filter: both(viewer.filter, request.filter), naming: named(viewer, request) });
    return { ...found, suggestions: await onTime({ hits: found.suggestions, shown: found.shown }) };
  };
}

export function browseOfPart(browse: Catalog['browse'], { viewer }: PartContext): Catalog['browse'] {
  return (type, path, asked, start, count, naming) => browse(type, path, both(viewer.filter, asked), start, count, named(viewer, { naming }));
}

export function foldersOfPart(folders: Catalog['folders'], { viewer }: PartContext): Catalog['folders'] {
  return (request) => folders({ ...request, filter: both(viewer.filter, request.filter), naming: named(viewer, request) });
}

/** Of what is not seen nobody has rights. */
export function mayIOfPart(mayI: AccessCalls['mayI'], { sees }: PartContext): AccessCalls['mayI'] {
  return async (anyOf, on) => (on === undefined || (await sees(on))) && mayI(anyOf, on);
}

export function rightsOverPart(rightsOver: AccessCalls['rightsOver'], { sees }: PartContext): AccessCalls['rightsOver'] {
  return async (urn) => ((await sees(urn.text)) ? rightsOver(urn) : NO_RIGHTS);
}

/** What is not seen is asked for as what does not exist. */
export function askOfPart(ask: AccessCalls['ask'], { sees }: PartContext): AccessCalls['ask'] {
  return (by, asked) => ask(by, asked, sees);
}

/** What a user may do is told of those who are seen. */
export function actorsOfPart(actors: Catalog['people']['actors'], context: PartContext): Catalog['people']['actors'] {
  return async (urns) => actors(await seenAmong(context, urns));
}

export function resourcesOfPart(resources: Catalog['people']['resources'], context: PartContext): Catalog['people']['resources'] {
  return async (urns, columns) => resources(await seenAmong(context, urns), columns);
}

async function seenAmong({ viewer }: PartContext, urns: readonly string[]): Promise<string[]> {
  const seen = await viewer.among(urns);
  return urns.filter((urn) => seen.has(urn));
}

type EdgeCalls = PartContext['edges'];
type ChangeCalls = NonNullable<PartContext['viewer']['changes']>;

/** Relationships and lineage: restricted-edges.ts filters them. */
export function edgesOfPart<Name extends keyof EdgeCalls>(name: Name): PartRule<EdgeCalls[Name]> {
  return filtered<EdgeCalls[Name]>((_, { edges }) => edges[name]);
}

const refusing = (refuse: Refuse) => async (): Promise<never> => {
  throw await refuse('read changes');
};

/** The change stream tells of everything, so only who sees all entities gets it. */
export function changesOfPart<Name extends keyof ChangeCalls>(name: Name): PartRule<ChangeCalls[Name]> {
  return filtered<ChangeCalls[Name]>((_, { viewer, refuse }) => viewer.changes?.[name] ?? refusing(refuse));
}
