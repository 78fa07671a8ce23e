/** Runs `operations/support/engines-alone.ts` as a process that a test can observe. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'chai';
import neo4j from 'neo4j-driver';
import { type LogLine, throwAwayFolder } from './process.ts';

export interface Addresses {
  readonly neo4j: { readonly uri: string; readonly username: string; readonly password: string };
  readonly typesense: { readonly url: string; readonly apiKey: string };
}

export interface EnginesProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly log: readonly LogLine[];
  readonly stderr: () => string;
  /** Exit code, or the signal that ended it. */
  readonly end: Promise<number | NodeJS.Signals | null>;
  up(): Promise<Addresses>;
  event(name: string): Promise<LogLine>;
}

const left = new Set<ChildProcessWithoutNullStreams>();

/**
 * Starts it.
 *
 * @param kept not ended by `endEngines`
 * `settings` are its whole environment, except for the home and the tools of this user, and flags for Java. */
export function runEngines(settings: Record<string, string>, kept?: 'until the end'): EnginesProcess {
  const { PATH = '', HOME = '', JAVA_TOOL_OPTIONS = '' } = process.env;
  const script = path.join(import.meta.dirname, '../operations/support/engines-alone.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    env: { PATH, HOME, JAVA_TOOL_OPTIONS, LOG_LEVEL: 'debug', ...settings },
    detached: true,
  });
  if (kept === undefined) left.add(child);
  const log: LogLine[] = [];
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const lines = createInterface({ input: child.stdout }).on('line', (line) => log.push(JSON.parse(line) as LogLine));
  const end = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => {
      left.delete(child);
      resolve(signal ?? code);
    });
  });
  const event = (name: string): Promise<LogLine> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const line = log.find((one) => one.event === name);
        if (line !== undefined) resolve(line);
      };
      look();
      lines.on('line', look);
      end.then(() => reject(new Error(`It ended without ${name}: ${stderr}`)));
    });
  return { child, log, stderr: () => stderr, end, event, up: async () => (await event('test.up')).engines as Addresses };
}

/** Ends the processes that the tests have left running. */
export async function endEngines(): Promise<void> {
  await Promise.all([...left].map((child) => new Promise((resolve) => child.once('close', resolve).kill('SIGTERM'))));
}

/** Sends a request to the local Typesense. */
export async function typesense(
  { typesense: { url, apiKey } }: Pick<Addresses, 'typesense'>,
  what: string,
  init: RequestInit = {},
): Promise<Response> {
  return fetch(url + what, { ...init, headers: { 'x-typesense-api-key': apiKey, 'content-type': 'application/json' } });
}

/** The first column of the answer of the local Neo4j. */
export async function cypher(addresses: Addresses, statement: string): Promise<unknown[]> {
  const driver = neo4j.driver(addresses.neo4j.uri, neo4j.auth.basic(addresses.neo4j.username, addresses.neo4j.password), {
    disableLosslessIntegers: true,
  });
  try {
    return (await driver.executeQuery(statement)).records.map((record) => record.get(0));
  } finally {
    await driver.close();
  }
}

export async function makeCollection(addresses: Addresses): Promise<void> {
  const body = JSON.stringify({ name: 'kept', fields: [{ name: 'name', type: 'string' }] });
  expect((await typesense(addresses, '/collections', { method: 'POST', body })).status).to.equal(201);
}

/** Settings of a start without one of the two. */
export const NO_NEO4J = { NEO4J_URI: 'bolt://127.0.0.1:1' };
export const NO_TYPESENSE = { TYPESENSE_URL: 'http://127.0.0.1:1', TYPESENSE_API_KEY: 'none' };

export const JAVA_17 = 'echo \'openjdk version "17.0.1"\' >&2';

/** A folder of commands that stand in for the machine's own: name to shell script. */
export function commands(scripts: Record<string, string>): string {
  const folder = throwAwayFolder();
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(folder, name), 0o755);
  }
  return folder;
}

/** What a start that cannot succeed says. */
export async function refusal(settings: Record<string, string>): Promise<string> {
  const engines = runEngines({ DATA_DIR: throwAwayFolder(), CACHE_DIR: throwAwayFolder(), ...settings });
  expect(await engines.end).to.equal(1);
  expect(engines.stderr().trim().split('\n')).to.have.length(1);
  return engines.stderr();
}
