/**
 * Compares edges with the latest aspects, in both directions. Every edge that an aspect makes is stored once, with its double for lineage.
 * Every stored edge comes from an aspect. This also holds for edges that were lost with a hard-deleted end (DANGLING).
 */
import type { EdgeRow } from '../../../graph/changes.ts';
import type { Graph } from '../../../graph/driver.ts';
import { areReadable, expectedEdges, type HeldEdge } from '../../../graph/expected-edges.ts';
import type { EntityReader } from '../../../graph/read.ts';
import { type RepairedEntity, repairEdges } from '../../../graph/repair-edges.ts';
import { type Chain, oddPastEdges, pastEdges, type Stray, type VerifiedEntity } from '../../../graph/verify.ts';
import type { Model } from '../../../model/types.ts';
import { type Finding, SKEW_MS, type StoreDifference } from './difference.ts';

/** Most entities whose aspects are read at once. */
const HOLDERS_AT_ONCE = 50;

/** Checks the edges that the aspects of entities make, under the locks of a commit. @param unsound entities whose aspects do not tell */
export async function heldFindings(
  graph: Graph,
  model: Model,
  entities: readonly VerifiedEntity[],
  unsound: ReadonlySet<string>,
): Promise<Finding[]> {
  const urns = entities.filter(({ type }) => type !== null).map(({ urn }) => urn);
  const looked = await repairEdges(graph, model, urns, false);
  const differing = looked.flatMap((entity) =>
    differencesOf(entity).map((difference): Finding => {
      return unsound.has(entity.urn) ? { difference } : { difference, repair: { kind: 'edges', holder: entity.urn } };
    }),
  );
  return [...differing, ...(await sinceFindings(graph, entities, looked))];
}

/**
 * Finds edges that begin at a time at which their aspect was not written. One that had ended may begin again with a write that makes no
 * version; of the time before the oldest version nobody knows anything.
 */
async function sinceFindings(graph: Graph, entities: readonly VerifiedEntity[], looked: readonly RepairedEntity[]): Promise<Finding[]> {
  const chains = new Map(entities.map(({ urn, chains: own }) => [urn, own]));
  const odd = looked.flatMap(({ urn, held, end }) =>
    held.filter((edge) => !end.includes(edge) && !beginsWithVersion(edge, chains.get(urn) ?? [])).map((edge) => ({ ...edge, key: String(edge.id) })),
  );
  const again = await pastEdges(
    graph,
    odd.map(({ key, source, target, holder, aspect }) => ({ key, source, target, holder, aspect })),
  );
  return odd
    .filter(({ key }) => !again.has(key))
    .map((edge) => {
      const expected = `${heldText(edge)} since a version of its aspect`;
      return { difference: { what: 'edge', urn: edge.holder, aspect: edge.aspect, expected, got: `since ${edge.since ?? 'no time'}` } };
    });
}

/** Finds past edges that end at a time at which nothing has ended them. Reads as of a time would tell something else. */
export async function pastFindings(graph: Graph, urns: readonly string[]): Promise<Finding[]> {
  const odd = await oddPastEdges(graph, urns, Date.now() + SKEW_MS);
  return odd.map(({ urn, target, type, aspect, holder, since, until }) => {
    const expected = `${urn} -${type}-> ${target} until a version of its aspect, or a hard deletion`;
    return { difference: { what: 'past edge', urn: holder, aspect, expected, got: `since ${since}, until ${until}` }, at: urn };
  });
}

function beginsWithVersion({ aspect, since }: HeldEdge, chains: readonly Chain[]): boolean {
  const own = chains.filter(([, name]) => name === aspect);
  const times = own.flatMap(([, , , until, versions]) => [until, ...versions.map(([, , , , , at]) => at)]);
  if (since === undefined) return false;
  const oldest = own.flatMap(([kind, , , , versions]) => (kind === 'LATEST' ? (versions.at(-1) ?? []) : []));
  const retired = Number(oldest[1]) > 1 && since < Number(oldest[5]);
  return retired || times.includes(since);
}

