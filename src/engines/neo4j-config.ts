/**
 * The setup of a local Neo4j: its memory, its configuration file, its first password.
 */
import { createHash, randomBytes } from 'node:crypto';
import os from 'node:os';

const MB = 1024 * 1024;
/** The packages that Neo4j's official start script opens to Neo4j. */
const OPENED = ['java.nio', 'java.io', 'sun.nio.ch', 'java.util.concurrent'];

const FEW_CORES = 4;
/**
 * Writes are 10 to 15 % faster than with the default collector. Code must be used ten times as often as by default before the second compiler
 * optimises it: in the first half minute of a load that compiler takes more time than the statements, and later nothing is lost
 * (docs/engines.md 2.7).
 */
const FOR_FEW_CORES = [
  '-XX:+UseParallelGC',
  '-XX:Tier4InvocationThreshold=50000',
  '-XX:Tier4MinInvocationThreshold=6000',
  '-XX:Tier4CompileThreshold=150000',
  '-XX:Tier4BackEdgeThreshold=400000',
];

/** An eighth of the memory of the machine (or the container), within limits, in MB. */
function eighth(least: number, most: number): number {
  const limit = process.constrainedMemory();
  const memory = limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem();
  return Math.min(most, Math.max(least, Math.floor(memory / 8 / MB)));
}

/** The options of the Java process. */
export function javaOptions(): string[] {
  const heap = eighth(1024, 2048);
  return [
    `-Xms${heap}m`,
    `-Xmx${heap}m`,
    ...(os.availableParallelism() <= FEW_CORES ? FOR_FEW_CORES : []),
    '-XX:-OmitStackTraceInFastThrow',
    '-XX:+DisableExplicitGC',
    // Counters for tools that nobody uses here: the JVM wakes 20 times a second for them.
    '-XX:-UsePerfData',
    '-Dfile.encoding=UTF-8',
    '-Djdk.nio.maxCachedBufferSize=1024',
    '-Dio.netty.tryReflectionSetAccessible=true',
    '-Dlog4j2.disable.jmx=true',
    '--enable-native-access=ALL-UNNAMED',
    ...OPENED.map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`),
  ];
}

/** The text of `neo4j.conf`. */
export function configuration(port: number): string {
  return `# Written by Cairn at each start.
server.config.strict_validation.enabled=true
server.default_listen_address=127.0.0.1
server.bolt.enabled=true
server.bolt.listen_address=127.0.0.1:${port}
server.bolt.advertised_address=127.0.0.1:${port}
server.http.enabled=false
server.https.enabled=false
server.memory.pagecache.size=${eighth(512, 2048)}m
dbms.usage_report.enabled=false
dbms.security.auth_enabled=true
# The password has 256 random bits, so nobody can guess it. Another user who tries must not lock Cairn out.
dbms.security.auth_max_failed_attempts=0
db.lock.acquisition.timeout=10s
db.transaction.timeout=60s
# The server sends a keep-alive this often; a client that misses two of them closes the connection.
server.bolt.connection_keep_alive=10s
server.bolt.connection_keep_alive_for_requests=ALL
db.tx_log.rotation.retention_policy=1 files
# While a store grows from nothing, its statistics change all the time, but no plan: each statement begins with an index.
dbms.cypher.min_replan_interval=10m
# The space of the log is taken in advance: on a full disk a transaction that is half in the log can make the store unreadable for good.
db.tx_log.preallocate=true
db.tx_log.rotation.size=32m
# Neo4j wakes for these 5 times a second, and every second.
internal.vm_pause_monitor.enabled=false
internal.db.idcontroller.maintenance_interval=10s
# Without this, Bolt waits for 10 s of silence although the databases are already closed.
internal.dbms.bolt.netty_server_shutdown_quiet_period=0
`;
}

/** The file that gives a new store its first user, in the format of the admin tool: salted SHA-256, 1024 rounds. */
export function firstUser(username: string, password: string): string {
  const salt = randomBytes(32);
  let digest = createHash('sha256').update(salt).update(password).digest();
  for (let round = 1; round < 1024; round++) digest = createHash('sha256').update(digest).digest();
  return `${username}:SHA-256,${digest.toString('hex')},${salt.toString('hex')},1024:\n`;
}
