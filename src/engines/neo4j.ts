/**
 * A local Neo4j community: downloaded as Maven artifacts, run on a loopback port with Bolt only.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import neo4j, { Neo4jError } from 'neo4j-driver';
import { StartError } from '../errors.ts';
import type { Settings } from '../settings.ts';
import type { Program } from './child.ts';
import { classArchive } from './class-archive.ts';
import type { DataDir } from './data-dir.ts';
import { cached, type ReportStep } from './fetch.ts';
import { findJava, type Java } from './java.ts';
import { configuration, firstUser, javaOptions } from './neo4j-config.ts';
import { keptPorts } from './ports.ts';
import type { StartProgress } from './progress.ts';
import { orphanOf } from './records.ts';
import { installing } from './system-packages.ts';
import { complaint, run } from './tool.ts';

const ENGINE = 'Neo4j';
const VERSION = '5.26.30';
/** What `env` ends with if there is no such program. */
const NOT_FOUND = 127;
const USERNAME = 'neo4j';
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
const INSTEAD = 'or set NEO4J_HOME to an unpacked Neo4j 5.26, or NEO4J_URI to a running Neo4j';
/** Neo4j first repairs a store that was killed, which may take minutes; in ms. */
const START_LIMIT = 300_000;
/** The end with an archive of classes took 28 s beside other work; in ms. Its data are on disk before that. */
const ARCHIVE_LIMIT = 120_000;

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>cairn</groupId>
  <artifactId>local-neo4j</artifactId>
  <version>${VERSION}</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.neo4j</groupId><artifactId>neo4j</artifactId><version>${VERSION}</version></dependency>
    <dependency><groupId>org.neo4j.app</groupId><artifactId>neo4j-server</artifactId><version>${VERSION}</version></dependency>
  </dependencies>
