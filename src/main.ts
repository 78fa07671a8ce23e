#!/usr/bin/env node
import { claimPortAndFolder } from './claim.ts';
/**
 * The command line of the server: options, signals, exit codes.
 */
import { reasonOf, StartError } from './errors.ts';
import { HELP } from './help.ts';
import { makeLog } from './log.ts';
import { noteRunning } from './run-from.ts';
import { readSettings, type Settings } from './settings.ts';
import type { StartOptions } from './start.ts';
import { versionOf } from './version.ts';

/** Until the settings are read, as far as they are: a wrong setting is told in the format of the log. */
let log = makeLog('info');

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return void process.stdout.write(HELP);
  if (args.includes('--version')) return void process.stdout.write(`${versionOf()}\n`);
  const unknown = args.find((arg) => arg !== '--demo' && arg !== '--restored');
  if (unknown !== undefined) throw new StartError(`${unknown} is not an option; --help lists the options`);

  try {
    const settings = readSettings(process.env);
    log = makeLog(settings.logLevel, settings.logFormat);
    await serve(settings, { demo: args.includes('--demo'), restored: args.includes('--restored') });
  } catch (error) {
    log('server.refused', { reason: error instanceof StartError ? error.message : reasonOf(error) });
    process.exit(1);
  }
}

async function serve(settings: Settings, options: StartOptions): Promise<void> {
  noteRunning(import.meta.dirname);
  const place = await claimPortAndFolder(settings);
  const server = await import('./server.ts')
    .then(({ startServer }) => startServer(settings, place, log, options))
    .catch((error: unknown) => {
      place.leave();
      throw error;
    });
  let asked = false;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A second signal ends Cairn at once.
      if (asked) process.exit(1);
      asked = true;
      // SIGTERM comes from what runs Cairn, and a balancer may be in front of it. Who sits at a terminal waits for nothing.
      void server.stop(signal, signal === 'SIGTERM' ? settings.drainMs : 0).then(() => process.exit(0));
    });
  }
  try {
    await server.ready;
  } catch (error) {
    // It has been asked to stop, and does so.
    if (asked) return;
    log('server.refused', { reason: error instanceof StartError ? error.message : reasonOf(error) });
    await server.stop();
    process.exit(1);
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`cairn: ${error instanceof StartError ? error.message : reasonOf(error)}\n`);
  process.exit(1);
});
