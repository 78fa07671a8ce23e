/**
 * The URNs of what an event names: datasets, columns, pipelines, jobs, runs, people, tags, assertions.
 */
import { createHash } from 'node:crypto';
import type { Detail } from '../../errors.ts';
import { columnUrn as columnUrnOf } from '../../model/column-urn.ts';
import { systemActor } from '../../model/named.ts';
import { foreignName } from '../../model/names.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, parseUrn, type Urn } from '../../model/urn.ts';
import type { Facets, LineageDataset, LineageEvent } from './event.ts';
import type { SaidFacts } from './facts.ts';
import { orchestratorOf, type PlatformName, platformAndName, type Spelling, spelled, tableOf } from './platforms.ts';

/** Where the datasets of a request are, as its producer was set up to say: events themselves have no field for it. */
export interface DatasetSite {
  /** `PROD`, `DEV` and so on: the last part of the URNs. */
  readonly env: string;
  /** One of several installations of their platforms. */
  readonly instance: string | undefined;
}

/** What producers send in place of a value. */
export const ANY_SITE: DatasetSite = { env: 'PROD', instance: undefined };

/** What the mapping of one event works with. */
export interface EventScope {
  readonly model: Model;
  readonly site: DatasetSite;
  readonly event: LineageEvent;
  readonly facts: SaidFacts;
  /** Names that make no URN, and other refused fields. Pointers are those of the body. */
  readonly problems: Detail[];
  /** Facets of which only the beginning is kept. */
  readonly cut: Set<string>;
  /** Datasets that the event names: `<namespace> <name>` → what their symlinks say they are. */
  readonly aliases: ReadonlyMap<string, PlatformName>;
}

/** A dataset. Its columns are spelled as its platform does. */
export interface DatasetRef extends Spelling {
  readonly urn: Urn;
  readonly platform: string;
  /** The URN of the instance of its platform, if the producer names one. */
  readonly instance?: string;
}

/** Without halves of surrogate pairs, which no text in UTF-8 can have. */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}

