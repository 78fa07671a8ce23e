#!/usr/bin/env node
/**
 * `npm run access -- test|plan|apply <folder>`: policies as files. `test` needs no server; `plan` and `apply` compare and write by the API.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import {
  failedExpectations,
  ofOtherFolders,
  type PolicyFiles,
  planOf,
  readPolicyFiles,
  type ServerPolicy,
  type Step,
} from '../access/policy-files.ts';
import { inOwnWords } from '../command-list.ts';
import { count } from '../counted.ts';
import { messageOf, StartError } from '../errors.ts';
import { isRecord } from '../model/path.ts';
import { call, RUNNING_OPTIONS, type Running, runCommand } from './client.ts';

const HELP = `Keep policies in files

Usage: npm run access -- test <folder>
       npm run access -- plan|apply <folder> [--replace] [--url http://127.0.0.1:8080] [--token T]

A file (.yaml, .yml or .json) has some of
  policies   by id, values of dataHubPolicyInfo
  people     by URN: {groups, roles}, lists of URNs
  entities   by URN: {domains, containers, owners, tags, instances}, with those above them; columns: {path: [tags]}
  expect     a list of {who, may or mayNot: a privilege, on: an entity, column or aspect}
Of these, people, entities and expect are of the test only.

  test     checks the policies, and what is expected of them
  plan     shows what apply would write: add, change, drift (changed on the server), remove (once applied, now gone from the files)
  apply    does so after the test. Policies that the files do not have and did not make stay as they are ("foreign")
  --replace  apply also changes and removes what the files of another folder have applied

Exit code: 0 if all holds and nothing differs, or all is applied; 1 if not.
`;

const INFO = 'dataHubPolicyInfo';
const ENDING = /\.(ya?ml|json)$/;
/** Says in the system metadata of a policy that the files wrote it: whoever changes it on the server writes without it. */
const APPLIED = 'applied';
const PAGE = 100;

function readFolder(folder: string): PolicyFiles {
  const names = filesIn(folder);
  if (names.length === 0) throw new StartError(`${folder} has no file .yaml, .yml or .json`);
  return readPolicyFiles(
    names.map((name) => {
      try {
        return [name, parse(readFileSync(path.join(folder, name), 'utf8')) as unknown];
      } catch (error) {
        throw new StartError(`${name}: ${messageOf(error)}`);
      }
    }),
  );
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => ENDING.test(name))
      .sort();
  } catch (error) {
    throw new StartError(`${folder} cannot be read: ${messageOf(error)}`);
  }
}

/** Prints what is wrong. @returns whether nothing is */
function tested(files: PolicyFiles): boolean {
  const failed = [...files.mistakes, ...failedExpectations(files, Date.now())];
  for (const each of failed) process.stdout.write(`${each}\n`);
  process.stderr.write(
    `${count(files.policies.size, 'policies')}, ${count(files.expect.length, 'expectations')}, ${count(failed.length, 'problems')}\n`,
  );
  return failed.length === 0;
}

interface PolicyPage {
  readonly scrollId?: string;
  readonly entities: readonly { readonly urn: string; readonly [aspect: string]: unknown }[];
}

/** The policies of the server by id, and the beginning of their URNs. */
async function readServer(running: Running): Promise<{ found: Map<string, ServerPolicy>; prefix: string }> {
  const { data } = await call<{ data: { me: { corpUser: { urn: string } } } }>(running, '/api/graphql', { query: '{ me { corpUser { urn } } }' });
  const { urn: me } = data.me.corpUser;
  const prefix = `${me.slice(0, me.indexOf('corpuser:'))}dataHubPolicy:`;
  const found = new Map<string, ServerPolicy>();
  let scrollId: string | undefined;
  do {
    const next = scrollId === undefined ? '' : `&scrollId=${encodeURIComponent(scrollId)}`;
    const asked = `/openapi/v3/entity/dataHubPolicy?aspects=${INFO}&systemMetadata=true&count=${PAGE}${next}`;
    const page: PolicyPage = await call<PolicyPage>(running, asked);
    for (const entity of page.entities) {
      const { value, systemMetadata } = (isRecord(entity[INFO]) ? entity[INFO] : {}) as Record<string, unknown>;
      const properties = isRecord(systemMetadata) && isRecord(systemMetadata.properties) ? systemMetadata.properties : {};
      if (isRecord(value))
        found.set(entity.urn.slice(prefix.length), { info: value, applied: properties.policyFiles === APPLIED, folder: folderIn(properties) });
    }
    scrollId = page.scrollId;
  } while (scrollId !== undefined);
  return { found, prefix };
}

function folderIn({ policyFolder }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof policyFolder === 'string' ? policyFolder : undefined;
}

async function apply(running: Running, { policies }: PolicyFiles, steps: readonly Step[], prefix: string, folder: string): Promise<void> {
  const properties = { policyFiles: APPLIED, policyFolder: folder };
  const proposals = steps.flatMap(({ kind, id }) => {
    const about = { entityType: 'dataHubPolicy', entityUrn: prefix + id };
    if (kind === 'foreign') return [];
    if (kind === 'remove') return [{ ...about, aspectName: 'dataHubPolicyKey', changeType: 'DELETE' }];
    const value = JSON.stringify({ ...policies.get(id), lastUpdatedTimestamp: Date.now() });
    return [{ ...about, aspectName: INFO, changeType: 'UPSERT', aspect: { value, contentType: 'application/json' }, systemMetadata: { properties } }];
  });
  if (proposals.length > 0) await call(running, '/aspects?action=ingestProposalBatch', { proposals });
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { ...RUNNING_OPTIONS, replace: { type: 'boolean', default: false } },
  });
  if (values.help) return void process.stdout.write(inOwnWords(HELP));
  const [task, folder, ...more] = positionals;
  if (folder === undefined || more.length > 0 || !['test', 'plan', 'apply'].includes(task ?? ''))
    throw new StartError('give test, plan or apply, and one folder (see --help)');
  const files = readFolder(folder);
  const holds = tested(files);
  if (!holds) process.exitCode = 1;
  if (task === 'test' || !holds) return;
  const running = { url: values.url.replace(/\/$/, ''), token: values.token };
  const { found, prefix } = await readServer(running);
  const steps = planOf(files, found);
  for (const { kind, id, fields } of steps) process.stdout.write(`${kind} ${id}${fields.length > 0 ? `: ${fields.join(', ')}` : ''}\n`);
  const ahead = steps.filter(({ kind }) => kind !== 'foreign');
  if (task === 'plan') process.exitCode = ahead.length > 0 ? 1 : 0;
  else {
    const own = path.basename(path.resolve(folder));
    const [first, ...others] = ofOtherFolders(ahead, found, own);
    if (first && !values.replace)
      throw new StartError(
        `apply would change or remove ${count(others.length + 1, 'policies')} that another folder applied, such as ${first.id} of ${first.folder}. Nothing is written. ` +
          'If this folder takes its place, add --replace',
      );
    await apply(running, files, ahead, prefix, own);
  }
}

runCommand('access', main);
