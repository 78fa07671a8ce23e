#!/usr/bin/env node
/**
 * The command line: start, signals, exit codes.
 */
import { StartError } from './errors.ts';
import { makeLog } from './log.ts';
import { startServer, versionOf } from './server.ts';
import { readSettings } from './settings.ts';

const HELP = `Cairn, a metadata catalog server on Neo4j and Typesense

Usage: cairn [--demo] [--help] [--version]

  --demo   with a small catalog to look at, a shop; into a store that holds nothing else

Without NEO4J_URI and TYPESENSE_URL Cairn fetches both engines (once for each user), runs them and keeps their data in DATA_DIR.

Settings, from the environment:
  PORT                8080        0: any free port
  HOST                127.0.0.1
  DATA_DIR            ./data      data of the local engines; one Cairn each
  CACHE_DIR                       fetched engines (default: cairn in the user's cache folder)
  NEO4J_URI                       a Neo4j to use instead, such as bolt://localhost:7687
  NEO4J_USERNAME      neo4j
  NEO4J_PASSWORD
  NEO4J_HOME                      an unpacked Neo4j 5.26 to run instead of a fetched one
  TYPESENSE_URL                   a Typesense to use instead, such as http://localhost:8108
  TYPESENSE_API_KEY
  API_NAMESPACE       svc         svc or datahub: URN scheme, record names, headers
  MODEL_DIR                       own entity types and aspects (openapi/README.md)
  BASE_PATH                       a path that Cairn stands below, such as /catalog
  AUTH_TOKENS_FILE                lines of <token> <user> [read] [expires=2030-01-31]; without it everybody may read and write
  ALLOWED_HOSTS                   further names of this server, with commas between, such as catalog.example.com
  ALLOW_OPEN          false       true: serve other machines although nothing asks who they are
  STRICT_FIELDS       false       true: refuse fields that the model does not know
  RETENTION_VERSIONS              older versions kept of each aspect (default: all)
  LOG_FORMAT                      text or json (default: text on a terminal, json elsewhere)
  REQUEST_SECONDS     60          a request that takes longer is answered 503
  LOG_LEVEL           info        fatal, error, warn, info, debug, silent

Exit code: 0 after a stop by signal, 1 when Cairn cannot start.
`;

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return void process.stdout.write(HELP);
  if (args.includes('--version')) return void process.stdout.write(`${versionOf()}\n`);
  const unknown = args.find((arg) => arg !== '--demo');
  if (unknown !== undefined) throw new StartError(`${unknown} is not an option; --help lists what there is`);

  const settings = readSettings(process.env);
  const log = makeLog(settings.logLevel, settings.logFormat);
  const server = await startServer(settings, log, args.includes('--demo'));
  let asked = false;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Whoever asks twice does not want to wait.
      if (asked) process.exit(1);
      asked = true;
      void server.stop(signal).then(() => process.exit(0));
    });
  }
  try {
    await server.ready;
  } catch (error) {
    if (asked) return;
    await server.stop('start failed');
    throw error;
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(
    error instanceof StartError ? `cairn: ${error.message}\n` : `cairn: ${error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
});
