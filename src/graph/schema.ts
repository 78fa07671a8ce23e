/**
 * Constraints and indexes: made at start, harmless when they are there.
 */
import { type Graph, graphAnswers, runAlone } from './driver.ts';
import { schemaStatements } from './statements.ts';

const PAUSE_MS = 1_000;

/** Waits until the graph answers. `signal` ends the wait. */
export async function awaitGraph(graph: Graph, signal: AbortSignal): Promise<void> {
  for (let told = false; !(await graphAnswers(graph)); told = true) {
    if (!told) graph.log('graph.lost', { uri: graph.uri, reason: 'no answer yet' });
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

export async function makeSchema(graph: Graph): Promise<void> {
  for (const name of schemaStatements()) await runAlone(graph, name, {});
}