/** One part of a URN: what has a meaning there is percent-encoded, so that any text of a producer makes a URN. */
function urnPart(text: string): string {
  // A part that begins like a URN would be read as one.
  return wellFormed(text)
    .replace(/^urn:/i, (each) => `${each.slice(0, -1)}%3A`)
    .replaceAll(/^\s+|\s+$|[(),\p{Cc}\u241f]/gu, (each) =>
      [...Buffer.from(each)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
    );
}

/** Reads a URN, or notes at `pointer` why its name is refused. */
function urnOr(scope: EventScope, pointer: string, text: string, got: string): Urn | undefined {
  const urn = parseUrn(scope.model, text);
  if (!isProblem(urn)) return urn;
  scope.problems.push({ pointer: `${scope.event.pointer}${pointer}`, expected: `a name that makes a URN (${urn.problem})`, got });
  return undefined;
}

export function aliasKey({ namespace, name }: Pick<LineageDataset, 'namespace' | 'name'>): string {
  return `${namespace}\n${name}`;
}

/** What the symlinks of a dataset say it is: the first of the type TABLE, otherwise the first. */
export function aliasOf(facets: Facets | undefined): PlatformName | undefined {
  const { identifiers = [] } = (facets?.symlinks ?? {}) as { identifiers?: { namespace: string; name: string; type?: string }[] };
  const table = identifiers.find(({ type }) => type?.toUpperCase() === 'TABLE') ?? identifiers[0];
  return table && tableOf(table.namespace, table.name, (facets?.catalog ?? {}) as { type?: string; framework?: string });
}

/** @param pointer of its name, below the event */
export function datasetRef(scope: EventScope, pointer: string, named: Pick<LineageDataset, 'namespace' | 'name'>): DatasetRef | undefined {
  const { urnPrefix } = scope.model.names;
  const { env, instance } = scope.site;
  const { platform, name, ...spelling } = scope.aliases.get(aliasKey(named)) ?? platformAndName(named.namespace, named.name);
  const on = `${urnPrefix}dataPlatform:${urnPart(platform)}`;
  if (instance === undefined) {
    const urn = urnOr(scope, pointer, `${urnPrefix}dataset:(${on},${urnPart(name)},${env})`, named.name);
    return urn && { urn, platform: on, ...spelling };
  }
  const urn = urnOr(scope, pointer, `${urnPrefix}dataset:(${on},${urnPart(`${instance}.${name}`)},${env})`, named.name);
  return urn && { urn, platform: on, instance: `${urnPrefix}dataPlatformInstance:(${on},${urnPart(instance)})`, ...spelling };
}

export function columnPath(spelling: Spelling, column: string): string {
  return spelled(column, spelling);
}

export function columnUrn(scope: EventScope, pointer: string, dataset: DatasetRef, column: string): Urn | undefined {
  return urnOr(scope, pointer, columnUrnOf(scope.model, dataset.urn.text, wellFormed(columnPath(dataset, column))), column);
}

export interface JobRef {
  readonly flow: Urn;
  readonly job: Urn;
  readonly orchestrator: string;
  /** The name of the flow: that of the job up to its first dot. */
  readonly flowName: string;
  /** The name of the job after its first dot. */
  readonly title: string;
}

/** @param pointer of its name, below the event */
export function jobRef(scope: EventScope, pointer: string, { namespace, name }: Pick<LineageDataset, 'namespace' | 'name'>): JobRef | undefined {
  const { urnPrefix } = scope.model.names;
  const orchestrator = orchestratorOf(scope.event.producer);
  const dot = name.indexOf('.');
  const flowName = dot > 0 ? name.slice(0, dot) : name;
  const title = dot > 0 && dot < name.length - 1 ? name.slice(dot + 1) : name;
  const flow = urnOr(scope, pointer, `${urnPrefix}dataFlow:(${urnPart(orchestrator)},${urnPart(flowName)},${urnPart(namespace)})`, name);
  const job = flow && urnOr(scope, pointer, `${urnPrefix}dataJob:(${flow.text},${urnPart(name)})`, name);
  return job && { flow, job, orchestrator, flowName, title };
}

export function runUrn(scope: EventScope, pointer: string, runId: string): Urn | undefined {
  return urnOr(scope, pointer, `${scope.model.names.urnPrefix}dataProcessInstance:${urnPart(runId)}`, runId);
}

export function tagUrn(scope: EventScope, pointer: string, name: string): Urn | undefined {
  return urnOr(scope, pointer, `${scope.model.names.urnPrefix}tag:${urnPart(name)}`, name);
}

/** `user:x` is a user, `team:x` and `group:x` a group, the URN of one of them itself, and everything else a user of this name. */
export function ownerUrn(scope: EventScope, pointer: string, name: string): Urn | undefined {
  const { urnPrefix } = scope.model.names;
  if (foreignName(scope.model.names, name) !== undefined || ['corpuser', 'corpGroup'].some((type) => name.startsWith(`${urnPrefix}${type}:`)))
    return urnOr(scope, pointer, name, name);
  const [, kind = '', id = name] = /^(user|team|group):(.*\S.*)$/is.exec(name) ?? [];
  const type = kind === '' || kind.toLowerCase() === 'user' ? 'corpuser' : 'corpGroup';
  return urnOr(scope, pointer, `${urnPrefix}${type}:${urnPart(id)}`, name);
}

export function platformUrn(scope: EventScope, name: string): string {
  return `${scope.model.names.urnPrefix}dataPlatform:${urnPart(name)}`;
}

/** The same for the same texts: an id of an assertion or of a point. */
export function hashOf(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 32);
}

export function assertionUrn(scope: EventScope, pointer: string, id: string): Urn | undefined {
  return urnOr(scope, pointer, `${scope.model.names.urnPrefix}assertion:${id}`, id);
}

/** Who made what an event says: the same in all events, whoever sends them. */
export function stampActor({ model }: EventScope): string {
  return systemActor(model);
}
