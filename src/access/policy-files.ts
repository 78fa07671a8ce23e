/**
 * Policies as files: what a folder says, whether its policies do what it expects of them, and how a server differs from it. Pure.
 */
import { isRecord } from '../model/path.ts';
import { may, policiesOf, whyNot } from './decide.ts';
import { compilePolicy, type Policy } from './policy.ts';
import { isOfPlatform, isPrivilege, type Privilege } from './privileges.ts';
import type { Actor, AspectPart, Resource } from './types.ts';

/** A question with its answer. */
export interface Expectation {
  readonly who: string;
  readonly may?: string;
  readonly mayNot?: string;
  readonly on?: string;
  /** The part of it that the question is about. */
  readonly aspect?: string;
  readonly column?: string;
}

export interface PolicyFiles {
  /** By id: values of `dataHubPolicyInfo`. */
  readonly policies: ReadonlyMap<string, Record<string, unknown>>;
  readonly people: ReadonlyMap<string, Actor>;
  readonly entities: ReadonlyMap<string, Resource>;
  readonly expect: readonly Expectation[];
  /** What is wrong with the files. */
  readonly mistakes: readonly string[];
}

const PARTS = ['policies', 'people', 'entities', 'expect'];
const OF_EXPECTATION = ['who', 'may', 'mayNot', 'on', 'aspect', 'column'];

type NamedValues = Readonly<Record<string, unknown>>;

/** @param files the name of each file and its content */
export function readPolicyFiles(files: readonly (readonly [name: string, content: unknown])[]): PolicyFiles {
  const mistakes: string[] = [];
  const policies = new Map<string, Record<string, unknown>>();
  const people = new Map<string, Actor>();
  const entities = new Map<string, Resource>();
  const expect: Expectation[] = [];
  for (const [file, content] of files) {
    if (!isRecord(content)) {
      mistakes.push(`${file}: expected an object with ${PARTS.join(', ')}`);
      continue;
    }
    for (const part of Object.keys(content)) if (!PARTS.includes(part)) mistakes.push(`${file}: ${part} is none of ${PARTS.join(', ')}`);
    const each = (part: string, take: (id: string, value: NamedValues) => void): void => {
      for (const [id, value] of Object.entries(isRecord(content[part]) ? content[part] : {}))
        if (isRecord(value)) take(id, value);
        else mistakes.push(`${file}: ${part}/${id}: expected an object`);
    };
    each('policies', (id, value) => {
      if (policies.has(id)) mistakes.push(`${file}: policies/${id} is in another file, too`);
      policies.set(id, { description: '', ...value });
    });
    each('people', (urn, { groups, roles }) => void people.set(urn, { urn, groups: new Set(texts(groups)), roles: new Set(texts(roles)) }));
    each('entities', (urn, value) => void entities.set(urn, resourceOf(urn, value)));
    for (const [at, value] of (Array.isArray(content.expect) ? content.expect : []).entries()) {
      const wrong = isRecord(value) ? Object.keys(value).find((field) => !OF_EXPECTATION.includes(field)) : 'it';
      if (!isRecord(value) || wrong !== undefined) mistakes.push(`${file}: expect/${at}: ${wrong} is none of ${OF_EXPECTATION.join(', ')}`);
      else expect.push(value as unknown as Expectation);
    }
  }
  const compiled = [...policies].map(([id, info]) => compilePolicy(id, info, (text) => text));
  for (const { urn, problem, privileges } of compiled) {
    if (problem !== undefined) mistakes.push(`policies/${urn} grants nothing: ${problem}`);
    for (const privilege of privileges) if (!isPrivilege(privilege)) mistakes.push(`policies/${urn}: ${privilege} decides nothing`);
  }
  return { policies, people, entities, expect, mistakes };
}

function resourceOf(urn: string, value: NamedValues): Resource {
  const owners = (Array.isArray(value.owners) ? value.owners : []).map((each: unknown) =>
    isRecord(each)
      ? { owner: String(each.owner), type: each.type === undefined ? undefined : String(each.type) }
      : { owner: String(each), type: undefined },
  );
  const columns = isRecord(value.columns) ? Object.entries(value.columns).map(([path, tags]): [string, string[]] => [path, texts(tags)]) : [];
  const [, type = ''] = /^urn:\w+:(\w+):/.exec(urn) ?? [];
  const [domains, containers, tags, instances] = [value.domains, value.containers, value.tags, value.instances].map(texts);
  const facts = { domains: domains ?? [], containers: containers ?? [], tags: tags ?? [], instances: instances ?? [] };
  return { urn, type, owners, ...facts, groups: texts(value.groups), roles: [], holders: [], columnTags: new Map(columns) };
}

