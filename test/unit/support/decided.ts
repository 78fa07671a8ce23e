/**
 * The oracle for the decisions of commits. It stores their rows in the order of `graph/commit.ts`, and gives the next decision what it
 * needs. A row that contradicts earlier ones fails: a second latest version, or the end of an edge that does not exist. It checks only
 * decisions; tests with Neo4j check whether Neo4j does what the rows say (`behaviour/`, `long/model-based.test.ts`).
 */

import { openEyes } from '../../../src/catalog/write/batch.ts';
import { MissingReads } from '../../../src/catalog/write/missing-reads.ts';
import { plan, type UnitOutcome } from '../../../src/catalog/write/plan.ts';
import type { Proposal, ProposalResult, Unit } from '../../../src/catalog/write/proposal.ts';
import { NOTHING_MORE, readSetOf, withMissing } from '../../../src/catalog/write/read-set.ts';
import type { Refusal } from '../../../src/errors.ts';
import type {
  CommitChanges,
  DanglingNames,
  EdgeRow,
  EntityRead,
  LostEdge,
  PointRow,
  ReadSet,
  ReadState,
  StoredAspect,
  VersionRead,
  VersionRow,
} from '../../../src/graph/changes.ts';
import { hierarchyKey } from '../../../src/graph/changes.ts';
import { model } from './model.ts';
import { unitsOf } from './proposals.ts';

interface Node {
  readonly urn: string;
  readonly id: number;
  type: string | undefined;
  removed: boolean;
  /** All stored versions of each aspect, oldest first. */
  readonly aspects: Map<string, VersionRow[]>;
  lost: LostEdge[];
  /** Was it hard-deleted before? */
  died: boolean;
  propertyName: string | null;
  badge: boolean;
}

export interface Store {
  readonly nodes: ReadonlyMap<string, Node>;
  /** By type, ends, aspect and holder. */
  readonly edges: ReadonlyMap<string, EdgeRow>;
  readonly points: ReadonlyMap<string, PointRow>;
  /** The changes of the last commit. */
  last(): CommitChanges;
  /** Commits units, or proposals that are each independent. */
  commit(units: readonly Unit[]): Promise<UnitOutcome[]>;
  /**
   * Writes proposals in one unit.
   *
   * @throws Refusal
   */
  write(...proposals: Proposal[]): Promise<readonly ProposalResult[]>;
  /** The refusal of a unit of proposals. */
  refusal(...proposals: Proposal[]): Promise<Refusal>;
  /** The latest version of an aspect. */
  latest(urn: string, aspect: string): VersionRow | undefined;
  /** Its value. */
  value(urn: string, aspect: string): unknown;
}

export interface StoreOptions {
  readonly retention?: number;
  /** Before the first commit, epoch ms; each commit takes a second. */
  readonly begins?: number;
}

