/**
 * `GET /metrics`: metrics for Prometheus.
 */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Log } from '../log.ts';
import { RESOLUTION_MS, watchEventLoop } from './event-loop.ts';
import type { ToolCalls } from './mcp/tool-calls.ts';
import { type Health, soon } from './system.ts';
import type { Context } from './types.ts';

/** Makes the metrics of a server, in its own registry: of the process, of the engines, and of the search index. */
export function metrics(health: Health, log: Log, toolCalls: ToolCalls): (context: Context) => Promise<void> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'cairn_', eventLoopMonitoringPrecision: RESOLUTION_MS });
  watchEventLoop(registry, log);
  const gauge = (name: string, help: string, ...labelNames: string[]) => new Gauge({ name, help, labelNames, registers: [registry] });
  const total = (name: string, help: string, ...labelNames: string[]) => new Counter({ name, help, labelNames, registers: [registry] });
  const statements = total('cairn_neo4j_statements_total', 'Statements sent to Neo4j');
  const rows = total('cairn_neo4j_rows_total', 'Rows that went out with them and came back');
  const requests = total('cairn_typesense_requests_total', 'Requests sent to Typesense');
  const bytes = total('cairn_typesense_request_bytes_total', 'Bytes of their bodies');
  const steps = total('cairn_steps_total', 'Small steps of long work in the server itself');
  const waiting = gauge('cairn_index_waiting', 'Writes of entities that search does not show yet');
  const oldest = gauge('cairn_index_oldest_seconds', 'For how long the oldest of them has waited');
  const seq = gauge('cairn_index_seq', 'The last commit that search shows');
  const behind = gauge('cairn_index_behind', 'How many commits search is behind');
  const rebuilding = gauge('cairn_edges_rebuilding', '1 while edges are rebuilt for another model');
  const rebuilt = gauge('cairn_edges_rebuilt', 'Entities that this or the latest rebuilding has looked at');
  const nodeUp = gauge('cairn_typesense_node_up', '1 if this node of Typesense answers and shows everything', 'node');
  const nodeUsed = gauge('cairn_typesense_node_in_use', '1 if the requests of this server go to this node', 'node');
  const freeBytes = gauge('cairn_disk_free_bytes', 'Free space of the disk of the local engines');
  const webhooks = gauge('cairn_webhooks', 'Webhooks by state', 'state');
  const failing = gauge('cairn_webhooks_failing', 'Active webhooks whose target refuses the next event');
  const farthest = gauge('cairn_webhooks_behind', 'How many commits the active webhook that is furthest behind has to look through');
  const mailWaiting = gauge('cairn_mail_waiting', 'People for whom a mail waits');
  const mailFailing = gauge('cairn_mail_failing', 'People whose mail was not taken yet');
  const tools = total('cairn_tool_calls_total', 'Calls of the tools for agents', 'tool', 'outcome');
  return async (context) => {
    const [index, edges, hooks, mail] = await Promise.all([soon(health.index), soon(health.edges), soon(health.webhooks), soon(health.mail)]);
    // While the graph is away these are unknown: better no value than an old one.
    for (const gauge of [waiting, oldest, seq, behind, rebuilding, rebuilt, webhooks, failing, farthest, mailWaiting, mailFailing]) gauge.reset();
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
      oldest.set(index.oldest === undefined ? 0 : (Date.now() - index.oldest) / 1000);
    }
    for (const { node, state, inUse } of health.searchNodes()) {
      nodeUp.set({ node }, state === 'up' ? 1 : 0);
      nodeUsed.set({ node }, inUse ? 1 : 0);
    }
    const disk = health.disk();
    if (disk) freeBytes.set(disk.freeBytes);
    const work = health.work();
    for (const [counter, sum] of [
      [statements, work.statements],
      [rows, work.rows],
      [steps, work.steps],
      [requests, work.requests],
      [bytes, work.bytes],
    ] as const) {
      counter.reset();
      counter.inc(sum);
    }
    tools.reset();
    for (const { tool, outcome, count } of toolCalls.all()) tools.inc({ tool, outcome }, count);
    context.type = registry.contentType;
    context.body = await registry.metrics();
  };
}