/** Each expectation that does not hold, as a sentence that says why. @param now epoch ms */
export function failedExpectations({ policies, people, entities, expect }: PolicyFiles, now: number): string[] {
  const compiled = [...policies].map(([id, info]) => compilePolicy(id, info, (text) => text));
  const all = policiesOf(compiled, now);
  return expect.flatMap((each) => {
    const sentence = sentenceOf(each);
    const privilege = each.may ?? each.mayNot ?? '';
    const actor = people.get(each.who);
    const resource = each.on === undefined ? undefined : entities.get(each.on);
    const wrong =
      (each.may === undefined) === (each.mayNot === undefined)
        ? 'give either may or mayNot'
        : !isPrivilege(privilege)
          ? `${privilege} is no privilege`
          : !actor
            ? `${each.who} is not among people`
            : each.on !== undefined && !resource
              ? `${each.on} is not among entities`
              : undefined;
    if (wrong !== undefined || !actor) return [`${sentence}: ${wrong}`];
    const part = partOf(each, resource);
    const verdict = may(all, actor, [privilege as Privilege], resource, part);
    if (verdict.may === (each.may !== undefined)) return [];
    return [
      `${sentence}: ${verdict.may ? `${verdict.policy.name} (${verdict.policy.urn}) grants it` : refusedBy(compiled, privilege, actor, resource)}`,
    ];
  });
}

function partOf({ aspect, column }: Expectation, resource: Resource | undefined): AspectPart | undefined {
  if (column !== undefined) return { aspect: aspect ?? 'editableSchemaMetadata', columns: [resource?.columnTags?.get(column) ?? []] };
  return aspect === undefined ? undefined : { aspect };
}

function sentenceOf({ who, may: granted, mayNot, on, aspect, column }: Expectation): string {
  const about = [on && ` on ${on}`, column && `, column ${column}`, aspect && `, aspect ${aspect}`].filter(Boolean).join('');
  return `${who} ${mayNot === undefined ? `may ${granted}` : `may not ${mayNot}`}${about}`;
}

function refusedBy(policies: readonly Policy[], privilege: string, actor: Actor, resource: Resource | undefined): string {
  const about = isOfPlatform(privilege as Privilege) ? undefined : resource;
  const named = policies.filter(({ privileges }) => privileges.has(privilege));
  if (named.length === 0) return 'no policy names it';
  return named.map((policy) => `${policy.urn} does not: ${whyNot(policy, actor, about) ?? 'it is about another part'}`).join('; ');
}

/** A policy of a server. `applied`: as the files were applied last, and not changed since. */
export interface ServerPolicy {
  readonly info: Readonly<Record<string, unknown>>;
  readonly applied: boolean;
  /** The name of the folder whose files did, if it is known. */
  readonly folder?: string | undefined;
}

export interface Step {
  /** `drift`: changed on the server, not in the files. `foreign`: the files do not have it, and did not make it. */
  readonly kind: 'add' | 'change' | 'drift' | 'remove' | 'foreign';
  readonly id: string;
  /** The fields that differ. */
  readonly fields: readonly string[];
}

/** How a server differs from the files. What is not editable is not looked at. */
export function planOf({ policies }: Pick<PolicyFiles, 'policies'>, server: ReadonlyMap<string, ServerPolicy>): Step[] {
  const wanted = [...policies].flatMap(([id, info]): Step[] => {
    const found = server.get(id);
    if (!found) return [{ kind: 'add', id, fields: [] }];
    const fields = differing(info, found.info);
    return fields.length === 0 ? [] : [{ kind: found.applied ? 'change' : 'drift', id, fields }];
  });
  const others = [...server].flatMap(([id, { info, applied }]): Step[] =>
    policies.has(id) || info.editable === false ? [] : [{ kind: applied ? 'remove' : 'foreign', id, fields: [] }],
  );
  return [...wanted, ...others];
}

/** What steps would change or remove of the policies that the files of another folder have applied. */
export function ofOtherFolders(steps: readonly Step[], server: ReadonlyMap<string, ServerPolicy>, own: string): { id: string; folder: string }[] {
  return steps.flatMap(({ kind, id }) => {
    const folder = server.get(id)?.folder;
    return (kind === 'remove' || kind === 'change') && folder !== undefined && folder !== own ? [{ id, folder }] : [];
  });
}

function differing(one: NamedValues, other: NamedValues): string[] {
  const [a, b] = [plain(one), plain(other)];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((field) => JSON.stringify(a[field]) !== JSON.stringify(b[field])).sort();
}

/** Without what a server adds, and what means the same as nothing. */
function plain({ lastUpdatedTimestamp: _, editable, ...info }: NamedValues): Record<string, unknown> {
  return (simplified(editable === false ? { ...info, editable } : info) ?? {}) as Record<string, unknown>;
}

function simplified(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(simplified);
  if (!isRecord(value)) return value === false || value === null || value === '' || value === 'EQUALS' ? undefined : value;
  const fields = Object.entries(value)
    .map(([field, each]) => [field, simplified(each)] as const)
    .filter(([, each]) => each !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
