/**
 * A store that is being made without Neo4j: it takes the commits of the core as `graph/commit.ts` does, and ends as files for Neo4j's
 * importer. Memory grows with the number of entities, aspects and edges, not with their values.
 *
 * It takes no hard delete and no rollback: what they do to edges of other entities needs the graph.
 */
import type { Changes, Found, FoundEntity, Needs, Size, SizeNeed } from '../changes.ts';
import type { Committed, Decide } from '../commit.ts';
import { type LogPlace, SERVER } from '../commit-log.ts';
import { packEntries } from '../log-entries.ts';
import { makeEdges } from './edges.ts';
import { type Entity, makeEntities } from './entities.ts';
import { makePoints } from './points.ts';
import { type FinishedTable, makeTable } from './table.ts';
import { makeVersions } from './versions.ts';

export interface OfflineStore {
  commit<Result>(needs: Needs, decide: Decide<Result>): Promise<Committed<Result>>;
  /** Ends the files. No commit may follow. */
  finish(): ImportFiles;
}

/** What the importer reads. */
export interface ImportFiles {
  readonly nodes: readonly LabelledFiles[];
  readonly edges: readonly LabelledFiles[];
  /** Files whose rows have line breaks. */
  readonly broken: readonly string[];
  /** Bytes of all rows, and of the longest one. */
  readonly bytes: number;
  readonly longest: number;
}

interface LabelledFiles {
  /** Label or type; empty: each row has its own. */
  readonly label: string;
  readonly files: readonly string[];
}

/**
 * @param folder an empty folder for the files
 * @param edgeRules the name of the rules by which the model makes edges
 */
export function makeOfflineStore(folder: string, edgeRules: string): OfflineStore {
  const entities = makeEntities(folder);
  const versions = makeVersions(folder, entities);
  const edges = makeEdges(folder, entities);
  const points = makePoints(folder);
  const commits = makeTable(folder, 'commits', ['seq:long', 'at:long', 'changed:long', 'server:string', 'changes:string']);
  const runs = new Map<string, number>();
  let newest: LogPlace = { seq: 0, at: 0, changed: 0 };

  function read(needs: Needs): Found {
    const found = new Map<string, FoundEntity>();
    const lookedAt = new Set(needs.look.flatMap(({ aspects }) => (aspects === 'all' ? [] : aspects)));
    for (const { urn } of needs.look) {
      const entity = entities.find(urn);
      if (entity) found.set(urn, foundEntity(entity, lookedAt));
    }
    for (const { urn, aspects } of [...needs.lock].sort((a, b) => (a.urn < b.urn ? -1 : 1)))
      found.set(urn, foundEntity(entities.node(urn), aspects === 'all' ? undefined : new Set(aspects)));
    return {
      entities: found,
      chains: new Map(needs.chains.filter((urn) => entities.find(urn)).map((urn) => [urn, edges.chain(urn)])),
      propertyNames: new Map(
        needs.propertyNames.flatMap((name): [string, string][] => {
          const urn = entities.byPropertyName(name);
          return urn === undefined ? [] : [[name, urn]];
        }),
      ),
      badge: needs.badge ? entities.badge() : undefined,
      sizes: new Map(needs.sizes.map((need) => [need.key, sizeOf(need)])),
      previous: new Map(),
    };
  }

  function foundEntity(entity: Entity, aspects: ReadonlySet<string> | undefined): FoundEntity {
    return { id: entity.id, names: new Set(entity.aspects.keys()), aspects: versions.latest(entity, aspects), lost: [] };
  }

  function sizeOf({ urn, aspect, series }: SizeNeed): Size {
    const counted = [...(entities.find(urn)?.aspects ?? [])].filter(([name]) => aspect === undefined || name === aspect);
    return {
      versions: counted.reduce((sum, [, each]) => sum + each.length, 0),
      points: series.reduce((sum, span) => sum + points.count(span), 0),
    };
  }

  function apply(changes: Changes): void {
    if (changes.hardDeleted.length > 0 || changes.reverted.length > 0) throw new Error('an offline store takes no hard delete and no rollback');
    points.apply(changes);
    versions.apply(changes);
    edges.apply(changes);
    entities.apply(changes);
    for (const { id, at } of changes.runs) runs.set(id, at);
    if (changes.log.length > 0) log(changes);
  }

  function log({ log: entries, at }: Changes): void {
    const changed = newest.changed + new Set(entries.map(({ urn }) => urn)).size;
    newest = { seq: newest.seq + 1, at: Math.max(newest.at, at), changed };
    commits.add([newest.seq, newest.at, changed, SERVER, packEntries(entries)]);
  }

  function single(label: string, fields: Readonly<Record<string, string | number>>): LabelledFiles & FinishedTable {
    const columns = Object.entries(fields).map(([name, value]) => `${name}:${typeof value === 'number' ? 'long' : 'string'}`);
    const table = makeTable(folder, label.toLowerCase(), columns);
    table.add(Object.values(fields));
    return { label, ...table.finish() };
  }

  function finishRuns(): FinishedTable {
    const table = makeTable(folder, 'runs', ['id:string', 'at:long']);
    for (const [id, at] of runs) table.add([id, at]);
    return table.finish();
  }

  return {
    async commit(needs, decide) {
      const { changes, result } = await decide(read(needs));
      apply(changes);
      return { result, place: newest, entries: changes.log };
    },
    finish() {
      const { nodes: aspects, held, previous } = versions.finish();
      const nodes = [
        { label: '', ...entities.finish() },
        { label: 'Aspect', ...aspects },
        { label: 'Point', ...points.finish() },
        { label: 'Run', ...finishRuns() },
        { label: 'Commit', ...commits.finish() },
        single('Log', { id: 'log', name: crypto.randomUUID(), seq: newest.seq, changed: newest.changed, at: newest.at, _l: 1 }),
        single('EdgeRules', { id: 'edges', rules: edgeRules, _l: 1 }),
      ];
      const made = [
        { label: '', ...edges.finish() },
        { label: '', ...held },
        { label: 'PREV', ...previous },
      ];
      const all: FinishedTable[] = [...nodes, ...made];
      return {
        nodes: nodes.filter(({ files }) => files.length > 0),
        edges: made.filter(({ files }) => files.length > 0),
        broken: all.flatMap(({ broken }) => broken),
        bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
        longest: Math.max(...all.map(({ longest }) => longest)),
      };
    },
  };
}
