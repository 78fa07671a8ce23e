/**
 * `GET /metrics`: metrics for Prometheus.
 */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Log } from '../log.ts';
import { asset, sendAsset } from './answer/asset.ts';
import { RESOLUTION_MS, watchEventLoop } from './event-loop.ts';
import { madeTogether } from './made-together.ts';
import type { ToolCalls } from './mcp/tool-calls.ts';
import { type Health, soon } from './system.ts';
import type { Context } from './types.ts';

/** Gauges of the library that have the names of counters. Others have the same figures by type. */
const NAMED_AS_COUNTERS = ['handles', 'requests', 'resources'].map((what) => `cairn_nodejs_active_${what}_total`);

/** Makes the metrics of a server, in its own registry: of the process, of the engines, and of the search index. */
export function metrics(health: Health, log: Log, toolCalls: ToolCalls): (context: Context) => Promise<void> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'cairn_', eventLoopMonitoringPrecision: RESOLUTION_MS });
  for (const name of NAMED_AS_COUNTERS) registry.removeSingleMetric(name);
  watchEventLoop(registry, log);
  const setWork = workMetrics(registry);
  const setGraph = graphMetrics(registry);
  const setEngines = engineMetrics(registry);
  const tools = counter(registry, 'cairn_tool_calls_total', 'Calls of the tools for agents', 'tool', 'outcome');
  const refused = counter(registry, 'cairn_refused_items_total', 'Items of asynchronous writes and bulk changes that were refused and kept', 'code');
  const page = madeTogether(async () => {
    await setGraph(health);
    setEngines(health);
    setWork(health.work());
    tools.reset();
    refused.reset();
    for (const [code, count] of health.refused()) refused.inc({ code }, count);
    for (const { tool, outcome, count } of toolCalls.all()) tools.inc({ tool, outcome }, count);
    return asset(registry.contentType, await registry.metrics());
  });
  return async (context) => sendAsset(context, await page());
}

function gauge(registry: Registry, name: string, help: string, ...labelNames: string[]): Gauge {
  return new Gauge({ name, help, labelNames, registers: [registry] });
}

function counter(registry: Registry, name: string, help: string, ...labelNames: string[]): Counter {
  return new Counter({ name, help, labelNames, registers: [registry] });
}

/** What the server has done since its start. */
function workMetrics(registry: Registry): (work: ReturnType<Health['work']>) => void {
  const counters = {
    statements: counter(registry, 'cairn_neo4j_statements_total', 'Statements sent to Neo4j'),
    rows: counter(registry, 'cairn_neo4j_rows_total', 'Rows that went out with them and came back'),
    requests: counter(registry, 'cairn_typesense_requests_total', 'Requests sent to Typesense'),
    bytes: counter(registry, 'cairn_typesense_request_bytes_total', 'Bytes of their bodies'),
    steps: counter(registry, 'cairn_steps_total', 'Small steps of long work in the server itself'),
  };
  return (work) => {
    for (const [name, each] of Object.entries(counters)) {
      each.reset();
      each.inc(work[name as keyof typeof counters]);
    }
  };
}

/** What is read from the graph: the state of the index, of the edges, of the webhooks and of the mails. */
function graphMetrics(registry: Registry): (health: Pick<Health, 'index' | 'edges' | 'webhooks' | 'mail'>) => Promise<void> {
  const waiting = gauge(registry, 'cairn_index_waiting', 'Writes of entities that search does not show yet');
  const oldest = gauge(registry, 'cairn_index_oldest_seconds', 'For how long the oldest of them has waited');
  const seq = gauge(registry, 'cairn_index_seq', 'The last commit that search shows');
  const behind = gauge(registry, 'cairn_index_behind', 'How many commits search is behind');
  const share = gauge(registry, 'cairn_index_share', 'The part of all entities that search shows; 1 if it is whole');
  const rebuilding = gauge(registry, 'cairn_edges_rebuilding', '1 while edges are rebuilt for another model');
  const rebuilt = gauge(registry, 'cairn_edges_rebuilt', 'Entities that this or the latest rebuilding has looked at');
  const webhooks = gauge(registry, 'cairn_webhooks', 'Webhooks by state', 'state');
  const failing = gauge(registry, 'cairn_webhooks_failing', 'Active webhooks whose target refuses the next event');
  const farthest = gauge(registry, 'cairn_webhooks_behind', 'How many commits the active webhook that is furthest behind has to look through');
  const mailWaiting = gauge(registry, 'cairn_mail_waiting', 'People for whom a mail waits');
  const mailFailing = gauge(registry, 'cairn_mail_failing', 'People whose mail was not taken yet');
  return async (health) => {
    const [index, edges, hooks, mail] = await Promise.all([soon(health.index), soon(health.edges), soon(health.webhooks), soon(health.mail)]);
    // While the graph is away these are unknown: better no value than an old one.
    for (const gauge of [waiting, oldest, seq, behind, share, rebuilding, rebuilt, webhooks, failing, farthest, mailWaiting, mailFailing])
      gauge.reset();
    if (mail) {
      mailWaiting.set(mail.waiting);
      mailFailing.set(mail.failing);
    }
    if (hooks) {
      for (const state of ['active', 'paused', 'suspended'] as const) webhooks.set({ state }, hooks.filter((each) => each.state === state).length);
      const active = hooks.filter(({ state }) => state === 'active');
      failing.set(active.filter(({ failures }) => failures > 0).length);
      farthest.set(Math.max(0, ...active.map((each) => each.behind)));
    }
    if (edges) {
      rebuilding.set(edges.building ? 1 : 0);
      rebuilt.set(edges.done);
    }
    if (index) {
      waiting.set(index.waiting);
      seq.set(index.seq);
      behind.set(index.behind);
      share.set(index.incomplete?.share ?? 1);
      oldest.set(index.oldest === undefined ? 0 : (Date.now() - index.oldest) / 1000);
    }
  };
}

/** The nodes of Typesense, and the disk of local engines. */
function engineMetrics(registry: Registry): (health: Pick<Health, 'searchNodes' | 'disk'>) => void {
  const nodeUp = gauge(registry, 'cairn_typesense_node_up', '1 if this node of Typesense answers and shows everything', 'node');
  const nodeUsed = gauge(registry, 'cairn_typesense_node_in_use', '1 if the requests of this server go to this node', 'node');
  const freeBytes = gauge(registry, 'cairn_disk_free_bytes', 'Free space of the disk of the local engines');
  return ({ searchNodes, disk }) => {
    for (const { node, state, inUse } of searchNodes()) {
      nodeUp.set({ node }, state === 'up' ? 1 : 0);
      nodeUsed.set({ node }, inUse ? 1 : 0);
    }
    const room = disk();
    if (room) freeBytes.set(room.freeBytes);
  };
}