function differencesOf({ urn, begin, end, stamp }: RepairedEntity): StoreDifference[] {
  const left = new Set(end);
  const wrong = begin.map((row): StoreDifference => {
    const there = end.filter((edge) => isOf(edge, row));
    for (const each of there) left.delete(each);
    const got = there.length === 0 ? 'none' : there.map(heldText).sort().join('; ');
    return { what: 'edge', urn, aspect: row.aspect, expected: rowText(row), got };
  });
  const needless = [...left].map((edge): StoreDifference => ({ what: 'edge', urn, aspect: edge.aspect, expected: 'none', got: heldText(edge) }));
  const stamped = stamp.map(
    (row): StoreDifference => ({
      what: 'edge',
      urn,
      aspect: row.aspect,
      expected: `${rowText(row)} with the stamps ${JSON.stringify(row.stamps)}`,
      got: 'others',
    }),
  );
  return [...wrong, ...needless, ...stamped];
}

function isOf(edge: HeldEdge, row: EdgeRow): boolean {
  const ends = [edge.source, edge.target].sort().join() === [row.source, row.target].sort().join();
  return ends && edge.aspect === row.aspect && (edge.via ?? edge.type) === row.type;
}

function rowText({ source, type, target, lineage }: EdgeRow): string {
  return `${source} -${type}-> ${target}${lineage === undefined ? '' : ', and its double for lineage'}`;
}

function heldText({ source, type, via, target }: Pick<HeldEdge, 'source' | 'type' | 'target'> & { readonly via?: string | undefined }): string {
  return `${source} -${type}${via === undefined ? '' : ` of ${via}`}-> ${target}`;
}

/** Finds marks of lost edges that no aspect makes. */
export function lostFindings(model: Model, { urn, latest, lost }: VerifiedEntity): Finding[] {
  if (lost.length === 0 || !areReadable(latest.map(([, value]) => value))) return [];
  const expected = new Set(expectedEdges(model, urn, named(latest)).map((row) => [row.aspect, row.type, row.source, row.target].join('\u0000')));
  return lost
    .filter(([, ...edge]) => !expected.has(edge.join('\u0000')))
    .map(([id, aspect, type, source, target]) => ({
      difference: {
        what: 'lost edge',
        urn,
        aspect,
        expected: 'no mark of an edge that the aspect does not say',
        got: `${source} -${type}-> ${target}`,
      },
      repair: { kind: 'lost edge', id },
    }));
}

function named(latest: VerifiedEntity['latest']): { name: string; value: string; at: number }[] {
  return latest.map(([name, value, at]) => ({ name, value, at }));
}

/** Finds edges that begin at an entity and that the aspects of their holder do not make. */
export async function strayFindings(model: Model, reader: EntityReader, strays: readonly Stray[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  const holders = [...new Set(strays.flatMap(({ holder }) => holder ?? []))];
  const expected = new Set<string>();
  const unreadable = new Set<string>();
  for (let at = 0; at < holders.length; at += HOLDERS_AT_ONCE) {
    const some = holders.slice(at, at + HOLDERS_AT_ONCE);
    for (const [holder, { latest }] of await reader(some, undefined)) {
      if (!areReadable(latest.map(({ value }) => value))) unreadable.add(holder);
      else for (const row of expectedEdges(model, holder, latest)) for (const key of keysOf(row)) expected.add(key);
    }
  }
  for (const stray of strays) {
    const { urn, holder, aspect, via } = stray;
    if (stray.beingDeleted || expected.has(keyOf(stray)) || unreadable.has(holder ?? '')) continue;
    const difference: StoreDifference = {
      what: 'edge',
      urn: holder ?? urn,
      ...(aspect === null ? {} : { aspect }),
      expected: 'none',
      got: heldText({ source: urn, type: stray.type, via: via ?? undefined, target: stray.target }),
    };
    findings.push({ difference, at: urn, repair: { kind: 'stray', stray } });
  }
  return findings;
}

/** The keys of an edge and of its double, as stored in the graph. */
function keysOf({ holder, aspect, type, source, target, lineage }: EdgeRow): string[] {
  const own = [holder, aspect, type, source, target].join('\u0000');
  if (lineage === undefined) return [own];
  const ends = lineage === 'downstream' ? [target, source] : [source, target];
  return [own, [holder, aspect, `UPSTREAM ${type}`, ...ends].join('\u0000')];
}

function keyOf({ holder, aspect, type, via, urn, target }: Stray): string {
  return [holder, aspect, via === null ? type : `UPSTREAM ${via}`, urn, target].join('\u0000');
}
