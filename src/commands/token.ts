#!/usr/bin/env node
/**
 * `npm run token -- <user> [--read] [--expires 90d] [--file tokens]`: makes a token and shows it once. The file keeps its hash.
 */
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { inOwnWords } from '../command-list.ts';
import { StartError } from '../errors.ts';
import { hashOf, readTokensFile, userProblem } from '../http/tokens-file.ts';
import { loadModel } from '../model/load.ts';
import { runCommand } from './client.ts';

const HELP = `Make a token for a user

Usage: npm run token -- <user> [--read] [--expires 90d] [--file tokens]

  --read      the token may only read
  --expires   how long it is valid: 12h, 90d; without this option it does not expire
  --file      append the line to this file. If there is no such file, the command creates it, readable by you alone

The command shows the token once, on standard output. The line holds only a hash. Put it into the file that AUTH_TOKENS_FILE
names; a running Cairn reads the file again by itself.
`;

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 };

function expiry(text: string): string {
  const [, count, unit = ''] = /^(\d{1,5})([hd])$/.exec(text) ?? [];
  if (count === undefined || Number(count) === 0) throw new StartError(`--expires: expected a time such as 12h or 90d, got ${text}`);
  return new Date(Date.now() + Number(count) * (UNITS[unit] ?? 0)).toISOString();
}

/** Appends a line. Adds a line break first if the last line has none. */
function append(file: string, line: string): void {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  readTokensFile(loadModel('svc', undefined), file, before);
  appendFileSync(file, `${before === '' || before.endsWith('\n') ? '' : '\n'}${line}\n`, { mode: 0o600, flush: true });
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      read: { type: 'boolean', default: false },
      expires: { type: 'string' },
      file: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return void process.stdout.write(inOwnWords(HELP));
  const [user, ...more] = positionals;
  if (user === undefined || more.length > 0) throw new StartError('give one user (see --help)');
  const problem = /\s/.test(user) ? 'has a blank' : userProblem(loadModel('svc', undefined), user);
  if (problem !== undefined) throw new StartError(`${user} cannot be the name of a user: ${problem}`);
  const token = randomBytes(32).toString('base64url');
  const expires = values.expires === undefined ? '' : ` expires=${expiry(values.expires)}`;
  const line = `sha256:${hashOf(token)} ${user}${values.read ? ' read' : ''}${expires}`;
  if (values.file === undefined) process.stderr.write(`Put this line into the tokens file:\n${line}\nThis is the token. It is shown only once:\n`);
  else {
    append(values.file, line);
    process.stderr.write(`${values.file} has a new line for ${user}. This is the token. It is shown only once:\n`);
  }
  process.stdout.write(`${token}\n`);
}

runCommand('token', main);