export function makeStore({ retention, begins = 1_700_000_000_000 }: StoreOptions = {}): Store {
  const nodes = new Map<string, Node>();
  const byId: Node[] = [];
  const edges = new Map<string, EdgeRow>();
  const points = new Map<string, PointRow>();
  let now = begins;
  let commits = 0;
  let last: CommitChanges | undefined;

  function node(urn: string): Node {
    const known = nodes.get(urn);
    if (known) return known;
    const made: Node = {
      urn,
      id: byId.length,
      type: undefined,
      removed: false,
      aspects: new Map(),
      lost: [],
      died: false,
      propertyName: null,
      badge: false,
    };
    byId.push(made);
    nodes.set(urn, made);
    return made;
  }
  const at = (id: number): Node => byId[id] as Node;
  const versions = (id: number, name: string): VersionRow[] => at(id).aspects.get(name) ?? fail(`${at(id).urn} has no ${name}`);

  function find(needs: ReadSet): ReadState {
    const found = (each: Node, aspects: EntityRead['aspects']) => ({
      id: each.id,
      names: new Set(each.aspects.keys()),
      aspects: new Map(
        [...each.aspects]
          .filter(([name]) => aspects === 'all' || aspects.includes(name))
          .map(([name, list]): [string, StoredAspect] => [name, storedAspect(list.at(-1) as VersionRow)]),
      ),
      lost: each.lost,
      lived: each.died && each.type === undefined,
    });
    const holder = (test: (each: Node) => boolean) => [...nodes.values()].find(test)?.urn;
    return {
      entities: new Map([
        ...needs.read.flatMap(({ urn, aspects }) => (nodes.has(urn) ? [[urn, found(node(urn), aspects)] as const] : [])),
        ...needs.lock.map(({ urn, aspects }) => [urn, found(node(urn), aspects)] as const),
      ]),
      chains: new Map(needs.chains.map((urn) => [urn, chainOf(urn)])),
      propertyNames: new Map(
        needs.propertyNames.flatMap((name) => {
          const urn = holder(({ propertyName }) => propertyName === name);
          return urn === undefined ? [] : [[name, urn] as const];
        }),
      ),
      badge: needs.badge ? holder(({ badge }) => badge) : undefined,
      sizes: new Map(
        needs.sizes.map(({ key, urn, aspect, series }) => [
          key,
          {
            versions: [...node(urn).aspects].reduce((sum, [name, list]) => sum + (aspect === undefined || aspect === name ? list.length : 0), 0),
            points: [...points.values()].filter((point) => series.some((span) => covers(span, point))).length,
          },
        ]),
      ),
      previous: new Map(
        needs.previous.map(({ key, urn, aspect, run }) => {
          const list = node(urn).aspects.get(aspect) ?? [];
          const version = list.findLast(({ runId }, index) => index < list.length - 1 && runId !== run);
          return [key, { version: version && storedAspect(version), retired: (list[0]?.seq ?? 1) > 1 }];
        }),
      ),
      versions: new Map(needs.versionSets.map((set) => [set, versionsOf(set)])),
      above: new Map(needs.above.map(({ urn, aspect }) => [hierarchyKey(urn, aspect), aboveOf(urn, aspect)])),
      parts: new Map(
        needs.parts.map(({ urn, prefixes }) => [
          urn,
          [...nodes.values()].filter((each) => each.type && isWithin(each.urn, prefixes)).map((each) => each.urn),
        ]),
      ),
      dangling: new Map(needs.reborn.map(({ urn, prefixes }) => [urn, danglingOf((end) => end === urn || isWithin(end, prefixes))])),
    };
  }

  const isWithin = (urn: string, prefixes: readonly string[]): boolean => prefixes.some((prefix) => urn.startsWith(prefix));

  function aboveOf(urn: string, aspect: string): string[] {
    const found = new Set<string>();
    for (const waiting = [urn]; waiting.length > 0; ) {
      const at = waiting.pop();
      for (const edge of edges.values()) {
        if (edge.source !== at || edge.aspect !== aspect || found.has(edge.target)) continue;
        found.add(edge.target);
        waiting.push(edge.target);
      }
    }
    return [...found];
  }

  function danglingOf(names: (end: string) => boolean): DanglingNames[] {
    return [...nodes.values()].flatMap(({ urn, lost }) => {
      const aspects = new Set(lost.filter(({ source, target }) => names(source) || names(target)).map(({ aspect }) => aspect));
      return aspects.size === 0 ? [] : [{ holder: urn, aspects: [...aspects] }];
    });
  }

  function versionsOf(set: string): VersionRead[] {
    return [...nodes.values()].flatMap(({ urn, removed, aspects }) => {
      const row = aspects.get('versionProperties')?.at(-1);
      return row && (json(row) as { versionSet: string }).versionSet === set ? [{ urn, value: row.value, removed }] : [];
    });
  }

  function chainOf(urn: string): string[] {
    const chain: string[] = [];
    for (let above: string | undefined = urn; above !== undefined && !chain.includes(above); ) {
      chain.push(above);
      above = (json(nodes.get(above)?.aspects.get('container')?.at(-1)) as { container?: string } | undefined)?.container;
    }
    return chain;
  }

  function apply(changes: CommitChanges): void {
    for (const { id, urn } of changes.hardDeleted) {
      const dead = at(id);
      for (const [key, edge] of edges) {
        if (edge.source !== urn && edge.target !== urn) continue;
        edges.delete(key);
        if (edge.holder !== urn) node(edge.holder).lost.push(lostOf(edge));
      }
      dead.aspects.clear();
      Object.assign(dead, { type: undefined, removed: false, lost: [], died: true });
    }
    for (const span of changes.droppedSeries) for (const [key, point] of points) if (covers(span, point)) points.delete(key);
    for (const { id, name } of changes.endedAspects) if (!at(id).aspects.delete(name)) fail(`${name} ends and is not there`);
    for (const { id, name, seq } of changes.reverted) {
      const list = versions(id, name);
      const place = list.findIndex((each) => each.seq === seq);
      if (place < 0) fail(`${name} goes back to ${seq}, which is not kept`);
      list.splice(place + 1);
    }
    for (const { id, born, removed } of changes.entities) {
      if (born !== undefined) at(id).type = born;
      if (removed !== undefined) at(id).removed = removed;
    }
    for (const { id, name, meta } of changes.metadataUpdates) {
      const list = versions(id, name);
      list.push({ ...(list.pop() as VersionRow), meta });
    }
    for (const row of changes.firstVersions) {
      if (at(row.id).aspects.has(row.name)) fail(`${row.name} of ${at(row.id).urn} has a version already`);
      at(row.id).aspects.set(row.name, [row]);
    }
    for (const layer of changes.versions) for (const row of layer ?? fail('a layer is missing')) versions(row.id, row.name).push(row);
    for (const { id, name, below } of changes.retired) {
      const list = versions(id, name);
      list.splice(0, list.filter(({ seq }) => seq < below).length);
    }
    for (const { id, aspect } of changes.restored) at(id).lost = at(id).lost.filter((each) => each.aspect !== aspect);
    for (const { id, end: _, ...lost } of changes.dangling) at(id).lost.push(lost);
    for (const row of changes.edgesEnd) if (!edges.delete(keyOf(row))) fail(`an edge ends that is not there: ${keyOf(row)}`);
    for (const row of changes.edgesBegin) {
      if (edges.has(keyOf(row))) fail(`an edge begins twice: ${keyOf(row)}`);
      edges.set(keyOf(row), row);
      for (const end of [row.source, row.target]) node(end);
    }
    for (const row of changes.edgesStamp) edges.set(keyOf(row), row);
    for (const point of changes.points) points.set(`${point.series}|${point.time}|${point.rest}`, point);
    for (const { id, name } of changes.propertyNames) at(id).propertyName = name;
    for (const { id, badge } of changes.badges) at(id).badge = badge === true;
    for (const id of changes.neverCreated) if (at(id).aspects.size > 0) fail(`${at(id).urn} is there and goes as if it were not`);
  }

  async function commit(units: readonly Unit[]): Promise<UnitOutcome[]> {
    now += 1_000;
    commits++;
    for (let more = NOTHING_MORE; ; ) {
      const needs = await readSetOf(model, units, () => false, more);
      const asked = { ...more, urns: new Set([...needs.lock, ...needs.read].map(({ urn }) => urn)), known: () => false };
      try {
        const parts = { model, strictFields: false, retention };
        const found = find(needs);
        await openEyes(model, units, found, () => false, more);
        const { outcomes, changes } = await plan(parts, units, found, asked, { now, id: `commit${commits}` });
        last = changes;
        apply(changes);
        return outcomes;
      } catch (error) {
        if (!(error instanceof MissingReads)) throw error;
        more = withMissing(more, error);
      }
    }
  }

  async function write(...proposals: Proposal[]): Promise<readonly ProposalResult[]> {
    const [outcome] = await commit(unitsOf(proposals, true));
    if (!outcome) return fail('no outcome');
    if ('refusal' in outcome) throw outcome.refusal;
    return outcome.written;
  }

  const latest = (urn: string, aspect: string): VersionRow | undefined => nodes.get(urn)?.aspects.get(aspect)?.at(-1);
  return {
    nodes,
    edges,
    points,
    last: () => last ?? fail('nothing was committed'),
    commit,
    write,
    async refusal(...proposals) {
      const [outcome] = await commit(unitsOf(proposals, true));
      return outcome && 'refusal' in outcome ? outcome.refusal : fail('not refused');
    },
    latest,
    value: (urn, aspect) => json(latest(urn, aspect)),
  };
}

function storedAspect({ name, seq, value, at, by, firstAt, firstBy, meta, runId }: VersionRow): StoredAspect {
  return { name, seq, value, at, by, firstAt, firstBy, meta, run: runId };
}

function json(row: VersionRow | undefined): unknown {
  return row && JSON.parse(row.value);
}

function keyOf({ type, source, target, aspect, holder }: EdgeRow): string {
  return [type, source, target, aspect, holder].join(' ');
}

function lostOf({ aspect, type, source, target }: EdgeRow): LostEdge {
  return { aspect, type, source, target };
}

function covers({ series, from, to }: { series: string; from: number; to: number }, point: PointRow): boolean {
  return point.series === series && point.time >= from && point.time <= to;
}

function fail(why: string): never {
  throw new Error(why);
}
