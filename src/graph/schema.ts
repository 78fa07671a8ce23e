/**
 * Creates constraints, indexes and the log at a start. Those that exist already stay.
 */
import { StartError } from '../errors.ts';
import { beginLog } from './commit-log.ts';
import { type Graph, readRows, runAlone } from './driver.ts';
import { isRefusedLogin } from './failures.ts';
import { probe } from './presence.ts';
import { schemaStatements } from './statements.ts';

const PAUSE_MS = 1_000;

/**
 * Waits until the graph answers. `signal` ends the wait.
 *
 * @throws StartError if it refuses the credentials
 */
export async function awaitGraph(graph: Graph, signal: AbortSignal): Promise<void> {
  for (let logged = false; ; logged = true) {
    const problem = await probe(graph);
    if (problem === undefined) break;
    if (isRefusedLogin(problem)) throw new StartError(`Neo4j at ${graph.uri} refuses to let Cairn in: correct NEO4J_USERNAME and NEO4J_PASSWORD`);
    if (!logged) graph.log('graph.lost', { uri: graph.uri, reason: problem.message.split('\n')[0] ?? '' });
    await pause(signal);
  }
  graph.log('graph.connected', { uri: graph.uri });
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, PAUSE_MS);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** Makes the constraints and indexes that are missing: to ask for each, only to be told that it exists, takes a young Neo4j a second. */
export async function makeSchema(graph: Graph): Promise<void> {
  const existing = new Set((await readRows<{ name: string }>(graph, 'read/indexes', {})).map(({ name }) => name));
  for (const [index, make] of schemaStatements()) if (!existing.has(index)) await runAlone(graph, make, {}, { timeout: 0 });
  await beginLog(graph);
}
