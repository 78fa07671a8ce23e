/**
 * Is loaded into a Cairn before it starts (`--import`): answers at CALLS_PORT which functions ran between the beginning and the end of the last
 * request. What jobs do afterwards is not counted.
 */
import { subscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.argv[1]?.endsWith('main.js')) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const taken = () => session.post('Profiler.takePreciseCoverage');
  let last = Promise.resolve({ result: [] });
  const server = createServer(async (_, response) => response.end(JSON.stringify(await last)));
  subscribe('http.server.request.start', (request) => request.server !== server && taken());
  subscribe('http.server.response.finish', (request) => {
    if (request.server !== server) last = taken();
  });
  server.listen(Number(process.env.CALLS_PORT), '127.0.0.1');
  server.unref();
}
