/**
 * The state of the parts of Cairn, as health and metrics show it.
 */
import type { Catalog } from './catalog/index.ts';
import type { Disk } from './engines/disk.ts';
import type { Engines } from './engines/index.ts';
import type { Graph } from './graph/driver.ts';
import { edgeProgress } from './graph/edge-rules.ts';
import { mailHealth } from './graph/mailboxes.ts';
import { probe } from './graph/presence.ts';
import type { DiskHealth, EngineHealth, Health, IndexHealth, NodeHealth } from './http/system.ts';
import { type SearchEngine, searchProblem } from './search/index.ts';
import { stepsTaken } from './slices.ts';

/** The parts that run by now. */
export interface RunningParts {
  readonly engines?: Engines;
  readonly disk?: Disk;
  readonly graph?: Graph;
  readonly search?: SearchEngine;
  readonly catalog?: Catalog;
  /** Are the seed entities in place? */
  readonly seeded: boolean;
  /** Does Cairn leave soon? */
  readonly leaving: boolean;
}

/** @param sendsMail are there settings for mail? */
export function healthOf(running: RunningParts, sendsMail: boolean): Health {
  return {
    bootstrapped: () => running.seeded,
    leaving: () => running.leaving,
    disk: () => diskHealth(running.disk),
    engines: () => engineHealth(running),
    searchNodes: () => searchNodes(running.search),
    work: () => ({
      statements: running.graph?.asked.statements ?? 0,
      rows: running.graph?.asked.rows ?? 0,
      requests: running.search?.asked.requests ?? 0,
      bytes: running.search?.asked.bytes ?? 0,
      steps: stepsTaken(),
    }),
    refused: () => running.catalog?.refusals.counts() ?? new Map(),
    index: async () => running.catalog && indexHealth(running.catalog.index),
    webhooks: async () => running.catalog?.webhooks.list(false),
    mail: async () => (sendsMail && running.catalog && running.graph ? mailHealth(running.graph) : undefined),
    edges: async () => (running.catalog && running.graph ? edgeProgress(running.graph) : undefined),
  };
}

async function indexHealth(index: Catalog['index']): Promise<IndexHealth> {
  const state = await index.state();
  const { seq, behind, lag, building, incomplete } = state;
  return { seq, behind, waiting: lag, oldest: await index.oldest(state), building, incomplete };
}

/** The nodes of Typesense, if there are several. */
function searchNodes(search: SearchEngine | undefined): NodeHealth[] {
  if (!search || search.nodes.all.length === 1) return [];
  const inUse = search.nodes.current();
  return search.nodes.all.map((node) => ({
    node: node.name,
    state: node.state,
    ...(node.state === 'up' && { role: node.leader ? ('leader' as const) : ('follower' as const) }),
    inUse: node === inUse,
  }));
}

function diskHealth(disk: Disk | undefined): DiskHealth | undefined {
  const free = disk?.free();
  if (!disk || !free) return undefined;
  const writes = disk.space() === 'enough';
  return { freeBytes: free.bytes, writes, ...(!writes && { reason: disk.reason() }) };
}

/** How an engine that Cairn runs came back since this time, epoch ms, as the log tells it. Nothing of one that was up all the time. */
export function comebackSince(engines: Engines | undefined, name: 'neo4j' | 'typesense', since: number) {
  const status = engines?.status().find((each) => each.name === name);
  const { endedAt = 0, startedAt, readyAt = Date.now() } = (status?.managed ? status.comeback : undefined) ?? {};
  // A connection may end before the process does, and is noticed later.
  if (startedAt === undefined || readyAt < since) return { phases: '' };
  const [waitedMs, startMs, afterMs] = [startedAt - endedAt, readyAt - startedAt, Date.now() - readyAt];
  const [waited, start, after] = [waitedMs, startMs, afterMs].map((ms) => (ms / 1000).toFixed(1));
  const what = name === 'neo4j' ? 'Neo4j' : 'Typesense';
  return {
    phases: `: ${waited} s until ${what} was started again, ${start} s until it was ready, ${after} s after that`,
    waitedMs,
    startMs,
    afterMs,
  };
}

export function isLate(engines: Engines): boolean {
  return engines.status().some((each) => each.managed && each.state === 'starting');
}

const NOT_YET = new Error('Cairn has not asked it yet');

async function engineHealth({ engines, graph, search }: RunningParts): Promise<EngineHealth[]> {
  const problems = await Promise.all([graph ? probe(graph) : NOT_YET, search ? searchProblem(search) : NOT_YET]);
  const nodes = searchNodes(search);
  const statuses = engines?.status() ?? [];
  return ['neo4j', 'typesense'].map((name, index) => {
    const status = statuses.find((each) => each.name === name);
    const problem = problems[index];
    const under = status?.managed === true && (status.state === 'starting' || status.state === 'restarting') ? status.state : undefined;
    const reason = (status?.managed ? status.reason : undefined) ?? (under ? undefined : problem?.message.split('\n')[0]);
    return {
      name,
      managed: status?.managed ?? false,
      state: under ?? (problem ? 'down' : 'up'),
      ...(reason !== undefined && { reason }),
      ...(under && status?.managed && status.start && { start: status.start }),
      ...(name === 'typesense' && nodes.length > 0 && { nodes }),
    };
  });
}
