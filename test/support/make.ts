/**
 * Builders: URNs that no other test file uses, proposals, aspects.
 */
import { randomInt } from 'node:crypto';
import type { Proposal } from './client.ts';
import { type Names, SVC } from './names.ts';

/** URNs from their parts. */
export function urnsOf({ urn }: Names) {
  const platform = (name: string): string => `${urn}dataPlatform:${name}`;
  return {
    platform,
    dataset: (name: string, on = 'hive', origin = 'PROD') => `${urn}dataset:(${platform(on)},${name},${origin})`,
    chart: (id: string, tool = 'looker') => `${urn}chart:(${tool},${id})`,
    dashboard: (id: string, tool = 'looker') => `${urn}dashboard:(${tool},${id})`,
    flow: (id: string, orchestrator = 'airflow', cluster = 'PROD') => `${urn}dataFlow:(${orchestrator},${id},${cluster})`,
    job: (flow: string, id: string) => `${urn}dataJob:(${flow},${id})`,
    column: (parent: string, path: string) => `${urn}schemaField:(${parent},${path})`,
    user: (name: string) => `${urn}corpuser:${name}`,
    group: (name: string) => `${urn}corpGroup:${name}`,
    tag: (name: string) => `${urn}tag:${name}`,
    term: (name: string) => `${urn}glossaryTerm:${name}`,
    container: (id: string) => `${urn}container:${id}`,
    /** Of any type whose key has one field. */
    of: (type: string, id: string) => `${urn}${type}:${id}`,
  };
}

export const urns = urnsOf(SVC);

/**
 * Names for one test file: `own()` is a word that was never used before, in this run or another. It consists of digits, because letters
 * could begin a word that another test searches for.
 */
export function ownNames(room: string): (label?: string) => string {
  const run = `${room}_${String(randomInt(10 ** 8)).padStart(8, '0')}`;
  let count = 0;
  return (label = 'x') => `${run}_${label}${++count}`;
}

export function typeOf(urn: string): string {
  return urn.split(':')[2] ?? '';
}

/** An UPSERT proposal; `more` adds fields or replaces them. */
export function proposal(urn: string, aspectName: string, value: unknown, more: Proposal = {}): Proposal {
  return {
    entityType: typeOf(urn),
    entityUrn: urn,
    changeType: 'UPSERT',
    aspectName,
    aspect: { value: typeof value === 'string' ? value : JSON.stringify(value), contentType: 'application/json' },
    ...more,
  };
}

/** A DELETE proposal. */
export function deletion(urn: string, aspectName: string, more: Proposal = {}): Proposal {
  return { entityType: typeOf(urn), entityUrn: urn, changeType: 'DELETE', aspectName, ...more };
}

export const stamp = (actor = urns.user('etl'), time = 1_600_000_000_000) => ({ time, actor });

export const status = (removed: boolean) => ({ removed });
export const ownership = (...owners: string[]) => ({ owners: owners.map((owner) => ({ owner, type: 'DATAOWNER' })), lastModified: stamp() });
export const tags = (...list: string[]) => ({ tags: list.map((tag) => ({ tag })) });
export const upstreams = (...datasets: string[]) => ({
  upstreams: datasets.map((dataset) => ({ auditStamp: stamp(), dataset, type: 'TRANSFORMED' })),
});
export const description = (text: string) => ({ description: text, customProperties: {} });

export function schemaMetadata(fieldPaths: readonly string[], more: Record<string, unknown> = {}) {
  return {
    schemaName: 'SampleSchema',
    platform: urns.platform('hive'),
    version: 0,
    created: stamp(),
    lastModified: stamp(),
    hash: '',
    platformSchema: { [`${SVC.package}.schema.StreamSchema`]: { documentSchema: '{"type":"record"}' } },
    fields: fieldPaths.map((fieldPath) => ({
      fieldPath,
      description: `about ${fieldPath}`,
      nativeDataType: 'string',
      type: { type: { [`${SVC.package}.schema.StringType`]: {} } },
      nullable: true,
      isPartOfKey: false,
      recursive: false,
    })),
    ...more,
  };
}
