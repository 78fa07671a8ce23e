#!/usr/bin/env node
/**
 * `npm run user -- <name> [--role Admin] [--url …] [--token …]`: makes a user who signs in with a password, or gives one a new password. This is
 * how the first administrator comes in. The password is shown once.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { inOwnWords } from '../command-list.ts';
import { StartError } from '../errors.ts';
import { call, RUNNING_OPTIONS, type Running, runCommand } from './client.ts';

const HELP = `Make a user who signs in with a password, or give a user a new password

Usage: npm run user -- <name> [--role Admin] [--url http://127.0.0.1:8080] [--token <token>]

  --role      give this role in place of those that the user has: Admin, Editor, Reader, or one of your own
  --url       the running Cairn
  --token     a token of AUTH_TOKENS_FILE, or of an administrator; an open server needs none

The command shows the password once, on standard output. Sessions of the user end. A user who is suspended stays so.
`;

interface GraphAnswer<Data> {
  readonly data: Data;
  readonly errors?: readonly { readonly message: string }[];
}

async function ask<Data>(running: Running, query: string, variables: object = {}): Promise<Data> {
  const { data, errors } = await call<GraphAnswer<Data>>(running, '/api/graphql', { query, variables });
  const [first] = errors ?? [];
  if (first) throw new StartError(`Cairn refuses it: ${first.message}`);
  return data;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { ...RUNNING_OPTIONS, role: { type: 'string' } } });
  if (values.help) return void process.stdout.write(inOwnWords(HELP));
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0 || /[\s:(),]/.test(name))
    throw new StartError('give one user, a name without blanks and : ( ) , (see --help)');
  const running: Running = { url: values.url.replace(/\/$/, ''), token: values.token };
  const { me } = await ask<{ me: { corpUser: { urn: string } } }>(running, '{ me { corpUser { urn } } }');
  const prefix = me.corpUser.urn.slice(0, me.corpUser.urn.indexOf('corpuser:'));
  const urn = `${prefix}corpuser:${name}`;
  // A user who is there already stays as it is.
  const aspect = { value: JSON.stringify({ active: true, displayName: name }), contentType: 'application/json' };
  const proposal = {
    entityType: 'corpuser',
    entityUrn: urn,
    changeType: 'CREATE',
    aspectName: 'corpUserInfo',
    aspect,
    headers: { 'If-None-Match': '*' },
  };
  await call(running, '/aspects?action=ingestProposal', { proposal });
  if (values.role !== undefined) {
    const input = { roleUrn: `${prefix}dataHubRole:${values.role}`, actors: [urn] };
    await ask(running, 'mutation ($input: BatchAssignRoleInput!) { batchAssignRole(input: $input) }', { input });
  }
  const reset = 'mutation ($input: CreateNativeUserResetTokenInput!) { createNativeUserResetToken(input: $input) { resetToken } }';
  const made = await ask<{ createNativeUserResetToken: { resetToken: string } }>(running, reset, { input: { userUrn: urn } });
  const password = randomBytes(18).toString('base64url');
  const { resetToken } = made.createNativeUserResetToken;
  await call({ url: running.url, token: undefined }, '/resetNativeUserCredentials', { userUrn: urn, password, resetToken });
  process.stderr.write(`${name} signs in at ${running.url}/signin with this password. It is shown only once:\n`);
  process.stdout.write(`${password}\n`);
}

runCommand('user', main);
