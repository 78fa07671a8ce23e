/** Finds Java on this machine. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../errors.ts';
import { run } from './tool.ts';

const OLDEST = 17;
const INSTEAD = 'or set NEO4J_URI to a running Neo4j';

/** The major version that `java -version` reports. Before Java 9 it follows "1.". */
function majorVersion(lines: readonly string[]): number | undefined {
  const version = /version "(?:1\.)?(\d+)/.exec(lines.join('\n'));
  return version ? Number(version[1]) : undefined;
}

/**
 * The command that starts Java 17 or later.
 *
 * @throws StartError if there is none
 */
export async function findJava(javaHome: string | undefined, signal: AbortSignal): Promise<string> {
  const command = javaHome === undefined ? 'java' : path.join(javaHome, 'bin', 'java');
  if (javaHome !== undefined && !existsSync(command)) {
    throw new StartError(`JAVA_HOME=${javaHome} has no bin/java: set it to the folder of Java ${OLDEST} or later, ${INSTEAD}`);
  }
  const { code, lines } = await run(command, ['-version'], signal);
  if (code === undefined) throw new StartError(`Neo4j needs Java ${OLDEST} or later: install it, set JAVA_HOME to its folder, ${INSTEAD}`);
  const major = majorVersion(lines);
  if (major === undefined || major < OLDEST) {
    throw new StartError(
      `Neo4j needs Java ${OLDEST} or later, but ${command} is ${major ?? 'of an unknown version'}: install a later one and set JAVA_HOME to its folder, ${INSTEAD}`,
    );
  }
  return command;
}
