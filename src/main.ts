#!/usr/bin/env node
/**
 * The command line of the server: options, signals, exit codes.
 */
import { reasonOf, StartError } from './errors.ts';
import { makeLog } from './log.ts';
import { takePlace } from './place.ts';
import type { StartOptions } from './server.ts';
import { readSettings, type Settings } from './settings.ts';
import { versionOf } from './version.ts';

const HELP = `Cairn, a metadata catalog server on Neo4j and Typesense

Usage: cairn [--demo] [--restored] [--help] [--version]

  --demo      load a small example catalog, a shop, if the store holds nothing else
  --restored  once, after a backup was restored or the data were copied: places in the change stream of before are not continued

Without NEO4J_URI and TYPESENSE_URL, Cairn downloads both engines (once for each user), runs them and keeps their data in DATA_DIR.

Settings, from the environment:
  PORT                8080        0: any free port
  HOST                127.0.0.1   other addresses need AUTH_TOKENS_FILE or ALLOW_OPEN=true
  DATA_DIR            ./data      data of the local engines, and the audit file; one folder for each Cairn
  CACHE_DIR                       downloaded engines (default: cairn in the user's cache folder)
  NEO4J_URI                       use this Neo4j instead of a local one, for example bolt://localhost:7687; neo4j:// for a cluster
  NEO4J_USERNAME      neo4j
  NEO4J_PASSWORD
  NEO4J_HOME                      run this unpacked Neo4j 5.26 instead of a downloaded one
  JAVA_HOME                       run the local Neo4j with this Java (default: the one on the PATH)
  TYPESENSE_URL                   use this Typesense instead of a local one, for example http://localhost:8108; several nodes with commas
  TYPESENSE_API_KEY
  API_NAMESPACE       svc         svc or datahub: the names in URNs, record names and headers
  MODEL_DIR                       a folder with your own entity types and aspects (openapi/README.md)
  BASE_PATH                       serve everything below this path, for example /catalog
  AUTH_TOKENS_FILE                lines of <token> <user> [read] [expires=2030-01-31]; without it everybody may read and write
  ALLOWED_HOSTS                   more names of this server, separated by commas, for example catalog.example.com
  ALLOW_OPEN          false       true: serve other machines without tokens
  STRICT_FIELDS       false       true: refuse fields that the model does not know
  RETENTION_VERSIONS              how many older versions of each aspect to keep (default: all)
  CHANGES_DAYS                    how many days the log of changes is kept (default: 30)
  CHANGES_COMMITS                 how many commits of it are kept at most (default: 1000000)
  WEBHOOK_PRIVATE_TARGETS  false  true: webhooks may call private addresses
  WEBHOOK_HOURS       24          after so many hours of failing, a webhook is set aside
  SYNONYMS_FILE                   lines of words that mean the same, for search: client, customer
  REQUEST_SECONDS     60          the longest time for a request; then Cairn answers 503
  DISK_RESERVE_MB     256         take no writes when the disk of DATA_DIR has less left; 0: do not look
  DRAIN_SECONDS       5           after SIGTERM, /health is 503 so long while requests are still served
  LOG_FORMAT                      text or json (default: text on a terminal, JSON elsewhere)
  LOG_LEVEL           info        fatal, error, warn, info, debug or silent

Exit code: 0 after a signal stops Cairn, 1 if Cairn cannot start.
`;

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
  const place = await takePlace(settings);
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
