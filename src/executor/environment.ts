/**
 * The environments in which recipes run: one for each version of the client and set of its plugins, made once with pip and kept in the cache.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cached } from '../engines/fetch.ts';
import type { StartProgress } from '../engines/progress.ts';
import { complaint, run, type ToolOutcome } from '../engines/tool.ts';
import { StartError } from '../errors.ts';
import type { Log } from '../log.ts';

const PACKAGE = 'acryl-datahub';
/** What runs if a source names no version. */
export const CLIENT_VERSION = '1.7.0.17';
const VERSION = /^\d+(\.\d+){1,4}((a|b|rc|\.post|\.dev)\d+)?$/;
const LIST = 'packages.txt';

export interface Environment {
  /** Its Python. */
  readonly python: string;
  /** What it is, for people: the version, the plugins and how many packages. */
  readonly told: string;
}

interface EnvironmentRequest {
  readonly version: string;
  readonly plugins: readonly string[];
  readonly cacheDir: string;
  /** What pip may know of this machine: the path, proxies, where packages come from. */
  readonly toolEnv: Readonly<Record<string, string>>;
  readonly log: Log;
  /** Called with each step, for who waits. */
  readonly step: (text: string) => void;
  readonly over: AbortSignal;
}

/** Is it a version that pip may be asked for? */
export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

/** @throws StartError if pip cannot make it */
export async function environmentFor(request: EnvironmentRequest): Promise<Environment> {
  const { version, plugins, cacheDir, log, step, over } = request;
  const folder = `${PACKAGE}-${version}-${plugins.join('+')}`;
  const engine = `${PACKAGE}[${plugins.join(',')}]`;
  const progress: StartProgress = {
    log,
    report: (_, __, text, detail = '') => step(detail === '' ? text : `${text}: ${detail}`),
    over: () => undefined,
    end: () => undefined,
  };
  const wanted = { engine, version, folder, fill: (into: string) => install(request, into) };
  const target = await cached(cacheDir, wanted, progress, over);
  const list = readFileSync(path.join(target, LIST), 'utf8');
  const digest = createHash('sha256').update(list).digest('hex').slice(0, 12);
  return {
    python: path.join(target, 'bin', 'python'),
    told: `${engine} ${version}, ${list.trim().split('\n').length} packages (${digest}; ${path.join(target, LIST)})`,
  };
}

/** The folder is moved afterwards. Only the scripts in it know their place, and Cairn calls none of them. */
async function install({ version, plugins, toolEnv, step, over }: EnvironmentRequest, folder: string): Promise<void> {
  const tool = (command: string, args: readonly string[], onLine?: (line: string) => void): Promise<ToolOutcome> =>
    run(command, args, over, onLine, toolEnv);
  const made = await tool('python3', ['-m', 'venv', folder]);
  if (made.code !== 0) throw new StartError(`To run recipes, Cairn needs python3 with venv and pip (${complaint(made)}): install them`);
  const python = path.join(folder, 'bin', 'python');
  const what = `${PACKAGE}[${plugins.join(',')}]==${version}`;
  step(`pip installs ${what}`);
  const args = ['-m', 'pip', 'install', '--no-input', '--progress-bar=off', '--disable-pip-version-check', what];
  const outcome = await tool(python, args, (line) => {
    if (/^(Collecting|Installing|Building) /.test(line)) step(line.slice(0, 200));
  });
  if (outcome.code !== 0) throw new StartError(`pip could not install ${what} (${complaint(outcome)}): check that pip reaches its registry`);
  const list = await tool(python, ['-m', 'pip', 'freeze', '--disable-pip-version-check']);
  writeFileSync(path.join(folder, LIST), `${list.lines.join('\n')}\n`);
}
