/**
 * What the server itself writes when an entity is written for the first time (docs/semantics.md 3.4, 11.3): platform and browse paths.
 * The entity type's file says from which key fields.
 */
import type { ReadState } from '../../graph/changes.ts';
import {
  BROWSE_PATHS,
  BROWSE_PATHS_V2,
  CONTAINER,
  PLATFORM_INFO,
  PLATFORM_INSTANCE,
  PLATFORM_INSTANCE_TYPE,
  PLATFORM_TYPE,
} from '../../model/known-names.ts';
import type { AspectSpec, Model } from '../../model/types.ts';
import { keyField, lastPart, type Urn } from '../../model/urn.ts';
import type { Context } from './context.ts';
import type { Proposal } from './proposal.ts';

/** Most containers above one another in a browse path, as in read-container-chain.cypher. */
const MOST_CONTAINERS = 33;

/** The aspects that have defaults. */
export const DEFAULT_ASPECTS: readonly string[] = [PLATFORM_INSTANCE, BROWSE_PATHS_V2, BROWSE_PATHS];

/** The values that the defaults of an entity are made from, as its writer sees them. */
type WriterView = Pick<Context, 'model' | 'found' | 'hides'>;

interface Default {
  readonly aspect: AspectSpec;
  readonly json: Record<string, unknown>;
}

/** URN of the platform in the key of an entity. */
export function platformOf(model: Model, urn: Urn): string | undefined {
  const named = urn.type.platform && keyField(model, urn, urn.type.platform);
  if (!named) return undefined;
  return named.startsWith('urn:') ? named : `${model.names.urnPrefix}${PLATFORM_TYPE}:${named.toLowerCase()}`;
}

/** The platform instance that the first part of the entity's name refers to, if it exists. */
function instanceOf(model: Model, urn: Urn, delimiter: string): string | undefined {
  const platform = platformOf(model, urn);
  const first = nameParts(model, urn, delimiter)[0];
  return platform && first ? `${model.names.urnPrefix}${PLATFORM_INSTANCE_TYPE}:(${platform},${first})` : undefined;
}

/** The entities that must be read to make the defaults of an entity. */
export function readsForDefaults(model: Model, urn: Urn): { urn: string; aspects: string[] }[] {
  if (!urn.type.browse?.v2?.split) return [];
  const platform = platformOf(model, urn);
  const instances = ['.', '/'].map((delimiter) => instanceOf(model, urn, delimiter)).filter((instance) => instance !== undefined);
  return [...(platform ? [{ urn: platform, aspects: [PLATFORM_INFO] }] : []), ...new Set(instances)].map((each) =>
    typeof each === 'string' ? { urn: each, aspects: [] } : each,
  );
}

/**
 * The defaults of a new entity, in the order in which they are written.
 *
 * @param containers the containers of the entity, nearest first
 */
export function defaultsOf(context: WriterView, urn: Urn, containers: readonly string[]): Default[] {
  const { model } = context;
  const defaults: Default[] = [];
  const add = (name: string, json: Record<string, unknown> | undefined): void => {
    const aspect = urn.type.aspects.get(name);
    if (aspect && json) defaults.push({ aspect, json });
  };
  const platform = platformOf(model, urn);
  add(PLATFORM_INSTANCE, platform === undefined ? undefined : { platform });
  add(BROWSE_PATHS_V2, { path: browsePathV2(context, urn, containers) });
  const path = browsePath(model, urn);
  add(BROWSE_PATHS, path === undefined ? undefined : { paths: [path] });
  return defaults;
}

/** `/prod/hdfs/a/b` for a dataset a.b: the type's template filled from the key, in lower case. */
function browsePath(model: Model, urn: Urn): string | undefined {
  const { path, split = [] } = urn.type.browse ?? {};
  return path
    ?.replace(/\{([\w.]+)\}/g, (_, field: string) => {
      const value = lastPart(keyField(model, urn, field) ?? '');
      return split.includes(field) ? value.replaceAll('.', '/') : value;
    })
    .toLowerCase();
}

/** The container that a proposal gives its entity. */
export function containerSent({ aspect, value, patch }: Proposal): string | undefined {
  if (aspect.name !== CONTAINER) return undefined;
  const operation = patch?.operations.findLast(({ op, path }) => path === `/${CONTAINER}` && (op === 'add' || op === 'replace'));
  const container = value ? (value.json as { container?: unknown }).container : operation?.value;
  return typeof container === 'string' ? container : undefined;
}

/**
 * The containers of an entity, nearest first.
 *
 * @param containerOf the container of an entity
 */
export function containersAbove(urn: string, containerOf: (urn: string) => string | undefined): string[] {
  const chain: string[] = [];
  for (let above = containerOf(urn); above !== undefined && !chain.includes(above) && chain.length < MOST_CONTAINERS; above = containerOf(above))
    chain.push(above);
  return chain;
}

function browsePathV2({ model, found, hides }: WriterView, urn: Urn, containers: readonly string[]): { id: string; urn?: string }[] {
  if (containers.length > 0) return [...containers].reverse().map((each) => ({ id: each, urn: each }));
  const { split, parent } = urn.type.browse?.v2 ?? {};
  if (parent) {
    const above = keyField(model, urn, parent) ?? '';
    return [{ id: above, urn: above }];
  }
  if (!split) return [{ id: 'Default' }];
  const delimiter = platformDelimiter(found, platformOf(model, urn));
  const folders: { id: string; urn?: string }[] = nameParts(model, urn, delimiter)
    .slice(0, -1)
    .map((id) => ({ id }));
  const instance = instanceOf(model, urn, delimiter);
  const isSeen = instance !== undefined && (found.entities.get(instance)?.names.size ?? 0) > 0 && !hides(instance);
  if (folders.length > 0 && isSeen) folders[0] = { id: instance, urn: instance };
  return folders.length > 0 ? folders : [{ id: 'Default' }];
}

function nameParts(model: Model, urn: Urn, delimiter: string): string[] {
  const field = urn.type.browse?.v2?.split;
  const name = field && keyField(model, urn, field);
  return name ? name.split(delimiter).filter((part) => part !== '') : [];
}

function platformDelimiter(found: ReadState, platform: string | undefined): string {
  const info = platform === undefined ? undefined : found.entities.get(platform)?.aspects.get(PLATFORM_INFO);
  const delimiter: unknown = info && (JSON.parse(info.value) as { datasetNameDelimiter?: unknown }).datasetNameDelimiter;
  return typeof delimiter === 'string' && delimiter !== '' ? delimiter : '.';
}