</project>
`;

async function fetchArtifacts(java: Java, folder: string, step: ReportStep, signal: AbortSignal): Promise<void> {
  const pom = path.join(folder, 'pom.xml');
  writeFileSync(pom, POM);
  let files = 0;
  step('mvn collects its files');
  const args = ['-B', '-f', pom, COPY, '-DincludeScope=runtime', `-DoutputDirectory=${path.join(folder, 'lib')}`];
  const [command = '', ...first] = java.home === undefined ? ['mvn'] : ['env', `JAVA_HOME=${java.home}`, 'mvn'];
  const outcome = await run(command, [...first, ...args], signal, (line) => {
    if (/\bDownloaded from|\bCopying /.test(line)) step('mvn collects its files', `${++files}`);
  });
  if (outcome.code === undefined || outcome.code === NOT_FOUND)
    throw new StartError(`To download Neo4j, Cairn needs Maven (mvn): install it (${installing('maven')}), ${INSTEAD}`);
  if (outcome.code !== 0) {
    throw new StartError(`mvn could not download Neo4j ${VERSION} (${complaint(outcome)}): check that mvn reaches its repository, ${INSTEAD}`);
  }
}

function hasServer(lib: string): boolean {
  return existsSync(lib) && readdirSync(lib).some((name) => /^neo4j-server-5\..*\.jar$/.test(name));
}

async function findLibrary(settings: Settings, java: Java, progress: StartProgress, signal: AbortSignal): Promise<{ lib: string; version: string }> {
  const { home } = settings.neo4j;
  if (home !== undefined) {
    const lib = path.resolve(home, 'lib');
    if (!hasServer(lib))
      throw new StartError(
        `NEO4J_HOME=${home} contains no Neo4j 5 (no lib/neo4j-server-5.*.jar): correct it, or unset it so that Cairn downloads Neo4j`,
      );
    return { lib, version: `of ${home}` };
  }
  const fill = (folder: string, step: ReportStep): Promise<void> => fetchArtifacts(java, folder, step, signal);
  const folder = await cached(settings.cacheDir, { engine: ENGINE, version: VERSION, folder: `neo4j-${VERSION}`, fill }, progress, signal);
  return { lib: path.join(folder, 'lib'), version: VERSION };
}

interface LocalNeo4j {
  readonly uri: string;
  readonly username: string;
  readonly password: string;
  readonly program: Program;
}

/** Neo4j answers, but its database works only after a restart: a critical error, or it has become read-only. */
const BROKEN = /critical error|needs to be restarted|ReadOnly|DatabaseUnavailable|TransactionStartFailed/;
const FAULT_MS = 10_000;

/** Tries to connect over Bolt with the password, and to write. */
function asker(uri: string, password: string, secretFile: string): Pick<Program, 'ready' | 'fault'> & { close(): Promise<void> } {
  const driver = neo4j.driver(uri, neo4j.auth.basic(USERNAME, password), {
    connectionTimeout: 2000,
    connectionAcquisitionTimeout: 4000,
    maxConnectionPoolSize: 2,
  });
  /** The database has not started, or it takes no write. Nothing is written, because the transaction is rolled back. */
  async function writes(): Promise<string | undefined> {
    const system = driver.session({ database: 'system' });
    const session = driver.session();
    try {
      const { records } = await system.run<{ status: string; message: string | null }>(
        'SHOW DATABASE neo4j YIELD currentStatus AS status, statusMessage AS message',
      );
      const [status, message] = [records[0]?.get('status'), records[0]?.get('message')];
      if (status !== 'online') return status === 'starting' || !message ? undefined : message;
      const tx = session.beginTransaction({ timeout: FAULT_MS });
      await tx.run('CREATE ()');
      await tx.rollback();
      return undefined;
    } catch (error) {
      if (!(error instanceof Neo4jError)) return undefined;
      return BROKEN.test(`${error.code} ${error.message}`) ? (error.message.split('\n')[0] ?? error.code) : undefined;
    } finally {
      await Promise.all([system, session].map((each) => each.close().catch(() => {})));
    }
  }
  return {
    // An engine that hangs may continue: it is not asked for ever, and not ended.
    fault: () => Promise.race([writes().catch(() => undefined), pause(FAULT_MS, undefined, { ref: false })]),
    ready: async () => {
      const session = driver.session();
      try {
        await session.run('RETURN 1');
        return true;
      } catch (error) {
        if (!(error instanceof Neo4jError) || error.code !== 'Neo.ClientError.Security.Unauthorized') return false;
        throw new StartError(`The data of Neo4j has another password than the one in ${secretFile}: restore that file, or set another DATA_DIR`);
      } finally {
        await session.close().catch(() => {});
      }
    },
    close: () => driver.close(),
  };
}

/**
 * Prepares a Neo4j for its start: downloads it if necessary, chooses the port, writes password and configuration.
 *
 * @throws StartError if it cannot be provided here
 */
export async function prepareNeo4j(settings: Settings, data: DataDir, progress: StartProgress, signal: AbortSignal): Promise<LocalNeo4j> {
  const java = await findJava(settings.neo4j.javaHome, settings.cacheDir, progress, signal);
  const { lib, version } = await findLibrary(settings, java, progress, signal);
  const [port = 0] = await keptPorts(path.join(data.folder('ports'), 'neo4j'), 1, orphanOf(data.folder('run'), ENGINE) !== undefined);
  const uri = `bolt://127.0.0.1:${port}`;
  const password = data.secret('neo4j');
  const home = data.folder('neo4j');
  const config = data.folder('neo4j', 'conf');
  writeFileSync(path.join(config, 'neo4j.conf'), configuration(port));
  writeFileSync(path.join(data.folder('neo4j', 'data', 'dbms'), 'auth.ini'), firstUser(USERNAME, password), { mode: 0o600 });
  const classes = classArchive(settings.cacheDir, { java, lib, home });
  const { ready, fault, close } = asker(uri, password, path.join(data.path, 'secrets', 'neo4j'));
  let wasReady = false;
  const program: Program = {
    engine: ENGINE,
    version,
    command: java.command,
    faster: classes.options,
    args: [
      ...javaOptions(),
      '-cp',
      `${lib}/*`,
      'org.neo4j.server.CommunityEntryPoint',
      `--home-dir=${home}`,
      `--config-dir=${config}`,
      '--console-mode',
    ],
    configuration: configuration(port),
    ports: [port],
    logFile: path.join(data.folder('logs'), 'neo4j.log'),
    detailsFile: path.join(home, 'logs', 'debug.log'),
    startLimit: START_LIMIT,
    ready: async () => {
      const isReady = await ready();
      wasReady ||= isReady;
      return isReady;
    },
    fault,
    ...(classes.isMissing && { endLimit: ARCHIVE_LIMIT, ending: () => progress.log('engine.archiving', { engine: ENGINE }) }),
    ended: async () => {
      await close();
      await classes.keep(wasReady);
      wasReady = false;
    },
  };
  return { uri, username: USERNAME, password, program };
}
