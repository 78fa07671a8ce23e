/**
 * A process that only runs engines: starts them according to the environment, reports where they are, and stops them on a signal. Prints
 * the reason of a failed start on standard error.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { startEngines } from '../../../src/engines/index.ts';
import { StartError } from '../../../src/errors.ts';
import { makeLog } from '../../../src/log.ts';
import { readSettings } from '../../../src/settings.ts';

const giveUp = new AbortController();
process.once('SIGINT', () => giveUp.abort());
process.once('SIGTERM', () => giveUp.abort());
// Whoever started it has ended, in whatever way.
process.stdin.once('end', () => giveUp.abort());
process.stdin.resume().unref();

try {
  const settings = readSettings(process.env);
  const engines = await startEngines(settings, makeLog(settings.logLevel), giveUp.signal);
  // Cairn itself may begin before Typesense has read its documents.
  while (!giveUp.signal.aborted && engines.status().some((each) => each.managed && each.state !== 'up')) await pause(50);
  const { urls, apiKey } = engines.typesense;
  process.stdout.write(`${JSON.stringify({ event: 'test.up', engines: { neo4j: engines.neo4j, typesense: { url: urls[0], apiKey } } })}\n`);
  // Keeps the process alive until a signal stops it.
  const alive = setInterval(() => {}, 60_000);
  const stop = async (): Promise<void> => {
    await Promise.all([engines.stop(), engines.stop()]);
    process.stdout.write(`${JSON.stringify({ event: 'test.stopped', status: engines.status() })}\n`);
    clearInterval(alive);
  };
  if (giveUp.signal.aborted) await stop();
  else giveUp.signal.addEventListener('abort', () => void stop());
} catch (error) {
  if (!giveUp.signal.aborted) process.stderr.write(error instanceof StartError ? `${error.message}\n` : `not a StartError: ${String(error)}\n`);
  process.exitCode = 1;
}
