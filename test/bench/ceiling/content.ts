/**
 * What both sides write: datasets of six aspects, from 17 bytes to 18 kB, 11 kB for each dataset, and one to three edges of three kinds.
 */
import { createHash } from 'node:crypto';
import type { Proposal } from '../../support/client.ts';
import { proposal, urns } from '../../support/make.ts';
import { SVC } from '../../support/names.ts';

export interface Row {
  readonly urn: string;
  readonly name: string;
  /** JSON text. */
  readonly value: string;
  readonly hash: string;
  readonly edges: readonly (readonly [type: EdgeType, to: string])[];
}

export const EDGE_TYPES = ['OwnedBy', 'DownstreamOf', 'TaggedWith'] as const;
type EdgeType = (typeof EDGE_TYPES)[number];

const KINDS = ['StringType', 'NumberType', 'DateType', 'RecordType'];

export function datasetOf(run: string, index: number): string {
  return urns.dataset(`${run}.schema_${index % 50}.my_table_name_${index}`);
}

/** A row as a proposal has it. */
export function rowOf(urn: string, name: string, content: unknown, edges: Row['edges'] = []): Row {
  const value = JSON.stringify(content);
  return { urn, name, value, hash: createHash('sha256').update(value).digest('base64url').slice(0, 22), edges };
}

/**
 * The rows of the first datasets of a run. Another version has another content, and another edge where there are edges.
 *
 * @param columns of each; otherwise 6 to 79
 */
export function rowsOf(run: string, datasets: number, version: number, columns?: number): Row[] {
  return Array.from({ length: datasets }, (_, index) => rowsOfOne(run, index, version, columns ?? 6 + ((index * 17) % 74))).flat();
}

export function proposalOf({ urn, name, value }: Row): Proposal {
  return proposal(urn, name, value);
}

function rowsOfOne(run: string, index: number, version: number, columns: number): Row[] {
  const stamp = { time: 1_700_000_000_000 + version, actor: urns.user('etl') };
  const several = <Item>(make: (place: number) => Item): Item[] => [...new Set(Array.from({ length: 1 + (index % 3) }, (_, place) => make(place)))];
  const turned = (place: number): number => (place === 0 ? version : 0);
  const owners = several((place) => urns.user(`user${(index * 7 + place * 13 + turned(place)) % 2000}`));
  const upstreams = several((place) => datasetOf(run, Math.max(0, index - 1 - ((index * 5 + place * 3 + turned(place)) % 97))));
  const tags = several((place) => urns.tag(`tag${(index * 3 + place * 11 + turned(place)) % 100}`));
  const row = (name: string, content: unknown, edges?: Row['edges']): Row => rowOf(datasetOf(run, index), name, content, edges);
  return [
    row('status', { removed: version % 2 === 1 }),
    row(
      'ownership',
      { owners: owners.map((owner) => ({ owner, type: 'DATAOWNER' })), lastModified: stamp },
      owners.map((owner) => ['OwnedBy', owner]),
    ),
    row(
      'upstreamLineage',
      { upstreams: upstreams.map((dataset) => ({ auditStamp: stamp, type: 'TRANSFORMED', dataset })) },
      upstreams.map((dataset) => ['DownstreamOf', dataset]),
    ),
    row('schemaMetadata', schemaOf(index, version, columns, stamp)),
    row(
      'globalTags',
      { tags: tags.map((tag) => ({ tag })) },
      tags.map((tag) => ['TaggedWith', tag]),
    ),
    row('institutionalMemory', {
      elements: [{ url: `https://wiki.example/${index}`, description: `${'A table of things '.repeat(4)}${version}`, createStamp: stamp }],
    }),
  ];
}

function schemaOf(index: number, version: number, columns: number, stamp: object): object {
  return {
    schemaName: `s${index}`,
    platform: urns.platform('hive'),
    version,
    created: stamp,
    lastModified: stamp,
    hash: '',
    platformSchema: { [`${SVC.package}.schema.StreamSchema`]: { documentSchema: '{}' } },
    fields: Array.from({ length: columns }, (_, column) => ({
      fieldPath: `record.col_${column}_${(index * 31 + column) % 977}`,
      description: `the ${column} column of table ${index} version ${version}`,
      nativeDataType: 'varchar(255)',
      type: { type: { [`${SVC.package}.schema.${KINDS[column % 4]}`]: {} } },
      nullable: column % 2 === 0,
      isPartOfKey: column === 0,
      recursive: false,
    })),
  };
}
