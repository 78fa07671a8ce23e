/**
 * The nodes of Typesense. All requests go to one node, which is the leader of the cluster if it answers: a write is acknowledged when the
 * leader shows it, while other nodes show it up to half a second later (docs/engines.md 8). If the node in use fails, another one is used
 * at once. Cairn asks nodes for their health every second, so that a node that hangs is left too, and one that comes back is used again.
 */
import http from 'node:http';
import https from 'node:https';
import type { Log } from '../../log.ts';
import { timeLimit } from '../../time-limit.ts';

export type NodeState = 'up' | 'behind' | 'down';

export interface SearchNode {
  readonly url: string;
  /** `host:port`: names the node in health, metrics and the log. */
  readonly name: string;
  readonly agents: Readonly<Record<Purpose, { readonly httpAgent: http.Agent; readonly httpsAgent: https.Agent }>>;
  /** `behind`: it answers, but does not show everything yet. */
  state: NodeState;
  leader: boolean;
  /** Does it lead since more than one look, and did it show all writes it knows? */
  settled: boolean;
}

/** What a connection is for. Each purpose has its own connections, so that searches do not wait for imports. */
export type Purpose = 'client' | 'writer' | 'importer';

export interface Nodes {
  readonly all: readonly SearchNode[];
  /** The node in use. */
  current(): SearchNode;
  /** Increases whenever another node is in use: what was known of the state of the index is then of another node. */
  changes(): number;
  /** Is the node in use the leader, and does it show all that was acknowledged before? Always true for a single node. */
  settled(): boolean;
  /** Stops using a node that does not answer (`down`) or answers that it is `behind`. Ends all requests to a node that is down. */
  failed(node: SearchNode, state: 'down' | 'behind'): void;
  /** Calls back after each change of the node in use. */
  onChange(call: () => void): void;
  /** Begins to ask several nodes for their health. */
  watch(apiKey: string, log: Log): void;
  stop(): void;
}

/** How long an import may take, ms, before it counts as failed. */
export const IMPORT_TIMEOUT_MS = 30_000;
const POLL_MS = 1_000;
/** How long a node may take to answer, ms, before it counts as down. */
const POLL_TIMEOUT_MS = 2_000;
/** The raft state of a leader in `/debug`. */
const LEADER = 1;
/**
 * Connections are kept open for the next requests, but for a shorter time than Typesense keeps them (60 s), so that it does not close one
 * that is about to be used.
 */
const CONNECTIONS = { keepAlive: true, timeout: 30_000, maxSockets: 64 };
/**
 * Each import has a connection of its own: if Typesense refuses one, it answers before it has read all of it, and reads nothing more on that
 * connection (docs/engines.md 5.4).
 */
const IMPORTS = { keepAlive: false, maxSockets: 64 };

/** @param sent is called with each request of the library and with its bytes */
export function makeNodes(urls: readonly string[], sent: (bytes: number) => void): Nodes {
  const all = urls.map((url): SearchNode => ({ url, name: new URL(url).host, agents: agents(sent), state: 'up', leader: false, settled: false }));
  const [first] = all;
  if (!first) throw new Error('Typesense has no address');
  const single = all.length === 1;
  let inUse = first;
  let changes = 0;
  let over = new AbortController();
  let log: Log | undefined;
  const listeners = new Set<() => void>();

  function choose(): void {
    const up = all.filter(({ state }) => state === 'up');
    const next = up.find(({ leader }) => leader) ?? (inUse.state === 'up' ? inUse : up[0]);
    if (!next || next === inUse) return;
    inUse = next;
    changes++;
    log?.('search.node-used', { node: next.name, role: next.leader ? 'leader' : 'follower' });
    for (const call of listeners) call();
  }

  function set(node: SearchNode, now: Pick<SearchNode, 'state' | 'leader' | 'settled'>): void {
    if (node.state !== 'down' && now.state === 'down') log?.('search.node-lost', { node: node.name });
    if (node.state === 'down' && now.state !== 'down') log?.('search.node-back', { node: node.name });
    Object.assign(node, now);
  }

  function failed(node: SearchNode, state: 'down' | 'behind'): void {
    if (single) return;
    const was = node.state;
    set(node, { state, leader: false, settled: false });
    if (state === 'down' && was !== 'down')
      for (const { httpAgent, httpsAgent } of Object.values(node.agents)) for (const agent of [httpAgent, httpsAgent]) agent.destroy();
    choose();
  }

  return {
    all,
    current: () => inUse,
    changes: () => changes,
    settled: () => single || (inUse.settled && inUse.leader),
    failed,
    onChange: (call) => void listeners.add(call),
    watch(apiKey, to) {
      if (single) return;
      log = to;
      over = new AbortController();
      const { signal } = over;
      const polling = async (node: SearchNode): Promise<void> => {
        const now = await healthOf(node, apiKey, signal).catch(() => undefined);
        if (now) set(node, now);
        else if (!signal.aborted) failed(node, 'down');
        choose();
        if (!signal.aborted) setTimeout(() => void polling(node), POLL_MS).unref();
      };
      for (const node of all) void polling(node);
    },
    stop: () => over.abort(),
  };
}

/** What a node says of itself. @throws Error if it does not answer */
async function healthOf(node: SearchNode, apiKey: string, over: AbortSignal): Promise<Pick<SearchNode, 'state' | 'leader' | 'settled'>> {
  const ask = async (path: string): Promise<Record<string, unknown>> => {
    const signal = timeLimit(POLL_TIMEOUT_MS, over);
    return (await (await fetch(`${node.url}${path}`, { headers: { 'x-typesense-api-key': apiKey }, signal })).json()) as Record<string, unknown>;
  };
  const [health, debug, stats] = await Promise.all(['/health', '/debug', '/stats.json'].map(ask));
  const leader = debug?.state === LEADER;
  const settled = leader && (node.settled || (node.leader && stats?.pending_write_batches === 0));
  return { state: health?.ok === true ? 'up' : 'behind', leader, settled };
}

function agents(sent: (bytes: number) => void): SearchNode['agents'] {
  /** Every request of the library goes through an agent: there requests are counted, and imports that take too long are ended. */
  const watched = <Of extends http.Agent>(agent: Of, limitMs?: number): Of => {
    const watching = agent as unknown as { addRequest(request: http.ClientRequest, ...rest: unknown[]): void };
    const add = watching.addRequest.bind(agent);
    watching.addRequest = (request, ...rest) => {
      sent(Number(request.getHeader('content-length') ?? 0));
      if (limitMs !== undefined) endLate(request, limitMs);
      add(request, ...rest);
    };
    return agent;
  };
  const pair = (options: http.AgentOptions, limitMs?: number) => ({
    httpAgent: watched(new http.Agent(options), limitMs),
    httpsAgent: watched(new https.Agent(options), limitMs),
  });
  return { client: pair(CONNECTIONS), writer: pair(CONNECTIONS), importer: pair(IMPORTS, IMPORT_TIMEOUT_MS) };
}

/** The library sets no time limit for imports, and an engine that hangs answers none. */
function endLate(request: http.ClientRequest, ms: number): void {
  const late = setTimeout(() => request.destroy(Object.assign(new Error(`no answer in ${ms} ms`), { code: 'ECONNABORTED' })), ms);
  request.once('close', () => clearTimeout(late));
}
