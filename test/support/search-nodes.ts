/**
 * Several real nodes of Typesense that form a cluster, as local processes. Tests kill, freeze and restart them one by one.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventually } from './eventually.ts';
import { freePort, throwAwayFolder } from './process.ts';

const API_KEY = 'a key of the tests';
const START_MS = 120_000;
/** The raft state of a leader in `/debug`. */
const LEADER = 1;

export interface Node {
  readonly url: string;
  /** `host:port`, as Cairn names it. */
  readonly name: string;
  signal(signal: NodeJS.Signals): void;
  start(): void;
}

export interface SearchCluster {
  readonly apiKey: string;
  readonly nodes: readonly Node[];
  /** For TYPESENSE_URL. */
  readonly urls: string;
  /** Waits until there is a leader and all other nodes follow it. */
  leader(): Promise<Node>;
  /** The number of documents that a node shows in a collection, or in that behind an alias. */
  documents(node: Node, collection: string): Promise<number>;
  end(): Promise<void>;
}

/** The Typesense that Cairn has downloaded for an earlier test. */
function binary(): string {
  const cache = process.env.CACHE_DIR ?? path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), 'cairn');
  const folder = readdirSync(cache).find((name) => /^typesense-[\d.]+$/.test(name));
  if (folder === undefined) throw new Error(`There is no Typesense in ${cache}: start a Cairn first`);
  return path.join(cache, folder, 'typesense-server');
}

/** Starts nodes that know of each other. */
export async function startSearchCluster(size: number): Promise<SearchCluster> {
  const folder = throwAwayFolder();
  const ports = await Promise.all(Array.from({ length: 2 * size }, freePort));
  const places = Array.from({ length: size }, (_, at) => ({ api: ports[2 * at] ?? 0, peering: ports[2 * at + 1] ?? 0 }));
  const list = path.join(folder, 'nodes');
  writeFileSync(list, places.map(({ api, peering }) => `127.0.0.1:${peering}:${api}`).join(','));
  const children = new Map<Node, ChildProcess>();
  const nodes = places.map(({ api, peering }, at): Node => {
    const data = path.join(folder, `data${at}`);
    mkdirSync(data);
    const args = [
      `--data-dir=${data}`,
      '--api-address=127.0.0.1',
      `--api-port=${api}`,
      '--peering-address=127.0.0.1',
      `--peering-port=${peering}`,
      `--nodes=${list}`,
    ];
    const node: Node = {
      url: `http://127.0.0.1:${api}`,
      name: `127.0.0.1:${api}`,
      signal: (signal) => void children.get(node)?.kill(signal),
      start() {
        const log = openSync(path.join(folder, `log${at}`), 'a');
        children.set(node, spawn(binary(), args, { env: { TYPESENSE_API_KEY: API_KEY }, stdio: ['ignore', log, log] }));
      },
    };
    return node;
  });
  for (const node of nodes) node.start();
  const ask = async (node: Node, what: string): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${node.url}${what}`, { headers: { 'x-typesense-api-key': API_KEY }, signal: AbortSignal.timeout(5_000) });
    return (await answer.json()) as Record<string, unknown>;
  };
  const leader = (): Promise<Node> =>
    eventually(async () => {
      const states = await Promise.all(nodes.map(async (node) => ({ node, health: await ask(node, '/health'), debug: await ask(node, '/debug') })));
      const leads = states.find(({ debug }) => debug.state === LEADER);
      if (!leads || !states.every(({ health }) => health.ok === true)) throw new Error(`no cluster yet: ${JSON.stringify(states)}`);
      return leads.node;
    }, START_MS);
  await leader();
  return {
    apiKey: API_KEY,
    nodes,
    urls: nodes.map(({ url }) => url).join(','),
    leader,
    documents: async (node, collection) => Number((await ask(node, `/collections/${collection}`)).num_documents),
    async end() {
      await Promise.all(
        [...children.values()].map(
          (child) =>
            new Promise<void>((resolve) => {
              if (child.exitCode !== null || child.signalCode !== null) return resolve();
              child.once('exit', () => resolve());
              child.kill('SIGKILL');
            }),
        ),
      );
    },
  };
}
